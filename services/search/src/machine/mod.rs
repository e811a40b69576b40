//! Machines that play: four levels over any game that can be evaluated, and its problems.
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
pub(crate) use purse::Purse;
pub use score::WIN;
pub(crate) use score::after;
pub use tablero_game::{Level, UnknownLevel};
