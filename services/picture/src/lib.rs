//! Pictures of boards. Nothing in here knows the rules of a game.

mod diagram;
pub mod draw;
#[cfg(feature = "game")]
mod film;
#[cfg(feature = "game")]
mod from_game;
pub mod read;

pub use diagram::{Arrow, Caption, Cell, Diagram, Ground, Mark, MarkKind};
#[cfg(feature = "game")]
pub use film::{WrongMove, film};
