use shakmaty::{Bitboard, Board, Color, Position as _, Role, Square};

use super::super::Chess;

/// Where the value of the pieces does not tell the result: draws by lack of material, and the driving
/// of a lone king to the edge. `value` is White's, by the general judgement.
pub(super) fn correct(position: &Chess, value: i32) -> i32 {
    let board = position.board();
    if position.is_insufficient_material() {
        return 0;
    }
    let stronger = Color::from_white(value >= 0);
    let ours = board.by_color(stronger);
    let two_knights = ours.count() == 3 && (ours & board.knights()).count() == 2;
    if (board.pawns() & ours).is_empty() && (two_knights || lead(board, stronger) < 400) {
        return value / 8;
    }
    let weaker = board.by_color(!stronger) & !board.kings();
    if weaker.is_empty() {
        return value + stronger.fold_wb(1, -1) * drive(board, stronger);
    }
    value
}

/// By how much the pieces of one side outweigh the other's, pawns aside.
fn lead(board: &Board, color: Color) -> i32 {
    let pieces = |color| {
        let of = |role| (board.by_role(role) & board.by_color(color)).count() as i32;
        320 * (of(Role::Knight) + of(Role::Bishop)) + 500 * of(Role::Rook) + 950 * of(Role::Queen)
    };
    pieces(color) - pieces(!color)
}

/// How far the lone king is driven: to the edge, towards the other king, and with bishop and knight
/// into a corner of the bishop's colour.
fn drive(board: &Board, stronger: Color) -> i32 {
    let (Some(hunter), Some(prey)) = (board.king_of(stronger), board.king_of(!stronger)) else {
        return 0;
    };
    let near = 14 - steps(hunter, prey);
    let bishops = board.bishops() & board.by_color(stronger);
    let corners = if only_bishop_and_knight(board, stronger) && (bishops & Bitboard::DARK_SQUARES).any() {
        Some([Square::A1, Square::H8])
    } else if only_bishop_and_knight(board, stronger) {
        Some([Square::A8, Square::H1])
    } else {
        None
    };
    let cornered = match corners {
        Some(corners) => {
            corners.map(|corner| 7 - prey.distance(corner) as i32).into_iter().max().unwrap_or(0) * 30
        }
        None => 0,
    };
    from_centre(prey) * 12 + near * 6 + cornered
}

fn only_bishop_and_knight(board: &Board, color: Color) -> bool {
    let ours = board.by_color(color);
    ours.count() == 3 && (ours & board.bishops()).any() && (ours & board.knights()).any()
}

fn steps(a: Square, b: Square) -> i32 {
    (a.file().distance(b.file()) + a.rank().distance(b.rank())) as i32
}

fn from_centre(square: Square) -> i32 {
    let off = |line: u32| (2 * line as i32 - 7).abs() / 2;
    off(square.file().into()) + off(square.rank().into())
}

#[cfg(test)]
mod tests {
    use super::super::super::read_position;
    use crate::Evaluate as _;

    fn judge(fen: &str) -> i32 {
        read_position(fen).unwrap().judge()
    }

    #[test]
    fn pieces_that_cannot_mate_are_worth_nothing() {
        assert_eq!(judge("4k3/8/8/8/8/8/8/3NK3 w"), 0);
        assert!(judge("4k3/8/8/8/8/8/8/2NNK3 w") < 200);
    }

    #[test]
    fn a_lone_king_is_driven_to_the_edge_and_into_the_right_corner() {
        assert!(judge("7k/8/5K2/8/8/8/8/R7 w") > judge("8/8/8/4k3/8/8/4K3/R7 w"));
        let right = judge("k7/8/1K6/8/8/8/8/5BN1 w");
        let wrong = judge("7k/8/6K1/8/8/8/8/5BN1 w");
        assert!(right > wrong, "{right} {wrong}");
    }
}
