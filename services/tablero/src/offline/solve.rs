use anyhow::Result;
use clap::Args;
use tablero_game::Faults;
use tablero_game::chess::read_position;
use tablero_search::mate::{Detail, Validation, print};

use super::words::{ProofOptions, json_line, progress_words, say, spinner};
use crate::cli::BadInput;

#[derive(Debug, Args)]
pub(crate) struct SolveOptions {
    /// Position to solve; missing fields of the FEN take their defaults
    #[arg(value_name = "FEN")]
    fen: String,

    /// Look for mates of at most so many moves
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=9))]
    most: u8,

    #[command(flatten)]
    proof: ProofOptions,
}

/// Finds the shortest mate, proves that there is no shorter one, and explains it.
pub(crate) fn run(options: &SolveOptions) -> Result<()> {
    let proof = &options.proof;
    let position = match read_position(&options.fen) {
        Ok(position) => position,
        Err(faults) if proof.json => {
            return say(&json_line(&Validation::illegal(&options.fen, options.most, faults.into())));
        }
        Err(faults) => return Err(BadInput(Faults::from(faults).to_string()).into()),
    };
    let mut solver = proof.solver(proof.threads());
    let bar = spinner();
    let progress = |progress| bar.set_message(progress_words(&progress));
    let solution = solver.solve(&position, options.most, proof.budget(), &progress);
    if proof.json {
        bar.finish_and_clear();
        return say(&json_line(&Validation::from(&solution)));
    }
    // With the number of moves known, the problem is what it would be in print.
    let moves = solution.shortest.unwrap_or(options.most);
    let report = solver.report(&position, moves, proof.budget(), Detail::default(), &progress);
    bar.finish_and_clear();
    say(print(&report).trim_end())
}
