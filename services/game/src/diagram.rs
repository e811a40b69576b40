/// A board to be drawn by something that knows no rules.
///
/// Cells are numbered in reading order: left to right, top row first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    pub columns: u8,
    pub rows: u8,
    pub ground: Ground,
    /// Names of the columns from the left and of the rows from the top.
    pub column_names: Vec<String>,
    pub row_names: Vec<String>,
    pub cells: Vec<Cell>,
    pub marks: Vec<Mark>,
    pub arrows: Vec<Arrow>,
    pub captions: Vec<Caption>,
}

/// How the empty board looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ground {
    Chequered,
    Plain,
    Holes,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// The name of a sprite such as `wK`, `x` or `bomb-o`.
    pub piece: Option<String>,
    /// Not part of the play: drawn grey.
    pub dimmed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mark {
    pub cell: u16,
    pub kind: MarkKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MarkKind {
    LastMove,
    Check,
    Legal,
    Square,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrow {
    pub from: u16,
    pub to: u16,
}

/// A line of words about the board. The drawer words it in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Caption {
    /// The name of the side to move.
    ToMove(&'static str),
    /// The stipulation of a problem: the number of moves.
    MateIn(u8),
    MovesLeft(u8),
    Text(String),
}

impl Diagram {
    /// An empty board with letters for columns and numbers for rows, row 1 at the bottom.
    #[must_use]
    pub fn empty(columns: u8, rows: u8, ground: Ground) -> Diagram {
        Diagram {
            columns,
            rows,
            ground,
            column_names: (0..columns).map(|column| char::from(b'a' + column).to_string()).collect(),
            row_names: (1..=rows).rev().map(|row| row.to_string()).collect(),
            cells: vec![Cell::default(); usize::from(columns) * usize::from(rows)],
            marks: Vec::new(),
            arrows: Vec::new(),
            captions: Vec::new(),
        }
    }

    /// The number of the cell with that name, such as `e4`.
    #[must_use]
    pub fn cell_named(&self, name: &str) -> Option<u16> {
        (0..self.columns).find_map(|column| {
            let row_name = name.strip_prefix(self.column_names.get(usize::from(column))?.as_str())?;
            let row = self.row_names.iter().position(|row| row == row_name)?;
            u16::try_from(row * usize::from(self.columns) + usize::from(column)).ok()
        })
    }

    #[must_use]
    pub fn name_of(&self, cell: u16) -> Option<String> {
        let columns = usize::from(self.columns);
        let row = self.row_names.get(usize::from(cell).checked_div(columns)?)?;
        Some(format!("{}{row}", self.column_names.get(usize::from(cell) % columns)?))
    }

    /// Marks a named cell. A name that is not on the board is answered with `false`.
    pub fn mark(&mut self, name: &str, kind: MarkKind) -> bool {
        let cell = self.cell_named(name);
        self.marks.extend(cell.map(|cell| Mark { cell, kind }));
        cell.is_some()
    }

    /// Draws an arrow between named cells. A name that is not on the board is answered with `false`.
    pub fn arrow(&mut self, from: &str, to: &str) -> bool {
        let arrow = self.cell_named(from).zip(self.cell_named(to)).map(|(from, to)| Arrow { from, to });
        self.arrows.extend(arrow);
        arrow.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_in_reading_order() {
        let mut board = Diagram::empty(8, 8, Ground::Chequered);
        assert_eq!(board.cell_named("a8"), Some(0));
        assert_eq!(board.cell_named("h1"), Some(63));
        assert_eq!(board.name_of(63).as_deref(), Some("h1"));
        assert!(board.mark("e4", MarkKind::Square) && board.arrow("a1", "a8"));
        assert!(!board.mark("i9", MarkKind::Square) && !board.arrow("a1", "") && board.marks.len() == 1);
    }

    #[test]
    fn wide_boards_have_two_digit_rows() {
        let board = Diagram::empty(16, 16, Ground::Plain);
        assert_eq!(board.cell_named("p16"), Some(15));
        assert_eq!(board.name_of(16 * 15).as_deref(), Some("a1"));
    }
}
