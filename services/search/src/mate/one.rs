use shakmaty::{Bitboard, Role, Square, attacks};

use super::{
    board::{Board, Danger, Kind, Ply},
    movegen::reach,
};

/// What the pieces around the enemy king are doing, seen by the side to move.
struct Siege {
    king: Square,
    /// Squares next to the king not blocked by its own men.
    flights: Bitboard,
    /// Squares attacked at least once and at least twice, seen through the king.
    once: Bitboard,
    twice: Bitboard,
    /// Squares attacked by our sliders: whoever leaves one may open a line.
    lines: Bitboard,
    /// Our pieces whose departure uncovers a check.
    batteries: Bitboard,
    /// Enemy pieces free to take or to step in, their king and the pinned ones excepted.
    able: Bitboard,
}

impl Board {
    /// A move that mates at once, if there is one.
    ///
    /// Only moves that can give check are looked at, and of these only the ones after which no square
    /// next to the king is left to it. Every mate found is verified on the board.
    pub(super) fn mate_in_one(&self) -> Option<Ply> {
        let danger = self.danger();
        let siege = self.siege();
        if !danger.checkers.more_than_one() {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                let found = self.piece_mate(role, &siege, &danger);
                if found.is_some() {
                    return found;
                }
            }
            let found = self.pawn_mate(&siege, &danger);
            if found.is_some() {
                return found;
            }
        }
        self.king_mate(&siege, &danger)
    }

    fn siege(&self) -> Siege {
        let (us, them) = (self.turn, !self.turn);
        let king = self.king(them);
        let through = self.occupied() ^ Bitboard::from(king);
        let ours = self.of(us);
        let pawns = self.role(Role::Pawn) & ours;
        let (left, right) = pawn_guards(pawns, us);
        let shields = self.shields(king, us);
        let mut siege = Siege {
            king,
            flights: attacks::king_attacks(king) & !self.of(them),
            once: left | right,
            twice: left & right,
            lines: Bitboard::EMPTY,
            batteries: shields & ours,
            able: self.of(them) & !shields & !Bitboard::from(king),
        };
        for role in [Role::Knight, Role::King] {
            for from in self.role(role) & ours {
                siege.guard(reach(role, from, through));
            }
        }
        for (sliders, role) in [(self.straight(), Role::Rook), (self.diagonal(), Role::Bishop)] {
            for from in sliders & ours {
                let guarded = reach(role, from, through);
                siege.lines |= guarded;
                siege.guard(guarded);
            }
        }
        siege
    }

    fn piece_mate(&self, role: Role, siege: &Siege, danger: &Danger) -> Option<Ply> {
        let occupied = self.occupied();
        let through = occupied ^ Bitboard::from(siege.king);
        let checks = reach(role, siege.king, occupied);
        let targets = self.targets(danger);
        for from in self.role(role) & self.of(self.turn) {
            let mut goals = reach(role, from, occupied) & targets;
            if danger.pinned.contains(from) {
                goals &= attacks::ray(self.king(self.turn), from);
            }
            let battery = siege.batteries.contains(from);
            if !battery {
                goals &= checks;
            }
            if goals.is_empty() {
                continue;
            }
            let opens = battery || siege.lines.contains(from);
            let others = if opens {
                self.guards_without(from, through)
            } else {
                siege.twice | siege.once & !reach(role, from, through)
            };
            for to in goals {
                let guards = others | reach(role, to, through ^ Bitboard::from(from));
                if (siege.flights_with(to) & !guards).any() {
                    continue;
                }
                let arrived = occupied ^ Bitboard::from(from) | Bitboard::from(to);
                if !opens
                    && self.can_meet(
                        !self.turn,
                        siege.able & !Bitboard::from(to),
                        siege.king,
                        to,
                        arrived,
                    )
                {
                    continue;
                }
                let ply = Ply::new(role, from, to, Kind::Normal);
                if self.play(ply).is_mate() {
                    return Some(ply);
                }
            }
        }
        None
    }

    /// Squares our other pieces guard once the one on `from` is lifted.
    fn guards_without(&self, from: Square, through: Bitboard) -> Bitboard {
        let lifted = Bitboard::from(from);
        let (ours, through) = (self.of(self.turn) & !lifted, through & !lifted);
        let (left, right) = pawn_guards(self.role(Role::Pawn) & ours, self.turn);
        let mut guards = left | right;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for other in self.role(role) & ours {
                guards |= reach(role, other, through);
            }
        }
        guards
    }

    fn pawn_mate(&self, siege: &Siege, danger: &Danger) -> Option<Ply> {
        let checks = attacks::pawn_attacks(!self.turn, siege.king);
        let seventh = self
            .turn
            .fold_wb(Bitboard(0x00ff_0000_0000_0000), Bitboard(0xff00));
        let mut near = seventh
            | siege.batteries
            | Bitboard(checks.0 << 8 | checks.0 >> 8 | checks.0 << 16 | checks.0 >> 16);
        near |= Bitboard(near_files(checks).0);
        if self.ep.is_some() {
            near = Bitboard::FULL;
        }
        let pawns = self.role(Role::Pawn) & near;
        if (pawns & self.of(self.turn)).is_empty() {
            return None;
        }
        let mut found = None;
        self.any_move_of(pawns, danger, |ply| {
            let may_check = match ply.kind {
                Kind::Promotion(_) | Kind::EnPassant => true,
                _ => checks.contains(ply.to) || siege.batteries.contains(ply.from),
            };
            if may_check && self.play(ply).is_mate() {
                found = Some(ply);
            }
            found.is_some()
        });
        found
    }

    fn king_mate(&self, siege: &Siege, danger: &Danger) -> Option<Ply> {
        let king = self.king(self.turn);
        let battery = siege.batteries.contains(king);
        if !battery && self.castling.is_empty() {
            return None;
        }
        let mut found = None;
        self.any_move_of(Bitboard::from(king), danger, |ply| {
            if (battery || ply.kind == Kind::Castle) && self.play(ply).is_mate() {
                found = Some(ply);
            }
            found.is_some()
        });
        found
    }

    fn targets(&self, danger: &Danger) -> Bitboard {
        let answers = match danger.checkers.first() {
            Some(checker) => attacks::between(self.king(self.turn), checker) | Bitboard::from(checker),
            None => Bitboard::FULL,
        };
        answers & !self.of(self.turn)
    }
}

impl Siege {
    fn guard(&mut self, squares: Bitboard) {
        self.twice |= self.once & squares;
        self.once |= squares;
    }

    /// The flights once a piece of ours stands on a square: it can be taken there.
    fn flights_with(&self, to: Square) -> Bitboard {
        self.flights | Bitboard::from(to) & attacks::king_attacks(self.king)
    }
}

/// Squares that pawns attack towards the left and towards the right.
fn pawn_guards(pawns: Bitboard, color: shakmaty::Color) -> (Bitboard, Bitboard) {
    const NOT_A: u64 = !0x0101_0101_0101_0101;
    const NOT_H: u64 = !0x8080_8080_8080_8080;
    let up = color.fold_wb(pawns.0 << 8, pawns.0 >> 8);
    (Bitboard((up & NOT_A) >> 1), Bitboard((up & NOT_H) << 1))
}

/// Squares on the neighbouring files one rank away, from which a capture may arrive.
fn near_files(goals: Bitboard) -> Bitboard {
    let (left, right) = pawn_guards(goals, shakmaty::Color::White);
    let (left_down, right_down) = pawn_guards(goals, shakmaty::Color::Black);
    left | right | left_down | right_down
}
