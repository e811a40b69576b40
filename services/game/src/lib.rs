//! The rules of the games, pure: positions, moves and texts, no clock, no randomness, no IO.

pub mod boom;
pub mod chess;
mod diagram;
mod evaluate;
mod game;
pub mod laws;
mod level;
pub mod othello;
mod perft;
mod refused;
mod register;
mod table;
mod transcript;
mod wrap;

pub use diagram::{Arrow, Caption, Cell, Diagram, Ground, Mark, MarkKind};
pub use evaluate::{Evaluate, Finale, Method, Skill};
pub use game::{Edit, Faults, Flaw, Game, IllegalMove, Language, Outcome, Side, Sketch};
pub use level::{Level, UnknownLevel};
pub use perft::perft;
pub use refused::Refused;
pub use register::{Choice, Entry, GameOption, OptionKind, Visitor, find, games, visit};
pub use table::{MoveText, Table};
pub use transcript::{NoTranscript, Transcript};
