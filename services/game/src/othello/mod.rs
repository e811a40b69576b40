//! Othello on square boards of any even size from 4 to 16, with axes switched on and off, skips as a
//! handicap and free starting discs.

mod axes;
mod board;
mod canonical;
mod evaluate;
mod fault;
mod grid;
mod position;
mod read;
mod rules;
mod settings;
mod setup;
mod sketch;
mod square;
mod text;
mod word;

pub use axes::Axes;
pub use fault::Fault;
pub use position::{Othello, Play};
pub use settings::Settings;
pub use square::Square;
