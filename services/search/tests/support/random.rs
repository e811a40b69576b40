//! Random legal positions with a king in trouble, and with rights to castle and to take in passing.

use tablero_game::chess::{Chess, Color, Piece, Role, Setup, Square, judge};

/// A small generator (xorshift64*), the same on every machine.
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % sides
    }

    pub fn between(&mut self, range: std::ops::Range<u64>) -> u64 {
        range.start + self.below(range.end - range.start)
    }
}

/// A legal position of so many men, kings included; the side to move has the stronger pieces.
pub fn position(dice: &mut Dice, men: u64) -> Chess {
    loop {
        let mut setup = Setup::empty();
        setup.turn = if dice.below(4) == 0 { Color::Black } else { Color::White };
        let (us, them) = (setup.turn, !setup.turn);
        place_kings(dice, &mut setup, us, them);
        for at in 2..men {
            let piece = if at % 3 == 1 { weak(dice).of(them) } else { strong(dice).of(us) };
            drop_piece(dice, &mut setup, piece);
        }
        add_rights(dice, &mut setup);
        if let Ok(position) = judge(&setup) {
            return position;
        }
    }
}

fn place_kings(dice: &mut Dice, setup: &mut Setup, us: Color, them: Color) {
    if dice.below(6) == 0 {
        let castler = if dice.below(2) == 0 { us } else { them };
        let home = castler.fold_wb(Square::E1, Square::E8);
        let corner = castler.fold_wb(Square::H1, Square::H8);
        setup.board.set_piece_at(home, Role::King.of(castler));
        setup.board.set_piece_at(corner, Role::Rook.of(castler));
        setup.castling_rights.add(corner);
        drop_piece(dice, setup, Role::King.of(!castler));
    } else {
        let edge =
            [Square::A1, Square::H8, Square::B8, Square::E8, Square::H4, Square::C3, Square::E5, Square::D1];
        setup.board.set_piece_at(edge[dice.below(8) as usize], Role::King.of(them));
        drop_piece(dice, setup, Role::King.of(us));
    }
}

fn strong(dice: &mut Dice) -> Role {
    [Role::Queen, Role::Rook, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn][dice.below(6) as usize]
}

fn weak(dice: &mut Dice) -> Role {
    [Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook][dice.below(6) as usize]
}

fn drop_piece(dice: &mut Dice, setup: &mut Setup, piece: Piece) {
    loop {
        let square = Square::new(dice.below(64) as u32);
        let end = square.rank() == shakmaty::Rank::First || square.rank() == shakmaty::Rank::Eighth;
        if setup.board.piece_at(square).is_none() && !(piece.role == Role::Pawn && end) {
            return setup.board.set_piece_at(square, piece);
        }
    }
}

/// Now and then a pawn has just made a double step beside an enemy pawn.
fn add_rights(dice: &mut Dice, setup: &mut Setup) {
    if dice.below(5) > 0 {
        return;
    }
    let file = dice.below(7) as u32;
    let (pushed, beside, passed) =
        setup.turn.fold_wb((32 + file, 33 + file, 40 + file), (24 + file, 25 + file, 16 + file));
    setup.board.set_piece_at(Square::new(pushed), Role::Pawn.of(!setup.turn));
    setup.board.set_piece_at(Square::new(beside), Role::Pawn.of(setup.turn));
    setup.ep_square = Some(Square::new(passed));
}
