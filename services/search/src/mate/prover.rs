use super::{
    board::{Board, Ply},
    habits::Habits,
    order::Wishes,
    table::{Known, Table},
};
use crate::Meter;

/// Nodes between two looks at the budget: well below a millisecond.
const STRIDE: u32 = 512;

/// One thread's exact AND/OR search: every answer is a proof unless [`Prover::stopped`].
///
/// Each attacker's node deepens by itself from the shortest mate not yet excluded, so a short mate is
/// never overlooked for a long one, and the refutations of one step are tried first in the next.
/// Nothing is pruned: the speed comes from asking first for the defence that is soonest proven to hold.
pub(super) struct Prover<'a> {
    table: &'a Table,
    meter: &'a Meter,
    /// Asked now and then for reasons to stop besides the budget.
    given_up: &'a (dyn Fn() -> bool + Sync),
    unspent: u32,
    stopped: bool,
    habits: Habits,
    /// Moves of all open nodes, each node's above its parent's.
    moves: Vec<(i32, Ply)>,
    seed: u32,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        table: &'a Table,
        meter: &'a Meter,
        given_up: &'a (dyn Fn() -> bool + Sync),
        seed: u32,
    ) -> Prover<'a> {
        let habits = Habits::new();
        Prover {
            table,
            meter,
            given_up,
            unspent: 0,
            stopped: false,
            habits,
            moves: Vec::with_capacity(512),
            seed,
        }
    }

    /// Whether the budget ended: then the last answer means nothing.
    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Ready for another question, unless the budget ended.
    pub(super) fn resume(&mut self) {
        self.stopped = self.meter.is_exhausted();
    }

    fn count(&mut self) {
        self.unspent += 1;
        if self.unspent >= STRIDE {
            self.settle();
            self.stopped |= self.meter.is_exhausted() || (self.given_up)();
        }
    }

    /// Puts the nodes counted so far on the bill.
    pub(super) fn settle(&mut self) {
        self.stopped |= !self.meter.spend(u64::from(self.unspent));
        self.unspent = 0;
    }

    /// Whether the side to move forces mate within `n` of its moves.
    pub(super) fn mates(&mut self, board: &Board, n: u8) -> bool {
        self.count();
        if n == 0 || self.stopped {
            return false;
        }
        if n == 1 {
            return board.mate_in_one().is_some();
        }
        let known = self.table.look_up(board, true);
        if known.proven <= n || known.refuted >= n {
            return known.proven <= n;
        }
        if known.refuted == 0
            && let Some(ply) = board.mate_in_one()
        {
            self.table.learn(board, true, Known::proven_in(1, ply));
            return true;
        }
        let base = self.moves.len();
        let mut moves = std::mem::take(&mut self.moves);
        self.wishes(known.best).list_attacks(board, &mut moves);
        self.moves = moves;
        let mut mates = false;
        for n in known.refuted.max(1) + 1..=n {
            mates = self.mates_exactly(board, base, n);
            if mates || self.stopped {
                break;
            }
        }
        self.moves.truncate(base);
        mates && !self.stopped
    }

    /// One step of deepening: no mate in fewer than `n` exists.
    fn mates_exactly(&mut self, board: &Board, base: usize, n: u8) -> bool {
        for at in base..self.moves.len() {
            let ply = self.moves[at].1;
            let succumbs = self.succumbs(&board.play(ply), ply, n - 1);
            if self.stopped {
                return false;
            }
            if succumbs {
                self.habits.mated(ply, n);
                self.table.learn(board, true, Known { refuted: n - 1, ..Known::proven_in(n, ply) });
                return true;
            }
        }
        self.table.learn(board, true, Known::refuted_in(n, Ply::NONE));
        false
    }

    /// Whether the side to move is mated, or will be within `n` moves of the other side whatever it
    /// plays. `attack` is the move that led here.
    pub(super) fn succumbs(&mut self, board: &Board, attack: Ply, n: u8) -> bool {
        self.count();
        if n == 0 {
            return board.is_mate();
        }
        let mut hint = 0;
        if n > 1 {
            let known = self.table.look_up(board, false);
            if known.proven <= n || known.refuted >= n {
                return known.proven <= n;
            }
            hint = known.best;
        }
        if n == 1 && self.any_killer(board, attack) {
            return false;
        }
        let danger = board.danger();
        let base = self.moves.len();
        let mut moves = std::mem::take(&mut self.moves);
        if n == 1 {
            self.wishes(hint).list_last_defences(board, &danger, &mut moves);
        } else {
            self.wishes(hint).list_defences(board, &danger, &mut moves);
        }
        self.moves = moves;
        let holds = self.any_refutation(board, attack, base, n);
        let stalemate = self.moves.len() == base && danger.checkers.is_empty();
        self.moves.truncate(base);
        if holds || stalemate || self.stopped {
            return false;
        }
        if n > 1 {
            self.table.learn(board, false, Known::proven_in(n, Ply::NONE));
        }
        true
    }

    /// Before the last move a remembered refutation mostly settles it without listing any moves.
    fn any_killer(&mut self, board: &Board, attack: Ply) -> bool {
        self.habits.killers(attack).into_iter().any(|defence| {
            board.try_play(defence).is_some_and(|next| self.refutes(board, attack, defence, &next, 1))
        })
    }

    fn any_refutation(&mut self, board: &Board, attack: Ply, base: usize, n: u8) -> bool {
        for at in base..self.moves.len() {
            // Selection, because the first few moves mostly settle it.
            let best = (at..self.moves.len()).max_by_key(|&at| self.moves[at].0).unwrap_or(at);
            self.moves.swap(at, best);
            let defence = self.moves[at].1;
            if self.refutes(board, attack, defence, &board.play(defence), n) {
                return true;
            }
            if self.stopped {
                return false;
            }
        }
        false
    }

    fn refutes(&mut self, board: &Board, attack: Ply, defence: Ply, next: &Board, n: u8) -> bool {
        let mates = self.mates(next, n);
        if mates || self.stopped {
            return false;
        }
        self.habits.refuted(attack, defence, n);
        if n > 1 {
            self.table.learn(board, false, Known::refuted_in(n, defence));
        }
        true
    }

    fn wishes(&self, hint: u16) -> Wishes<'_> {
        Wishes { habits: &self.habits, hint, seed: self.seed }
    }
}
