use anyhow::Result;
use clap::Args;
use tablero_game::{Evaluate, Faults, Visitor, perft, visit};

use super::words::say;
use crate::cli::BadInput;

#[derive(Debug, Args)]
pub(crate) struct PerftOptions {
    /// Game of the register
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,

    /// Rules of the game [default: the game's own]
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    rules: String,

    /// Position to start from [default: the game's starting position]
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// How many plies deep
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
}

/// Counts the leaves of the tree of legal moves.
pub(crate) fn run(options: &PerftOptions) -> Result<()> {
    let counted = visit(&options.game, options);
    let counted = counted.ok_or_else(|| BadInput(format!("there is no game {:?}", options.game)))?;
    say(&counted.map_err(|faults| BadInput(faults.to_string()))?.to_string())
}

impl Visitor for &PerftOptions {
    type Output = Result<u64, Faults>;

    fn visit<G: Evaluate>(self) -> Result<u64, Faults> {
        let game = match &self.position {
            Some(position) => G::decode(&self.rules, position)?,
            None => G::start(&self.rules)?,
        };
        Ok(perft(&game, self.depth))
    }
}
