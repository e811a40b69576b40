//! Counting and replaying games at the terminal.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

fn tablero(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tablero-under-test")).args(arguments).output().unwrap()
}

fn said(arguments: &[&str]) -> String {
    let output = tablero(arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn replayed(arguments: &[&str]) -> Vec<Value> {
    let arguments = [&["replay", "--json"], arguments].concat();
    said(&arguments).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Lines of a recorded file, where this machine has it.
fn recorded(file: &str) -> Option<Vec<String>> {
    let given = std::env::var_os("TABLERO_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("shared"));
    let mut paths = given.into_iter().chain(beside).map(|shared| shared.join("data").join(file));
    let text = paths.find_map(|path| std::fs::read_to_string(path).ok());
    if text.is_none() {
        println!("skipped: no ../shared/data/{file} and no TABLERO_SHARED");
    }
    text.map(|text| text.lines().map(str::to_owned).collect())
}

#[test]
fn positions_of_every_game_are_counted() {
    for (arguments, leaves) in [
        (&["--game", "boom", "--depth", "6"][..], "117649"),
        (&["--game", "boom", "--position", "7/7/7/7/7/7/xxxx3 x 20", "--depth", "3"], "1"),
        (&["--game", "othello", "--depth", "5"], "1396"),
        (&["--game", "othello", "--rules", "size=6 axes=hv", "--depth", "4"], "44"),
        (&["--game", "othello", "--rules", "size=6 axes=h", "--depth", "9"], "2"),
        (&["--game", "chess", "--depth", "3"], "8902"),
    ] {
        assert_eq!(said(&[&["perft"], arguments].concat()).trim(), leaves, "{arguments:?}");
    }
}

#[test]
fn a_replay_tells_every_ply_and_the_end() {
    let plies = replayed(&["--game", "boom", "--moves", "1 7 7 2 3 7 6 4"]);
    assert_eq!(plies.len(), 9);
    assert_eq!(
        plies[0],
        json!({"ply": 0, "position": "7/7/7/7/7/7/7 x 1", "mover": "x",
               "legal": ["1", "2", "3", "4", "5", "6", "7"], "outcome": null})
    );
    assert_eq!(plies[1]["mover"], "o");
    assert_eq!(plies[2]["mover"], "o");
    assert_eq!(plies[8]["position"], "7/7/7/7/6o/6o/xxxx1oo x 9");
    assert_eq!((&plies[8]["legal"], &plies[8]["outcome"]), (&json!([]), &json!("x")));

    let plies = replayed(&["--moves", "1. f3 e5 2. g4 Qh4"]);
    assert_eq!(
        (plies.len(), &plies[4]["outcome"], &plies[3]["mover"]),
        (5, &json!("black"), &json!("black"))
    );
    let plies = replayed(&["--game", "othello", "--rules", "skips=1,0", "--moves", "d3+skip"]);
    assert_eq!((&plies[0]["mover"], &plies[1]["mover"]), (&json!("x"), &json!("x")));
    assert_eq!(plies[0]["legal"].as_array().unwrap().len(), 8);
}

#[test]
fn a_replay_is_readable_too() {
    let page = said(&["replay", "--game", "boom", "--moves", "4 4"]);
    assert!(page.contains("  2  4        7/7/7/7/7/3o3/3x3 o 3"), "{page}");
    assert!(page.ends_with("o to move: 1 2 3 4 5 6 7\n"), "{page}");
    let page = said(&["replay", "--game", "boom", "--moves", "1 7 7 2 3 7 6 4"]);
    assert!(page.ends_with("x wins: line\n"), "{page}");
}

#[test]
fn a_bad_line_ends_with_exit_code_2_and_the_reason() {
    for (arguments, words) in [
        (&["replay", "--game", "go"][..], "there is no game \"go\""),
        (&["replay", "--game", "boom", "--rules", "size=9"], "boom has no options"),
        (&["replay", "--game", "boom", "--position", "7/7/7/7/7/xo5/7 x 20"], "stands on nothing"),
        (
            &["replay", "--game", "boom", "--moves", "4 boom"],
            "move 2 of the line, \"boom\": you have no bomb",
        ),
        (
            &["replay", "--game", "boom", "--json", "--moves", "4 8"],
            "move 2 of the line, \"8\": there are columns",
        ),
        (
            &["replay", "--game", "othello", "--moves", "a1"],
            "move 1 of the line, \"a1\": a disc on a1 turns no",
        ),
        (&["replay", "--moves", "1. e4 e9"], "move 2 of the line, \"e9\": \"e9\" is not a move"),
        (&["perft", "--game", "boom", "--depth", "21"], "21 is not in 0..=20"),
        (
            &["perft", "--game", "boom", "--position", "7", "--depth", "1"],
            "the board has 1 rows instead of 7",
        ),
        (&["perft", "--game", "othello", "--rules", "size=5", "--depth", "1"], "size"),
    ] {
        let output = tablero(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.lines().next().unwrap().contains(words), "{complaint}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn recorded_games_of_boom_are_told_as_they_were() {
    let Some(lines) = recorded("boom/edge_games.jsonl") else {
        return;
    };
    for line in lines.iter().take(12) {
        let game: Value = serde_json::from_str(line).unwrap();
        let word = |action: &Value| match action.as_u64().unwrap() {
            7 => "boom".to_owned(),
            column => (column + 1).to_string(),
        };
        let moves: Vec<String> = game["actions"].as_array().unwrap().iter().map(word).collect();
        let plies = replayed(&["--game", "boom", "--moves", &moves.join(" ")]);
        let states = game["states"].as_array().unwrap();
        assert_eq!(plies.len(), states.len());
        for (ply, state) in plies.iter().zip(states) {
            let winner = state[9].as_u64().unwrap();
            assert_eq!(ply["outcome"], [Value::Null, json!("x"), json!("o")][winner as usize], "{state}");
            if winner == 0 {
                assert_eq!(ply["mover"], if state[1] == 1 { "x" } else { "o" }, "{state}");
                let mask = state[6].as_u64().unwrap();
                let legal: Vec<String> = (0..8)
                    .filter(|action| mask >> action & 1 == 1)
                    .map(|action| word(&json!(action)))
                    .collect();
                assert_eq!(ply["legal"], json!(legal), "{state}");
            }
        }
    }
}

#[test]
fn recorded_games_of_othello_are_told_as_they_were() {
    let Some(lines) = recorded("othello/games.jsonl") else {
        return;
    };
    for line in lines.iter().step_by(lines.len() / 12 + 1) {
        let game: Value = serde_json::from_str(line).unwrap();
        let size = game["n"].as_u64().unwrap();
        let name = |square: &Value| match square.as_i64().unwrap() {
            -1 => "pass".to_owned(),
            square => {
                let (row, column) = (square as u64 / size, square as u64 % size);
                format!("{}{}", char::from(b'a' + column as u8), row + 1)
            }
        };
        let moves: Vec<String> = game["moves"].as_array().unwrap().iter().map(name).collect();
        let rules = format!("size={size} axes={}", game["rules"].as_str().unwrap());
        let plies = replayed(&["--game", "othello", "--rules", &rules, "--moves", &moves.join(" ")]);
        assert_eq!(plies.len(), moves.len() + 1, "{}", game["id"]);
        for (ply, state) in plies.iter().zip(game["positions"].as_array().unwrap()) {
            assert_eq!(ply["mover"], if state[1] == 1 { "x" } else { "o" });
            let mut legal: Vec<String> = state[2].as_array().unwrap().iter().map(name).collect();
            if legal.is_empty() && ply["outcome"].is_null() {
                legal.push("pass".to_owned());
            }
            assert_eq!(ply["legal"], json!(legal), "{}", game["id"]);
        }
        assert!(!plies.last().unwrap()["outcome"].is_null());
    }
}
