use std::cmp::Reverse;

use shakmaty::{Chess, Move};

use super::{
    Solver,
    analyst::{Analyst, Undecided, after, ordered_moves},
};
use crate::{Budget, Meter};

/// A move of the defender, judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defence<M = Move> {
    pub play: M,
    /// The attacker mates in so many moves after it; `None` if not in time.
    pub mated_in: Option<u8>,
    /// Attacker's moves that keep the shortest mate; zero if there is none.
    pub winning_replies: usize,
}

/// A move of the attacker that keeps the win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinningMove<M = Move> {
    pub play: M,
    /// Mate in so many moves, this one included.
    pub mates_in: u8,
}

impl Solver {
    /// With the attacker to move: in how many moves mate is forced, if within `moves_left`.
    ///
    /// # Errors
    /// The budget ended first.
    pub fn wins_in(
        &mut self,
        position: &Chess,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Option<u8>, Undecided> {
        self.ask(moves_left, budget, |analyst| analyst.shortest(position, moves_left))
    }

    /// With the defender to move: in how many of the attacker's moves mate is forced whatever the
    /// defender plays, if within `moves_left`; zero if it is mate already.
    ///
    /// # Errors
    /// The budget ended first.
    pub fn loses_in(
        &mut self,
        position: &Chess,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Option<u8>, Undecided> {
        self.ask(moves_left, budget, |analyst| analyst.doom(position, moves_left))
    }

    /// With the attacker to move: every move that keeps mate within `moves_left`, the quickest first.
    ///
    /// # Errors
    /// The budget ended first.
    pub fn winning_moves(
        &mut self,
        position: &Chess,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Vec<WinningMove>, Undecided> {
        self.ask(moves_left, budget, |analyst| {
            let mut moves = Vec::new();
            for play in analyst.keys(position, moves_left)? {
                let after_it = analyst.doom(&after(position, play), moves_left.saturating_sub(1))?;
                moves.extend(after_it.map(|moves| WinningMove { play, mates_in: moves + 1 }));
            }
            moves.sort_by_key(|winning| winning.mates_in);
            Ok(moves)
        })
    }

    /// With the defender to move: every move, the best first. An escape comes before any mate, a later
    /// mate before a sooner one, and among equals the one with the fewest winning replies.
    ///
    /// # Errors
    /// The budget ended first.
    pub fn defences(
        &mut self,
        position: &Chess,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Vec<Defence>, Undecided> {
        self.ask(moves_left, budget, |analyst| {
            let mut defences = Vec::new();
            for play in ordered_moves(position) {
                let next = after(position, play);
                let mated_in = analyst.shortest(&next, moves_left)?;
                let winning_replies = match mated_in {
                    Some(moves) => analyst.keys(&next, moves)?.len(),
                    None => 0,
                };
                defences.push(Defence { play, mated_in, winning_replies });
            }
            defences.sort_by_key(|found| (Reverse(found.mated_in.unwrap_or(u8::MAX)), found.winning_replies));
            Ok(defences)
        })
    }

    pub(super) fn ask<T>(
        &mut self,
        moves_left: u8,
        budget: Budget,
        question: impl FnOnce(&mut Analyst<'_>) -> Result<T, Undecided>,
    ) -> Result<T, Undecided> {
        let meter: Meter = budget.start();
        self.table.make_room(1 << (2 * u32::from(moves_left.min(6)) + 6), &meter);
        question(&mut Analyst::new(&self.table, &meter))
    }
}
