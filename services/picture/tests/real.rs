//! Real pictures with known placements, where they are at hand: in `../shared` or where `TABLERO_SHARED` says.
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::path::{Path, PathBuf};

use tablero_picture::read::{Board, Bounds, Reader};

fn shared() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    std::env::var_os("TABLERO_SHARED").map_or_else(beside, PathBuf::from)
}

fn squares(placement: &str) -> Vec<char> {
    let square = |letter: char| match letter.to_digit(10) {
        Some(empty) => vec!['.'; empty as usize],
        None => vec![letter],
    };
    placement.chars().filter(|letter| *letter != '/').flat_map(square).collect()
}

/// `cargo run --release -p tablero-picture --example score -- FOLDER` tells the same by kind.
#[test]
fn real_pictures_are_read_about_as_well_as_they_were() {
    let folder = shared().join("data/boards");
    let Ok(manifest) = std::fs::read_to_string(folder.join("manifest.json")) else {
        println!("skipped: there are no real pictures in {}", folder.display());
        return;
    };
    let manifest: Vec<serde_json::Value> = serde_json::from_str(&manifest).expect("a list");
    let reader = Reader::new();
    let (mut exact, mut right, mut sure, mut sure_and_right) = (0, 0, 0, 0);
    for entry in &manifest {
        let text = |key: &str| entry[key].as_str().expect("a text");
        let bytes = std::fs::read(folder.join(text("file"))).expect("a file of the list");
        let truth = squares(text("fen"));
        let same =
            |board: &Board| squares(&board.placement()).iter().zip(&truth).filter(|(a, b)| a == b).count();
        let boards = reader.read(&bytes, Bounds::default(), &|| false).unwrap_or_default();
        let Some(best) = boards.iter().max_by_key(|board| same(board)) else { continue };
        right += same(best);
        exact += usize::from(same(best) == 64);
        if best.doubtful().is_empty() {
            sure += 1;
            sure_and_right += usize::from(same(best) == 64);
        }
    }
    let count = manifest.len();
    println!("{exact} of {count} exact, {right} squares right, {sure_and_right} of {sure} sure ones right");
    assert!(right * 1000 >= count * 64 * 999, "{right} squares of {}", count * 64);
    assert!(exact * 100 >= count * 97, "{exact} of {count}");
    assert!(sure * 10 >= count * 8, "{sure} of {count} are sure");
    assert_eq!(sure_and_right, sure, "a board without a doubtful square is wrong");
}
