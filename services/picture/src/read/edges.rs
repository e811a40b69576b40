use super::net::{Field, Layer, layers};
use super::rectify::Scene;

const HEIGHT: usize = 256;
const WIDTH: usize = 40;
const LABELS: usize = 17;
/// A pattern of lines may look like a label or two, but not like so many of them in order.
const ENOUGH: usize = 4;

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

    /// Whether White is at the bottom, if the labels tell.
    pub(super) fn white_below(&self, scene: &Scene) -> Option<bool> {
        let edges = [Edge::Left, Edge::Right, Edge::Top, Edge::Bottom];
        let votes = edges.map(|edge| self.votes(scene, edge));
        let count = |flipped: usize| votes.iter().map(|votes| votes[flipped]).sum::<usize>();
        match [count(0), count(1)] {
            [white, black] if white >= ENOUGH && white > 3 * black => Some(true),
            [white, black] if black >= ENOUGH && black > 3 * white => Some(false),
            _ => None,
        }
    }

    /// How many labels of an edge stand where they do with White at the bottom, and with Black.
    fn votes(&self, scene: &Scene, edge: Edge) -> [usize; 2] {
        const PLAIN: f32 = 0.5;
        let upright = matches!(edge, Edge::Left | Edge::Right);
        let expected = |at: usize, flipped: bool| match (upright, flipped) {
            (true, false) => 8 - at,
            (true, true) => 1 + at,
            (false, false) => 9 + at,
            (false, true) => 16 - at,
        };
        let told = self.read(&strip(scene, edge));
        let votes = |flipped| (0..8).filter(|at| told[*at][expected(*at, flipped)] > PLAIN).count();
        [votes(false), votes(true)]
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
