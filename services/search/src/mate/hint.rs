use shakmaty::{Chess, Move};
use tablero_game::{
    Game as _, Language,
    chess::{write_san, write_uci},
};

use super::{Solver, analyst::Undecided};
use crate::Budget;

/// How much a hint gives away; each step says what the one before said, and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HintStep {
    Piece,
    Target,
    Move,
}

impl HintStep {
    /// In the order in which they are given.
    pub const ALL: [HintStep; 3] = [HintStep::Piece, HintStep::Target, HintStep::Move];

    /// The stable word for machines.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            HintStep::Piece => "piece",
            HintStep::Target => "target",
            HintStep::Move => "move",
        }
    }
}

/// A move that mates soonest, as far as a step gives it away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The square of the piece to move.
    pub from: String,
    /// The square it goes to; for castling the king's.
    pub to: Option<String>,
    pub play: Option<HintedMove>,
}

/// The move of a hint in both notations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HintedMove {
    pub san: String,
    pub uci: String,
}

impl Solver {
    /// With the attacker to move: a hint to the shortest mate within `moves_left`, or none if there is no
    /// such mate. Of several keys it is always the same one.
    ///
    /// # Errors
    /// The budget ended first.
    pub fn hint(
        &mut self,
        position: &Chess,
        moves_left: u8,
        step: HintStep,
        budget: Budget,
    ) -> Result<Option<Hint>, Undecided> {
        let key = self.ask(moves_left, budget, |analyst| {
            let Some(shortest) = analyst.shortest(position, moves_left)? else {
                return Ok(None);
            };
            Ok(analyst.keys(position, shortest)?.first().copied())
        })?;
        Ok(key.map(|key| give_away(position, key, step)))
    }
}

fn give_away(position: &Chess, key: Move, step: HintStep) -> Hint {
    let (from, to) = position.squares(key);
    Hint {
        from: from.unwrap_or_default(),
        to: to.filter(|_| step >= HintStep::Target),
        play: (step >= HintStep::Move)
            .then(|| HintedMove { san: write_san(position, key, Language::English), uci: write_uci(key) }),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;
    use tablero_game::chess::read_position;

    use super::*;

    #[test]
    fn a_hint_to_castle_names_the_squares_of_the_king() {
        let position = read_position("4k3/8/8/8/8/8/8/4K2R w K").unwrap();
        let castling = Move::Castle { king: Square::E1, rook: Square::H1 };
        let hint = give_away(&position, castling, HintStep::Move);
        assert_eq!((hint.from.as_str(), hint.to.as_deref()), ("e1", Some("g1")));
        assert_eq!(hint.play, Some(HintedMove { san: "O-O".into(), uci: "e1g1".into() }));
    }
}
