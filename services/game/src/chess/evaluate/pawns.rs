use shakmaty::{Bitboard, Board, Color, File, Square};

use super::taper::{Taper, taper};

const DOUBLED: Taper = taper(-8, -18);
const ISOLATED: Taper = taper(-12, -14);
/// By the ranks a passed pawn has gone.
const PASSED: [Taper; 8] = [
    taper(0, 0),
    taper(2, 10),
    taper(4, 16),
    taper(10, 32),
    taper(24, 58),
    taper(48, 105),
    taper(80, 165),
    taper(0, 0),
];

/// What the pawns of one side are worth by their formation.
pub(super) fn formation(board: &Board, color: Color) -> Taper {
    let ours = board.pawns() & board.by_color(color);
    let theirs = board.pawns() & board.by_color(!color);
    let mut value = Taper::default();
    for pawn in ours {
        let (own_file, beside) = (Bitboard::from_file(pawn.file()), neighbours(pawn.file()));
        let ahead = ahead(pawn, color);
        if (ours & beside).is_empty() {
            value += ISOLATED;
        }
        if (ours & own_file & ahead).any() {
            value += DOUBLED;
        } else if (theirs & (own_file | beside) & ahead).is_empty() {
            value += PASSED[gone(pawn, color)] + escort(board, pawn, color);
        }
    }
    value
}

/// Whether no pawn of the colour stands on the file.
pub(super) fn is_open(board: &Board, file: File, color: Color) -> bool {
    (board.pawns() & board.by_color(color) & Bitboard::from_file(file)).is_empty()
}

/// A passed pawn wants its own king near and the other far.
fn escort(board: &Board, pawn: Square, color: Color) -> Taper {
    let away = |side| board.king_of(side).map_or(0, |king| king.distance(pawn) as i32);
    taper(0, (away(!color) * 5 - away(color) * 2) * gone(pawn, color) as i32 / 4)
}

fn gone(pawn: Square, color: Color) -> usize {
    usize::from(color.fold_wb(pawn, pawn.flip_vertical()).rank())
}

fn neighbours(file: File) -> Bitboard {
    [file.offset(-1), file.offset(1)]
        .into_iter()
        .flatten()
        .fold(Bitboard::EMPTY, |files, file| files | Bitboard::from_file(file))
}

/// Every square on the ranks before a pawn.
fn ahead(pawn: Square, color: Color) -> Bitboard {
    let rank = u32::from(pawn.rank());
    Bitboard(color.fold_wb((u64::MAX << 8) << (8 * rank).min(55), (1 << (8 * rank)) - 1))
}

#[cfg(test)]
mod tests {
    use super::{super::super::read_position, *};
    use shakmaty::Position as _;

    #[test]
    fn a_passed_pawn_is_worth_more_the_further_it_went() {
        let value = |fen| formation(read_position(fen).unwrap().board(), Color::White).end;
        assert!(value("4k3/8/P7/8/8/8/8/4K3 w") > value("4k3/8/8/8/P7/8/8/4K3 w"));
        assert!(value("4k3/8/P7/1p6/8/8/8/4K3 w") > value("4k3/8/8/1p6/P7/8/8/4K3 w"));
        assert!(value("4k3/8/P7/1P6/8/8/8/4K3 w") > value("4k3/8/P7/P7/8/8/8/4K3 w"));
    }

    #[test]
    fn ahead_is_what_a_pawn_has_still_to_pass() {
        assert_eq!(ahead(Square::C2, Color::White).count(), 48);
        assert_eq!(ahead(Square::C7, Color::White).count(), 8);
        assert_eq!(ahead(Square::C2, Color::Black).count(), 8);
        assert_eq!(ahead(Square::C7, Color::Black).count(), 48);
    }
}
