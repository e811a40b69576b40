//! The executable `tablero`: its options, and what ties the rooms together.

mod bot;
mod cli;
mod metrics;
mod migrate;
mod offline;
mod run;
mod telemetry;
mod up;
mod work;

pub use cli::{command, main};
