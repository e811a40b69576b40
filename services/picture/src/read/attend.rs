use super::net::{Field, Layer};

/// How many things a square asks the others about at once; what the network was trained with.
const HEADS: usize = 4;

/// One round in which every square gathers from those it finds alike and thinks it over: all pieces of a board are of one
/// set, so what one square leaves open another may tell. Attention as of Vaswani et al. (2017), norms first; their factors
/// are part of the layers.
#[derive(Debug)]
pub(super) struct Round {
    ask: Layer,
    tell: Layer,
    up: Layer,
    down: Layer,
}

impl Round {
    pub(super) fn new([ask, tell, up, down]: [Layer; 4]) -> Round {
        Round { ask, tell, up, down }
    }

    pub(super) fn run(&self, squares: &mut Field) {
        let asked = self.ask.run(&normal(squares), false);
        squares.add(&self.tell.run(&gathered(&asked), false));
        let thought = self.up.run(&normal(squares), true);
        squares.add(&self.down.run(&thought, false));
    }
}

/// Every square with a mean of zero and a variance of one.
fn normal(field: &Field) -> Field {
    let mut out = field.clone();
    let count = field.channels as f32;
    for square in out.values.chunks_exact_mut(field.channels) {
        let mean = square.iter().sum::<f32>() / count;
        let variance = square.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / count;
        let scale = 1.0 / (variance + 1e-5).sqrt();
        square.iter_mut().for_each(|value| *value = (*value - mean) * scale);
    }
    out
}

/// What each square gets to know. It is given what every square asks for, what it answers to and what it tells, side by side.
fn gathered(asked: &Field) -> Field {
    let channels = asked.channels / 3;
    let part = channels / HEADS;
    let mut values = vec![0.0; asked.values.len() / 3];
    for head in 0..HEADS {
        let of = |kind: usize| {
            let squares = asked.values.chunks_exact(asked.channels);
            squares.map(move |square| &square[kind * channels + head * part..][..part])
        };
        for (question, out) in of(0).zip(values.chunks_exact_mut(channels)) {
            let alike: Vec<f32> = of(1).map(|answer| dot(question, answer)).collect();
            let most = alike.iter().copied().fold(f32::MIN, f32::max);
            let shares: Vec<f32> = alike.iter().map(|score| (score - most).exp()).collect();
            let whole: f32 = shares.iter().sum();
            for (told, share) in of(2).zip(shares) {
                for (out, value) in out[head * part..][..part].iter_mut().zip(told) {
                    *out += value * share / whole;
                }
            }
        }
    }
    Field { channels, values, ..*asked }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_hears_from_those_that_answer_to_what_it_asks() {
        // Of every square: four questions, four answers, four tales, one a head.
        let silent = [0.0; 4];
        let square = |ask: [f32; 4], answer: [f32; 4], tale: [f32; 4]| [ask, answer, tale].concat();
        let values = [
            square([30.0, 0.0, 0.0, 0.0], silent, [1.0, 3.0, 0.0, 0.0]),
            square(silent, [1.0, 0.0, 0.0, 0.0], [5.0, 5.0, 0.0, 8.0]),
        ];
        let told = gathered(&Field { width: 2, height: 1, channels: 12, values: values.concat() });
        assert_eq!(told.channels, 4);
        let expected = [5.0, 4.0, 0.0, 4.0, 3.0, 4.0, 0.0, 4.0];
        for (value, expected) in told.values.iter().zip(expected) {
            assert!((value - expected).abs() < 1e-3, "{:?}", told.values);
        }
    }

    #[test]
    fn a_square_is_made_normal() {
        let field = Field { width: 1, height: 1, channels: 4, values: vec![1.0, 3.0, 1.0, 3.0] };
        for (value, expected) in normal(&field).values.iter().zip([-1.0, 1.0, -1.0, 1.0]) {
            assert!((value - expected).abs() < 1e-3);
        }
    }
}
