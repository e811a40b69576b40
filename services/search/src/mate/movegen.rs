use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use super::board::{Board, Danger, Kind, Ply};

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

impl Board {
    /// Visits every legal move until the visitor answers `true`; then the answer is `true`.
    pub(super) fn any_move(&self, danger: &Danger, visit: impl FnMut(Ply) -> bool) -> bool {
        self.any_move_of(Bitboard::FULL, danger, visit)
    }

    /// The same for the pieces on the given squares only.
    pub(super) fn any_move_of(
        &self,
        squares: Bitboard,
        danger: &Danger,
        mut visit: impl FnMut(Ply) -> bool,
    ) -> bool {
        let us = self.of(self.turn) & squares;
        let king = self.king(self.turn);
        if !danger.checkers.more_than_one() {
            let targets = danger.answers & !self.of(self.turn);
            if self.any_pawn_move(us, king, danger, targets, &mut visit) {
                return true;
            }
            let occupied = self.occupied();
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                for from in self.role(role) & us {
                    let mut reach = reach(role, from, occupied) & targets;
                    if danger.pinned.contains(from) {
                        reach &= attacks::ray(king, from);
                    }
                    for to in reach {
                        if visit(Ply::new(role, from, to, Kind::Normal)) {
                            return true;
                        }
                    }
                }
            }
        }
        us.contains(king) && self.any_king_move(king, danger, &mut visit)
    }

    fn any_king_move(&self, king: Square, danger: &Danger, visit: &mut impl FnMut(Ply) -> bool) -> bool {
        let without_king = self.occupied() ^ Bitboard::from(king);
        for to in attacks::king_attacks(king) & !self.of(self.turn) {
            if !self.attacked(to, !self.turn, without_king)
                && visit(Ply::new(Role::King, king, to, Kind::Normal))
            {
                return true;
            }
        }
        danger.checkers.is_empty() && self.castling.any() && self.any_castling(king, visit)
    }

    fn any_castling(&self, king: Square, visit: &mut impl FnMut(Ply) -> bool) -> bool {
        let home = self.turn.fold_wb(Rank::First, Rank::Eighth);
        for rook in self.castling & Bitboard::from_rank(home) {
            let long = rook.file() < king.file();
            let to = Square::from_coords(if long { shakmaty::File::C } else { shakmaty::File::G }, home);
            let path = attacks::between(king, to) | Bitboard::from(to);
            let safe = (self.occupied() & attacks::between(king, rook)).is_empty()
                && path.into_iter().all(|square| !self.attacked(square, !self.turn, self.occupied()));
            if safe && visit(Ply::new(Role::King, king, to, Kind::Castle)) {
                return true;
            }
        }
        false
    }

    fn any_pawn_move(
        &self,
        us: Bitboard,
        king: Square,
        danger: &Danger,
        targets: Bitboard,
        visit: &mut impl FnMut(Ply) -> bool,
    ) -> bool {
        let (color, prey, free) = (self.turn, self.of(!self.turn), !self.occupied());
        for from in self.role(Role::Pawn) & us {
            let allowed =
                if danger.pinned.contains(from) { targets & attacks::ray(king, from) } else { targets };
            let single = pushed(Bitboard::from(from), color) & free;
            let double = pushed(single & third_rank(color), color) & free;
            for to in (single | attacks::pawn_attacks(color, from) & prey) & allowed {
                let stop = if (Bitboard::from(to) & Bitboard::BACKRANKS).any() {
                    PROMOTIONS
                        .iter()
                        .any(|&role| visit(Ply::new(Role::Pawn, from, to, Kind::Promotion(role))))
                } else {
                    visit(Ply::new(Role::Pawn, from, to, Kind::Normal))
                };
                if stop {
                    return true;
                }
            }
            if let Some(to) = (double & allowed).first()
                && visit(Ply::new(Role::Pawn, from, to, Kind::DoublePush))
            {
                return true;
            }
        }
        self.ep.is_some_and(|ep| self.any_en_passant(ep, us, king, visit))
    }

    /// En passant lifts two pawns at once, so its legality is tried out on the board.
    fn any_en_passant(
        &self,
        ep: Square,
        us: Bitboard,
        king: Square,
        visit: &mut impl FnMut(Ply) -> bool,
    ) -> bool {
        for from in attacks::pawn_attacks(!self.turn, ep) & self.role(Role::Pawn) & us {
            let ply = Ply::new(Role::Pawn, from, ep, Kind::EnPassant);
            let next = self.play(ply);
            if !next.attacked(king, !self.turn, next.occupied()) && visit(ply) {
                return true;
            }
        }
        false
    }

    /// The position after a move remembered from elsewhere, if it is legal here.
    pub(super) fn try_play(&self, ply: Ply) -> Option<Board> {
        if ply.kind == Kind::Castle {
            let here = Bitboard::from(ply.from);
            return self.any_move_of(here, &self.danger(), |other| other == ply).then(|| self.play(ply));
        }
        if !self.is_plausible(ply) {
            return None;
        }
        let next = self.play(ply);
        (!next.attacked(next.king(self.turn), !self.turn, next.occupied())).then_some(next)
    }

    /// Whether the piece is there and moves like this, checks and pins aside.
    fn is_plausible(&self, ply: Ply) -> bool {
        let (from, to, ours) = (ply.from, ply.to, self.of(self.turn));
        if !(self.role(ply.role) & ours).contains(from) || ours.contains(to) {
            return false;
        }
        let free = !self.occupied();
        match ply.kind {
            Kind::EnPassant => self.ep == Some(to) && attacks::pawn_attacks(self.turn, from).contains(to),
            Kind::DoublePush => {
                let single = pushed(Bitboard::from(from), self.turn) & free;
                (pushed(single, self.turn) & free).contains(to)
            }
            _ if ply.role == Role::Pawn => {
                let takes = attacks::pawn_attacks(self.turn, from) & self.of(!self.turn);
                (takes | pushed(Bitboard::from(from), self.turn) & free).contains(to)
            }
            _ => reach(ply.role, from, !free).contains(to),
        }
    }

    pub(super) fn legal_moves(&self) -> Vec<Ply> {
        let mut moves = Vec::with_capacity(48);
        self.any_move(&self.danger(), |ply| {
            moves.push(ply);
            false
        });
        moves
    }

    /// Whether the side to move is checkmated.
    pub(super) fn is_mate(&self) -> bool {
        let king = self.king(self.turn);
        let checkers = self.attackers_of(king, !self.turn);
        let Some(checker) = checkers.first() else {
            return false;
        };
        let without_king = self.occupied() ^ Bitboard::from(king);
        for to in attacks::king_attacks(king) & !self.of(self.turn) {
            if !self.attacked(to, !self.turn, without_king) {
                return false;
            }
        }
        checkers.more_than_one() || !self.parries(king, checker)
    }

    /// Whether a piece other than the king can take a lone checker or step in between.
    fn parries(&self, king: Square, checker: Square) -> bool {
        let able = self.of(self.turn) & !self.shields(king, !self.turn) & !self.role(Role::King);
        self.can_meet(self.turn, able, king, checker, self.occupied())
            || self.ep.is_some_and(|ep| self.any_en_passant(ep, self.of(self.turn), king, &mut |_| true))
    }

    /// Whether one of the able pieces of a colour takes on `checker` or steps between it and the king,
    /// en passant aside.
    pub(super) fn can_meet(
        &self,
        color: Color,
        able: Bitboard,
        king: Square,
        checker: Square,
        occupied: Bitboard,
    ) -> bool {
        if (self.attackers(checker, occupied) & able).any() {
            return true;
        }
        let between = attacks::between(king, checker);
        if between.is_empty() {
            return false;
        }
        let single = pushed(self.role(Role::Pawn) & able, color) & !occupied;
        let double = pushed(single & third_rank(color), color);
        let pieces = able & !self.role(Role::Pawn);
        ((single | double) & between).any()
            || between.into_iter().any(|square| (self.attackers(square, occupied) & pieces).any())
    }
}

/// Squares a piece other than a pawn attacks.
pub(super) fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::Pawn | Role::King => attacks::king_attacks(from),
    }
}

fn pushed(pawns: Bitboard, color: Color) -> Bitboard {
    Bitboard(color.fold_wb(pawns.0 << 8, pawns.0 >> 8))
}

fn third_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.fold_wb(Rank::Third, Rank::Sixth))
}

#[cfg(test)]
mod tests {
    use tablero_game::chess::read_position;

    use super::*;

    fn leaves(board: &Board, depth: u32) -> u64 {
        let moves = board.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|ply| leaves(&board.play(ply), depth - 1)).sum()
    }

    #[test]
    fn the_fast_board_counts_as_the_literature_does() {
        for (fen, depth, count) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5, 4_865_609),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4, 4_085_603),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 6, 11_030_083),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 4, 422_333),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 4, 2_103_487),
            ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", 4, 3_894_594),
        ] {
            assert_eq!(leaves(&Board::from(&read_position(fen).unwrap()), depth), count, "{fen}");
        }
    }

    #[test]
    fn mate_is_check_without_an_answer() {
        let walk = |fen: &str| Board::from(&read_position(fen).unwrap()).is_mate();
        assert!(walk("R3k3/8/4K3/8/8/8/8/8 b"));
        assert!(!walk("7k/5Q2/6K1/8/8/8/8/8 b"), "stalemate");
        assert!(!walk("8/1Q6/8/2k5/pP6/4N3/8/K2R4 b - b3"), "the checking pawn can be taken in passing");
        assert!(walk("8/1Q6/8/2k5/pP6/4N3/8/K2R4 b - -"));
        assert!(walk("6rk/5Npp/8/8/8/8/8/K7 b"));
    }
}
