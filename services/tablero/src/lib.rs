//! The executable `tablero`: its options, and what ties the rooms together.

mod cli;
mod metrics;
mod migrate;
mod run;
mod telemetry;

pub use cli::{command, main};
