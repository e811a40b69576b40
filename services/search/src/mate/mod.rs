//! Direct mates: the solver that proves, its report, the perfect defender and the composer.
//!
//! Every answer is a proof or an honest "not decided". The search is exact: no move is left out for
//! being unlikely, and the memory of proofs compares complete positions, so that two positions that
//! share a hash are never taken for each other (see `table.rs`). Positions enter through
//! [`shakmaty::Chess`], whose rules the tests play against the solver's own board.

mod analyst;
mod board;
mod compose;
mod convert;
mod defender;
mod duals;
mod flights;
mod habits;
mod hint;
mod judgement;
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
mod validation;
mod verdict;

pub use analyst::Undecided;
pub use compose::{Composer, Composition};
pub use defender::{Defence, WinningMove};
pub use hint::{Hint, HintStep, HintedMove};
pub use judgement::Judgement;
pub use print::{print, print_solution};
pub use report::{Continuation, Detail, Dual, Key, Report, Stake, Variation};
pub use solver::{Options, Solver};
pub use tries::Try;
pub use validation::Validation;
pub use verdict::{Progress, Solution, Verdict};
