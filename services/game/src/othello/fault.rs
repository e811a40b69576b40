use thiserror::Error;

use crate::{Faults, Flaw, Side};

/// One thing that is wrong with the rules, a set-up or its text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("othello has no option \"{0}\": there are size, axes and skips")]
    UnknownOption(String),
    #[error("the option {0} is given twice")]
    RepeatedOption(&'static str),
    #[error("\"{0}\" is not a size: write an even number from 4 to 16")]
    BadSize(String),
    #[error("\"{0}\" are not axes: write one or more letters of hvd")]
    BadAxes(String),
    #[error("\"{0}\" are not skips: write a number from 0 to 3 for each side, like 1,0")]
    BadSkips(String),

    #[error("there is no position in the text")]
    Nothing,
    #[error("the board has {rows} rows instead of {size}")]
    RowCount { rows: usize, size: u32 },
    #[error("row {row} has {squares} squares instead of {size}")]
    RowLength { row: usize, squares: u64, size: u32 },
    #[error("\"{sign}\" on row {row} is not a disc: write x or o")]
    UnknownDisc { sign: char, row: usize },
    #[error("\"{0}\" is not a side to move: write x or o")]
    UnknownTurn(String),
    #[error("{} has {left} skips left, but the rules grant {granted}", name(*.side))]
    ManySkips { side: Side, left: u8, granted: u8 },
    #[error("\"{0}\" is left over at the end")]
    Leftover(String),

    #[error("the board is empty")]
    EmptyBoard,
    #[error("there is no {} disc", name(*.0))]
    NoDisc(Side),
    #[error("there is no empty square")]
    FullBoard,
    #[error("neither side has a move: choose other discs to start from")]
    NoMoves,
    #[error("with these axes the game is over after two moves: choose other discs to start from")]
    TooShort,
}

impl Fault {
    /// A stable word for machines, one per variant.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Fault::UnknownOption(_) => "UNKNOWN_OPTION",
            Fault::RepeatedOption(_) => "REPEATED_OPTION",
            Fault::BadSize(_) => "BAD_SIZE",
            Fault::BadAxes(_) => "BAD_AXES",
            Fault::BadSkips(_) => "BAD_SKIPS",
            Fault::Nothing => "NOTHING",
            Fault::RowCount { .. } => "ROW_COUNT",
            Fault::RowLength { .. } => "ROW_LENGTH",
            Fault::UnknownDisc { .. } => "UNKNOWN_DISC",
            Fault::UnknownTurn(_) => "UNKNOWN_TURN",
            Fault::ManySkips { .. } => "MANY_SKIPS",
            Fault::Leftover(_) => "LEFTOVER",
            Fault::EmptyBoard => "EMPTY_BOARD",
            Fault::NoDisc(_) => "NO_DISC",
            Fault::FullBoard => "FULL_BOARD",
            Fault::NoMoves => "NO_MOVES",
            Fault::TooShort => "TOO_SHORT",
        }
    }
}

/// Black moves first.
pub(super) const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

impl From<Fault> for Flaw {
    fn from(fault: Fault) -> Flaw {
        Flaw { reason: fault.reason(), words: fault.to_string() }
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults(vec![fault.into()])
    }
}

impl From<Vec<Fault>> for Faults {
    fn from(faults: Vec<Fault>) -> Faults {
        Faults(faults.into_iter().map(Flaw::from).collect())
    }
}
