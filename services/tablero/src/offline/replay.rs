use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tablero_game::{Language, Outcome, Table};

use super::line::moves;
use super::start::StartOptions;
use super::words::say;
use crate::cli::BadInput;

#[derive(Debug, Args)]
pub(crate) struct ReplayOptions {
    #[command(flatten)]
    start: StartOptions,

    /// Moves to play, as people write them, with or without their numbers
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Print one JSON object a ply, the start included
    #[arg(long)]
    json: bool,
}

/// Plays a line of moves and shows every position on the way. A line with a move that cannot be made shows
/// nothing but the reason.
pub(crate) fn run(options: &ReplayOptions) -> Result<()> {
    let mut table = options.start.table()?;
    let shown = |table: &dyn Table, ply: usize, played: &str| match options.json {
        true => object(table, ply).to_string(),
        false => sentence(table, ply, played),
    };
    let mut lines = vec![shown(&*table, 0, "start")];
    for (word, ply) in moves(&*table, &options.moves).into_iter().zip(1..) {
        let played = table.play(word, Language::English);
        let played =
            played.map_err(|refused| BadInput(format!("move {ply} of the line, {word:?}: {refused}")))?;
        lines.push(shown(&*table, ply, &played.text));
    }
    if !options.json {
        lines.push(ending(&*table));
    }
    say(&lines.join("\n"))
}

fn object(table: &dyn Table, ply: usize) -> Value {
    let legal: Vec<String> = table.legal_moves().into_iter().map(|play| play.text).collect();
    let outcome = table.outcome().map(|outcome| match outcome.winner() {
        Some(side) => table.side_sign(side),
        None => "draw",
    });
    json!({
        "ply": ply,
        "position": table.position(),
        "mover": table.side_sign(table.side_to_move()),
        "legal": legal,
        "outcome": outcome,
    })
}

fn sentence(table: &dyn Table, ply: usize, played: &str) -> String {
    format!("{ply:>3}  {played:8} {}", table.position())
}

fn ending(table: &dyn Table) -> String {
    match table.outcome() {
        Some(Outcome::Win { side, by }) => {
            format!("{} wins: {}", table.side_name(side), by.replace('_', " "))
        }
        Some(Outcome::Draw { by }) => format!("draw: {}", by.replace('_', " ")),
        None => {
            let legal: Vec<String> = table.legal_moves().into_iter().map(|play| play.text).collect();
            format!("{} to move: {}", table.side_name(table.side_to_move()), legal.join(" "))
        }
    }
}
