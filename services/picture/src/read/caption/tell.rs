use super::super::board::Side;
use super::super::grid::Grid;
use super::super::pixels::Pixels;
use super::letters::Letters;
use super::lines::{Line, lines};
use super::phrase::Phrases;
use super::sheet::Sheet;

/// Reads the captions of boards.
#[derive(Debug)]
pub(in super::super) struct Captions {
    letters: Letters,
    phrases: Phrases,
}

/// How far from the board a caption begins, in squares, and how much further it may go.
const NEAR: f64 = 2.2;
const FURTHER: f64 = 4.0;
/// The same in pixels: beside small boards text is not small.
const NEAR_PIXELS: f64 = 56.0;
const FURTHER_PIXELS: f64 = 280.0;
/// What is closer belongs to the frame.
const FRAME: f64 = 0.05;
/// How much is read for all boards of a picture, in pixels of line as the network sees them, and at least for each.
const MOST_READ: usize = 2000;
const LEAST_READ: usize = 900;
/// How much longer lines are pulled, so that narrow letters have room; more when they are looked at again.
const STRETCHES: [f64; 2] = [1.25, 1.6];
/// Text that is less sure is none.
const SURE: f32 = 0.7;

impl Captions {
    pub(in super::super) fn new() -> Option<Captions> {
        Some(Captions { letters: Letters::new()?, phrases: Phrases::new() })
    }

    /// Whose turn the captions of a board say it is, if they say one thing. `boards` are all of the picture: a line belongs to
    /// the nearest.
    pub(in super::super) fn side(&self, pixels: &Pixels, grid: &Grid, boards: &[Grid]) -> Option<Side> {
        let sheets: Vec<Sheet> =
            places(grid).into_iter().filter_map(|place| Sheet::new(pixels, grid, place)).collect();
        let mut found: Vec<(f64, &Sheet, Line)> = Vec::new();
        for sheet in &sheets {
            let beside = lines(sheet).into_iter().filter_map(|line| {
                let away = distance(sheet, &line, near(grid)).filter(|_| mine(sheet, &line, grid, boards))?;
                Some((away, sheet, line))
            });
            found.extend(beside);
        }
        found.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
        let mut left = (MOST_READ / boards.len().max(1)).max(LEAST_READ);
        let mut told = None;
        for (_, sheet, line) in found {
            let Some(side) = self.said(sheet, &line, &mut left) else { continue };
            match told {
                Some(other) if other != side => return None,
                _ => told = Some(side),
            }
        }
        told
    }

    /// Whose turn a line says it is. What speaks of a colour and is not understood is looked at again.
    fn said(&self, sheet: &Sheet, line: &Line, left: &mut usize) -> Option<Side> {
        for stretch in STRETCHES {
            *left = left.checked_sub(Letters::length(line, stretch))?;
            let (text, sure) = self.letters.read(sheet, line, stretch)?;
            let side = self.phrases.side(&text).filter(|_| sure >= SURE);
            if side.is_some() || !self.phrases.speaks_of_colour(&text) {
                return side;
            }
        }
        None
    }
}

/// Above, below, at the right and at the left of a board, in squares.
fn places(grid: &Grid) -> [[f64; 4]; 4] {
    let further = FURTHER.max(FURTHER_PIXELS / grid.square());
    let near = near(grid);
    let far = near + further;
    [
        [-further, -near, 8.0 + further, -FRAME],
        [-further, 8.0 + FRAME, 8.0 + further, 8.0 + near],
        [8.0 + FRAME, 0.0, 8.0 + far, 8.0],
        [-far, 0.0, -FRAME, 8.0],
    ]
}

fn near(grid: &Grid) -> f64 {
    NEAR.max(NEAR_PIXELS / grid.square())
}

/// How far a line is from the board, in squares; `None` if it is not near.
fn distance(sheet: &Sheet, line: &Line, near: f64) -> Option<f64> {
    let [left, top] = sheet.place(line.left as f64, line.top as f64);
    let [right, bottom] = sheet.place(line.right as f64, line.bottom as f64);
    let gap = |from: f64, to: f64| (-to).max(from - 8.0).max(0.0);
    let (aside, away) = (gap(left, right), gap(top, bottom));
    (aside.max(away) <= near).then_some(aside + away)
}

/// Whether no other board is nearer to the line.
fn mine(sheet: &Sheet, line: &Line, grid: &Grid, boards: &[Grid]) -> bool {
    let [column, row] =
        sheet.place((line.left + line.right) as f64 / 2.0, (line.top + line.bottom) as f64 / 2.0);
    let [x, y] = grid.at(column - 1.0, row - 1.0);
    let away = |grid: &Grid| {
        let [left, top, right, bottom] = grid.bounds(0.0);
        (left - x).max(x - right).max(0.0).hypot((top - y).max(y - bottom).max(0.0))
    };
    // The board itself is among them.
    boards.iter().all(|other| away(other) >= away(grid))
}
