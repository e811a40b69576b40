use super::Unreadable;
use super::board::Board;
use super::caption::Captions;
use super::decode::decode;
use super::edges::Labels;
use super::grid::Grid;
use super::locate::locate;
use super::name::{Namer, Names};
use super::orient::{last_move, orientation, side_to_move};
use super::pixels::Pixels;
use super::rectify::Scene;

/// How large a picture may be. A pixel of more than four bytes counts as several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub bytes: usize,
    pub pixels: u64,
}

impl Default for Bounds {
    /// 10 MiB and 40 megapixels.
    fn default() -> Bounds {
        Bounds { bytes: 10 << 20, pixels: 40_000_000 }
    }
}

/// Reads boards from pictures. One for the whole process: it holds the networks, some 3 MB, and nothing else.
#[derive(Debug)]
pub struct Reader {
    namer: Namer,
    labels: Labels,
    captions: Captions,
}

impl Reader {
    /// # Panics
    /// Never: the networks are part of this crate.
    #[must_use]
    pub fn new() -> Reader {
        let namer = Namer::new().expect("the board network is whole");
        let labels = Labels::new().expect("the edge network is whole");
        let captions = Captions::new().expect("the caption network is whole");
        Reader { namer, labels, captions }
    }

    /// Reads every board of a picture: PNG, JPEG, WebP or GIF (its first frame). Boards come in reading order.
    ///
    /// Blocks for some tens of milliseconds, for large pictures longer; `stop` is asked between the steps, and reading ends
    /// when it says so.
    ///
    /// # Errors
    /// Why there is nothing to tell: see [`Unreadable`].
    pub fn read(
        &self,
        bytes: &[u8],
        bounds: Bounds,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Board>, Unreadable> {
        let pixels = decode(bytes, bounds, stop)?;
        let mut boards = Vec::new();
        let grids = locate(&pixels, stop)?;
        for grid in &grids {
            if stop() {
                return Err(Unreadable::Stopped);
            }
            boards.extend(self.board(&pixels, grid, &grids));
        }
        if boards.is_empty() {
            return Err(Unreadable::NotADiagram);
        }
        boards.sort_by(|one, other| reading_order(one).total_cmp(&reading_order(other)));
        Ok(boards)
    }

    /// Names the 64 squares of a board that fills a picture of 256 by 256 pixels, RGB from 0 to 1: the part of reading
    /// that the network takes, for measuring it.
    #[must_use]
    pub fn name_squares(&self, board: &[[f32; 3]]) -> Vec<super::Seen> {
        self.namer.name(board).squares
    }

    /// `None` if too little of it looks like pieces on squares.
    fn board(&self, pixels: &Pixels, grid: &Grid, grids: &[Grid]) -> Option<Board> {
        const STRANGE: usize = 16;
        const GUESS: f32 = 0.6;
        let scene = Scene::new(pixels, grid);
        let Names { mut squares, tints } = self.namer.name(&scene.board());
        if squares.iter().filter(|seen| seen.confidence < GUESS).count() >= STRANGE {
            return None;
        }
        let (mut last_move, shown) = last_move(&squares, &tints);
        let side_to_move = side_to_move(shown, self.captions.side(pixels, grid, grids));
        let (flipped, view) = orientation(self.labels.white_below(&scene), &squares);
        if flipped {
            squares.reverse();
            last_move.iter_mut().for_each(|square| *square = 63 - *square);
        }
        let confidence = squares.iter().map(|seen| seen.confidence).product();
        let corners = grid.corners().map(|corner| corner.map(|at| at as f32));
        Some(Board {
            squares,
            flipped,
            view,
            side_to_move,
            last_move,
            confidence,
            corners,
            lattice: grid.score,
        })
    }
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

/// Boards whose tops are nearly level are read from the left.
fn reading_order(board: &Board) -> f32 {
    let [[left, top], [right, _], ..] = board.corners;
    let line = (top / ((right - left) / 2.0)).round();
    line * 100_000.0 + left
}
