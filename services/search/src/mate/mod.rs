//! Direct mates: the solver, its verdict and its report.

mod board;
mod convert;
mod habits;
mod movegen;
mod one;
mod order;
mod prover;
mod solver;
mod table;
mod verdict;

pub use solver::{Options, Solver};
pub use verdict::{Progress, Solution, Verdict};
