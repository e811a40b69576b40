use tablero_game::{Evaluate, Side};

use super::table::Table;
use crate::{
    Meter,
    machine::{Purse, after},
    mate::Undecided,
};

/// From so many moves on, moves are tried in a good order; nearer to the end looking costs less than sorting.
const WORTH_SORTING: u8 = 1;

/// Searches the tree of one attacker's wins.
pub(super) struct Prover<'a, G: Evaluate> {
    attacker: Side,
    table: &'a mut Table<G>,
    purse: Purse<'a>,
    /// Lists of moves to be used again.
    spare: Vec<Vec<(i32, G::Move)>>,
}

impl<'a, G: Evaluate> Prover<'a, G> {
    pub(super) fn new(attacker: Side, table: &'a mut Table<G>, meter: &'a Meter) -> Prover<'a, G> {
        Prover { attacker, table, purse: Purse::new(meter), spare: Vec::new() }
    }

    pub(super) fn attacker(&self) -> Side {
        self.attacker
    }

    /// Whether the attacker forces the win with at most `left` more moves of its own, whoever is to move.
    ///
    /// # Errors
    /// The budget ended first.
    pub(super) fn wins(&mut self, game: &G, left: u8) -> Result<bool, Undecided> {
        let wins = self.search(game, left);
        if self.purse.is_empty() { Err(Undecided) } else { Ok(wins) }
    }

    /// The least number of moves up to `most` with which the attacker forces the win.
    ///
    /// # Errors
    /// The budget ended first.
    pub(super) fn shortest(&mut self, game: &G, most: u8) -> Result<Option<u8>, Undecided> {
        for left in 0..=most {
            if self.wins(game, left)? {
                return Ok(Some(left));
            }
        }
        Ok(None)
    }

    fn search(&mut self, game: &G, left: u8) -> bool {
        if let Some(outcome) = game.outcome() {
            return outcome.winner() == Some(self.attacker);
        }
        let attacks = game.side_to_move() == self.attacker;
        if attacks && left == 0 || !self.purse.pay() {
            return false;
        }
        if let Some(wins) = game.wins_now().filter(|&wins| attacks && (wins || left == 1)) {
            return wins;
        }
        let note = self.table.recall(game, self.attacker);
        if let Some(note) = note {
            if left >= note.wins_with {
                return true;
            }
            if left < note.fails_below {
                return false;
            }
        }
        let first = note.and_then(|note| note.play);
        let (wins, play) = self.decide(game, left, attacks, first);
        if !self.purse.is_empty() {
            self.table.keep(game, self.attacker, left, wins, play);
        }
        wins
    }

    /// The attacker needs one move that wins, the defender one that does not lose.
    fn decide(
        &mut self,
        game: &G,
        left: u8,
        attacks: bool,
        first: Option<G::Move>,
    ) -> (bool, Option<G::Move>) {
        let moves = self.ordered(game, left, first);
        let mut found = None;
        for &(_, play) in &moves {
            let spent = u8::from(attacks && game.spends(play));
            if self.search(&after(game, play), left - spent) == attacks {
                found = Some(play);
                break;
            }
            if self.purse.is_empty() {
                break;
            }
        }
        self.spare.push(moves);
        (found.is_some() == attacks, found)
    }

    /// The move that was good last time, then those after which the mover stands best.
    fn ordered(&mut self, game: &G, left: u8, first: Option<G::Move>) -> Vec<(i32, G::Move)> {
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        let mover = game.side_to_move();
        for play in game.legal_moves() {
            let rank = if Some(play) == first {
                i32::MAX
            } else if left < WORTH_SORTING {
                0
            } else {
                let next = after(game, play);
                let value = next.judge();
                if next.side_to_move() == mover { value } else { -value }
            };
            moves.push((rank, play));
        }
        moves.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        moves
    }
}
