/// A board as it is drawn: the picture room's own view of a diagram, whoever sends it.
///
/// Cells are numbered in reading order: left to right, top row first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The name of a sprite: `wK` to `bP`, `x`, `o`, `bomb-x`, `bomb-o`. Any other name is drawn as a
    /// disc with that name on it, so that a new game can be shown before it has art.
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

/// A line of words about the board, worded in the reader's language when it is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Caption {
    /// The name of the side to move: `white`, `black`, `x`, `o`, or a name that is shown as it is.
    ToMove(String),
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
            column_names: (b'a'..=b'z')
                .take(columns.into())
                .map(|name| char::from(name).to_string())
                .collect(),
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
        self.column_names.iter().enumerate().find_map(|(column, column_name)| {
            let row_name = name.strip_prefix(column_name.as_str())?;
            let row = self.row_names.iter().position(|row| row == row_name)?;
            u16::try_from(row * usize::from(self.columns) + column).ok()
        })
    }

    /// The numbers of two cells named one after the other, such as `a1a8` or `a1-a8`.
    #[must_use]
    pub fn two_cells_named(&self, names: &str) -> Option<(u16, u16)> {
        names.char_indices().find_map(|(at, _)| {
            let (from, to) = names.split_at(at);
            self.cell_named(from).zip(self.cell_named(to.strip_prefix('-').unwrap_or(to)))
        })
    }

    #[must_use]
    pub fn name_of(&self, cell: u16) -> Option<String> {
        let columns = usize::from(self.columns);
        let row = self.row_names.get(usize::from(cell).checked_div(columns)?)?;
        Some(format!("{}{row}", self.column_names.get(usize::from(cell) % columns)?))
    }

    pub(crate) fn marked(&self, kind: MarkKind) -> impl Iterator<Item = u16> + '_ {
        self.marks.iter().filter(move |mark| mark.kind == kind).map(|mark| mark.cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cells_are_named_in_one_word() {
        let board = Diagram::empty(16, 16, Ground::Plain);
        assert_eq!(board.two_cells_named("a16b16"), Some((0, 1)));
        assert_eq!(board.two_cells_named("a16-p1"), Some((0, 255)));
        for wrong in ["", "a1", "a1a", "a1q1", "a17a1", "ñ1a1"] {
            assert_eq!(board.two_cells_named(wrong), None, "{wrong}");
        }
    }
}
