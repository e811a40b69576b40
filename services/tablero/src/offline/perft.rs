use anyhow::Result;
use clap::Args;

use super::start::StartOptions;
use super::words::say;

#[derive(Debug, Args)]
pub(crate) struct PerftOptions {
    #[command(flatten)]
    start: StartOptions,

    /// How many plies deep
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
}

/// Counts the leaves of the tree of legal moves.
pub(crate) fn run(options: &PerftOptions) -> Result<()> {
    say(&options.start.table()?.perft(options.depth).to_string())
}
