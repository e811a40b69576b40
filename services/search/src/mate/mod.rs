//! Direct mates: the solver that proves, its report, the perfect defender and the composer.

mod analyst;
mod board;
mod compose;
mod convert;
mod defender;
mod duals;
mod flights;
mod habits;
mod merit;
mod movegen;
mod one;
mod order;
mod print;
mod prover;
mod report;
mod siege;
mod sketch;
mod solver;
mod table;
mod tree;
mod tries;
mod verdict;

pub use analyst::Undecided;
pub use compose::{Composer, Composition};
pub use defender::{Defence, WinningMove};
pub use print::{print, print_solution};
pub use report::{Continuation, Detail, Dual, Key, Report, Stake, Variation};
pub use solver::{Options, Solver};
pub use tries::Try;
pub use verdict::{Progress, Solution, Verdict};
