use super::board::{Seen, Side, View};

/// Whether the picture shows the board from Black's side, and how that is known. The squares are as in the picture.
pub(super) fn orientation(white_below: Option<bool>, squares: &[Seen]) -> (bool, View) {
    if let Some(white_below) = white_below {
        return (!white_below, View::Coordinates);
    }
    match upside_down(squares) {
        Some(flipped) => (flipped, View::Pieces),
        None => (false, View::Assumed),
    }
}

/// Pawns walk away from their king's side of the board. In problems they stand anywhere, so that only many of them on
/// both sides, far beyond one another, are believed.
fn upside_down(squares: &[Seen]) -> Option<bool> {
    const MANY: usize = 4;
    const FAR: f32 = 1.5;
    let rows = |side: Side, letter: char| -> Vec<f32> {
        let standing = squares
            .iter()
            .enumerate()
            .filter(|(_, seen)| seen.piece.is_some_and(|piece| piece.side == side && piece.letter == letter));
        standing.map(|(at, _)| (at / 8) as f32).collect()
    };
    let mean = |rows: &[f32]| rows.iter().sum::<f32>() / rows.len().max(1) as f32;
    let (white, black) = (rows(Side::White, 'P'), rows(Side::Black, 'P'));
    if white.len() < MANY || black.len() < MANY {
        return None;
    }
    let apart = mean(&white) - mean(&black);
    let kings = mean(&rows(Side::White, 'K')) - mean(&rows(Side::Black, 'K'));
    match apart {
        FAR.. if kings >= 0.0 => Some(false),
        ..=-1.5 if kings <= 0.0 => Some(true),
        _ => None,
    }
}

/// The squares on which the last move is shown, if they tell of one move, and whose turn it is then.
pub(super) fn last_move(squares: &[Seen], tints: &[f32]) -> (Vec<u16>, Option<Side>) {
    // Two squares that stand out from all others, whatever the colours of the board make of them.
    const SHOWN: f32 = 0.25;
    let mut order: Vec<usize> = (0..squares.len()).collect();
    order.sort_by(|one, other| tints[*other].total_cmp(&tints[*one]));
    let (one, other) = match order[..] {
        [first, second, third, ..] if tints[second] >= SHOWN && tints[third] < tints[second] / 2.0 => {
            (first.min(second), first.max(second))
        }
        _ => return (Vec::new(), None),
    };
    let mover = match (squares[one].piece, squares[other].piece) {
        (Some(piece), None) | (None, Some(piece)) => piece.side,
        _ => return (Vec::new(), None),
    };
    (vec![one as u16, other as u16], Some(mover.other()))
}

/// Whose turn it is by the last move that is shown and by what a caption says. If they contradict each other, nothing is known.
pub(super) fn side_to_move(shown: Option<Side>, said: Option<Side>) -> Option<Side> {
    match (shown, said) {
        (Some(shown), Some(said)) if shown != said => None,
        (shown, said) => shown.or(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Piece;

    fn squares(placement: &str) -> Vec<Seen> {
        let seen = |piece| Seen { piece, confidence: 1.0, alternatives: vec![] };
        let mut squares = Vec::new();
        for letter in placement.chars().filter(|letter| *letter != '/') {
            if let Some(count) = letter.to_digit(10) {
                squares.extend((0..count).map(|_| seen(None)));
            } else {
                let side = if letter.is_uppercase() { Side::White } else { Side::Black };
                squares.push(seen(Some(Piece { side, letter: letter.to_ascii_uppercase() })));
            }
        }
        squares
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn many_pawns_tell_which_side_is_below() {
        let mut start = squares(START);
        assert_eq!(orientation(None, &start), (false, View::Pieces));
        start.reverse();
        assert_eq!(orientation(None, &start), (true, View::Pieces));
        assert_eq!(orientation(Some(true), &start), (false, View::Coordinates));
        let few = squares("7k/PP6/8/8/8/8/pp6/7K");
        assert_eq!(orientation(None, &few), (false, View::Assumed));
    }

    #[test]
    fn who_moved_last_is_not_to_move() {
        let after = squares("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
        let mut tints = vec![0.0; 64];
        (tints[52], tints[36]) = (0.9, 0.8);
        assert_eq!(last_move(&after, &tints), (vec![36, 52], Some(Side::Black)));
        tints[20] = 0.9;
        assert_eq!(last_move(&after, &tints), (vec![], None));
        assert_eq!(last_move(&squares(START), &[0.0; 64]), (vec![], None));
    }
}
