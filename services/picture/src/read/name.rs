use super::attend::Round;
use super::board::{Piece, Seen, Side};
use super::net::{Field, Layer, layers};
use super::rectify::SIDE;
use super::rules::{CLASSES, Chances, judged, most};

/// How many convolutions there are.
const BODY: usize = 8;
/// How often the squares look at each other.
const ROUNDS: usize = 2;
/// The network is this much surer than it is right; measured on boards that it was not trained on.
const TEMPERATURE: f32 = 1.0;
/// When every square is this sure, looking again changes nothing.
const SURE: f32 = 0.995;

/// The network that names the pieces.
#[derive(Debug)]
pub(super) struct Namer {
    body: Vec<Layer>,
    rounds: Vec<Round>,
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
        let mut layers = layers(include_bytes!("../../model/board.net"))?.into_iter();
        let body = layers.by_ref().take(BODY).collect();
        let mut layer = || layers.next();
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS {
            rounds.push(Round::new([layer()?, layer()?, layer()?, layer()?]));
        }
        Some(Namer { body, rounds, hidden: layer()?, last: layer()? })
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
        let chances = chances(&scores);
        let named = judged(&chances);
        let squares =
            chances.iter().zip(named).map(|(chances, (class, chance))| seen(chances, class, chance));
        Names { squares: squares.collect(), tints }
    }

    /// What the network says of the 64 squares.
    fn scores(&self, board: &[[f32; 3]], look: Look) -> Scores {
        let mut field = folded(board, look);
        for layer in &self.body {
            field = layer.run(&field, true);
        }
        self.rounds.iter().for_each(|round| round.run(&mut field));
        let channels = field.channels;
        let count = (field.width * field.height) as f32;
        let mut around = vec![0.0; 2 * channels];
        let (means, peaks) = around.split_at_mut(channels);
        peaks.fill(f32::MIN);
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

fn chances(scores: &Scores) -> Vec<Chances> {
    let soften = |scores: &[f32; CLASSES + 1]| {
        let scores: Chances = std::array::from_fn(|class| scores[class] / TEMPERATURE);
        let highest = scores.iter().copied().fold(f32::MIN, f32::max);
        normal(scores.map(|score| (score - highest).exp()))
    };
    scores.iter().map(soften).collect()
}

fn normal(chances: Chances) -> Chances {
    let sum: f32 = chances.iter().sum();
    chances.map(|chance| chance / sum)
}

fn seen(chances: &Chances, class: usize, confidence: f32) -> Seen {
    let mut alternatives: Vec<(Option<Piece>, f32)> = chances
        .iter()
        .enumerate()
        .filter(|(other, chance)| *other != class && **chance >= 0.01)
        .map(|(other, chance)| (piece(other), *chance))
        .collect();
    alternatives.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    Seen { piece: piece(class), confidence, alternatives }
}

fn piece(class: usize) -> Option<Piece> {
    let letter = *b"PNBRQK".get(class.checked_sub(1)? % 6)?;
    Some(Piece { side: if class <= 6 { Side::White } else { Side::Black }, letter: char::from(letter) })
}
