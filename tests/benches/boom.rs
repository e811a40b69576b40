//! Boom: positions counted and moves found at depth 8, beside a plain array of cells in the same run.
//!
//! `cargo bench -p tablero-tests --bench boom`. Times are CPU times; both answers are compared.

#![allow(clippy::print_stdout, reason = "printing is what it does")]

mod array_boom;
#[path = "../../services/search/tests/support/mod.rs"]
mod support;

use array_boom::Board;
use support::cpu_seconds;
use tablero_game::{
    Game, Level,
    boom::{Boom, Play},
    perft,
};
use tablero_search::{Budget, machine::Machine};

/// A whole game of document C's player against itself.
const GAME: &str = "3153333131111000005550055";
const DEPTH: u32 = 8;

fn main() {
    println!("{:24} {:>12} {:>10} {:>12} {:>12}", "", "nodes", "CPU s", "nodes/s", "ms a move");
    let start = Boom::start("").expect("boom has no options");
    let (ours, seconds) = timed(|| perft(&start, 9));
    row("perft 9", ours, seconds, None);
    let (peer, peer_seconds) = timed(|| Board::start().perft(7));
    assert_eq!(peer, perft(&start, 7));
    row("  array, perft 7", peer, peer_seconds, None);
    println!("  ratio of nodes a second: {:.1}", ours as f64 / seconds / (peer as f64 / peer_seconds));

    let (choices, seconds) = timed(|| choices(&start));
    let nodes = choices.iter().map(|&(.., nodes)| nodes).sum();
    row("depth 8, machine", nodes, seconds, Some(choices.len()));
    let ((peers, peer_nodes), peer_seconds) = timed(peer_choices);
    row("  array, plain order", peer_nodes, peer_seconds, Some(peers.len()));
    assert_eq!(choices.iter().map(|&(value, action, _)| (value, action)).collect::<Vec<_>>(), peers);
    println!("  ratio of time a move: {:.1}", peer_seconds / seconds);
    println!("  ratio of nodes a second: {:.1}", nodes as f64 / seconds / (peer_nodes as f64 / peer_seconds));
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = cpu_seconds();
    let done = work();
    (done, cpu_seconds() - before)
}

fn row(name: &str, nodes: u64, seconds: f64, moves: Option<usize>) {
    let each = moves.map(|moves| format!("{:.2}", 1e3 * seconds / moves as f64)).unwrap_or_default();
    println!("{name:24} {nodes:>12} {seconds:>10.3} {:>12.0} {each:>12}", nodes as f64 / seconds);
}

fn choices(start: &Boom) -> Vec<(i32, u8, u64)> {
    let mut boom = start.clone();
    let mut chosen = Vec::new();
    for digit in GAME.bytes() {
        let choice = Machine::new(Level::Hard, 1).choose(&boom, Budget::unlimited()).expect("not over");
        let action = match choice.play {
            Play::Drop(column) => column,
            Play::Boom => 7,
        };
        assert_eq!((action, u32::from(choice.depth)), (digit - b'0', DEPTH));
        chosen.push((choice.value, action, choice.nodes));
        boom.play_unchecked(choice.play);
    }
    chosen
}

fn peer_choices() -> (Vec<(i32, u8)>, u64) {
    let (mut board, mut nodes) = (Board::start(), 0);
    let chosen = GAME.bytes().map(|digit| {
        let choice = board.look(DEPTH, &mut nodes);
        board.play(digit - b'0');
        choice
    });
    (chosen.collect(), nodes)
}
