//! Whole games between the levels of a game, each against each, with a fixed seed.
//!
//! `cargo run --release -p tablero-search --example tournament [-- game [rounds [expert-nodes]]]`

#![allow(clippy::print_stdout, reason = "printing is what it does")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::process::ExitCode;

use support::contest::{Score, contest, openings};
use tablero_game::{Evaluate, Visitor, games, visit};
use tablero_search::machine::Level;

/// Openings of a round.
const OPENINGS: usize = 12;

struct Tournament {
    rounds: u64,
    expert_nodes: Option<u64>,
}

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_else(|| "chess".to_owned());
    let number = |at| std::env::args().nth(at).and_then(|text| text.parse::<u64>().ok());
    let tournament = Tournament { rounds: number(2).unwrap_or(1), expert_nodes: number(3) };
    if visit(&name, tournament).is_none() {
        let names: Vec<&str> = games().iter().map(|game| game.name).collect();
        println!("there is no game {name:?}: there are {}", names.join(", "));
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

impl Visitor for Tournament {
    type Output = ();

    fn visit<G: Evaluate>(self) {
        println!(
            "{:8} {:8} {:>6} {:>6} {:>6} {:>7} {:>9} {:>9} {:>7} {:>11}",
            G::NAME,
            "",
            "wins",
            "draws",
            "losses",
            "points",
            "as first",
            "as second",
            "plies",
            "slowest ms"
        );
        for (at, &stronger) in Level::ALL.iter().enumerate().rev() {
            for &weaker in Level::ALL[..at].iter().rev() {
                self.meet::<G>(stronger, weaker);
            }
        }
    }
}

impl Tournament {
    fn meet<G: Evaluate>(&self, stronger: Level, weaker: Level) {
        let mut seats = [Score::default(); 2];
        for seed in 1..=self.rounds {
            let scores =
                contest::<G>(stronger, weaker, &openings::<G>(OPENINGS, seed), seed, self.expert_nodes);
            seats.iter_mut().zip(scores).for_each(|(seat, score)| seat.add(score));
        }
        let mut total = seats[0];
        total.add(seats[1]);
        println!(
            "{stronger:8} {weaker:8} {:>6} {:>6} {:>6} {:>6.1}% {:>8.1}% {:>8.1}% {:>7} {:>11}",
            total.wins,
            total.draws,
            total.losses,
            100.0 * total.share(),
            100.0 * seats[0].share(),
            100.0 * seats[1].share(),
            total.plies,
            total.slowest.as_millis()
        );
    }
}
