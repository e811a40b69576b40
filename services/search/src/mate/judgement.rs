use std::cmp::Reverse;

use shakmaty::{Chess, Move};
use tablero_game::Evaluate as _;

use super::{
    Solver,
    analyst::{Undecided, after, ordered_moves},
};
use crate::Budget;

/// What an attacker's move did to the win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement<M = Move> {
    /// Mate in time is still forced, with so many more moves; zero if this one mates.
    Wins { mates_in: u8 },
    /// Mate in time is no longer forced. The refutation is a reply that shows it, captures before quiet
    /// ones; there is none after a stalemate.
    Fails { refutation: Option<M> },
}

impl<M> Judgement<M> {
    #[must_use]
    pub const fn is_win(&self) -> bool {
        matches!(self, Judgement::Wins { .. })
    }
}

impl Solver {
    /// Judges a legal move of the attacker, made in `position` with `moves_left` moves to go, this one
    /// included.
    ///
    /// # Errors
    /// The budget ended first.
    pub fn judge(
        &mut self,
        position: &Chess,
        play: Move,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Judgement, Undecided> {
        let next = after(position, play);
        let left = moves_left.saturating_sub(1);
        self.ask(left, budget, |analyst| {
            if moves_left > 0
                && let Some(mates_in) = analyst.doom(&next, left)?
            {
                return Ok(Judgement::Wins { mates_in });
            }
            let mut replies = ordered_moves(&next);
            replies.sort_by_key(|&reply| Reverse(next.promise(reply).unwrap_or(0)));
            for reply in replies {
                if analyst.shortest(&after(&next, reply), left)?.is_none() {
                    return Ok(Judgement::Fails { refutation: Some(reply) });
                }
            }
            Ok(Judgement::Fails { refutation: None })
        })
    }
}
