//! Problems of any game: the side to move forces the win within so many of its own moves.
//!
//! Chess has a solver of its own ([`crate::mate`]), every other game the one that knows only its rules
//! ([`crate::forced`]). [`solver`] is the one place that knows which.

mod chess;
mod report;
mod solve;

pub use report::{Continuation, Dual, Key, Report, Said, Stake, Try, Variation};
pub(crate) use solve::give_away;
pub use solve::{Solve, solver};
