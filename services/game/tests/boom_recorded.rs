//! Boom against recorded games and counts.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

use std::path::{Path, PathBuf};

use serde_json::Value;
use tablero_game::{
    Game, Outcome, Side,
    boom::{Boom, Play, centre, open_lines},
    perft,
};

const WON: i64 = 99_999_999;

/// A file of the recorded data, where this machine has it.
fn recorded(file: &str) -> Option<String> {
    let given = std::env::var_os("TABLERO_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("shared"));
    let path = given
        .into_iter()
        .chain(beside)
        .map(|shared| shared.join("data/boom").join(file))
        .find(|path| path.is_file());
    if path.is_none() {
        println!("skipped: no ../shared/data/boom/{file} and no TABLERO_SHARED");
    }
    path.map(|path| std::fs::read_to_string(path).unwrap())
}

fn play(action: u64) -> Play {
    u8::try_from(action).ok().filter(|column| *column < 7).map_or(Play::Boom, Play::Drop)
}

fn action(play: Play) -> u64 {
    match play {
        Play::Drop(column) => column.into(),
        Play::Boom => 7,
    }
}

fn player(side: Side) -> u64 {
    side as u64 + 1
}

/// The text of the position that a recorded state describes.
fn text(state: &[Value]) -> String {
    let cells: Vec<char> = state[0].as_str().unwrap().chars().collect();
    let sign = |cell: &char| match cell {
        '1' => 'x',
        '2' => 'o',
        '4' => 'X',
        '5' => 'O',
        _ => '.',
    };
    let rows: Vec<String> = cells.chunks(7).rev().map(|row| row.iter().map(sign).collect()).collect();
    let mover = if state[1] == 1 { 'x' } else { 'o' };
    format!("{} {mover} {}", rows.join("/"), state[3])
}

fn value(boom: &Boom, side: Side, open: fn(&Boom, Side) -> i32) -> i64 {
    match boom.outcome().and_then(Outcome::winner) {
        Some(winner) if winner == side => WON,
        Some(_) => -WON,
        None => open(boom, side).into(),
    }
}

fn compare(boom: &Boom, state: &[Value], told: &str) {
    assert_eq!(*boom, Boom::decode("", &text(state)).unwrap(), "{told}");
    let winner = boom.outcome().and_then(Outcome::winner).map_or(0, player);
    assert_eq!((boom.outcome().is_some(), winner), (state[8] == 1, state[9].as_u64().unwrap()), "{told}");
    if winner == 0 {
        assert_eq!(player(boom.side_to_move()), state[1].as_u64().unwrap(), "{told}");
        let mask: u64 = boom.legal_moves().into_iter().map(|play| 1 << action(play)).sum();
        assert_eq!(mask, state[6].as_u64().unwrap(), "{told}");
    }
    let values = [(centre as fn(&Boom, Side) -> i32, 10), (open_lines, 12)];
    for (open, at) in values {
        for side in Side::ALL {
            assert_eq!(value(boom, side, open), state[at + side as usize].as_i64().unwrap(), "{told} {at}");
        }
    }
}

#[test]
fn every_recorded_game_replays_state_for_state() {
    let mut states = 0;
    for file in ["games.jsonl", "edge_games.jsonl"] {
        let Some(text) = recorded(file) else {
            return;
        };
        for line in text.lines() {
            let game: Value = serde_json::from_str(line).unwrap();
            let actions = game["actions"].as_array().unwrap();
            let recorded = game["states"].as_array().unwrap();
            let mut boom = Boom::start("").unwrap();
            compare(&boom, recorded[0].as_array().unwrap(), "the start");
            for (at, (action, state)) in actions.iter().zip(&recorded[1..]).enumerate() {
                boom = boom.play(play(action.as_u64().unwrap())).unwrap();
                compare(
                    &boom,
                    state.as_array().unwrap(),
                    &format!("{file} game {} move {}", game["id"], at + 1),
                );
            }
            states += recorded.len();
            assert_eq!(actions.len() + 1, recorded.len());
        }
    }
    println!("{states} states");
    assert!(states > 1000, "{states}");
}

#[test]
fn every_recorded_match_ends_as_it_did() {
    let Some(text) = recorded("matches.jsonl") else {
        return;
    };
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let mut boom = Boom::start("").unwrap();
        for digit in game["actions"].as_str().unwrap().chars() {
            boom = boom.play(play(digit.to_digit(10).unwrap().into())).unwrap();
        }
        let winner = boom.outcome().and_then(Outcome::winner).map(player);
        assert_eq!(winner, game["winner"].as_u64(), "{line}");
    }
}

fn ended_leaves(boom: &Boom, depth: u64) -> u64 {
    if boom.outcome().is_some() {
        return 1;
    }
    let plays = if depth == 0 { Vec::new() } else { boom.legal_moves() };
    plays.into_iter().map(|play| ended_leaves(&boom.clone().play(play).unwrap(), depth - 1)).sum()
}

#[test]
fn every_recorded_count_agrees() {
    let Some(text) = recorded("perft.txt") else {
        return;
    };
    let mut counts = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| fields[at].parse::<u64>().unwrap();
        let digits = fields[1].chars().filter_map(|digit| digit.to_digit(10));
        let boom =
            digits.fold(Boom::start("").unwrap(), |boom, digit| boom.play(play(digit.into())).unwrap());
        assert_eq!(perft(&boom, number(2) as u32), number(3), "{line}");
        if number(3) < 1_000_000 {
            assert_eq!(ended_leaves(&boom, number(2)), number(4), "{line}");
        }
        counts += 1;
    }
    assert!(counts > 30, "{counts}");
}
