use shakmaty::{Bitboard, Chess, Color, Position as _, Rank, Role, Square, attacks};

/// A move of the inner loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ply {
    pub(super) role: Role,
    pub(super) from: Square,
    /// Where the moving piece arrives; for castling the king.
    pub(super) to: Square,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Normal,
    DoublePush,
    EnPassant,
    Castle,
    Promotion(Role),
}

impl Ply {
    /// No move: legal nowhere.
    pub(super) const NONE: Ply =
        Ply { role: Role::Pawn, from: Square::A1, to: Square::A1, kind: Kind::Normal };

    pub(super) const fn new(role: Role, from: Square, to: Square, kind: Kind) -> Ply {
        Ply { role, from, to, kind }
    }

    /// Role and target as a small number, for tables of habits.
    pub(super) const fn habit(self) -> usize {
        index(self.role) << 6 | self.to as usize
    }

    /// Enough to tell the move from every other legal move of its position; zero is no move.
    pub(super) const fn brief(self) -> u16 {
        let promotion = match self.kind {
            Kind::Promotion(role) => role as u16,
            _ => 0,
        };
        self.from as u16 | (self.to as u16) << 6 | promotion << 12
    }
}

pub(super) const fn index(role: Role) -> usize {
    role as usize - 1
}

const STRAIGHT_RAYS: [Bitboard; 64] = rays(true);
const DIAGONAL_RAYS: [Bitboard; 64] = rays(false);

const fn rays(straight: bool) -> [Bitboard; 64] {
    let mut rays = [Bitboard::EMPTY; 64];
    let mut at = 0;
    while at < 64 {
        let square = Square::new(at as u32);
        rays[at] = if straight {
            attacks::rook_attacks(square, Bitboard::EMPTY)
        } else {
            attacks::bishop_attacks(square, Bitboard::EMPTY)
        };
        at += 1;
    }
    rays
}

/// Who attacks the king of the side to move, and which of its pieces are pinned.
#[derive(Debug, Clone, Copy)]
pub(super) struct Danger {
    pub(super) checkers: Bitboard,
    pub(super) pinned: Bitboard,
    /// Squares where a piece other than the king answers a single check; all where there is none.
    pub(super) answers: Bitboard,
}

/// The position of the inner loop: bitboards, copied for every move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) roles: [Bitboard; 6],
    pub(super) colors: [Bitboard; 2],
    /// Rooks that may still castle.
    pub(super) castling: Bitboard,
    /// Set only where an enemy pawn stands beside the pushed pawn.
    pub(super) ep: Option<Square>,
    pub(super) turn: Color,
}

impl From<&Chess> for Board {
    fn from(position: &Chess) -> Board {
        let board = position.board();
        Board {
            roles: Role::ALL.map(|role| board.by_role(role)),
            colors: [board.black(), board.white()],
            castling: position.castles().castling_rights(),
            ep: position.pseudo_legal_ep_square(),
            turn: position.turn(),
        }
    }
}

impl Board {
    pub(super) const fn role(&self, role: Role) -> Bitboard {
        self.roles[index(role)]
    }

    pub(super) const fn of(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    pub(super) fn king(&self, color: Color) -> Square {
        (self.role(Role::King) & self.of(color)).first().expect("every legal position has both kings")
    }

    pub(super) fn diagonal(&self) -> Bitboard {
        self.role(Role::Bishop) | self.role(Role::Queen)
    }

    pub(super) fn straight(&self) -> Bitboard {
        self.role(Role::Rook) | self.role(Role::Queen)
    }

    /// Pieces of both colours that attack a square.
    pub(super) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::rook_attacks(square, occupied) & self.straight()
            | attacks::bishop_attacks(square, occupied) & self.diagonal()
            | self.steppers_to(square)
    }

    fn steppers_to(&self, square: Square) -> Bitboard {
        attacks::knight_attacks(square) & self.role(Role::Knight)
            | attacks::king_attacks(square) & self.role(Role::King)
            | attacks::pawn_attacks(Color::White, square) & self.role(Role::Pawn) & self.of(Color::Black)
            | attacks::pawn_attacks(Color::Black, square) & self.role(Role::Pawn) & self.of(Color::White)
    }

    pub(super) fn attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let them = self.of(by);
        (self.steppers_to(square) & them).any()
            || (attacks::rook_attacks(square, occupied) & self.straight() & them).any()
            || (attacks::bishop_attacks(square, occupied) & self.diagonal() & them).any()
    }

    pub(super) fn attackers_of(&self, square: Square, by: Color) -> Bitboard {
        self.attackers(square, self.occupied()) & self.of(by)
    }

    pub(super) fn is_check(&self) -> bool {
        self.attacked(self.king(self.turn), !self.turn, self.occupied())
    }

    /// Pieces that alone stand between a king and a slider of the given colour.
    pub(super) fn shields(&self, king: Square, slider: Color) -> Bitboard {
        let snipers = self.of(slider)
            & (STRAIGHT_RAYS[usize::from(king)] & self.straight()
                | DIAGONAL_RAYS[usize::from(king)] & self.diagonal());
        let occupied = self.occupied();
        let mut shields = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if !between.more_than_one() {
                shields |= between;
            }
        }
        shields
    }

    pub(super) fn danger(&self) -> Danger {
        let king = self.king(self.turn);
        let checkers = self.attackers_of(king, !self.turn);
        Danger {
            checkers,
            answers: match checkers.first() {
                Some(checker) => attacks::between(king, checker) | Bitboard::from(checker),
                None => Bitboard::FULL,
            },
            pinned: self.shields(king, !self.turn) & self.of(self.turn),
        }
    }

    /// The position after a legal move.
    pub(super) fn play(&self, ply: Ply) -> Board {
        let (us, from, to) = (self.turn, ply.from, ply.to);
        let (leaving, arriving) = (Bitboard::from(from), Bitboard::from(to));
        let mut next = *self;
        for pieces in &mut next.roles {
            *pieces &= !arriving;
        }
        next.colors[!us as usize] &= !arriving;
        next.roles[index(ply.role)] ^= leaving;
        next.colors[us as usize] ^= leaving | arriving;
        next.castling &= !(leaving | arriving);
        next.ep = None;
        next.turn = !us;
        match ply.kind {
            Kind::Normal => next.roles[index(ply.role)] |= arriving,
            Kind::Promotion(role) => next.roles[index(role)] |= arriving,
            Kind::DoublePush => {
                next.roles[index(Role::Pawn)] |= arriving;
                let passed = to.xor(Square::A2);
                let enemies = next.role(Role::Pawn) & next.of(!us);
                next.ep = (attacks::pawn_attacks(us, passed) & enemies).any().then_some(passed);
            }
            Kind::EnPassant => {
                next.roles[index(Role::Pawn)] |= arriving;
                let victim = Bitboard::from(to.xor(Square::A2));
                next.roles[index(Role::Pawn)] &= !victim;
                next.colors[!us as usize] &= !victim;
            }
            Kind::Castle => {
                next.roles[index(Role::King)] |= arriving;
                let (home, goal) = castled_rook(to);
                let hop = Bitboard::from(home) | Bitboard::from(goal);
                next.roles[index(Role::Rook)] ^= hop;
                next.colors[us as usize] ^= hop;
            }
        }
        if ply.role == Role::King {
            next.castling &= !Bitboard::from_rank(us.fold_wb(Rank::First, Rank::Eighth));
        }
        next
    }

    /// The whole position except the side to move, in four words that no other position shares.
    ///
    /// Three planes spell the role on each square, 1 to 6; the seventh word stands for a rook that may
    /// castle (on an end rank) or a pawn that may be taken in passing (elsewhere); the fourth plane is
    /// the colour.
    pub(super) fn planes(&self) -> [u64; 4] {
        let special =
            self.castling | self.ep.map_or(Bitboard::EMPTY, |ep| Bitboard::from(ep.xor(Square::A2)));
        let [pawn, knight, bishop, rook, queen, king] = self.roles;
        [
            (pawn | bishop | queen | special).0,
            (knight | bishop | king | special).0,
            (rook | queen | king | special).0,
            self.of(Color::White).0,
        ]
    }
}

/// Where the rook of a castling comes from and goes to, by the king's target.
pub(super) fn castled_rook(king_to: Square) -> (Square, Square) {
    match king_to {
        Square::G1 => (Square::H1, Square::F1),
        Square::C1 => (Square::A1, Square::D1),
        Square::G8 => (Square::H8, Square::F8),
        _ => (Square::A8, Square::D8),
    }
}
