use shakmaty::{Bitboard, Role, Square, attacks};

use super::{
    board::{Board, Danger, Kind, Ply, index},
    habits::Habits,
};

/// What speaks for moves of a node before it is searched.
pub(super) struct Wishes<'a> {
    pub(super) habits: &'a Habits,
    /// The move that settled the position before, as [`Ply::brief`].
    pub(super) hint: u16,
    /// Told apart, threads that help with the same position look at it in another order.
    pub(super) seed: u32,
}

impl Wishes<'_> {
    /// Lists the attacker's moves: checks first, then what comes near the king.
    pub(super) fn list_attacks(&self, board: &Board, moves: &mut Vec<(i32, Ply)>) {
        let base = moves.len();
        let king = board.king(!board.turn);
        let checks = Checks::on(board, king);
        board.any_move(&board.danger(), |ply| {
            let mut score = self.bonus(ply) + self.habits.attack(ply).min(1 << 16) as i32;
            if checks.may_give(ply) {
                score += 1 << 20;
            }
            score -= (ply.to.distance(king) as i32) << 6;
            moves.push((score, ply));
            false
        });
        moves[base..].sort_unstable_by_key(|&(score, _)| -score);
    }

    /// Lists every defence before the attacker's last move.
    pub(super) fn list_last_defences(&self, board: &Board, danger: &Danger, moves: &mut Vec<(i32, Ply)>) {
        let prey = board.of(!board.turn);
        board.any_move(danger, |ply| {
            let taking = if prey.contains(ply.to) { 500 } else { 0 };
            moves.push((self.bonus(ply) + self.habits.last_defence(ply) as i32 + taking, ply));
            false
        });
    }

    /// Lists every defence when more is to come. A refutation that leaves the attacker few moves is
    /// proven soonest: checks come first, then captures, the strongest piece first.
    pub(super) fn list_defences(&self, board: &Board, danger: &Danger, moves: &mut Vec<(i32, Ply)>) {
        let checks = Checks::on(board, board.king(!board.turn));
        let prey = board.of(!board.turn);
        board.any_move(danger, |ply| {
            let mut score = self.bonus(ply) + (self.habits.defence(ply) >> 2) as i32;
            if checks.may_give(ply) {
                score += 1 << 23;
            }
            if prey.contains(ply.to) {
                score += board.worth_at(ply.to);
            }
            moves.push((score, ply));
            false
        });
    }

    fn bonus(&self, ply: Ply) -> i32 {
        let hinted = if ply.brief() == self.hint { 3 << 22 } else { 0 };
        let jitter = match self.seed {
            0 => 0,
            seed => u32::from(ply.brief()).wrapping_mul(seed | 1) >> 7 & 0x3ff,
        };
        hinted + jitter as i32
    }
}

impl Board {
    /// How much losing the piece on a square narrows its side's choice.
    fn worth_at(&self, square: Square) -> i32 {
        let is = |role| self.role(role).contains(square);
        if is(Role::Pawn) {
            1 << 17
        } else if is(Role::Queen) {
            1 << 22
        } else if is(Role::Rook) {
            1 << 21
        } else {
            1 << 20
        }
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
        let straight = attacks::rook_attacks(king, occupied);
        let diagonal = attacks::bishop_attacks(king, occupied);
        let pawn = attacks::pawn_attacks(!board.turn, king);
        Checks {
            squares: [
                pawn,
                attacks::knight_attacks(king),
                diagonal,
                straight,
                straight | diagonal,
                Bitboard::EMPTY,
            ],
            batteries: board.shields(king, board.turn) & board.of(board.turn),
        }
    }

    /// Whether a move probably gives check: good enough for ordering, for nothing else.
    fn may_give(&self, ply: Ply) -> bool {
        let role = match ply.kind {
            Kind::Promotion(role) => role,
            Kind::Castle => Role::Rook,
            _ => ply.role,
        };
        self.batteries.contains(ply.from) || self.squares[index(role)].contains(ply.to)
    }
}
