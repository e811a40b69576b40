use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use tablero_game::Faults;
use tablero_game::chess::read_position;
use tablero_search::mate::{Detail, Validation, print};

use super::epd;
use super::words::{ProofOptions, json_line, progress_words, say, spinner};
use crate::cli::BadInput;

#[derive(Debug, Args)]
pub(crate) struct ValidateOptions {
    /// Position to validate; missing fields of the FEN take their defaults
    #[arg(
        long,
        value_name = "FEN",
        required_unless_present = "epd",
        conflicts_with = "epd",
        requires = "moves"
    )]
    fen: Option<String>,

    /// The side to move shall mate within so many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=9), conflicts_with = "epd")]
    moves: Option<u8>,

    /// File with a problem a line, as EPD with `bm #N`; `-` is standard input
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,

    /// Follow also the defences that do not meet the threat, and every dual
    #[arg(long)]
    full_tree: bool,

    #[command(flatten)]
    proof: ProofOptions,
}

/// Says what is proven of a position, or of every problem in a file.
pub(crate) fn run(options: &ValidateOptions) -> Result<()> {
    match (&options.epd, &options.fen, options.moves) {
        (Some(file), ..) => epd::run(file, &options.proof),
        (None, Some(fen), Some(moves)) => one(options, fen, moves),
        _ => Err(anyhow!(BadInput("say what to validate: --fen FEN --moves N, or --epd FILE".into()))),
    }
}

fn one(options: &ValidateOptions, fen: &str, moves: u8) -> Result<()> {
    let proof = &options.proof;
    let mut solver = proof.solver(proof.threads());
    let bar = spinner();
    let progress = |progress| bar.set_message(progress_words(&progress));
    if proof.json {
        let found: Validation = solver.validate(fen, moves, proof.budget(), &progress);
        bar.finish_and_clear();
        return say(&json_line(&found));
    }
    let position = read_position(fen).map_err(|faults| BadInput(Faults::from(faults).to_string()))?;
    let detail = Detail { full_tree: options.full_tree, ..Detail::default() };
    let report = solver.report(&position, moves, proof.budget(), detail, &progress);
    bar.finish_and_clear();
    say(print(&report).trim_end())
}
