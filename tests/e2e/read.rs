//! `tablero read`, as somebody at a terminal meets it.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

const POSITION: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8";

fn tablero(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_tablero-under-test");
    Command::new(program).args(arguments).current_dir(folder).output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A folder with a board seen from either side, and a file that is no picture.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let position = format!("{POSITION} w");
    for (name, more) in [("white.png", &[][..]), ("black.png", &["--flip"])] {
        let draw = [&["draw", "--position", &position, "--out", name], more].concat();
        said(&tablero(folder.path(), &draw));
    }
    std::fs::write(folder.path().join("letter.txt"), "a letter").unwrap();
    folder
}

#[test]
fn every_picture_is_told_as_an_object_a_line() {
    let folder = folder();
    let output = tablero(folder.path(), &["read", "white.png", "black.png", "letter.txt", "--json"]);
    let objects: Vec<Value> = said(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [white, black, letter] = &objects[..] else { panic!("{objects:?}") };
    for (object, file, flipped) in [(white, "white.png", false), (black, "black.png", true)] {
        assert_eq!(object["file"], file);
        assert_eq!(object["found"], true);
        assert_eq!(object["placement"], POSITION);
        assert_eq!(object["flipped"], flipped);
        assert_eq!(object["side_to_move"], "white");
        assert_eq!(object["doubtful"], json!([]));
        assert!(object["confidence"].as_f64().unwrap() > 0.5);
        assert_eq!(object["corners"].as_array().unwrap().len(), 4);
    }
    assert_eq!((&letter["found"], &letter["reason"]), (&json!(false), &json!("NOT_AN_IMAGE")));
    assert!(letter["placement"].is_null() && letter["side_to_move"].is_null());
}

#[test]
fn a_board_is_told_in_words() {
    let folder = folder();
    let words = said(&tablero(folder.path(), &["read", "black.png", "letter.txt"]));
    let lines: Vec<&str> = words.lines().collect();
    let expected = format!("black.png: {POSITION}, seen from Black's side by its coordinates, White to move");
    assert_eq!(lines[0], expected);
    assert_eq!(lines[1], "letter.txt: this is not a picture, or a broken one");
}

#[test]
fn a_file_that_is_not_there_is_bad_input() {
    let output = tablero(Path::new("."), &["read", "no/such/picture.png"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot read no/such/picture.png"));
}

/// 36 megapixels of nothing in a few kilobytes: allowed, and within what memory the bounds promise.
#[test]
fn a_picture_that_unpacks_to_a_lot_stays_within_bounds() {
    let folder = TempDir::new().unwrap();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 6000, 6000);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![255; 6000 * 6000 * 3]).unwrap();
    writer.finish().unwrap();
    assert!(file.len() < 1 << 20);
    std::fs::write(folder.path().join("bomb.png"), file).unwrap();
    let program = env!("CARGO_BIN_EXE_tablero-under-test");
    let shell = format!("ulimit -v 700000; exec {program} read bomb.png --json --budget-ms 60000");
    let output = Command::new("sh").args(["-c", &shell]).current_dir(folder.path()).output().unwrap();
    let object: Value = serde_json::from_str(&said(&output)).unwrap();
    assert_eq!((&object["found"], &object["reason"]), (&json!(false), &json!("NO_BOARD")));
}
