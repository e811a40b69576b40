use anyhow::Result;
use clap::Args;
use tablero_game::Language;
use tablero_game::chess::{write_fen, write_san, write_uci};
use tablero_search::Cancel;
use tablero_search::mate::{Composer, Composition};

use super::words::{say, spinner};

#[derive(Debug, Args)]
pub(crate) struct ComposeOptions {
    /// Mate in so many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=5))]
    moves: u8,

    /// How many problems
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: usize,

    /// The same seed composes the same problems
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Composes sound, original problems and prints them as EPD.
pub(crate) fn run(options: &ComposeOptions) -> Result<()> {
    let mut composer = Composer::new(options.moves, options.seed);
    let bar = spinner();
    for number in 1..=options.count {
        bar.set_message(format!("composing {number} of {}", options.count));
        let Some(composition) = composer.compose(&Cancel::new()) else {
            break;
        };
        let line = line(&composition, number);
        bar.suspend(|| say(&line))?;
    }
    bar.finish_and_clear();
    Ok(())
}

fn line(composition: &Composition, number: usize) -> String {
    let Composition { position, moves, key, .. } = composition;
    let fen = write_fen(position);
    let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
    let (san, uci) = (write_san(position, *key, Language::English), write_uci(*key));
    let position = fields.join(" ");
    format!(
        "{position} bm #{moves}; id \"Tablero {moves}.{number:02}\"; c0 \"keys={san}\"; c1 \"uci={uci}\";"
    )
}
