//! The tools that need no server, as somebody at a terminal meets them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const SOUND: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - -";

fn tablero(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablero-under-test"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn objects(output: &Output) -> Vec<Value> {
    said(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Expects exit code 2 and one line that says what is wrong.
fn refused(arguments: &[&str], words: &str) {
    let output = tablero(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.lines().next().unwrap().contains(words), "{complaint}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_file_is_validated_in_its_own_order() {
    let lines = [
        "7k/8/5K2/8/8/8/8/R7 w - - bm #2;".to_owned(),
        format!("{SOUND} bm #2; id \"one\";"),
        "# not a problem".into(),
        format!("{SOUND} bm #4;"),
        format!("{SOUND} bm #1;"),
        "8/8/8/8/8/8/8/kK5P b - - bm #2;".into(),
        SOUND.into(),
    ];
    let found = objects(&tablero(&["validate", "--json", "--epd", "-"], &lines.join("\n")));
    let verdicts: Vec<_> = found.iter().map(|object| object["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["cooked", "sound", "short", "no_mate", "illegal", "illegal"]);
    assert_eq!(found[1]["keys"], serde_json::json!(["Nd7"]));
    assert_eq!(found[1]["keys_uci"], serde_json::json!(["e5d7"]));
    assert_eq!((&found[2]["shortest"], &found[2]["moves"]), (&2.into(), &4.into()));
    assert_eq!((&found[3]["shortest"], &found[3]["faults"]), (&Value::Null, &serde_json::json!([])));
    assert_eq!(found[4]["faults"].as_array().unwrap().len(), 2);
    assert_eq!(found[5]["faults"], serde_json::json!(["the number of moves is missing: write bm #N"]));

    let plain = said(&tablero(&["validate", "--threads", "3", "--epd", "-"], &lines.join("\n")));
    assert_eq!(plain.lines().count(), 6);
    assert!(plain.lines().nth(1).unwrap().ends_with("mate in 2, sound: Nd7"), "{plain}");
}

#[test]
fn one_position_is_printed_as_problemists_do() {
    let page = said(&tablero(&["validate", "--fen", SOUND, "--moves", "2"], ""));
    for words in ["White to move, mate in 2  (6 + 3)", "1.Nd7! threat 2.Nb6#/Nf6#", "Sound: mate in 2"] {
        assert!(page.contains(words), "{page}");
    }
    let found = objects(&tablero(&["validate", "--json", "--fen", SOUND, "--moves", "2"], ""));
    assert_eq!(found[0]["fen"], format!("{SOUND} 0 1"));
}

#[test]
fn a_budget_that_does_not_suffice_leaves_it_undecided() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let found =
        objects(&tablero(&["validate", "--json", "--fen", start, "--moves", "9", "--budget-ms", "300"], ""));
    assert_eq!(found[0]["verdict"], "undecided");
    assert!(found[0]["elapsed_ms"].as_u64().unwrap() >= 300);
}

#[test]
fn the_shortest_mate_is_found_without_being_told_its_length() {
    let page = said(&tablero(&["solve", SOUND], ""));
    assert!(page.contains("Sound: mate in 2, the only key is Nd7."), "{page}");
    let found = objects(&tablero(&["solve", "--json", SOUND], ""));
    assert_eq!(found[0]["shortest"], 2);
    let none = objects(&tablero(&["solve", "--json", "--most", "3", "7k/8/5K2/8/8/8/8/B7"], ""));
    assert_eq!(none[0]["verdict"], "no_mate");
}

#[test]
fn positions_are_counted() {
    assert_eq!(said(&tablero(&["perft", "--game", "chess", "--depth", "3"], "")), "8902\n");
    let position = ["perft", "--position", "8/8/8/8/8/8/8/k1K4R w", "--depth", "1"];
    assert_eq!(said(&tablero(&position, "")).trim().parse::<u64>().unwrap(), 14);
}

#[test]
fn composed_problems_are_sound_and_the_same_for_one_seed() {
    let arguments = ["compose", "--moves", "2", "--count", "3", "--seed", "11"];
    let lines = said(&tablero(&arguments, ""));
    assert_eq!(lines, said(&tablero(&arguments, "")));
    let found = objects(&tablero(&["validate", "--json", "--epd", "-"], &lines));
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|object| object["verdict"] == "sound"), "{found:?}");
}

#[test]
fn bad_input_ends_with_exit_code_2_and_a_clear_line() {
    refused(&["validate", "--fen", "8/8/8/8/8/8/8/kK5P b", "--moves", "2"], "the kings stand side by side");
    refused(&["validate", "--epd", "no-such-file.epd"], "cannot read no-such-file.epd");
    refused(&["validate", "--fen", SOUND, "--moves", "10"], "10 is not in 1..=9");
    refused(&["validate", "--fen", SOUND], "required");
    refused(&["validate"], "required");
    refused(&["solve", "nonsense"], "is not a piece");
    refused(&["perft", "--game", "go", "--depth", "2"], "there is no game \"go\"");
    refused(&["perft", "--rules", "size=9", "--depth", "2"], "chess has no options");
    refused(&["compose", "--moves", "1"], "1 is not in 2..=5");
    refused(&["fly"], "unrecognized subcommand 'fly'");
}

#[test]
fn a_reader_who_has_seen_enough_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablero-under-test"))
        .args(["compose", "--moves", "2", "--count", "50"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
