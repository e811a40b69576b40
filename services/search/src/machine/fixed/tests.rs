use std::path::{Path, PathBuf};

use serde_json::Value;
use tablero_game::{
    Game, Level, Side,
    boom::{Boom, Play, centre, open_lines},
};

use super::*;
use crate::{Budget, dice::Dice, machine::Machine};

type Worth = fn(&Boom, Side) -> i32;

fn play(digit: char) -> Play {
    digit.to_digit(10).filter(|&digit| digit < 7).map_or(Play::Boom, |column| Play::Drop(column as u8))
}

fn played(actions: &str) -> Boom {
    actions.chars().fold(Boom::start("").unwrap(), |boom, digit| boom.play(play(digit)).unwrap())
}

fn look(boom: &Boom, worth: Worth, depth: u8) -> (i32, Play) {
    let meter = Budget::unlimited().start();
    let best = Fixed::new(Purse::new(&meter), boom, worth).look(boom, &boom.legal_moves(), depth).unwrap();
    (best.value, best.play)
}

/// Minimax as plainly as it can be written.
fn plain(boom: &Boom, worth: Worth, depth: u8, me: Side) -> (i32, Option<Play>) {
    if let Some(outcome) = boom.outcome() {
        return (outcome.winner().map_or(0, |winner| if winner == me { WIN } else { -WIN }), None);
    }
    if depth == 0 {
        return (worth(boom, me), None);
    }
    let mine = boom.side_to_move() == me;
    let mut best: Option<(i32, Play)> = None;
    for play in boom.legal_moves() {
        let (value, _) = plain(&boom.clone().play(play).unwrap(), worth, depth - 1, me);
        if best.is_none_or(|(known, _)| if mine { value > known } else { value < known }) {
            best = Some((value, play));
        }
    }
    best.map(|(value, play)| (value, Some(play))).unwrap()
}

#[test]
fn it_answers_as_plain_minimax_does() {
    let mut dice = Dice::new(5);
    for _ in 0..60 {
        let mut boom = Boom::start("").unwrap();
        for _ in 0..dice.roll(60) {
            let moves = boom.legal_moves();
            let next = if moves.is_empty() { break } else { boom.clone().play(dice.pick(&moves)).unwrap() };
            boom = if next.outcome().is_some() { break } else { next };
        }
        for (worth, depth) in [(open_lines as Worth, 4), (centre, 3), (open_lines, 1)] {
            let (value, play) = look(&boom, worth, depth);
            assert_eq!(
                (value, Some(play)),
                plain(&boom, worth, depth, boom.side_to_move()),
                "{}",
                boom.encode()
            );
        }
    }
}

fn recorded(file: &str) -> Option<String> {
    let given = std::env::var_os("TABLERO_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("shared"));
    let mut paths = given.into_iter().chain(beside).map(|shared| shared.join("data/boom").join(file));
    paths.find_map(|path| std::fs::read_to_string(path).ok())
}

#[test]
#[allow(clippy::print_stdout, reason = "a skipped test says so")]
fn it_is_document_c_s_player_value_for_value() {
    let Some(text) = recorded("search.jsonl") else {
        println!("skipped: no ../shared/data/boom/search.jsonl and no TABLERO_SHARED");
        return;
    };
    let mut compared = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let boom = played(case["actions"].as_str().unwrap());
        for (name, expected) in case.as_object().unwrap() {
            let Some((method, rest)) = name.split_once('_') else {
                continue;
            };
            let (worth, depth) = rest.split_once("_d").unwrap();
            let worth: Worth = if worth == "seed" { open_lines } else { centre };
            let (value, play) = look(&boom, worth, depth.parse().unwrap());
            let value = if value.abs() == WIN { value.signum() * 99_999_999 } else { value };
            let told = format!("{name} of {}", case["actions"]);
            if method == "mm" {
                assert_eq!(expected.as_i64(), Some(value.into()), "{told}");
            } else {
                let action = match play {
                    Play::Drop(column) => column,
                    Play::Boom => 7,
                };
                assert_eq!((&expected[0], &expected[1]), (&value.into(), &action.into()), "{told}");
            }
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn the_hard_machine_is_document_c_s_player() {
    for actions in ["", "3", "333230", "05435634126", "0655555601514421066"] {
        let boom = played(actions);
        let (value, play) = look(&boom, open_lines, 8);
        for seed in 0..3 {
            let choice = Machine::new(Level::Hard, seed).choose(&boom, Budget::unlimited()).unwrap();
            assert_eq!((choice.value, choice.play, choice.depth), (value, play, 8), "{actions}");
        }
    }
}

#[test]
fn its_own_games_are_the_recorded_ones() {
    // Document C's player with its own evaluation on both sides, move for move.
    for (actions, depth) in [("3153333131111000005550055", 8)] {
        let mut boom = Boom::start("").unwrap();
        for digit in actions.chars() {
            assert_eq!(look(&boom, open_lines, depth).1, play(digit), "{}", boom.encode());
            boom = boom.play(play(digit)).unwrap();
        }
        assert!(boom.outcome().is_some());
    }
}
