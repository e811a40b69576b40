//! Pictures of boards. Nothing in here knows the rules of a game.

mod diagram;
pub mod draw;

pub use diagram::{Arrow, Caption, Cell, Diagram, Ground, Mark, MarkKind};
