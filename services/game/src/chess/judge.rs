use shakmaty::{Bitboard, CastlingMode, Chess, Color, FromSetup, PositionErrorKinds, Role, Setup, Square};

use super::{Fault, fen};

/// The legal position of a set-up.
///
/// # Errors
/// Every fault, not only the first.
pub fn judge(setup: &Setup) -> Result<Chess, Vec<Fault>> {
    match Chess::from_setup(setup.clone(), CastlingMode::Standard) {
        Ok(position) => Ok(position),
        Err(error) => Err(faults(setup, error.kinds())),
    }
}

/// Reads FEN generously and judges it strictly.
///
/// # Errors
/// Every fault of the text and of the position, as far as it could be read.
pub fn read_position(text: &str) -> Result<Chess, Vec<Fault>> {
    let (setup, mut faults) = fen::scan(text);
    match judge(&setup) {
        Ok(position) if faults.is_empty() => return Ok(position),
        Err(more) if !setup.board.is_empty() => faults.extend(more),
        _ => {}
    }
    Err(if faults.is_empty() { vec![Fault::EmptyBoard] } else { faults })
}

fn faults(setup: &Setup, kinds: PositionErrorKinds) -> Vec<Fault> {
    let mut faults = Vec::new();
    if kinds.contains(PositionErrorKinds::EMPTY_BOARD) {
        return vec![Fault::EmptyBoard];
    }
    for color in Color::ALL {
        match (setup.board.kings() & setup.board.by_color(color)).count() {
            0 => faults.push(Fault::NoKing(color)),
            1 => {}
            count => faults.push(Fault::ManyKings { color, count }),
        }
    }
    faults.extend((setup.board.pawns() & Bitboard::BACKRANKS).into_iter().map(Fault::PawnOnEndRank));
    if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) {
        faults.extend(opposite_check(setup));
    }
    if kinds.contains(PositionErrorKinds::IMPOSSIBLE_CHECK) {
        faults.push(Fault::ImpossibleCheck(setup.turn));
    }
    faults.extend(castling_faults(setup));
    if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE) {
        faults.extend(setup.ep_square.map(Fault::ImpossibleEnPassant));
    }
    if kinds.contains(PositionErrorKinds::TOO_MUCH_MATERIAL) {
        faults.extend(Color::ALL.into_iter().filter_map(|color| material_fault(setup, color)));
    }
    faults
}

fn opposite_check(setup: &Setup) -> Vec<Fault> {
    let mut faults = Vec::new();
    let Some(king) = setup.board.king_of(!setup.turn) else {
        return faults;
    };
    let attackers = setup.board.attacks_to(king, setup.turn, setup.board.occupied());
    if (attackers & setup.board.kings()).any() {
        faults.push(Fault::KingsTouch);
    }
    if (attackers & !setup.board.kings()).any() {
        faults.push(Fault::OppositeCheck(!setup.turn));
    }
    faults
}

fn castling_faults(setup: &Setup) -> Vec<Fault> {
    const RIGHTS: [(Square, Square, Color, &str); 4] = [
        (Square::H1, Square::E1, Color::White, "king"),
        (Square::A1, Square::E1, Color::White, "queen"),
        (Square::H8, Square::E8, Color::Black, "king"),
        (Square::A8, Square::E8, Color::Black, "queen"),
    ];
    RIGHTS
        .into_iter()
        .filter(|&(rook, king, color, _)| {
            setup.castling_rights.contains(rook)
                && !(setup.board.piece_at(rook) == Some(Role::Rook.of(color))
                    && setup.board.piece_at(king) == Some(Role::King.of(color)))
        })
        .map(|(_, _, color, side)| Fault::ImpossibleCastling { color, side })
        .collect()
}

/// Every piece beyond the first set was a pawn once.
fn material_fault(setup: &Setup, color: Color) -> Option<Fault> {
    let ours = setup.board.by_color(color);
    let count = (setup.board.pawns() & ours).count();
    if count > 8 {
        return Some(Fault::ManyPawns { color, count });
    }
    let over = |pieces: Bitboard, set: usize| (pieces & ours).count().saturating_sub(set);
    let promoted = over(setup.board.queens(), 1)
        + over(setup.board.rooks(), 2)
        + over(setup.board.knights(), 2)
        + over(setup.board.bishops() & Bitboard::LIGHT_SQUARES, 1)
        + over(setup.board.bishops() & Bitboard::DARK_SQUARES, 1);
    (promoted + count > 8).then_some(Fault::ManyPieces(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(text: &str) -> Vec<Fault> {
        read_position(text).unwrap_err()
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let faults = faults_of("P7/8/8/8/8/8/8/K6p w Kq e6");
        assert_eq!(
            faults,
            [
                Fault::NoKing(Color::Black),
                Fault::PawnOnEndRank(Square::H1),
                Fault::PawnOnEndRank(Square::A8),
                Fault::ImpossibleCastling { color: Color::White, side: "king" },
                Fault::ImpossibleCastling { color: Color::Black, side: "queen" },
                Fault::ImpossibleEnPassant(Square::E6),
            ]
        );
    }

    #[test]
    fn kings_side_by_side_are_refused() {
        assert_eq!(faults_of("8/8/8/3kK3/8/8/8/8 w"), [Fault::KingsTouch]);
    }

    #[test]
    fn side_not_to_move_in_check_is_refused() {
        assert_eq!(faults_of("8/8/3k4/8/8/3R4/8/K7 w"), [Fault::OppositeCheck(Color::Black)]);
    }

    #[test]
    fn three_checkers_are_refused() {
        assert_eq!(faults_of("k7/2N5/8/8/4B3/8/8/R6K b"), [Fault::ImpossibleCheck(Color::Black)]);
    }

    #[test]
    fn two_kings_of_one_colour_are_refused() {
        assert_eq!(faults_of("k7/8/8/8/8/8/8/K1K5 w"), [Fault::ManyKings { color: Color::White, count: 2 }]);
    }

    #[test]
    fn too_many_pawns_and_pieces_are_refused() {
        assert_eq!(
            faults_of("k7/8/8/8/8/P7/PPPPPPPP/K7 w"),
            [Fault::ManyPawns { color: Color::White, count: 9 }]
        );
        assert_eq!(faults_of("k6K/qqq4n/8/8/8/8/pppppppp/8 b"), [Fault::ManyPieces(Color::Black)]);
    }

    #[test]
    fn an_empty_board_is_refused_with_one_word() {
        assert_eq!(faults_of("8/8/8/8/8/8/8/8"), [Fault::EmptyBoard]);
        assert_eq!(faults_of("8/8/8/8/8/8/8/8")[0].to_string(), "the board is empty");
    }

    #[test]
    fn faults_of_text_and_position_come_together() {
        let faults = faults_of("k7/8/8/8/8/8/8/8 x");
        assert_eq!(faults, [Fault::UnknownTurn("x".into()), Fault::NoKing(Color::White)]);
    }

    #[test]
    fn castling_is_granted_by_the_text_alone() {
        use shakmaty::Position as _;
        let with = read_position("4k3/8/8/8/8/8/8/4K2R w K").unwrap();
        let without = read_position("4k3/8/8/8/8/8/8/4K2R w").unwrap();
        assert_eq!(with.legal_moves().len(), without.legal_moves().len() + 1);
    }
}
