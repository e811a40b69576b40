use super::super::net::{Field, Layer, layers};
use super::lines::Line;
use super::sheet::Sheet;

/// How many pixels of a line the network sees from top to bottom, and how many of them the letters fill.
const HIGH: usize = 24;
const INK: f64 = 18.0;
/// What is seen beside a line, in heights of it.
const MARGIN: f64 = 0.3;
/// The network tells a letter for so many pixels along the line.
const STEP: usize = 4;
/// What the network can spell; before them, that there is nothing new.
const LETTERS: &[u8] = b" abcdefghijklmnopqrstuvwxyz0123456789'.,:-()/#+=!?*";
/// Paper and ink that differ less, of 255, are none.
const FAINTEST: f32 = 12.0;

/// The network that reads a line of text.
#[derive(Debug)]
pub(super) struct Letters {
    body: Vec<Layer>,
    head: Vec<Layer>,
}

impl Letters {
    pub(super) fn new() -> Option<Letters> {
        const HEAD: usize = 4;
        let mut body = layers(include_bytes!("../../../model/caption.net"))?;
        let head = body.split_off(body.len().checked_sub(HEAD)?);
        Some(Letters { body, head })
    }

    /// How many pixels long the network sees a line that is pulled longer so much: what reading it costs.
    pub(super) fn length(line: &Line, stretch: f64) -> usize {
        let long = (line.width() as f64 / line.height() as f64 + 2.0 * MARGIN) * INK * stretch;
        (long / STEP as f64).round() as usize * STEP
    }

    /// What a line says, in small letters without accents, with a star for every other sign; and how sure that is, from 0 to 1.
    /// `None` if there is nothing to see.
    pub(super) fn read(&self, sheet: &Sheet, line: &Line, stretch: f64) -> Option<(String, f32)> {
        let (height, values) = (Letters::length(line, stretch), seen(sheet, line, stretch)?);
        let mut field = Field { width: HIGH, height, channels: 1, values };
        for layer in &self.body {
            field = layer.run(&field, true);
        }
        // All that the line is high belongs to the same letter.
        field = Field { width: 1, channels: field.width * field.channels, ..field };
        for (at, layer) in self.head.iter().enumerate() {
            field = layer.run(&field, at + 1 < self.head.len());
        }
        Some(spelled(&field))
    }
}

/// The line on its side: paper is 0 and ink about 1, whichever is darker.
fn seen(sheet: &Sheet, line: &Line, stretch: f64) -> Option<Vec<f32>> {
    let high = line.height() as f64;
    let step = high / INK;
    // Large letters are looked at in several points a pixel.
    let points = (step as usize).clamp(1, 8);
    let length = Letters::length(line, stretch);
    let mut values = Vec::with_capacity(length * HIGH);
    let place = |at: usize, point: usize| at as f64 + (point as f64 + 0.5) / points as f64;
    for along in 0..length {
        for across in 0..HIGH {
            let mut sum = 0.0;
            for point in 0..points * points {
                let x = line.left as f64 - MARGIN * high + place(along, point % points) * step / stretch;
                let y = line.top as f64 + (place(across, point / points) - (HIGH as f64 - INK) / 2.0) * step;
                sum += grey(sheet, x - 0.5, y - 0.5);
            }
            values.push(sum / (points * points) as f32);
        }
    }
    let [low, paper, high] = shares(&values, [0.02, 0.5, 0.98]);
    let reach = if high - paper > paper - low { high - paper } else { low - paper };
    if reach.abs() < FAINTEST {
        return None;
    }
    values.iter_mut().for_each(|value| *value = ((*value - paper) / reach).clamp(-0.5, 1.5));
    Some(values)
}

/// The values below which such shares of all lie.
fn shares(values: &[f32], shares: [f32; 3]) -> [f32; 3] {
    let mut counts = [0_usize; 256];
    values.iter().for_each(|value| counts[*value as usize & 255] += 1);
    shares.map(|share| {
        let mut left = (values.len() as f32 * share) as usize;
        let at = counts.iter().position(|count| {
            let here = *count > left;
            left = left.saturating_sub(*count);
            here
        });
        at.unwrap_or(255) as f32
    })
}

/// Between four pixels; beyond the sheet, its edge.
fn grey(sheet: &Sheet, x: f64, y: f64) -> f32 {
    let clamp = |at: f64, length: usize| (at.max(0.0) as usize).min(length - 1);
    let (left, right) = (clamp(x.floor(), sheet.width), clamp(x.floor() + 1.0, sheet.width));
    let (top, bottom) = (clamp(y.floor(), sheet.height), clamp(y.floor() + 1.0, sheet.height));
    let (across, down) = ((x - x.floor()) as f32, (y - y.floor()) as f32);
    let at = |x: usize, y: usize| f32::from(sheet.grey[y * sheet.width + x]);
    let above = at(left, top) * (1.0 - across) + at(right, top) * across;
    let below = at(left, bottom) * (1.0 - across) + at(right, bottom) * across;
    above * (1.0 - down) + below * down
}

/// The likeliest letter of each step, without repetitions (Graves et al. 2006), and how likely they are on the mean.
fn spelled(scores: &Field) -> (String, f32) {
    let mut text = String::new();
    let (mut before, mut sure, mut steps) = (0, 0.0, 0);
    for scores in scores.values.chunks_exact(scores.channels) {
        let best = (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap_or(0);
        if best > 0 {
            sure += 1.0 / scores.iter().map(|score| (score - scores[best]).exp()).sum::<f32>();
            steps += 1;
            if best != before {
                text.push(char::from(LETTERS.get(best - 1).copied().unwrap_or(b'*')));
            }
        }
        before = best;
    }
    (text.trim().to_owned(), sure / steps.max(1) as f32)
}
