use super::net::{Field, Layer, layers};
use super::rectify::Scene;

const HEIGHT: usize = 256;
const WIDTH: usize = 40;
const LABELS: usize = 17;

/// The network that reads the letters and numbers along the edges of a board.
#[derive(Debug)]
pub(super) struct Labels {
    body: Vec<Layer>,
    hidden: Layer,
    last: Layer,
}

/// The edges of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Left,
    Right,
    Top,
    Bottom,
}

impl Labels {
    pub(super) fn new() -> Option<Labels> {
        let mut body = layers(include_bytes!("../../model/edge.net"))?;
        let last = body.pop()?;
        let hidden = body.pop()?;
        Some(Labels { body, hidden, last })
    }

    /// By how much the labels speak for White at the bottom; below zero for Black. In nats; near zero if there are none.
    pub(super) fn evidence(&self, scene: &Scene) -> f32 {
        [Edge::Left, Edge::Right, Edge::Top, Edge::Bottom].iter().map(|edge| self.of_edge(scene, *edge)).sum()
    }

    fn of_edge(&self, scene: &Scene, edge: Edge) -> f32 {
        // One label that is misread must not outweigh seven.
        const FLOOR: f32 = 0.02;
        let told = self.read(&strip(scene, edge));
        let upright = matches!(edge, Edge::Left | Edge::Right);
        let expected = |at: usize, flipped: bool| match (upright, flipped) {
            (true, false) => 8 - at,
            (true, true) => 1 + at,
            (false, false) => 9 + at,
            (false, true) => 16 - at,
        };
        let speaks = |(at, chances): (usize, &[f32; LABELS])| {
            let chance = |flipped| chances[expected(at, flipped)].max(FLOOR).ln();
            chance(false) - chance(true)
        };
        told.iter().enumerate().map(speaks).sum()
    }

    /// For each of the eight places along a strip, how likely each label is: none, 1 to 8, a to h.
    fn read(&self, strip: &[f32]) -> Vec<[f32; LABELS]> {
        let values = strip.iter().map(|value| value - 0.5).collect();
        let mut field = Field { width: WIDTH, height: HEIGHT, channels: 1, values };
        for layer in &self.body {
            field = layer.run(&field, true);
        }
        // Both columns that are left of the strip belong to the same label.
        let joined = Field { width: 1, channels: field.width * field.channels, ..field };
        let told = self.last.run(&self.hidden.run(&joined, true), false);
        told.values.chunks_exact(LABELS).map(softened).collect()
    }
}

fn softened(scores: &[f32]) -> [f32; LABELS] {
    let highest = scores.iter().copied().fold(f32::MIN, f32::max);
    let chances: [f32; LABELS] = std::array::from_fn(|label| (scores[label] - highest).exp());
    let sum: f32 = chances.iter().sum();
    chances.map(|chance| chance / sum)
}

/// Three quarters of a square outside the board and half a square inside, in grey. Files lie on their side.
fn strip(scene: &Scene, edge: Edge) -> Vec<f32> {
    let place = |at: usize| {
        let along = ((at / WIDTH) as f64 + 0.5) / HEIGHT as f64 * 8.0;
        let across = ((at % WIDTH) as f64 + 0.5) / WIDTH as f64 * 1.25;
        match edge {
            Edge::Left => [across - 0.75, along],
            Edge::Right => [across + 7.5, along],
            Edge::Top => [along, across - 0.75],
            Edge::Bottom => [along, across + 7.5],
        }
    };
    let grey = |[column, row]: [f64; 2]| {
        let [red, green, blue] = scene.colour(column, row);
        0.299 * red + 0.587 * green + 0.114 * blue
    };
    (0..WIDTH * HEIGHT).map(|at| grey(place(at))).collect()
}
