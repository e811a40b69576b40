//! `tablero draw`, as somebody at a terminal meets it.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const POSITION: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w";

fn draw(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_tablero-under-test");
    Command::new(program).arg("draw").args(arguments).current_dir(folder).output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Width, height and pixels.
fn png(file: &Path) -> (u32, u32, Vec<u8>) {
    let bytes = std::fs::read(file).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

fn frames(file: &Path) -> usize {
    let mut decoder = gif::DecodeOptions::new().read_info(std::fs::File::open(file).unwrap()).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    frames
}

#[test]
fn a_position_is_drawn_and_told() {
    let folder = TempDir::new().unwrap();
    let arguments = ["--game", "chess", "--position", POSITION, "--size", "360", "--out", "board.png"];
    let words = said(&draw(folder.path(), &arguments));
    assert!(words.starts_with("White to move. Pieces: white king d8, black knight g6,"), "{words}");
    let (width, height, _) = png(&folder.path().join("board.png"));
    assert!(width == 360 && height > 360, "{width} by {height}: a line of words stands above the board");
}

#[test]
fn every_option_of_the_look_changes_the_picture() {
    let folder = TempDir::new().unwrap();
    let mut seen = Vec::new();
    for look in [
        &[][..],
        &["--flip"],
        &["--theme", "newspaper"],
        &["--mark", "e4", "--mark", "d4"],
        &["--arrow", "e5d7"],
        &["--arrow", "e5-d7", "--arrow", "g4g6"],
        &["--last", "f3e5"],
        &["--last", "e5"],
    ] {
        let arguments = [&["--position", POSITION, "--size", "240", "--out", "board.png"], look].concat();
        said(&draw(folder.path(), &arguments));
        let picture = std::fs::read(folder.path().join("board.png")).unwrap();
        assert!(!seen.contains(&picture), "{look:?} looks like something else");
        seen.push(picture);
    }
}

#[test]
fn a_line_is_played_and_only_then_drawn() {
    let folder = TempDir::new().unwrap();
    let line = ["--size", "240", "--line", "1. e4 e5 2.Nf3", "--out", "line.png"];
    let words = said(&draw(folder.path(), &line));
    assert!(words.starts_with("Black to move.") && words.ends_with("Last move: g1, f3.\n"), "{words}");
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -";
    let same = ["--size", "240", "--position", after, "--last", "g1f3", "--out", "same.png"];
    assert_eq!(said(&draw(folder.path(), &same)), words);
    let [line, same] = ["line.png", "same.png"].map(|file| png(&folder.path().join(file)));
    assert!(line == same);
}

#[test]
fn a_line_moves_with_a_frame_for_the_beginning_and_one_for_each_move() {
    let folder = TempDir::new().unwrap();
    let line = "e4 e5 Nf3 Nc6 Bb5";
    said(&draw(folder.path(), &["--size", "240", "--line", line, "--gif", "--out", "line.gif"]));
    assert_eq!(frames(&folder.path().join("line.gif")), 6);
}

#[test]
fn bad_input_ends_with_exit_code_2_and_a_clear_line_and_no_file() {
    let folder = TempDir::new().unwrap();
    let many = ["--arrow", "a1a8"].repeat(65);
    for (arguments, words) in [
        (&["--game", "go"][..], "there is no game \"go\""),
        (&["--rules", "size=9"], "chess has no options"),
        (&["--position", "8/8/8/8/8/8/8/kK5P b"], "the kings stand side by side"),
        (&["--size", "119"], "a size of 119 px is outside 120 to 2048"),
        (&["--size", "70000"], "70000 is not in 0..=65535"),
        (&["--size", "1025", "--line", "e4", "--gif"], "a size of 1025 px is outside 120 to 1024"),
        (&["--mark", "i9"], "\"i9\" is not a square of this board"),
        (&["--arrow", "e4"], "\"e4\" is not an arrow, as a1a8 is"),
        (&["--arrow", "e4e4"], "\"e4e4\" is an arrow that points nowhere"),
        (&many, "65 arrows are too many: at most 64"),
        (&["--last", "Nf3"], "\"Nf3\" does not name squares, as e2e4 does"),
        (&["--theme", "purple"], "no such theme: brown, green, blue, grey, newspaper or contrast"),
        (&["--line", "e4 e4"], "move 2 of the line: "),
        (&["--gif"], "required"),
        (&["--line", "e4", "--last", "e2e4"], "cannot be used with"),
    ] {
        let output = draw(folder.path(), &[arguments, &["--out", "board.png"]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.lines().next().unwrap().contains(words), "{complaint}");
        assert!(output.stdout.is_empty() && !folder.path().join("board.png").exists());
    }
    let nowhere = draw(folder.path(), &["--out", "no/such/folder.png"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(String::from_utf8(nowhere.stderr).unwrap().contains("cannot write no/such/folder.png"));
}
