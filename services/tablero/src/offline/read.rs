use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use tablero_picture::read::{Board, Bounds, Reader, Side, Unreadable, View};

use super::words::say;
use crate::cli::BadInput;

#[derive(Debug, Args)]
pub(crate) struct ReadOptions {
    /// Pictures to read: PNG, JPEG, WebP or GIF
    #[arg(value_name = "IMAGE", required = true)]
    images: Vec<PathBuf>,

    /// Print one JSON object a board
    #[arg(long)]
    json: bool,

    /// Milliseconds for each picture at most
    #[arg(long, value_name = "MS", default_value_t = 2_000)]
    budget_ms: u64,
}

/// Says which boards the pictures show, and what of that is doubtful.
pub(crate) fn run(options: &ReadOptions) -> Result<()> {
    let reader = Reader::new();
    for image in &options.images {
        let cannot = || BadInput(format!("cannot read {}", image.display()));
        let bytes = std::fs::read(image).with_context(cannot)?;
        let end = Instant::now() + Duration::from_millis(options.budget_ms);
        match reader.read(&bytes, Bounds::default(), &|| Instant::now() >= end) {
            Ok(boards) => {
                for board in &boards {
                    say(&if options.json { object(image, board).to_string() } else { words(image, board) })?;
                }
            }
            Err(fault) if options.json => say(&nothing(image, &fault).to_string())?,
            Err(fault) => say(&format!("{}: {fault}", image.display()))?,
        }
    }
    Ok(())
}

fn doubtful(board: &Board) -> Vec<String> {
    board.doubtful().into_iter().map(Board::square_name).collect()
}

/// Three digits tell enough.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e3).round() / 1e3
}

fn object(image: &Path, board: &Board) -> Value {
    json!({
        "file": image.display().to_string(),
        "found": true,
        "placement": board.placement(),
        "flipped": board.flipped,
        "side_to_move": board.side_to_move.map(Side::name),
        "confidence": rounded(board.confidence),
        "doubtful": doubtful(board),
        "corners": board.corners.map(|corner| corner.map(|at| (f64::from(at) * 10.0).round() / 10.0)),
    })
}

fn nothing(image: &Path, fault: &Unreadable) -> Value {
    json!({
        "file": image.display().to_string(),
        "found": false,
        "placement": null,
        "flipped": null,
        "side_to_move": null,
        "confidence": 0.0,
        "doubtful": [],
        "corners": null,
        "reason": fault.reason(),
    })
}

fn words(image: &Path, board: &Board) -> String {
    let mut text = format!("{}: {}", image.display(), board.placement());
    text += match (board.flipped, board.view) {
        (true, View::Coordinates) => ", seen from Black's side by its coordinates",
        (true, _) => ", seen from Black's side by its pieces",
        (false, _) => "",
    };
    text += match board.side_to_move {
        Some(Side::White) => ", White to move",
        Some(Side::Black) => ", Black to move",
        None => "",
    };
    match doubtful(board) {
        sure if sure.is_empty() => text,
        doubtful => format!("{text}; doubtful: {}", doubtful.join(", ")),
    }
}
