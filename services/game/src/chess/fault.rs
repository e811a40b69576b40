use shakmaty::{Color, Square};
use thiserror::Error;

use crate::{Faults, Flaw};

/// One thing that is wrong with a chess position or with the text of it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    #[error("there is no position in the text")]
    Nothing,
    #[error("the board has {0} ranks instead of 8")]
    RankCount(usize),
    #[error("rank {rank} has {squares} squares instead of 8")]
    RankLength { rank: usize, squares: usize },
    #[error("\"{sign}\" on rank {rank} is not a piece")]
    UnknownPiece { sign: char, rank: usize },
    #[error("\"{0}\" is not a side to move: write w or b")]
    UnknownTurn(String),
    #[error("\"{0}\" is not a castling field: write letters of KQkq, or -")]
    UnknownCastling(String),
    #[error("\"{0}\" is not an en passant square: write one like e6, or -")]
    UnknownEnPassant(String),
    #[error("\"{0}\" is not a move counter")]
    UnknownCounter(String),
    #[error("\"{0}\" is left over at the end")]
    Leftover(String),

    #[error("the board is empty")]
    EmptyBoard,
    #[error("there is no {} king", name(*.0))]
    NoKing(Color),
    #[error("there are {count} {} kings", name(*.color))]
    ManyKings { color: Color, count: usize },
    #[error("the kings stand side by side")]
    KingsTouch,
    #[error("the pawn on {0} stands on the {rank} rank", rank = if (*.0 as u8) < 8 { "first" } else { "last" })]
    PawnOnEndRank(Square),
    #[error("{} is in check but it is {}'s turn", name(*.0), name(.0.other()))]
    OppositeCheck(Color),
    #[error("{} is in a check that no last move can have given", name(*.0))]
    ImpossibleCheck(Color),
    #[error("{color} cannot castle on the {side} side: king or rook is not at home", color = name(*.color))]
    ImpossibleCastling { color: Color, side: &'static str },
    #[error("no pawn can have just passed over {0}")]
    ImpossibleEnPassant(Square),
    #[error("{} has {count} pawns", name(*.color))]
    ManyPawns { color: Color, count: usize },
    #[error("{} has more pieces than its pawns could have become", name(*.0))]
    ManyPieces(Color),
}

impl Fault {
    /// A stable word for machines, one per variant.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Fault::Nothing => "NOTHING",
            Fault::RankCount(_) => "RANK_COUNT",
            Fault::RankLength { .. } => "RANK_LENGTH",
            Fault::UnknownPiece { .. } => "UNKNOWN_PIECE",
            Fault::UnknownTurn(_) => "UNKNOWN_TURN",
            Fault::UnknownCastling(_) => "UNKNOWN_CASTLING",
            Fault::UnknownEnPassant(_) => "UNKNOWN_EN_PASSANT",
            Fault::UnknownCounter(_) => "UNKNOWN_COUNTER",
            Fault::Leftover(_) => "LEFTOVER",
            Fault::EmptyBoard => "EMPTY_BOARD",
            Fault::NoKing(_) => "NO_KING",
            Fault::ManyKings { .. } => "MANY_KINGS",
            Fault::KingsTouch => "KINGS_TOUCH",
            Fault::PawnOnEndRank(_) => "PAWN_ON_END_RANK",
            Fault::OppositeCheck(_) => "OPPOSITE_CHECK",
            Fault::ImpossibleCheck(_) => "IMPOSSIBLE_CHECK",
            Fault::ImpossibleCastling { .. } => "IMPOSSIBLE_CASTLING",
            Fault::ImpossibleEnPassant(_) => "IMPOSSIBLE_EN_PASSANT",
            Fault::ManyPawns { .. } => "MANY_PAWNS",
            Fault::ManyPieces(_) => "MANY_PIECES",
        }
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
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
