use thiserror::Error;

/// Why a move is refused, in words a player understands.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refused {
    #[error("\"{0}\" is not a move")]
    Unreadable(String),
    #[error("the game is over")]
    GameOver,
    #[error("there is no {piece} of yours that could make this move")]
    NoSuchPiece { piece: String },
    #[error("there is nothing on {0}")]
    EmptySquare(String),
    #[error("the piece on {0} is not yours")]
    NotYours(String),
    #[error("the {piece} cannot go to {to}")]
    CannotReach { piece: String, to: String },
    #[error("this move leaves the king in check")]
    LeavesKingInCheck,
    #[error("the king is in check and this move does not answer it")]
    StaysInCheck,
    #[error("castling is not possible here")]
    CannotCastle,
    #[error("say which piece the pawn becomes: {0}")]
    PromotionMissing(String),
    #[error("only a pawn on the last rank is promoted")]
    NoPromotion,
    #[error("there is no square {0} on this board")]
    OffBoard(String),
    #[error("there is a disc on {0} already")]
    SquareTaken(String),
    #[error("a disc on {0} turns no other over")]
    FlipsNothing(String),
    #[error("you cannot place a disc here: pass")]
    MustPass,
    #[error("you can place a disc, so you cannot pass")]
    MustMove,
    #[error("a skip goes with a move: write d3+skip")]
    SkipAlone,
    #[error("you have no skips left")]
    NoSkipsLeft,
    #[error("this move ends the game: there is no turn to skip")]
    SkipEndsGame,
    #[error("several moves fit: {}", .0.join(", "))]
    Ambiguous(Vec<String>),
    #[error("{0}")]
    Rule(String),
}

impl Refused {
    /// A stable word for machines, one per variant.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Refused::Unreadable(_) => "UNREADABLE",
            Refused::GameOver => "GAME_OVER",
            Refused::NoSuchPiece { .. } => "NO_SUCH_PIECE",
            Refused::EmptySquare(_) => "EMPTY_SQUARE",
            Refused::NotYours(_) => "NOT_YOURS",
            Refused::CannotReach { .. } => "CANNOT_REACH",
            Refused::LeavesKingInCheck => "LEAVES_KING_IN_CHECK",
            Refused::StaysInCheck => "STAYS_IN_CHECK",
            Refused::CannotCastle => "CANNOT_CASTLE",
            Refused::PromotionMissing(_) => "PROMOTION_MISSING",
            Refused::NoPromotion => "NO_PROMOTION",
            Refused::OffBoard(_) => "OFF_BOARD",
            Refused::SquareTaken(_) => "SQUARE_TAKEN",
            Refused::FlipsNothing(_) => "FLIPS_NOTHING",
            Refused::MustPass => "MUST_PASS",
            Refused::MustMove => "MUST_MOVE",
            Refused::SkipAlone => "SKIP_ALONE",
            Refused::NoSkipsLeft => "NO_SKIPS_LEFT",
            Refused::SkipEndsGame => "SKIP_ENDS_GAME",
            Refused::Ambiguous(_) => "AMBIGUOUS",
            Refused::Rule(_) => "RULE",
        }
    }
}
