//! Every line of the open corpus: verdict, shortest mate and the full set of keys.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

mod support;

use std::time::Duration;

use support::{Case, open_folder, read_epd_file};
use tablero_game::chess::read_position;
use tablero_search::{
    Budget,
    mate::{Options, Solution, Solver, Verdict},
};

fn solve(case: &Case) -> Solution {
    let budget = Budget::unlimited().with_time(Duration::from_secs(if case.moves <= 4 { 10 } else { 60 }));
    Solver::new(Options::default()).solve(&case.position, case.moves, budget, &|_| {})
}

fn check_file(name: &str) {
    let Some(folder) = open_folder() else {
        println!("skipped: the open corpus is not on this machine");
        return;
    };
    for case in read_epd_file(&folder.join(name)) {
        let solution = solve(&case);
        let verdict = if case.keys.len() == 1 { Verdict::Sound } else { Verdict::Cooked };
        assert_eq!(solution.verdict, verdict, "{}", case.fen);
        assert_eq!(solution.shortest, Some(case.moves), "{}", case.fen);
        assert_eq!(solution.keys_uci(), case.keys, "{}", case.fen);
    }
}

#[test]
fn mates_in_two_are_solved() {
    check_file("mate2.epd");
    check_file("generated2.epd");
}

#[test]
fn mates_in_three_are_solved() {
    check_file("mate3.epd");
    check_file("generated3.epd");
}

#[test]
fn mates_in_four_are_solved() {
    check_file("mate4.epd");
    check_file("generated4.epd");
}

#[test]
fn mates_in_five_are_solved() {
    check_file("mate5.epd");
    check_file("generated5.epd");
}

#[test]
fn longer_mates_are_solved() {
    check_file("mate6plus.epd");
}

#[test]
fn validator_cases_get_their_true_verdict() {
    let Some(folder) = open_folder() else {
        println!("skipped: the open corpus is not on this machine");
        return;
    };
    let text = std::fs::read_to_string(folder.join("validator_cases.jsonl")).unwrap();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fen = field(line, "fen");
        let case = Case {
            position: read_position(fen).unwrap(),
            fen: fen.to_owned(),
            moves: field(line, "n").parse().unwrap(),
            keys: words(field(line, "keys_uci")),
            bench: false,
        };
        let solution = solve(&case);
        let verdict = match field(line, "verdict") {
            "unsolvable" => "no_mate",
            other => other,
        };
        assert_eq!(solution.verdict.as_str(), verdict, "{fen}");
        assert_eq!(solution.shortest, field(line, "min_n").parse().ok(), "{fen}");
        assert_eq!(solution.keys_uci(), case.keys, "{fen}");
    }
}

/// The raw text of one field of a flat JSON object.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let at = line.find(&format!("\"{name}\": ")).expect("every case has the field");
    let value = &line[at + name.len() + 4..];
    match value.as_bytes()[0] {
        b'"' => value[1..].split('"').next().unwrap(),
        b'[' => value[1..].split(']').next().unwrap(),
        _ => value.split([',', '}']).next().unwrap(),
    }
}

fn words(list: &str) -> Vec<String> {
    let mut words: Vec<String> = list
        .split(',')
        .map(|word| word.trim().trim_matches('"').to_owned())
        .filter(|word| !word.is_empty())
        .collect();
    words.sort();
    words
}
