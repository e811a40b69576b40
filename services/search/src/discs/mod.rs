//! Counts standard Othello out to the last disc: 8 by 8 squares, every axis, no skips.
//!
//! Principal variation search over the final result. The last four squares are searched without lists,
//! the next ones by parity of the regions, then by mobility with a table of positions, and near the root in
//! the order of a shallow search.

mod bits;
mod ending;
mod flip;
mod glance;
mod last_flip;
mod order;
mod quadrants;
mod search;
mod solver;
mod stability;
mod table;

pub use solver::{Count, Solved, Solver};
