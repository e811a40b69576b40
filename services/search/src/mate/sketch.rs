use shakmaty::{Bitboard, Color, Piece, Role, Setup, Square, attacks};

use crate::dice::Dice;

/// A random set-up with White to move: a few strong white men around a black king with some company.
pub(super) fn scatter(dice: &mut Dice, moves: u8) -> Setup {
    const WHITE: [Role; 8] = [
        Role::Queen,
        Role::Rook,
        Role::Rook,
        Role::Bishop,
        Role::Bishop,
        Role::Knight,
        Role::Knight,
        Role::Pawn,
    ];
    const BLACK: [Role; 7] =
        [Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let mut setup = Setup::empty();
    put(dice, &mut setup, Role::King.of(Color::Black));
    put(dice, &mut setup, Role::King.of(Color::White));
    let (white, black) = if moves > 3 { (3, 3) } else { (4, 4) };
    for _ in 0..2 + dice.roll(white) {
        let role = dice.pick(&WHITE);
        put(dice, &mut setup, role.of(Color::White));
    }
    for _ in 0..dice.roll(black + 1) {
        let role = dice.pick(&BLACK);
        put(dice, &mut setup, role.of(Color::Black));
    }
    setup
}

/// The set-up with one change: a man moved, added, taken away, exchanged, or all of them shifted.
pub(super) fn mutate(dice: &mut Dice, setup: &Setup) -> Setup {
    let mut next = setup.clone();
    let men: Vec<(Square, Piece)> = setup.board.iter().collect();
    let (square, piece) = dice.pick(&men);
    match dice.roll(10) {
        0..=4 => {
            next.board.discard_piece_at(square);
            put(dice, &mut next, piece);
        }
        5..=6 => {
            let role =
                dice.pick(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
            let color = dice.pick(&[Color::White, Color::Black, Color::Black]);
            put(dice, &mut next, role.of(color));
        }
        7 if piece.role != Role::King => next.board.discard_piece_at(square),
        8 if piece.role != Role::King => {
            let role = dice.pick(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
            next.board.set_piece_at(square, role.of(piece.color));
        }
        _ => shift(dice, &mut next, square, piece),
    }
    next
}

/// Whether no man need have been promoted.
pub(super) fn is_natural(setup: &Setup) -> bool {
    Color::ALL.into_iter().all(|color| {
        let count = |pieces: Bitboard| (pieces & setup.board.by_color(color)).count();
        count(setup.board.queens()) <= 1
            && count(setup.board.rooks()) <= 2
            && count(setup.board.knights()) <= 2
            && count(setup.board.bishops() & Bitboard::LIGHT_SQUARES) <= 1
            && count(setup.board.bishops() & Bitboard::DARK_SQUARES) <= 1
    })
}

/// Moves a man by one step where there is room.
fn shift(dice: &mut Dice, setup: &mut Setup, square: Square, piece: Piece) {
    let steps = attacks::king_attacks(square) & !setup.board.occupied();
    let steps: Vec<Square> = steps.into_iter().collect();
    if !steps.is_empty() {
        setup.board.discard_piece_at(square);
        setup.board.set_piece_at(dice.pick(&steps), piece);
    }
}

/// Puts a man on a random empty square where it may stand.
fn put(dice: &mut Dice, setup: &mut Setup, piece: Piece) {
    for _ in 0..100 {
        let square = Square::new(dice.roll(64) as u32);
        let end = Bitboard::BACKRANKS.contains(square);
        if setup.board.piece_at(square).is_none() && !(piece.role == Role::Pawn && end) {
            return setup.board.set_piece_at(square, piece);
        }
    }
}
