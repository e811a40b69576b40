//! Boom: Connect-4 on seven columns and seven rows, with two moves a turn and bombs.
//!
//! Player 1 (`x`) begins with one move; then every turn is two. In every fourth round a drop becomes a
//! bomb, which its owner may set off instead of a drop.

mod board;
mod canonical;
mod evaluate;
mod fault;
mod read;
mod rules;
mod setup;
mod sketch;
mod text;

pub use board::{Boom, Play};
pub use evaluate::{centre, open_lines};
pub use fault::Fault;
