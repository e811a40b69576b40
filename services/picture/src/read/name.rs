use super::attend::Round;
use super::board::{Piece, Seen, Side};
use super::look::Look;
use super::net::{Field, Layer, layers};
use super::rules::{CLASSES, Chances, judged, most};

/// How many convolutions there are.
const BODY: usize = 10;
/// How often the squares look at each other.
const ROUNDS: usize = 2;
/// The network is this much surer than it is right; measured on boards that it was not trained on.
const TEMPERATURE: f32 = 1.0;
/// When every square is this sure, looking again changes nothing.
const SURE: f32 = 0.94;
/// How much of a square closer looks see.
const PARTS: [f32; 2] = [0.84, 0.68];
/// How much clearer a closer look must be, in nats: some squares under an arrow are no reason.
const CLEARER: f32 = 4.0;

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

    /// Names what stands on a rectified board. When in doubt, looks as close as its pieces are clearest.
    pub(super) fn name(&self, board: &[[f32; 3]]) -> Names {
        let mut scores = self.scores(board, Look::STRAIGHT);
        // A closer look does not see the frame of a square.
        let tints = scores.iter().map(|scores| 1.0 / (1.0 + (-scores[CLASSES]).exp())).collect();
        if judged(&chances(&scores)).iter().any(|(_, chance)| *chance < SURE) {
            scores = self.looked_again(board, scores);
        }
        let chances = chances(&scores);
        let named = judged(&chances);
        let squares =
            chances.iter().zip(named).map(|(chances, (class, chance))| seen(chances, class, chance));
        Names { squares: squares.collect(), tints }
    }

    /// The mean of several looks from where the board is clearest.
    fn looked_again(&self, board: &[[f32; 3]], straight: Scores) -> Scores {
        let both = |look: Look, scores: Scores| {
            let mirrored = self.scores(board, Look { mirrored: true, ..look });
            (look, mean(&[scores, mirrored]))
        };
        let mut best = both(Look::STRAIGHT, straight);
        for part in PARTS {
            let look = Look { part, ..Look::STRAIGHT };
            let closer = both(look, self.scores(board, look));
            if clarity(&closer.1) > clarity(&best.1) + CLEARER {
                best = closer;
            }
        }
        let (look, both) = best;
        let moved =
            [[1, 1], [-1, -1], [1, -1], [-1, 1]].map(|shift| self.scores(board, Look { shift, ..look }));
        let [one, two, three, four] = moved;
        let moved = mean(&[mean(&[one, two]), mean(&[three, four])]);
        // Six looks, each with the same say.
        weighed(&both, &moved, 1.0 / 3.0)
    }

    /// What the network says of the 64 squares.
    fn scores(&self, board: &[[f32; 3]], look: Look) -> Scores {
        let mut field = look.at(board);
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
        if look.mirrored {
            scores.chunks_exact_mut(8).for_each(<[_]>::reverse);
        }
        scores
    }
}

fn chances(scores: &Scores) -> Vec<Chances> {
    let soften = |scores: &[f32; CLASSES + 1]| {
        let scores: Chances = std::array::from_fn(|class| scores[class] / TEMPERATURE);
        let highest = scores.iter().copied().fold(f32::MIN, f32::max);
        normal(scores.map(|score| (score - highest).exp()))
    };
    scores.iter().map(soften).collect()
}

fn mean([one, other]: &[Scores; 2]) -> Scores {
    weighed(one, other, 0.5)
}

fn weighed(one: &Scores, other: &Scores, share: f32) -> Scores {
    let mixed = |one: f32, other: f32| one * share + other * (1.0 - share);
    let pairs = one.iter().zip(other);
    pairs.map(|(one, other)| std::array::from_fn(|class| mixed(one[class], other[class]))).collect()
}

/// How clearly the pieces are seen, all in all; being ever surer of one square does not make up for another.
fn clarity(scores: &Scores) -> f32 {
    const CLEAR: f32 = 0.97;
    chances(scores).iter().map(|chances| most(chances).1.min(CLEAR).ln()).sum()
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
