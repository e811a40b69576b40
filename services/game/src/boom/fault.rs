use thiserror::Error;

use crate::{Faults, Flaw, Side};

/// One thing that is wrong with a position of Boom or with the text of it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("there is no position in the text")]
    Nothing,
    #[error("the board has {0} rows instead of 7")]
    RowCount(usize),
    #[error("row {row} has {cells} cells instead of 7")]
    RowLength { row: char, cells: usize },
    #[error("\"{sign}\" in row {row} is not a piece: write x, o, X or O")]
    UnknownPiece { sign: char, row: char },
    #[error("\"{0}\" is not a side to move: write x or o")]
    UnknownTurn(String),
    #[error("\"{0}\" is not the number of a move: write one from 1 to 513")]
    UnknownNumber(String),
    #[error("\"{0}\" is left over at the end")]
    Leftover(String),

    #[error("the piece on {0} stands on nothing")]
    Floating(String),
    #[error("{} has {count} bombs instead of one at most", name(*.side))]
    ManyBombs { side: Side, count: u32 },
    #[error("move {number} is {}'s, not {}'s", name(.side.other()), name(*.side))]
    WrongTurn { number: u16, side: Side },
    #[error("{} has {count} pieces but made only {moves} moves before move {number}", name(*.side))]
    ManyPieces { side: Side, count: u32, moves: u32, number: u16 },
    #[error("{} has {count} pieces, and before move {number} it dropped {moves} and nothing can have gone", name(*.side))]
    MissingPieces { side: Side, count: u32, moves: u32, number: u16 },
    #[error("{} cannot have a bomb before move {number}: bombs are dropped in every fourth round", name(*.side))]
    EarlyBomb { side: Side, number: u16 },
}

impl Fault {
    /// A stable word for machines, one per variant.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Fault::Nothing => "NOTHING",
            Fault::RowCount(_) => "ROW_COUNT",
            Fault::RowLength { .. } => "ROW_LENGTH",
            Fault::UnknownPiece { .. } => "UNKNOWN_PIECE",
            Fault::UnknownTurn(_) => "UNKNOWN_TURN",
            Fault::UnknownNumber(_) => "UNKNOWN_NUMBER",
            Fault::Leftover(_) => "LEFTOVER",
            Fault::Floating(_) => "FLOATING",
            Fault::ManyBombs { .. } => "MANY_BOMBS",
            Fault::WrongTurn { .. } => "WRONG_TURN",
            Fault::ManyPieces { .. } => "MANY_PIECES",
            Fault::MissingPieces { .. } => "MISSING_PIECES",
            Fault::EarlyBomb { .. } => "EARLY_BOMB",
        }
    }
}

pub(super) const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "x",
        Side::Second => "o",
    }
}

impl From<Fault> for Flaw {
    fn from(fault: Fault) -> Flaw {
        Flaw { reason: fault.reason(), words: fault.to_string() }
    }
}

impl From<Vec<Fault>> for Faults {
    fn from(faults: Vec<Fault>) -> Faults {
        Faults(faults.into_iter().map(Flaw::from).collect())
    }
}
