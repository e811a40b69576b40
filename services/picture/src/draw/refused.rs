use std::fmt::{Display, Formatter, Result};

use thiserror::Error;

/// Why something is not drawn.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("a board has 1 to {limit} columns and rows, not {columns} by {rows}")]
    Board { columns: u8, rows: u8, limit: u8 },
    #[error("a board of {columns} by {rows} has no {cells} cells")]
    Cells { columns: u8, rows: u8, cells: usize },
    #[error("every column and row has a name of at most {limit} characters")]
    Names { limit: usize },
    #[error("the name of the piece on cell {cell} is longer than {limit} characters")]
    Piece { cell: usize, limit: usize },
    #[error("cell {cell} is not on the board")]
    UnknownCell { cell: u16 },
    #[error("an arrow from cell {cell} to itself points nowhere")]
    ArrowToItself { cell: u16 },
    #[error("{count} {what} are too many: at most {limit}")]
    TooMany { what: &'static str, count: usize, limit: usize },
    #[error("there are no {what}")]
    None { what: &'static str },
    #[error("a text of {length} characters is too long: at most {limit}")]
    Text { length: usize, limit: usize },
    #[error("a size of {size} px is outside {least} to {most}")]
    Size { size: u16, least: u16, most: u16 },
    #[error("{size} px is too small for {columns} columns")]
    Crowded { size: u16, columns: u8 },
    #[error("frame {frame} shows another board than the first")]
    Frame { frame: usize },
    #[error("point {point} of the chart is not a finite number in order of time")]
    Point { point: usize },
    #[error("row {row} of the leaderboard has {values} values for {columns} columns")]
    Standing { row: usize, values: usize, columns: usize },
    #[error("no such theme: brown, green, blue, grey, newspaper or contrast")]
    Theme,
    #[error("the picture could not be encoded")]
    Encoding,
}

/// Every fault of what was to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct Refused(pub Vec<Fault>);

impl Display for Refused {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        for (index, fault) in self.0.iter().enumerate() {
            write!(out, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        Refused(vec![fault])
    }
}
