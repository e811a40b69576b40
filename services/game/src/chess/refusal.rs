use shakmaty::{Bitboard, Board, Chess, EnPassantMode, Position as _, Rank, Role, Square, attacks};

use super::{pattern::Pattern, words::role_name};
use crate::Refused;

/// Why no legal move is what was meant. `all_but_promotion`: one would be, with another promotion.
pub(super) fn explain(position: &Chess, pattern: Pattern, all_but_promotion: bool) -> Refused {
    let Pattern::Step { role, file, rank, to, promotion } = pattern else {
        return Refused::CannotCastle;
    };
    if all_but_promotion {
        return if promotion.is_some_and(|role| role != Role::King && role != Role::Pawn) {
            Refused::NoPromotion
        } else {
            Refused::PromotionMissing("Q, R, B or N".to_owned())
        };
    }
    let board = position.board();
    if let (Some(file), Some(rank)) = (file, rank) {
        let from = Square::from_coords(file, rank);
        match board.color_at(from) {
            None => return Refused::EmptySquare(from.to_string()),
            Some(color) if color != position.turn() => return Refused::NotYours(from.to_string()),
            Some(_) => {}
        }
    }
    let mut candidates =
        board.by_color(position.turn()) & role.map_or(Bitboard::FULL, |role| board.by_role(role));
    candidates &= file.map_or(Bitboard::FULL, Bitboard::from);
    candidates &= rank.map_or(Bitboard::FULL, Bitboard::from);
    let piece =
        role.or_else(|| board.role_at(candidates.single_square()?)).map_or("piece", role_name).to_owned();
    if candidates.is_empty() {
        return Refused::NoSuchPiece { piece };
    }
    let ep = position.ep_square(EnPassantMode::PseudoLegal);
    if !candidates.into_iter().any(|from| targets(board, from, ep).contains(to)) {
        return Refused::CannotReach { piece, to: to.to_string() };
    }
    if position.is_check() { Refused::StaysInCheck } else { Refused::LeavesKingInCheck }
}

/// Where a piece could go if kings could be taken.
fn targets(board: &Board, from: Square, ep: Option<Square>) -> Bitboard {
    let Some(piece) = board.piece_at(from) else {
        return Bitboard::EMPTY;
    };
    let free = !board.by_color(piece.color);
    if piece.role != Role::Pawn {
        return board.attacks_from(from) & free;
    }
    let prey = board.by_color(!piece.color) | ep.map_or(Bitboard::EMPTY, Bitboard::from);
    let mut steps = attacks::pawn_attacks(piece.color, from) & prey;
    let forward = piece.color.fold_wb(8, -8);
    let home = piece.color.fold_wb(Rank::Second, Rank::Seventh);
    let mut next = from.offset(forward);
    for _ in 0..if from.rank() == home { 2 } else { 1 } {
        let Some(step) = next.filter(|&step| !board.occupied().contains(step)) else {
            break;
        };
        steps.add(step);
        next = step.offset(forward);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_reach_what_they_may_reach() {
        let board = Board::new();
        assert_eq!(targets(&board, Square::E2, None).count(), 2);
        assert_eq!(targets(&board, Square::E7, Some(Square::D6)).count(), 3);
    }
}
