use super::{
    board::{Board, Field, Ground, with_field},
    settings::Settings,
    setup::Setup,
    square::Square,
    word::Word as _,
};
use crate::{Game as _, Outcome, Side};

/// A position of Othello with its rules. Black is the first side.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Othello {
    pub(super) settings: Settings,
    pub(super) board: Board,
    pub(super) turn: Side,
    /// Skips left to each side.
    pub(super) left: [u8; 2],
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Play {
    /// Places a disc; with a skip, the opponent's next turn is passed over.
    Place { square: Square, skip: bool },
    /// Exactly where no disc can be placed but the opponent can place one.
    Pass,
}

impl Othello {
    /// The standard discs under any rules, even where they leave no game worth playing.
    #[must_use]
    pub fn standard(settings: Settings) -> Othello {
        Setup::standard(settings).position()
    }

    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many discs a side has.
    #[must_use]
    pub fn count(&self, side: Side) -> u32 {
        self.board.count(side)
    }

    #[must_use]
    pub fn empties(&self) -> u32 {
        self.settings.size().pow(2) - self.count(Side::First) - self.count(Side::Second)
    }

    #[must_use]
    pub fn skips_left(&self, side: Side) -> u8 {
        self.left[side as usize]
    }

    /// The disc on a square; `None` beyond the board.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Option<Side>> {
        let size = self.settings.size();
        (square.row() < size && square.column() < size)
            .then(|| with_field!(&self.board, field => field.cell(square)))
    }

    pub(super) fn places(&self, to: &mut Vec<Play>) {
        let skips = self.skips_left(self.turn) > 0;
        with_field!(&self.board, field => for square in squares(field) {
            to.push(Play::Place { square, skip: false });
            if skips && !self.ends_with(square) {
                to.push(Play::Place { square, skip: true });
            }
        });
    }

    pub(super) fn can_place(&self) -> bool {
        with_field!(&self.board, field => !field.moves.is_empty())
    }

    /// Whether the opponent could place a disc.
    pub(super) fn can_wait(&self) -> bool {
        self.board.can_move(&self.settings, self.turn.other())
    }

    /// Whether every game from here is over after so many moves.
    pub(super) fn ends_within(&self, plies: u32) -> bool {
        let moves = self.legal_moves();
        moves.is_empty()
            || plies > 0
                && moves.into_iter().all(|play| {
                    let mut next = self.clone();
                    next.make(play);
                    next.ends_within(plies - 1)
                })
    }

    fn ends_with(&self, square: Square) -> bool {
        let mut next = self.clone();
        next.make(Play::Place { square, skip: false });
        !next.can_place() && !next.can_wait()
    }

    pub(super) fn make(&mut self, play: Play) {
        let mover = self.turn;
        match play {
            Play::Pass => self.turn = mover.other(),
            Play::Place { square, skip } => {
                with_field!(&mut self.board, field => field.place(&self.settings, mover, square));
                if skip {
                    let left = &mut self.left[mover as usize];
                    *left = left.saturating_sub(1);
                } else {
                    self.turn = mover.other();
                }
            }
        }
        with_field!(&mut self.board, field => field.moves = field.moves_of(&self.settings, self.turn));
    }

    pub(super) fn result(&self) -> Outcome {
        let [first, second] = Side::ALL.map(|side| self.count(side));
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win { side: Side::First, by: "discs" },
            std::cmp::Ordering::Less => Outcome::Win { side: Side::Second, by: "discs" },
            std::cmp::Ordering::Equal => Outcome::Draw { by: "discs" },
        }
    }
}

fn squares<W: Ground>(field: &Field<W>) -> impl Iterator<Item = Square> {
    field.moves.bits().filter_map(Field::<W>::square)
}
