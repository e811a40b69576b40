//! How well pictures with known placements are read: `score FOLDER [--all]`, where the folder has a `manifest.json`, a list
//! of `{"file", "fen", "kind"}`. With `--all`, tells of every board that is not read exactly.
#![allow(clippy::print_stdout, reason = "printing is what it does")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use tablero_picture::read::{Board, Bounds, Reader};

/// Confidences that a board may be called sure from.
const THRESHOLDS: [f32; 6] = [0.8, 0.9, 0.95, 0.97, 0.98, 0.99];

#[derive(Default)]
struct Tally {
    pictures: usize,
    found: usize,
    squares: usize,
    exact: usize,
    /// Exact but for the side that is at the bottom.
    exact_or_turned: usize,
    sure: usize,
    sure_and_right: usize,
    doubts: usize,
    wrong_without_doubt: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("which folder?")?;
    let tell = arguments.next().is_some();
    let manifest = std::fs::read_to_string(Path::new(&folder).join("manifest.json"))?;
    let manifest: Vec<serde_json::Value> = serde_json::from_str(&manifest)?;
    let reader = Reader::new();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let (mut times, mut faintest) = (Vec::new(), f32::MAX);
    let (mut by_last_move, mut by_caption) = (0, Vec::new());
    let mut told_sure = THRESHOLDS.map(|_| [0, 0]);
    for entry in &manifest {
        let text = |key: &str| entry[key].as_str().unwrap_or_default();
        let bytes = std::fs::read(Path::new(&folder).join(text("file")))?;
        let truth = squares(text("fen"));
        let began = Instant::now();
        let boards = reader.read(&bytes, Bounds::default(), &|| false);
        times.push(began.elapsed().as_secs_f64() * 1e3);
        let best = boards.iter().flatten().max_by_key(|board| right(board, &truth));
        if tell && best.is_none_or(|board| right(board, &truth) < 64) {
            println!("{} {}: {}", text("kind"), text("file"), told(best, &truth, &boards));
        }
        for ([sure, wrong], threshold) in told_sure.iter_mut().zip(THRESHOLDS) {
            let Some(board) =
                best.filter(|board| board.squares.iter().all(|seen| seen.confidence >= threshold))
            else {
                continue;
            };
            *sure += 1;
            *wrong += usize::from(right(board, &truth) < 64);
        }
        faintest = best.map_or(faintest, |board| faintest.min(board.lattice));
        match best.and_then(|board| Some((board.side_to_move?, board.last_move.is_empty()))) {
            Some((side, true)) => by_caption.push(format!("{} {}", text("file"), side.name())),
            Some((_, false)) => by_last_move += 1,
            None => {}
        }
        for kind in [text("kind"), "all"] {
            tallies.entry(kind.to_owned()).or_default().count(best, &truth);
        }
    }
    println!(
        "{:<12} {:>8} {:>6} {:>9} {:>8} {:>9} {:>14} {:>8} {:>12}",
        "kind", "pictures", "found", "squares", "exact", "or turned", "sure and right", "doubts", "unmarked"
    );
    for (kind, tally) in &tallies {
        tally.print(kind);
    }
    let sure =
        THRESHOLDS.iter().zip(told_sure).map(|(from, [sure, wrong])| format!("{from}: {wrong} of {sure}"));
    println!("wrong, were boards sure from {}", sure.collect::<Vec<_>>().join(", "));
    times.sort_by(f64::total_cmp);
    println!("wall ms a picture: median {:.0}, most {:.0}", times[times.len() / 2], times[times.len() - 1]);
    println!("the faintest lattice: {faintest:.2}");
    println!(
        "side to move by the last move: {by_last_move}, by a caption: {} {by_caption:#?}",
        by_caption.len()
    );
    Ok(())
}

fn squares(fen: &str) -> Vec<char> {
    let placement = fen.split_whitespace().next().unwrap_or_default();
    let square = |letter: char| match letter.to_digit(10) {
        Some(empty) => vec!['.'; empty as usize],
        None => vec![letter],
    };
    placement.chars().filter(|letter| *letter != '/').flat_map(square).collect()
}

fn right(board: &Board, truth: &[char]) -> usize {
    squares(&board.placement()).iter().zip(truth).filter(|(seen, truth)| seen == truth).count()
}

fn told(best: Option<&Board>, truth: &[char], boards: &Result<Vec<Board>, impl Error>) -> String {
    let Some(board) = best else {
        return boards.as_ref().err().map(ToString::to_string).unwrap_or_default();
    };
    let seen = squares(&board.placement());
    let wrong = (0..64).filter(|at| seen[*at] != truth[*at]).take(8).map(|at| {
        let name = Board::square_name(at as u16);
        format!("{name} {} for {} at {:.2}", seen[at], truth[at], board.squares[at].confidence)
    });
    format!(
        "{}/64, lattice {:.2}, {}",
        right(board, truth),
        board.lattice,
        wrong.collect::<Vec<_>>().join(", ")
    )
}

impl Tally {
    fn count(&mut self, best: Option<&Board>, truth: &[char]) {
        self.pictures += 1;
        let Some(board) = best else { return };
        self.found += 1;
        let right = right(board, truth);
        self.squares += right;
        self.exact += usize::from(right == 64);
        let turned = self::right(&board.clone().turned(), truth);
        self.exact_or_turned += usize::from(right == 64 || turned == 64);
        let doubts = board.doubtful();
        self.doubts += doubts.len();
        let seen = squares(&board.placement());
        self.wrong_without_doubt += (0..64)
            .filter(|at| seen[usize::from(*at)] != truth[usize::from(*at)] && !doubts.contains(at))
            .count();
        if doubts.is_empty() {
            self.sure += 1;
            self.sure_and_right += usize::from(right == 64);
        }
    }

    fn print(&self, kind: &str) {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        println!(
            "{kind:<12} {:>8} {:>6} {:>8.2}% {:>7.2}% {:>8.2}% {:>6} of {:>5} {:>8} {:>12}",
            self.pictures,
            self.found,
            share(self.squares, self.pictures * 64),
            share(self.exact, self.pictures),
            share(self.exact_or_turned, self.pictures),
            self.sure_and_right,
            self.sure,
            self.doubts,
            self.wrong_without_doubt,
        );
    }
}
