//! The endgames FFO 40 to 44, each counted out alone by one thread, and easier ones beside plain alpha-beta in
//! the same run. Times are CPU times.
//!
//! `cargo bench -p tablero-tests --bench othello`

#![allow(clippy::print_stdout, reason = "printing is what it does")]

#[path = "../../services/search/tests/support/mod.rs"]
mod support;

use support::{
    cpu_seconds,
    othello::{FFO_40_TO_44, Position, flips, late_positions},
};
use tablero_search::{
    Budget,
    discs::{Count, Solver},
};

/// Empty squares and number of the easier endgames.
const EASIER: (u32, usize) = (13, 20);

fn main() {
    println!("{:12} {:>6} {:>14} {:>10} {:>14}", "", "result", "nodes", "CPU s", "nodes/s");
    let (mut nodes, mut seconds) = (0, 0.0);
    for line in FFO_40_TO_44 {
        let position = Position::read(line);
        let (score, counted, took) = count(position.mover, position.other);
        assert_eq!(score, position.score, "FFO {}", position.id);
        row(&format!("FFO {}", position.id), Some(score), counted, took);
        nodes += counted;
        seconds += took;
    }
    row("together", None, nodes, seconds);
    compare();
}

fn row(name: &str, score: Option<i32>, nodes: u64, seconds: f64) {
    let score = score.map(|score| format!("{score:+}")).unwrap_or_default();
    println!("{name:12} {score:>6} {nodes:>14} {seconds:>10.3} {:>14.0}", nodes as f64 / seconds);
}

fn count(mover: u64, other: u64) -> (i32, u64, f64) {
    let before = cpu_seconds();
    let solved = Solver::solve(mover, other, Count::Filled, Budget::unlimited()).expect("no limit");
    (solved.score, solved.nodes, cpu_seconds() - before)
}

/// The ratio to plain alpha-beta carries over to any machine.
fn compare() {
    let (empties, number) = EASIER;
    let positions: Vec<(u64, u64)> = late_positions(empties..=empties, number).collect();
    let before = cpu_seconds();
    let mut plain_nodes = 0;
    let results: Vec<i32> = positions
        .iter()
        .map(|&(mover, other)| plain(mover, other, -64, 64, false, &mut plain_nodes))
        .collect();
    let plain_seconds = cpu_seconds() - before;
    let (mut nodes, mut seconds) = (0, 0.0);
    for (&(mover, other), result) in positions.iter().zip(results) {
        let (score, counted, took) = count(mover, other);
        assert_eq!(score, result, "{mover:x} {other:x}");
        nodes += counted;
        seconds += took;
    }
    row(&format!("{number} with {empties}"), None, nodes, seconds);
    row("  plain", None, plain_nodes, plain_seconds);
    println!("  ratio of nodes: {:.0}", plain_nodes as f64 / nodes as f64);
    println!("  ratio of time: {:.0}", plain_seconds / seconds);
}

/// Alpha-beta in the order of the squares, step by step along the lines.
fn plain(mover: u64, other: u64, mut alpha: i32, beta: i32, passed: bool, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut best = None;
    for square in (0..64).filter(|square| (mover | other) >> square & 1 == 0) {
        let flipped = flips(mover, other, square);
        if flipped == 0 {
            continue;
        }
        let value = -plain(other & !flipped, mover | flipped | 1 << square, -beta, -alpha, false, nodes);
        best = best.max(Some(value));
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    match best {
        Some(best) => best,
        None if passed => {
            let (own, his) = (mover.count_ones() as i32, other.count_ones() as i32);
            own - his + (own - his).signum() * (64 - own - his)
        }
        None => -plain(other, mover, -beta, -alpha, true, nodes),
    }
}
