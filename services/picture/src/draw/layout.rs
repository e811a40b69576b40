use super::text::{Font, Typesetter};
use super::{Fault, Refused, Style};
use crate::Diagram;

/// Where everything is, in pixels.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The side of a cell.
    pub(super) cell: usize,
    /// The upper left corner of the board.
    pub(super) left: usize,
    pub(super) top: usize,
    /// The narrow side of the frame.
    pub(super) rim: usize,
    /// The height of a line of captions.
    pub(super) line: usize,
    pub(super) font: Font,
    columns: usize,
    rows: usize,
    flipped: bool,
}

const LEAST_CELL: usize = 8;
/// Larger cells would make a kept set of tiles too large; the picture is narrower instead.
const MOST_CELL: usize = 192;

impl Layout {
    /// Fits the board into the width. Measured at 720 px: letters of 28 px are read on a phone.
    pub(super) fn new(
        diagram: &Diagram,
        style: &Style,
        lines: usize,
        typesetter: &Typesetter,
    ) -> Result<Layout, Refused> {
        let size = usize::from(style.size);
        let (columns, rows) = (usize::from(diagram.columns), usize::from(diagram.rows));
        let scaled = |at_720: usize| (size * at_720).div_ceil(720);
        let rim = scaled(12).max(3);
        let font = Font::bold(scaled(28).max(9));
        let names = diagram.row_names.iter().map(|name| typesetter.width(name, font)).fold(0.0, f32::max);
        let left = if style.coordinates { names.ceil() as usize + scaled(16) } else { rim };
        let cell = size.saturating_sub(left + rim) / columns;
        if cell < LEAST_CELL {
            return Err(Fault::Crowded { size: style.size, columns: diagram.columns }.into());
        }
        let narrowed = cell.min(MOST_CELL);
        let spare = if narrowed < cell { 0 } else { size - left - rim - cell * columns };
        let line = scaled(48).max(16);
        let top = rim + lines * line;
        let bottom = if style.coordinates { scaled(38).max(13) } else { rim };
        Ok(Layout {
            width: left + narrowed * columns + rim + spare,
            height: top + narrowed * rows + bottom,
            cell: narrowed,
            left: left + spare / 2,
            top,
            rim,
            line,
            font,
            columns,
            rows,
            flipped: style.flipped,
        })
    }

    /// The upper left corner of a cell.
    pub(super) fn corner(&self, cell: usize) -> (usize, usize) {
        let (mut column, mut row) = (cell % self.columns, cell / self.columns);
        if self.flipped {
            (column, row) = (self.columns - 1 - column, self.rows - 1 - row);
        }
        (self.left + column * self.cell, self.top + row * self.cell)
    }

    pub(super) fn middle(&self, cell: u16) -> (f32, f32) {
        let (x, y) = self.corner(cell.into());
        let half = self.cell as f32 / 2.0;
        (x as f32 + half, y as f32 + half)
    }

    pub(super) fn board_width(&self) -> usize {
        self.cell * self.columns
    }

    pub(super) fn board_height(&self) -> usize {
        self.cell * self.rows
    }

    /// Light and dark alternate; the lower left cell of the unflipped board is dark.
    pub(super) fn is_dark(&self, cell: usize) -> bool {
        (cell % self.columns + (self.rows - 1 - cell / self.columns)).is_multiple_of(2)
    }
}
