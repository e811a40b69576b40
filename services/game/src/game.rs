use std::{fmt::Debug, hash::Hash};

use thiserror::Error;

use crate::{Diagram, GameOption, Refused};

/// One of the two players of a game. In chess the first is White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a game ended. `by` is a stable word such as `checkmate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    Win { side: Side, by: &'static str },
    Draw { by: &'static str },
}

impl Outcome {
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win { side, .. } => Some(side),
            Outcome::Draw { .. } => None,
        }
    }

    #[must_use]
    pub const fn by(self) -> &'static str {
        match self {
            Outcome::Win { by, .. } | Outcome::Draw { by } => by,
        }
    }
}

/// The language in which a person writes moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    #[default]
    English,
    Spanish,
}

/// One thing that is wrong with a text or a set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// Stable, for machines: `KINGS_TOUCH`.
    pub reason: &'static str,
    /// In English words.
    pub words: String,
}

/// Everything that is wrong with a text or a set-up, never empty.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .0.iter().map(|flaw| flaw.words.as_str()).collect::<Vec<_>>().join("; "))]
pub struct Faults(pub Vec<Flaw>);

impl Faults {
    #[must_use]
    pub fn one(reason: &'static str, words: impl Into<String>) -> Faults {
        Faults(vec![Flaw { reason, words: words.into() }])
    }
}

/// A position in the making: it may still have faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    /// The position as text, written as the game writes it.
    pub position: String,
    pub diagram: Diagram,
    /// What keeps it from being a position; empty if nothing does.
    pub flaws: Vec<Flaw>,
    /// Equal for positions that are the same problem; `None` while there are faults.
    pub canonical: Option<String>,
}

/// One change to a position in the making. Squares and pieces are named as in its [`Diagram`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// What stood on the square is gone.
    Put {
        piece: String,
        square: String,
    },
    Remove {
        square: String,
    },
    /// What stood on the target is gone.
    Move {
        from: String,
        to: String,
    },
    /// Gives a piece to the other side.
    Recolour {
        square: String,
    },
    /// Names the side to move from now on.
    SideToMove(String),
}

/// A refused move with the position it was tried in, unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("illegal move")]
pub struct IllegalMove<G: Game> {
    pub play: G::Move,
    pub position: Box<G>,
}

/// The seam between the games and everything that plays, stores, draws or searches them.
///
/// Two players, perfect information, no chance. A value is a whole position including its rules;
/// a forced pass is an explicit move. [`crate::laws`] states what every implementation must keep.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// The name in the register and at every border.
    const NAME: &'static str;
    /// Options of the rules, as data.
    const OPTIONS: &'static [GameOption];
    /// How many leaves an ended game above the horizon counts for in [`crate::perft`], by the habit of
    /// the game's literature.
    const ENDED_LEAVES: u64 = 0;
    /// The most moves that a problem of this game may have.
    const MOST_PROBLEM_MOVES: u8 = 9;
    /// Whether a side wins by its own moves only: then its last move decides a problem.
    const WINS_BY_OWN_MOVES: bool = false;
    /// The pieces that a position can be made of, as a [`Diagram`] names them, those of the first side first.
    const PIECES: &'static [&'static str];

    /// The starting position under `rules` (`name=value` words; empty means the defaults).
    ///
    /// # Errors
    /// Every fault of the rules text.
    fn start(rules: &str) -> Result<Self, Faults>;

    /// The same for those who only look at it: rules that leave no game worth playing are let pass.
    ///
    /// # Errors
    /// Every fault of the rules text.
    fn lay_out(rules: &str) -> Result<Self, Faults> {
        Self::start(rules)
    }

    /// Reads a position under `rules`.
    ///
    /// # Errors
    /// Every fault of the text and of the position it describes.
    fn decode(rules: &str, text: &str) -> Result<Self, Faults>;

    /// Reads a position in the making under `rules` and changes it; an empty text is an empty board.
    ///
    /// # Errors
    /// What cannot be read of the text, or the first edit that cannot be made.
    fn sketch(rules: &str, text: &str, edits: &[Edit]) -> Result<Sketch, Faults>;

    /// The position as text, such that `decode(rules(), encode())` gives it back.
    fn encode(&self) -> String;

    /// The rules as text, empty where a game has no options.
    fn rules(&self) -> String;

    fn side_to_move(&self) -> Side;

    /// The word for a side: `white`, `x`.
    fn side_name(side: Side) -> &'static str;

    /// The word for a side in a record of play, where it is not its name.
    fn side_sign(side: Side) -> &'static str {
        Self::side_name(side)
    }

    /// Appends every legal move; appends none exactly when the game has ended.
    fn legal_moves_into(&self, moves: &mut Vec<Self::Move>);

    /// Plays a legal move. With any other move the result is unspecified.
    fn play_unchecked(&mut self, play: Self::Move);

    /// Whether a legal move uses up one of the moves that a problem counts. In a problem the side to move
    /// wins within so many of its own moves; the win may come with a later move of the other side.
    fn spends(&self, _play: Self::Move) -> bool {
        true
    }

    /// The points of a side, in games that count points.
    fn score(&self, _side: Side) -> Option<u32> {
        None
    }

    /// The outcome, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Why a whole game is drawn here although moves are left; problems do not ask.
    fn drawn(&self) -> Option<&'static str> {
        None
    }

    /// Why no whole game should start here.
    fn unfit(&self) -> Option<Flaw> {
        None
    }

    /// The text that two positions share if a whole game repeats itself with them.
    fn repeats_as(&self) -> String {
        self.encode()
    }

    /// Reads a move as a person types it.
    ///
    /// # Errors
    /// Why the move is not understood or not allowed here.
    fn read(&self, text: &str, language: Language) -> Result<Self::Move, Refused>;

    /// Writes a legal move the way people write it.
    fn write(&self, play: Self::Move) -> String;

    /// Writes a legal move the way programs exchange it. [`Game::read`] reads this form too.
    fn code(&self, play: Self::Move) -> String {
        self.write(play)
    }

    /// The names of the cells a move leaves and enters, where it has such.
    fn squares(&self, play: Self::Move) -> (Option<String>, Option<String>);

    /// A quick value of the position for the side to move: higher is better.
    fn appraise(&self) -> i32;

    fn diagram(&self) -> Diagram;

    #[must_use]
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// Hands the unchanged position back when the move is not legal.
    fn play(mut self, play: Self::Move) -> Result<Self, IllegalMove<Self>> {
        if self.legal_moves().contains(&play) {
            self.play_unchecked(play);
            Ok(self)
        } else {
            Err(IllegalMove { play, position: Box::new(self) })
        }
    }
}
