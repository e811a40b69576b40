use std::sync::LazyLock;

use super::{
    axes::Axes,
    grid::Grid,
    settings::Settings,
    square::Square,
    word::{Wide, Word},
};
use crate::Side;

/// The discs of both sides, and where the side to move may place one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Field<W> {
    /// Of the first and the second side.
    pub(super) discs: [W; 2],
    pub(super) moves: W,
}

/// A field in the narrowest word that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Board {
    Small(Field<u64>),
    Large(Field<Wide>),
}

/// Does the same with a field of either width.
macro_rules! with_field {
    ($board:expr, $field:ident => $work:expr) => {
        match $board {
            $crate::othello::board::Board::Small($field) => $work,
            $crate::othello::board::Board::Large($field) => $work,
        }
    };
}
pub(super) use with_field;

/// A word that knows its grids.
pub(super) trait Ground: Word + 'static {
    fn grid(settings: &Settings) -> &'static Grid<Self>;
}

static SMALL: LazyLock<Vec<Grid<u64>>> = LazyLock::new(|| grids(&[4, 6, 8]));
static LARGE: LazyLock<Vec<Grid<Wide>>> = LazyLock::new(|| grids(&[10, 12, 14, 16]));

fn grids<W: Word>(sizes: &[u32]) -> Vec<Grid<W>> {
    let of = |size| Axes::every().map(move |axes| Grid::new(size, axes));
    sizes.iter().flat_map(|&size| of(size)).collect()
}

const fn place(settings: &Settings, smallest: u8) -> usize {
    ((settings.size - smallest) / 2) as usize * Axes::COUNT + settings.axes.index()
}

impl Ground for u64 {
    fn grid(settings: &Settings) -> &'static Grid<u64> {
        &SMALL[place(settings, 4)]
    }
}

impl Ground for Wide {
    fn grid(settings: &Settings) -> &'static Grid<Wide> {
        &LARGE[place(settings, 10)]
    }
}

impl<W: Ground> Field<W> {
    fn empty() -> Field<W> {
        Field { discs: [W::EMPTY; 2], moves: W::EMPTY }
    }

    pub(super) fn bit(square: Square) -> W {
        W::bit(square.row() * W::STRIDE + square.column())
    }

    pub(super) fn square(bit: u32) -> Option<Square> {
        Square::new(bit / W::STRIDE, bit % W::STRIDE)
    }

    /// The discs of the side and of its opponent.
    pub(super) fn seen_by(&self, side: Side) -> (W, W) {
        (self.discs[side as usize], self.discs[side.other() as usize])
    }

    pub(super) fn moves_of(&self, settings: &Settings, side: Side) -> W {
        let (own, other) = self.seen_by(side);
        W::grid(settings).moves(own, other)
    }

    /// Places a disc and turns over what it takes; `moves` are then those of no side yet.
    pub(super) fn place(&mut self, settings: &Settings, side: Side, square: Square) {
        let (own, other) = self.seen_by(side);
        let at = Self::bit(square);
        let flips = W::grid(settings).flips(own, other, at);
        self.discs[side as usize] = own | flips | at;
        self.discs[side.other() as usize] = other & !flips;
    }

    pub(super) fn cell(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|side| !(self.discs[*side as usize] & Self::bit(square)).is_empty())
    }
}

impl Board {
    /// A board with a disc of a side, or none, on every square, row by row.
    pub(super) fn new(settings: &Settings, cells: &[Option<Side>], turn: Side) -> Board {
        let mut board =
            if settings.size <= 8 { Board::Small(Field::empty()) } else { Board::Large(Field::empty()) };
        with_field!(&mut board, field => fill(field, settings, cells, turn));
        board
    }

    pub(super) fn cells(&self, settings: &Settings) -> Vec<Option<Side>> {
        let size = settings.size();
        let squares = (0..size).flat_map(|row| (0..size).filter_map(move |column| Square::new(row, column)));
        squares.map(|square| with_field!(self, field => field.cell(square))).collect()
    }

    pub(super) fn count(&self, side: Side) -> u32 {
        with_field!(self, field => field.discs[side as usize].count())
    }

    pub(super) fn can_move(&self, settings: &Settings, side: Side) -> bool {
        with_field!(self, field => !field.moves_of(settings, side).is_empty())
    }
}

fn fill<W: Ground>(field: &mut Field<W>, settings: &Settings, cells: &[Option<Side>], turn: Side) {
    for (row, cells) in (0..).zip(cells.chunks(usize::from(settings.size))) {
        for (column, side) in (0..).zip(cells) {
            if let Some(side) = side {
                field.discs[*side as usize] |= W::bit(row * W::STRIDE + column);
            }
        }
    }
    field.moves = field.moves_of(settings, turn);
}
