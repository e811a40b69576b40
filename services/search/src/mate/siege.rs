use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::{board::Board, movegen::reach};

/// What the pieces of the side to move do around the enemy king.
#[derive(Debug)]
pub(super) struct Siege {
    pub(super) king: Square,
    /// Squares next to the king not blocked by its own men.
    flights: Bitboard,
    /// Squares attacked at least once and at least twice. The king is not in check, so it hides none.
    pub(super) once: Bitboard,
    pub(super) twice: Bitboard,
    /// Squares attacked by our sliders: whoever leaves one may open a line.
    pub(super) lines: Bitboard,
    /// Our pieces whose departure uncovers a check.
    pub(super) batteries: Bitboard,
    /// Enemy pieces free to take or to step in, the king and the pinned ones excepted.
    pub(super) able: Bitboard,
    /// Our pieces, pawns and king excepted, that can give check if no pin forbids it.
    pub(super) hitters: Bitboard,
    straight: Bitboard,
    diagonal: Bitboard,
    turn: Color,
}

impl Siege {
    pub(super) fn of(board: &Board) -> Siege {
        let (us, them) = (board.turn, !board.turn);
        let (king, occupied, ours) = (board.king(them), board.occupied(), board.of(us));
        let shields = board.shields(king, us);
        let (left, right) = pawn_guards(board.role(Role::Pawn) & ours, us);
        let mut siege = Siege {
            king,
            flights: attacks::king_attacks(king) & !board.of(them),
            once: left | right,
            twice: left & right,
            lines: Bitboard::EMPTY,
            batteries: shields & ours,
            able: board.of(them) & !shields & !Bitboard::from(king),
            hitters: shields & ours,
            straight: attacks::rook_attacks(king, occupied),
            diagonal: attacks::bishop_attacks(king, occupied),
            turn: us,
        };
        siege.guard(attacks::king_attacks(board.king(us)));
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let checks = siege.checks(role) & !ours;
            for from in board.role(role) & ours {
                let reached = reach(role, from, occupied);
                siege.guard(reached);
                if role != Role::Knight {
                    siege.lines |= reached;
                }
                if (reached & checks).any() {
                    siege.hitters |= Bitboard::from(from);
                }
            }
        }
        siege
    }

    /// Squares from which a piece of ours would give check.
    pub(super) fn checks(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => attacks::pawn_attacks(!self.turn, self.king),
            Role::Knight => attacks::knight_attacks(self.king),
            Role::Bishop => self.diagonal,
            Role::Rook => self.straight,
            Role::Queen => self.straight | self.diagonal,
            Role::King => Bitboard::EMPTY,
        }
    }

    /// Pawns of ours that may give check with their next move.
    pub(super) fn pawns(&self, board: &Board) -> Bitboard {
        let ours = board.role(Role::Pawn) & board.of(self.turn);
        if board.ep.is_some() {
            return ours;
        }
        let checks = self.checks(Role::Pawn);
        let back = |squares: Bitboard| Bitboard(self.turn.fold_wb(squares.0 >> 8, squares.0 << 8));
        let (left, right) = pawn_guards(checks, !self.turn);
        let seventh = Bitboard(self.turn.fold_wb(0x00ff_0000_0000_0000, 0xff00));
        ours & (back(checks) | back(back(checks)) | left | right | seventh | self.batteries)
    }

    fn guard(&mut self, squares: Bitboard) {
        self.twice |= self.once & squares;
        self.once |= squares;
    }

    /// The flights once a piece of ours stands on a square: it can be taken there.
    pub(super) fn flights_with(&self, to: Square) -> Bitboard {
        self.flights | Bitboard::from(to) & attacks::king_attacks(self.king)
    }
}

/// Squares that pawns attack towards the left and towards the right.
pub(super) fn pawn_guards(pawns: Bitboard, color: Color) -> (Bitboard, Bitboard) {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let up = color.fold_wb(pawns.0 << 8, pawns.0 >> 8);
    (Bitboard((up & NOT_A) >> 1), Bitboard((up & NOT_H) << 1))
}
