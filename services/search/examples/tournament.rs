//! Whole games between the levels, each against each, with a fixed seed.
//!
//! `cargo run --release -p tablero-search --example tournament [-- rounds [expert-nodes]]`

#![allow(clippy::print_stdout, reason = "printing is what it does")]

#[path = "../tests/support/mod.rs"]
mod support;

use support::contest::{OPENINGS, Score, contest};
use tablero_search::machine::Level;

fn main() {
    let number = |at| std::env::args().nth(at).and_then(|text| text.parse::<u64>().ok());
    let (rounds, expert_nodes) = (number(1).unwrap_or(1), number(2));
    println!(
        "{:8} {:8} {:>6} {:>6} {:>6} {:>7} {:>7} {:>11}",
        "", "", "wins", "draws", "losses", "points", "plies", "slowest ms"
    );
    for (at, &stronger) in Level::ALL.iter().enumerate().rev() {
        for &weaker in Level::ALL[..at].iter().rev() {
            let mut total = Score::default();
            for seed in 1..=rounds {
                let score = contest(stronger, weaker, &OPENINGS, seed, expert_nodes);
                total.wins += score.wins;
                total.draws += score.draws;
                total.losses += score.losses;
                total.plies += score.plies;
                total.slowest = total.slowest.max(score.slowest);
            }
            println!(
                "{stronger:8} {weaker:8} {:>6} {:>6} {:>6} {:>6.1}% {:>7} {:>11}",
                total.wins,
                total.draws,
                total.losses,
                100.0 * total.share(),
                total.plies,
                total.slowest.as_millis()
            );
        }
    }
}
