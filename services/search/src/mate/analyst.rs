use shakmaty::{Chess, Move, Position as _};
use tablero_game::chess::write_uci;
use thiserror::Error;

use super::{
    board::{Board, Ply},
    convert::ply_of,
    prover::Prover,
    table::Table,
};
use crate::Meter;

/// The budget ended before the question was settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not decided within the budget")]
pub struct Undecided;

/// Asks the prover about positions of the rules.
pub(super) struct Analyst<'a> {
    prover: Prover<'a>,
}

impl<'a> Analyst<'a> {
    pub(super) fn new(table: &'a Table, meter: &'a Meter) -> Analyst<'a> {
        Analyst { prover: Prover::new(table, meter, &|| false, 0) }
    }

    /// The least number of moves, up to `n`, in which the side to move forces mate.
    pub(super) fn shortest(&mut self, position: &Chess, n: u8) -> Result<Option<u8>, Undecided> {
        let board = Board::from(position);
        for n in 1..=n {
            if self.settled(|prover| prover.mates(&board, n))? {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    /// The least number of the other side's moves, up to `n`, in which the side to move is mated
    /// whatever it plays; zero if it is mated now.
    pub(super) fn doom(&mut self, position: &Chess, n: u8) -> Result<Option<u8>, Undecided> {
        let board = Board::from(position);
        for n in 0..=n {
            if self.settled(|prover| prover.succumbs(&board, Ply::NONE, n))? {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    /// Every move that forces mate within `n` moves, itself included, in order of UCI.
    pub(super) fn keys(&mut self, position: &Chess, n: u8) -> Result<Vec<Move>, Undecided> {
        let board = Board::from(position);
        let mut keys = Vec::new();
        for play in ordered_moves(position) {
            let ply = ply_of(play);
            if n > 0 && self.settled(|prover| prover.succumbs(&board.play(ply), ply, n - 1))? {
                keys.push(play);
            }
        }
        Ok(keys)
    }

    fn settled(&mut self, ask: impl FnOnce(&mut Prover<'a>) -> bool) -> Result<bool, Undecided> {
        let answer = ask(&mut self.prover);
        if self.prover.stopped() { Err(Undecided) } else { Ok(answer) }
    }
}

impl Drop for Analyst<'_> {
    fn drop(&mut self) {
        self.prover.settle();
    }
}

/// Legal moves in an order that does not depend on how they were found.
pub(super) fn ordered_moves(position: &Chess) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_by_cached_key(|&play| write_uci(play));
    moves
}

pub(super) fn after(position: &Chess, play: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(play);
    next
}

/// The position with the other side to move, where the rules allow to think of it.
pub(super) fn passed(position: &Chess) -> Option<Chess> {
    position.clone().swap_turn().ok()
}
