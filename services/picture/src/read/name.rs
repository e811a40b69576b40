use super::board::{Piece, Seen, Side};
use super::net::{Field, Layer, layers};
use super::rectify::SIDE;

/// What the network tells of a square: nothing, PNBRQK, pnbrqk.
const CLASSES: usize = 13;
const WHITE_KING: usize = 6;
const BLACK_KING: usize = 12;
/// The network is this much surer than it is right; measured on boards that it was not trained on.
const TEMPERATURE: f32 = 1.0;
/// When every square is this sure, looking again changes nothing.
const SURE: f32 = 0.995;
/// More kings than this are no slip of the eye: somebody drew them.
const CROWD: usize = 4;
/// How much likelier something else must be before the rules of chess are not believed, in nats.
const INSIST: f32 = 4.0;

/// The network that names the pieces.
#[derive(Debug)]
pub(super) struct Namer {
    body: Vec<Layer>,
    hidden: Layer,
    last: Layer,
}

/// What was seen on the 64 squares, as the picture shows them.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) squares: Vec<Seen>,
    /// How likely the last move is shown on each square.
    pub(super) tints: Vec<f32>,
}

/// How the board is moved before it is looked at again.
#[derive(Debug, Clone, Copy)]
enum Look {
    Straight,
    Shifted(i32, i32),
    Mirrored,
}

type Scores = Vec<[f32; CLASSES + 1]>;

impl Namer {
    pub(super) fn new() -> Option<Namer> {
        let mut body = layers(include_bytes!("../../model/board.net"))?;
        let last = body.pop()?;
        let hidden = body.pop()?;
        Some(Namer { body, hidden, last })
    }

    /// Names what stands on a rectified board. Looks again, a little moved, when in doubt.
    pub(super) fn name(&self, board: &[[f32; 3]]) -> Names {
        let mut scores = self.scores(board, Look::Straight);
        let unsure = |scores: &Scores| chances(scores).iter().any(|chances| most(chances).1 < SURE);
        if unsure(&scores) {
            let again = [
                Look::Shifted(1, 1),
                Look::Shifted(-1, -1),
                Look::Shifted(1, -1),
                Look::Shifted(-1, 1),
                Look::Mirrored,
            ];
            for look in again {
                let more = self.scores(board, look);
                scores.iter_mut().flatten().zip(more.iter().flatten()).for_each(|(sum, score)| *sum += score);
            }
            let count = (again.len() + 1) as f32;
            scores.iter_mut().flatten().for_each(|sum| *sum /= count);
        }
        let tints = scores.iter().map(|scores| 1.0 / (1.0 + (-scores[CLASSES]).exp())).collect();
        Names { squares: plausible(chances(&scores)), tints }
    }

    /// What the network says of the 64 squares.
    fn scores(&self, board: &[[f32; 3]], look: Look) -> Scores {
        let mut field = folded(board, look);
        for layer in &self.body {
            field = layer.run(&field, true);
        }
        let channels = field.channels;
        let count = (field.width * field.height) as f32;
        let mut around = vec![0.0; 2 * channels];
        let (means, peaks) = around.split_at_mut(channels);
        for square in field.values.chunks_exact(channels) {
            for ((value, mean), peak) in square.iter().zip(&mut *means).zip(&mut *peaks) {
                *mean += value / count;
                *peak = value.max(*peak);
            }
        }
        let values =
            field.values.chunks_exact(channels).flat_map(|square| square.iter().chain(&around)).copied();
        let wide = Field { channels: 3 * channels, values: values.collect(), ..field };
        let told = self.last.run(&self.hidden.run(&wide, true), false);
        let mut scores: Scores = told
            .values
            .chunks_exact(told.channels)
            .map(|square| std::array::from_fn(|class| square.get(class).copied().unwrap_or_default()))
            .collect();
        if matches!(look, Look::Mirrored) {
            scores.chunks_exact_mut(8).for_each(<[_]>::reverse);
        }
        scores
    }
}

/// Four neighbouring pixels become one with four times as many channels.
fn folded(board: &[[f32; 3]], look: Look) -> Field {
    let side = SIDE / 2;
    let mut values = Vec::with_capacity(board.len() * 3);
    let wrapped = |at: usize, shift: i32| (at + SIDE).wrapping_add_signed(-(shift as isize)) % SIDE;
    let pixel = |x: usize, y: usize| match look {
        Look::Straight => board[y * SIDE + x],
        Look::Shifted(right, down) => board[wrapped(y, down) * SIDE + wrapped(x, right)],
        Look::Mirrored => board[y * SIDE + SIDE - 1 - x],
    };
    for at in 0..side * side {
        let (x, y) = (at % side * 2, at / side * 2);
        let four = [pixel(x, y), pixel(x + 1, y), pixel(x, y + 1), pixel(x + 1, y + 1)];
        values.extend((0..3).flat_map(|channel| four.map(|pixel| pixel[channel] - 0.5)));
    }
    Field { width: side, height: side, channels: 12, values }
}

fn chances(scores: &Scores) -> Vec<[f32; CLASSES]> {
    let soften = |scores: &[f32; CLASSES + 1]| {
        let scores: [f32; CLASSES] = std::array::from_fn(|class| scores[class] / TEMPERATURE);
        let highest = scores.iter().copied().fold(f32::MIN, f32::max);
        normal(scores.map(|score| (score - highest).exp()))
    };
    scores.iter().map(soften).collect()
}

fn normal(chances: [f32; CLASSES]) -> [f32; CLASSES] {
    let sum: f32 = chances.iter().sum();
    chances.map(|chance| chance / sum)
}

fn most(chances: &[f32; CLASSES]) -> (usize, f32) {
    let both = chances.iter().copied().enumerate();
    both.max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap_or((0, 0.0))
}

/// Lets what every chess position obeys decide where the eye is in doubt: no pawns on the outer rows, one king each.
/// What is plain to see is told even so: people draw what they like.
fn plausible(mut chances: Vec<[f32; CLASSES]>) -> Vec<Seen> {
    for (at, square) in chances.iter_mut().enumerate() {
        if at / 8 == 0 || at / 8 == 7 {
            square[1] *= (-INSIST).exp();
            square[7] *= (-INSIST).exp();
            *square = normal(*square);
        }
    }
    let mut named: Vec<usize> = chances.iter().map(|square| most(square).0).collect();
    for king in [WHITE_KING, BLACK_KING] {
        one_king(king, &chances, &mut named);
    }
    chances.iter().zip(named).map(|(chances, class)| seen(chances, class)).collect()
}

fn one_king(king: usize, chances: &[[f32; CLASSES]], named: &mut [usize]) {
    let log = |chance: f32| chance.max(1e-13).ln();
    let kings: Vec<usize> = (0..64).filter(|at| named[*at] == king).collect();
    // How much is lost in calling a square the king rather than the best of what else it may be.
    let instead = |at: usize| {
        let mut others = chances[at];
        (others[WHITE_KING], others[BLACK_KING]) = (0.0, 0.0);
        most(&others).0
    };
    let gain = |at: usize| log(chances[at][king]) - log(chances[at][instead(at)]);
    if kings.is_empty() {
        let free = (0..64).filter(|at| named[*at] != WHITE_KING && named[*at] != BLACK_KING);
        // A king that was taken for another piece is likelier than one that was not seen at all.
        let worst = |at: usize| if instead(at) == 0 { -1.0 } else { -INSIST };
        if let Some(best) = free.max_by(|a, b| gain(*a).total_cmp(&gain(*b)))
            && gain(best) > worst(best)
        {
            named[best] = king;
        }
    } else if kings.len() <= CROWD
        && let Some(best) = kings.iter().copied().max_by(|a, b| gain(*a).total_cmp(&gain(*b)))
    {
        for other in kings.into_iter().filter(|at| *at != best && gain(*at) < INSIST) {
            named[other] = instead(other);
        }
    }
}

fn seen(chances: &[f32; CLASSES], class: usize) -> Seen {
    let mut alternatives: Vec<(Option<Piece>, f32)> = chances
        .iter()
        .enumerate()
        .filter(|(other, chance)| *other != class && **chance >= 0.01)
        .map(|(other, chance)| (piece(other), *chance))
        .collect();
    alternatives.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    Seen { piece: piece(class), confidence: chances[class], alternatives }
}

fn piece(class: usize) -> Option<Piece> {
    let letter = *b"PNBRQK".get(class.checked_sub(1)? % 6)?;
    Some(Piece { side: if class <= 6 { Side::White } else { Side::Black }, letter: char::from(letter) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAWN: usize = 1;
    const QUEEN: usize = 5;

    /// Empty squares, but for some with a likely and a less likely name.
    fn board(told: &[(usize, usize, usize, f32)]) -> Vec<[f32; CLASSES]> {
        let mut empty = [1e-6; CLASSES];
        empty[0] = 1.0;
        let mut chances = vec![normal(empty); 64];
        for (at, first, second, share) in told {
            chances[*at] = [1e-6; CLASSES];
            chances[*at][*second] = *share;
            chances[*at][*first] = 1.0 - share;
        }
        chances
    }

    fn fen(seen: &Seen) -> char {
        seen.piece.map_or('.', Piece::fen)
    }

    #[test]
    fn a_pawn_does_not_stand_on_the_last_rank() {
        let told =
            plausible(board(&[(3, PAWN, QUEEN, 0.2), (60, WHITE_KING, 0, 0.1), (7, BLACK_KING, 0, 0.1)]));
        assert_eq!(fen(&told[3]), 'Q');
    }

    #[test]
    fn of_two_kings_the_less_certain_one_is_something_else_and_doubtful() {
        let told = plausible(board(&[
            (12, WHITE_KING, QUEEN, 0.3),
            (60, WHITE_KING, 0, 0.01),
            (7, BLACK_KING, 0, 0.01),
        ]));
        assert_eq!((fen(&told[12]), fen(&told[60])), ('Q', 'K'));
        assert!(told[12].confidence < 0.5);
        assert_eq!(told[12].alternatives[0].0.map(Piece::fen), Some('K'));
    }

    #[test]
    fn a_missing_king_is_found_where_it_is_likeliest() {
        let told = plausible(board(&[
            (20, QUEEN, WHITE_KING, 0.2),
            (33, QUEEN, WHITE_KING, 0.3),
            (7, BLACK_KING, 0, 0.01),
        ]));
        assert_eq!((fen(&told[20]), fen(&told[33])), ('Q', 'K'));
    }

    #[test]
    fn what_is_plain_to_see_is_not_overruled() {
        let told = plausible(board(&[(20, WHITE_KING, QUEEN, 0.001), (33, WHITE_KING, QUEEN, 0.001)]));
        assert_eq!((fen(&told[20]), fen(&told[33])), ('K', 'K'));
        assert!(told.iter().all(|seen| fen(seen) != 'k'));
    }
}
