use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use tablero_game::Faults;
use tablero_game::chess::{EpdError, read_epd};
use tablero_search::mate::{Validation, Verdict};

use super::words::{ProofOptions, json_line, say};
use crate::cli::BadInput;

/// Validates every problem of a file, several at once, and says what is proven in the order of the file.
pub(super) fn run(file: &Path, proof: &ProofOptions) -> Result<()> {
    let text = match file.to_str() {
        Some("-") => std::io::read_to_string(std::io::stdin()),
        _ => std::fs::read_to_string(file),
    };
    let text = text.with_context(|| BadInput(format!("cannot read {}", file.display())))?;
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed} {msg}").expect("a good template");
    let bar = ProgressBar::new(lines.len() as u64).with_style(style);
    let next = AtomicUsize::new(0);
    let (found, arriving) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..proof.threads() {
            let (found, next, lines) = (found.clone(), &next, &lines);
            scope.spawn(move || {
                let mut solver = proof.solver(1);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(line) = lines.get(at) else { return };
                    // Nobody listens only when writing has failed, and then there is no need to go on.
                    if found.send((at, validate(&mut solver, line, proof))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(found);
        in_order(arriving, |at, found| {
            bar.inc(1);
            bar.suspend(|| say(&if proof.json { json_line(found) } else { print_out(lines[at], found) }))
        })
    })?;
    bar.finish_and_clear();
    Ok(())
}

fn validate(solver: &mut tablero_search::mate::Solver, line: &str, proof: &ProofOptions) -> Validation {
    let illegal = |faults| Validation::illegal(line, 0, faults);
    match read_epd(line) {
        Ok(epd) => match epd.moves {
            Some(moves) if (1..=9).contains(&moves) => {
                Validation::from(&solver.solve(&epd.position, moves, proof.budget(), &|_| {}))
            }
            Some(_) => illegal(Faults::one("BAD_MOVES", "a problem has 1 to 9 moves")),
            None => illegal(Faults::one("BAD_MOVES", "the number of moves is missing: write bm #N")),
        },
        Err(EpdError::Position(faults)) => illegal(faults.into()),
        Err(error @ EpdError::Moves(_)) => illegal(Faults::one("BAD_MOVES", error.to_string())),
    }
}

/// Passes on what arrives in any order, in the order of its numbers.
fn in_order(
    arriving: mpsc::Receiver<(usize, Validation)>,
    mut say: impl FnMut(usize, &Validation) -> Result<()>,
) -> Result<()> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (at, found) in arriving {
        early.insert(at, found);
        while let Some(found) = early.remove(&next) {
            say(next, &found)?;
            next += 1;
        }
    }
    Ok(())
}

fn print_out(line: &str, found: &Validation) -> String {
    let position: Vec<&str> = line.split_whitespace().take(4).collect();
    let moves = found.moves;
    let words = match (found.verdict, found.shortest) {
        (Verdict::Sound, _) => format!("mate in {moves}, sound: {}", found.keys.join(", ")),
        (Verdict::Cooked, _) => format!("mate in {moves}, cooked: {}", found.keys.join(", ")),
        (Verdict::Short, Some(shortest)) => {
            format!("mate in {moves}, short: mate in {shortest} by {}", found.keys.join(", "))
        }
        (Verdict::Illegal, _) => format!("illegal: {}", found.faults.join("; ")),
        (Verdict::NoMate, _) => format!("no mate in {moves}"),
        _ => format!("mate in {moves}, not decided"),
    };
    format!("{}  {words}", position.join(" "))
}
