//! Othello against recorded games and published counts, where this machine has them.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

use std::path::{Path, PathBuf};

use serde_json::Value;
use tablero_game::{
    Game as _, Side,
    othello::{Othello, Play, Settings, Square},
    perft,
};

/// A file of the shared data, where this machine has it.
fn shared(file: &str) -> Option<String> {
    let given = std::env::var_os("TABLERO_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("shared"));
    let path = given.into_iter().chain(beside).map(|shared| shared.join("data/othello").join(file));
    let text = path.filter_map(|path| std::fs::read_to_string(path).ok()).next();
    if text.is_none() {
        println!("skipped: no ../shared/data/othello/{file} and no TABLERO_SHARED");
    }
    text
}

fn settings(size: u64, axes: &str) -> Settings {
    Settings::read(&format!("size={size} axes={axes}")).unwrap()
}

/// The board as the data writes it.
fn board(game: &Othello) -> String {
    let size = game.settings().size();
    let squares = (0..size * size).map(|at| Square::new(at / size, at % size).unwrap());
    squares.map(|square| game.disc(square).unwrap().map_or('-', |side| ['X', 'O'][side as usize])).collect()
}

fn number(play: Play, size: u32) -> i64 {
    match play {
        Play::Pass => -1,
        Play::Place { square, .. } => i64::from(square.row() * size + square.column()),
    }
}

fn replay(record: &Value) {
    let id = &record["id"];
    let mut game =
        Othello::standard(settings(record["n"].as_u64().unwrap(), record["rules"].as_str().unwrap()));
    let size = game.settings().size();
    let moves = record["moves"].as_array().unwrap();
    let positions = record["positions"].as_array().unwrap();
    assert_eq!(moves.len(), positions.len());
    for (ply, (play, state)) in moves.iter().zip(positions).enumerate() {
        assert_eq!(board(&game), state[0].as_str().unwrap(), "game {id}, ply {ply}");
        assert_eq!(game.side_to_move() as u64 + 1, state[1].as_u64().unwrap(), "game {id}, ply {ply}");
        let legal = game.legal_moves();
        let numbers: Vec<i64> = legal.iter().map(|play| number(*play, size)).filter(|at| *at >= 0).collect();
        let listed: Vec<i64> = state[2].as_array().unwrap().iter().map(|at| at.as_i64().unwrap()).collect();
        assert_eq!(numbers, listed, "game {id}, ply {ply}");
        let play = legal.into_iter().find(|legal| number(*legal, size) == play.as_i64().unwrap());
        game = game.play(play.expect("a recorded move is legal")).unwrap();
    }
    assert_eq!(board(&game), record["final"].as_str().unwrap(), "game {id}");
    let counts = Side::ALL.map(|side| u64::from(game.count(side)));
    assert_eq!(counts, ["black", "white"].map(|side| record[side].as_u64().unwrap()), "game {id}");
    let winner = game.outcome().expect("a recorded game has ended").winner();
    let more = Side::ALL.into_iter().find(|side| game.count(*side) > game.count(side.other()));
    assert_eq!(winner, more, "game {id}");
}

#[test]
fn recorded_games_replay_state_for_state() {
    let Some(text) = shared("games.jsonl") else {
        return;
    };
    let mut games = 0;
    for line in text.lines() {
        replay(&serde_json::from_str(line).unwrap());
        games += 1;
    }
    println!("{games} games replayed");
    assert!(games > 50);
}

/// The number of leaves where a pass costs no ply.
fn free_perft(game: &Othello, depth: u32) -> u64 {
    let moves = game.legal_moves();
    if depth == 0 || moves.is_empty() {
        return 1;
    }
    let left = |play| if play == Play::Pass { depth } else { depth - 1 };
    moves.into_iter().map(|play| free_perft(&game.clone().play(play).unwrap(), left(play))).sum()
}

fn agree_with_every_line(most: u64) {
    let Some(text) = shared("perft.txt") else {
        return;
    };
    let (mut agreed, mut left_out) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [size, mode, depth, leaves] = [0, 2, 3, 4].map(|at: usize| words[at].parse::<u64>().unwrap());
        if leaves > most {
            left_out += 1;
            continue;
        }
        let start = Othello::standard(settings(size, words[1]));
        let count = if mode == 1 { perft(&start, depth as u32) } else { free_perft(&start, depth as u32) };
        assert_eq!(count, leaves, "{line}");
        agreed += 1;
    }
    println!("{agreed} lines agree, {left_out} left out");
    assert!(agreed > 150);
}

#[test]
fn perft_agrees_with_every_line_up_to_three_million_leaves() {
    agree_with_every_line(3_100_000);
}

#[test]
#[ignore = "half a billion leaves take a minute"]
fn perft_agrees_with_every_line() {
    agree_with_every_line(u64::MAX);
}

#[test]
fn perft_agrees_with_published_figures() {
    for (size, axes, depth, leaves) in [
        (8, "hvd", 8, 390_216),
        (6, "hvd", 8, 308_716),
        (4, "hvd", 12, 57_436),
        (4, "hvd", 16, 60_060),
        (10, "hvd", 7, 55_180),
        (6, "h", 5, 2),
        (8, "d", 3, 1),
    ] {
        assert_eq!(perft(&Othello::standard(settings(size, axes)), depth), leaves, "{size} {axes} {depth}");
    }
    assert_eq!(free_perft(&Othello::standard(settings(4, "hvd")), 7), 3_788);
}
