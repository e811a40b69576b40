use tablero_game::Evaluate;

use super::prover::Prover;
use crate::{machine::after, mate::Undecided};

/// The moves of the attacker that use up one of the moves a problem counts, and what they lead to.
#[derive(Debug, Clone)]
pub(super) struct Turn<G: Evaluate> {
    pub(super) plays: Vec<G::Move>,
    pub(super) result: G,
}

impl<G: Evaluate> Prover<'_, G> {
    /// Every turn of the attacker that keeps the win within `left` moves, this turn included, in the game's
    /// order. Turns that come to the same are one.
    ///
    /// # Errors
    /// The budget ended first; `found` has those found so far.
    pub(super) fn winning_turns(
        &mut self,
        game: &G,
        left: u8,
        found: &mut Vec<Turn<G>>,
    ) -> Result<(), Undecided> {
        self.extend(game, left, &mut Vec::new(), found)
    }

    fn extend(
        &mut self,
        game: &G,
        left: u8,
        plays: &mut Vec<G::Move>,
        found: &mut Vec<Turn<G>>,
    ) -> Result<(), Undecided> {
        for play in game.legal_moves() {
            let next = after(game, play);
            let ends =
                game.spends(play) || next.side_to_move() != self.attacker() || next.outcome().is_some();
            let spent = u8::from(game.spends(play));
            if left < spent || !self.wins(&next, left - spent)? {
                continue;
            }
            plays.push(play);
            if !ends {
                self.extend(&next, left, plays, found)?;
            } else if !found.iter().any(|turn| turn.result == next) {
                found.push(Turn { plays: plays.clone(), result: next });
            }
            plays.pop();
        }
        Ok(())
    }
}
