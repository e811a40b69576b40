use shakmaty::{Bitboard, Role, Square, attacks};

use super::{
    board::{Board, Danger, Kind, Ply},
    movegen::reach,
    siege::{Siege, pawn_guards},
};

impl Board {
    /// A move that mates at once, if there is one.
    ///
    /// Only moves that can give check are looked at, and of these only the ones after which no square
    /// next to the king is left to it and no enemy piece can take the checker or step in between. Every
    /// mate found is verified on the board.
    pub(super) fn mate_in_one(&self) -> Option<Ply> {
        let siege = Siege::of(self);
        let pawns = siege.pawns(self);
        if siege.hitters.is_empty() && pawns.is_empty() && self.castling.is_empty() {
            return None;
        }
        let danger = self.danger();
        if !danger.checkers.more_than_one() {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                for from in self.role(role) & siege.hitters {
                    let found = self.mate_by(role, from, &siege, &danger);
                    if found.is_some() {
                        return found;
                    }
                }
            }
            let found = self.mate_by_pawn(pawns, &siege, &danger);
            if found.is_some() {
                return found;
            }
        }
        self.mate_by_king(&siege, &danger)
    }

    fn mate_by(&self, role: Role, from: Square, siege: &Siege, danger: &Danger) -> Option<Ply> {
        let reached = reach(role, from, self.occupied());
        let battery = siege.batteries.contains(from);
        let mut goals = reached & !self.of(self.turn) & danger.answers;
        if !battery {
            goals &= siege.checks(role);
        }
        if danger.pinned.contains(from) {
            goals &= attacks::ray(self.king(self.turn), from);
        }
        if goals.is_empty() {
            return None;
        }
        let through = (self.occupied() ^ Bitboard::from(siege.king)) & !Bitboard::from(from);
        let opens = battery || siege.lines.contains(from);
        let others =
            if opens { self.guards_without(from, through) } else { siege.twice | siege.once & !reached };
        for to in goals {
            let guards = others | reach(role, to, through);
            if (siege.flights_with(to) & !guards).any() {
                continue;
            }
            // Where no line opens, the enemy's free pieces stay free and the check is a single one.
            let arrived = self.occupied() ^ Bitboard::from(from) | Bitboard::from(to);
            if !opens && self.can_meet(!self.turn, siege.able & !Bitboard::from(to), siege.king, to, arrived)
            {
                continue;
            }
            let ply = Ply::new(role, from, to, Kind::Normal);
            if self.play(ply).is_mate() {
                return Some(ply);
            }
        }
        None
    }

    /// Squares our other pieces guard once the one on `from` is lifted.
    fn guards_without(&self, from: Square, through: Bitboard) -> Bitboard {
        let ours = self.of(self.turn) & !Bitboard::from(from);
        let (left, right) = pawn_guards(self.role(Role::Pawn) & ours, self.turn);
        let mut guards = left | right;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for other in self.role(role) & ours {
                guards |= reach(role, other, through);
            }
        }
        guards
    }

    fn mate_by_pawn(&self, pawns: Bitboard, siege: &Siege, danger: &Danger) -> Option<Ply> {
        if pawns.is_empty() {
            return None;
        }
        let checks = siege.checks(Role::Pawn);
        self.find_move_of(pawns, danger, |ply| {
            let may_check = match ply.kind {
                Kind::Promotion(_) | Kind::EnPassant => true,
                _ => checks.contains(ply.to) || siege.batteries.contains(ply.from),
            };
            may_check && self.play(ply).is_mate()
        })
    }

    fn mate_by_king(&self, siege: &Siege, danger: &Danger) -> Option<Ply> {
        let king = self.king(self.turn);
        let battery = siege.batteries.contains(king);
        if !battery && self.castling.is_empty() {
            return None;
        }
        self.find_move_of(Bitboard::from(king), danger, |ply| {
            (battery || ply.kind == Kind::Castle) && self.play(ply).is_mate()
        })
    }

    fn find_move_of(&self, squares: Bitboard, danger: &Danger, wanted: impl Fn(Ply) -> bool) -> Option<Ply> {
        let mut found = None;
        self.any_move_of(squares, danger, |ply| {
            found = wanted(ply).then_some(ply);
            found.is_some()
        });
        found
    }
}
