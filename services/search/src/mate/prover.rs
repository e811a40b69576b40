use shakmaty::{Bitboard, Role, Square, attacks};

use super::{
    board::{Board, Danger, Kind, Ply},
    habits::Habits,
    table::{Known, Table},
};
use crate::Meter;

/// Nodes between two looks at the budget: well below a millisecond.
const STRIDE: u32 = 512;

/// One thread's exact search: every answer is a proof unless [`Prover::stopped`].
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
    /// Told apart, threads that help with the same position look at it in another order.
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
            self.table.learn(
                board,
                true,
                Known {
                    proven: 1,
                    refuted: 0,
                    best: ply.brief(),
                },
            );
            return true;
        }
        let base = self.moves.len();
        self.list_attacks(board, known.best);
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
                self.table.learn(
                    board,
                    true,
                    Known {
                        proven: n,
                        refuted: n - 1,
                        best: ply.brief(),
                    },
                );
                return true;
            }
        }
        self.table.learn(
            board,
            true,
            Known {
                refuted: n,
                ..Known::NOTHING
            },
        );
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
        let danger = board.danger();
        for defence in self.habits.killers(attack, n) {
            if board.is_legal(&danger, defence) && self.refutes(board, attack, defence, n) {
                return false;
            }
        }
        let base = self.moves.len();
        self.list_defences(board, &danger, hint);
        let holds = self.any_refutation(board, attack, base, n);
        let stalemate = self.moves.len() == base && danger.checkers.is_empty();
        self.moves.truncate(base);
        if holds || stalemate || self.stopped {
            return false;
        }
        if n > 1 {
            self.table.learn(
                board,
                false,
                Known {
                    proven: n,
                    ..Known::NOTHING
                },
            );
        }
        true
    }

    fn any_refutation(&mut self, board: &Board, attack: Ply, base: usize, n: u8) -> bool {
        for at in base..self.moves.len() {
            // Selection, because the first few moves mostly settle it.
            let best = (at..self.moves.len())
                .max_by_key(|&at| self.moves[at].0)
                .unwrap_or(at);
            self.moves.swap(at, best);
            if self.refutes(board, attack, self.moves[at].1, n) {
                return true;
            }
            if self.stopped {
                return false;
            }
        }
        false
    }

    fn refutes(&mut self, board: &Board, attack: Ply, defence: Ply, n: u8) -> bool {
        let mates = self.mates(&board.play(defence), n);
        if mates || self.stopped {
            return false;
        }
        self.habits.refuted(attack, defence, n);
        if n > 1 {
            self.table.learn(
                board,
                false,
                Known {
                    refuted: n,
                    best: defence.brief(),
                    ..Known::NOTHING
                },
            );
        }
        true
    }

    fn list_attacks(&mut self, board: &Board, hint: u16) {
        let base = self.moves.len();
        let king = board.king(!board.turn);
        let checks = Checks::on(board, king);
        let (habits, moves, seed) = (&self.habits, &mut self.moves, self.seed);
        board.any_move(&board.danger(), |ply| {
            let mut score = habits.attack(ply).min(1 << 16) as i32;
            if ply.brief() == hint {
                score += 1 << 24;
            }
            if checks.may_give(ply) {
                score += 1 << 20;
            }
            score -= (ply.to().distance(king) as i32) << 6;
            score += jitter(ply, seed);
            moves.push((-score, ply));
            false
        });
        moves[base..].sort_unstable_by_key(|&(score, _)| score);
    }

    fn list_defences(&mut self, board: &Board, danger: &Danger, hint: u16) {
        let them = board.of(!board.turn);
        let (habits, moves, seed) = (&self.habits, &mut self.moves, self.seed);
        board.any_move(danger, |ply| {
            let mut score = habits.defence(ply) as i32;
            if ply.brief() == hint {
                score += 1 << 24;
            }
            if them.contains(ply.to()) {
                score += 500;
            }
            score += jitter(ply, seed);
            moves.push((score, ply));
            false
        });
    }
}

fn jitter(ply: Ply, seed: u32) -> i32 {
    if seed == 0 {
        0
    } else {
        (u32::from(ply.brief()).wrapping_mul(seed | 1) >> 7 & 0x3ff) as i32
    }
}

/// Squares from which the pieces of the side to move would give check.
struct Checks {
    squares: [Bitboard; 6],
    batteries: Bitboard,
}

impl Checks {
    fn on(board: &Board, king: Square) -> Checks {
        let occupied = board.occupied();
        let (straight, diagonal) = (
            attacks::rook_attacks(king, occupied),
            attacks::bishop_attacks(king, occupied),
        );
        Checks {
            squares: [
                attacks::pawn_attacks(!board.turn, king),
                attacks::knight_attacks(king),
                diagonal,
                straight,
                straight | diagonal,
                Bitboard::EMPTY,
            ],
            batteries: board.shields(king, board.turn) & board.of(board.turn),
        }
    }

    /// Whether a move probably gives check; for ordering only.
    fn may_give(&self, ply: Ply) -> bool {
        let role = match ply.kind() {
            Kind::Promotion(role) => role,
            Kind::Castle => Role::Rook,
            _ => ply.role(),
        };
        self.batteries.contains(ply.from()) || self.squares[super::board::index(role)].contains(ply.to())
    }
}
