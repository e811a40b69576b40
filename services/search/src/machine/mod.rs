//! Machines that play: four levels over any game that can be evaluated, and chess problems.
//!
//! A machine is a level and a seed; the same machine under the same node budget always answers the same.
//! How a level thinks is the game's choice ([`tablero_game::Evaluate::skill`]).

mod alphabeta;
mod deepening;
mod exact;
mod finale;
mod fixed;
mod memory;
mod minimax;
mod order;
mod player;
mod problem;
mod purse;
mod quiescence;
mod root;
mod score;
mod sight;

pub use player::{Choice, Machine};
pub use score::WIN;
pub use tablero_game::{Level, UnknownLevel};
