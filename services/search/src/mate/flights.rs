use shakmaty::{Bitboard, Chess, Color, Position as _, attacks};

/// Squares the king of a colour could step to, whoever is to move.
pub(super) fn flights(position: &Chess, color: Color) -> Bitboard {
    let board = position.board();
    let Some(king) = board.king_of(color) else {
        return Bitboard::EMPTY;
    };
    let without_king = board.occupied().without(king);
    (attacks::king_attacks(king) & !board.by_color(color))
        .into_iter()
        .filter(|&square| board.attacks_to(square, !color, without_king).is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;
    use tablero_game::chess::read_position;

    use super::*;

    #[test]
    fn a_slider_guards_through_the_king() {
        let position = read_position("8/8/8/8/R2k4/8/8/K7 b").unwrap();
        let squares: Vec<Square> = flights(&position, Color::Black).into_iter().collect();
        assert_eq!(squares, [Square::C3, Square::D3, Square::E3, Square::C5, Square::D5, Square::E5]);
    }
}
