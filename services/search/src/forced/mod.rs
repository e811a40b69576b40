//! Forced wins in any game, proven from the rules alone.
//!
//! An exact search of the tree of attacker's choices and defender's choices. Nothing is left out for being
//! unlikely, and the memory of proofs compares whole positions, so that a verdict is a proof.

mod duals;
mod print;
mod prover;
mod report;
mod solver;
mod table;
mod tree;
mod turn;

pub use solver::Solver;
