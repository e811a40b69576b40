//! A chess board is the one thing whose lines cross seven by seven times with light and dark changing places at every
//! crossing. Pieces hide little of that: they stand in the middle of squares, and the crossings are at the corners.

use super::grid::Grid;
use super::pixels::{Channel, Pixels};

/// For every pixel, whether it is a crossing: 1 with light at the top left, -1 with dark there, 0 for none.
#[derive(Debug)]
pub(super) struct Saddles {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) values: Vec<f32>,
}

/// Sums of all that is above and left.
#[derive(Debug)]
pub(super) struct Sums {
    width: usize,
    height: usize,
    values: Vec<i32>,
}

/// How large the corners of squares are that are compared, and how far they keep from the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Feel {
    side: usize,
    gap: usize,
}

impl Feel {
    pub(super) fn of(square: f64) -> Feel {
        let gap = match square {
            ..12.0 => 0,
            ..20.0 => 1,
            _ => ((square * 0.03).round() as usize).max(1),
        };
        Feel { side: ((square * 0.16).round() as usize).max(2), gap }
    }
}

impl Sums {
    pub(super) fn new(pixels: &Pixels, channel: Channel) -> Sums {
        let (width, height) = (pixels.width + 1, pixels.height + 1);
        let mut values = vec![0; width * height];
        let grey = pixels.channel(channel);
        for (y, line) in grey.chunks_exact(pixels.width).enumerate() {
            let (above, below) = values[y * width..].split_at_mut(width);
            let mut sum = 0;
            for ((value, above), below) in line.iter().zip(&above[1..]).zip(&mut below[1..]) {
                sum += value;
                *below = above + sum;
            }
        }
        Sums { width, height, values }
    }

    /// Contrast counts by where it stands against 10 grey levels, so that pale boards are boards too.
    pub(super) fn saddles(&self, feel: Feel) -> Saddles {
        const SOFT: f32 = 10.0;
        let (width, height) = (self.width - 1, self.height - 1);
        let mut values = vec![0.0; width * height];
        let Feel { side, gap } = feel;
        let reach = side + gap;
        if width > 2 * reach && height > 2 * reach {
            let scale = 1.0 / (side * side) as f32;
            let line = |y: usize| &self.values[y * self.width..][..self.width];
            let run = width - 2 * reach;
            let mean = |upper: &[i32], lower: &[i32], x: usize, at: usize| {
                (lower[x + side + at] - upper[x + side + at] - lower[x + at] + upper[x + at]) as f32 * scale
            };
            for y in reach..height - reach {
                let [top, top_end, low, low_end] =
                    [line(y - reach), line(y - gap), line(y + gap), line(y + reach)];
                for (at, out) in values[y * width + reach..][..run].iter_mut().enumerate() {
                    let top_left = mean(top, top_end, 0, at);
                    let top_right = mean(top, top_end, reach + gap, at);
                    let low_left = mean(low, low_end, 0, at);
                    let low_right = mean(low, low_end, reach + gap, at);
                    let edges = [
                        top_left - top_right,
                        low_right - low_left,
                        top_left - low_left,
                        low_right - top_right,
                    ];
                    let least = edges[0].min(edges[1]).min(edges[2].min(edges[3])).max(0.0);
                    let most = edges[0].max(edges[1]).max(edges[2].max(edges[3])).min(0.0);
                    *out = least / (least + SOFT) + most / (SOFT - most);
                }
            }
        }
        Saddles { width, height, values }
    }
}

/// A board that might be there: its first crossing and its side, in pixels of the saddles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) square: f64,
    /// The turn of its rows, in radians.
    pub(super) angle: f64,
    /// How high its squares are for their width.
    pub(super) tall: f64,
    pub(super) score: f32,
}

impl Candidate {
    pub(super) fn grid(&self) -> Grid {
        let Candidate { x, y, square, angle, tall, score } = *self;
        let (right, down) = (square * angle.cos(), square * angle.sin());
        let middle = [x + Grid::MIDDLE * (right - down), y + Grid::MIDDLE * (down + right * tall)];
        Grid::new([middle[0], right, -down, middle[1], down, right * tall, 0.0, 0.0], score)
    }
}

impl Saddles {
    pub(super) fn get(&self, x: i64, y: i64) -> f32 {
        let inside = |at: i64, length: usize| usize::try_from(at).ok().filter(|at| *at < length);
        match (inside(x, self.width), inside(y, self.height)) {
            (Some(x), Some(y)) => self.values[y * self.width + x],
            _ => 0.0,
        }
    }

    /// The best upright boards with squares of that width and shape, at most one in every neighbourhood.
    pub(super) fn upright(&self, square: f64, tall: f64, least: f32, found: &mut Vec<Candidate>) {
        let steps: [usize; 7] = std::array::from_fn(|at| (at as f64 * square).round() as usize);
        let falls: [usize; 7] = std::array::from_fn(|at| (at as f64 * square * tall).round() as usize);
        let (Some(columns), Some(rows)) =
            (self.width.checked_sub(steps[6]), self.height.checked_sub(falls[6]))
        else {
            return;
        };
        let mut across = vec![0.0; columns * self.height];
        for (out, line) in across.chunks_exact_mut(columns.max(1)).zip(self.values.chunks_exact(self.width)) {
            alternate(out, steps.map(|step| &line[step..][..columns]));
        }
        let mut best = Best::new(columns, rows, 3.0 * square);
        let mut down = vec![0.0; columns];
        for y in 0..rows {
            down.fill(0.0);
            alternate(&mut down, falls.map(|fall| &across[(y + fall) * columns..][..columns]));
            best.line(y, &down);
        }
        found.extend(best.above(least).map(|(x, y, score)| Candidate {
            x,
            y,
            square,
            angle: 0.0,
            tall,
            score,
        }));
    }

    /// The same for boards whose rows are turned.
    pub(super) fn turned(&self, square: f64, angle: f64, least: f32, found: &mut Vec<Candidate>) {
        let (right, down) = (square * angle.cos(), square * angle.sin());
        let place = |at: usize| {
            let (i, j) = ((at % 7) as f64, (at / 7) as f64);
            [(i * right - j * down).round() as i64, (i * down + j * right).round() as i64]
        };
        let places: [[i64; 2]; 49] = std::array::from_fn(place);
        let least_of = |axis: usize| places.iter().map(|place| place[axis]).min().unwrap_or(0);
        let most_of = |axis: usize| places.iter().map(|place| place[axis]).max().unwrap_or(0);
        let (x0, y0) = (-least_of(0), -least_of(1));
        let columns = self.width as i64 - x0 - most_of(0);
        let rows = self.height as i64 - y0 - most_of(1);
        let (Ok(columns), Ok(rows)) = (usize::try_from(columns), usize::try_from(rows)) else { return };
        let mut best = Best::new(columns, rows, 3.0 * square);
        let mut sums = vec![0.0_f32; columns];
        for y in 0..rows {
            sums.fill(0.0);
            for (at, [dx, dy]) in places.iter().enumerate() {
                let start = (y as i64 + y0 + dy) * self.width as i64 + x0 + dx;
                let line = &self.values[start as usize..][..columns];
                let sign = if (at % 7 + at / 7) % 2 == 0 { 1.0 } else { -1.0 };
                for (sum, value) in sums.iter_mut().zip(line) {
                    *sum += sign * value;
                }
            }
            best.line(y, &sums);
        }
        found.extend(best.above(least).map(|(x, y, score)| Candidate {
            x: x + x0 as f64,
            y: y + y0 as f64,
            square,
            angle,
            tall: 1.0,
            score,
        }));
    }
}

/// Adds and subtracts by turns.
fn alternate(out: &mut [f32], parts: [&[f32]; 7]) {
    for (at, part) in parts.into_iter().enumerate() {
        if at % 2 == 0 {
            out.iter_mut().zip(part).for_each(|(out, value)| *out += value);
        } else {
            out.iter_mut().zip(part).for_each(|(out, value)| *out -= value);
        }
    }
}

/// The highest sum of every neighbourhood.
struct Best {
    side: usize,
    across: usize,
    cells: Vec<(f32, usize, usize)>,
}

impl Best {
    fn new(columns: usize, rows: usize, side: f64) -> Best {
        let side = (side as usize).max(1);
        let across = columns.div_ceil(side);
        Best { side, across, cells: vec![(0.0, 0, 0); across * rows.div_ceil(side)] }
    }

    fn line(&mut self, y: usize, sums: &[f32]) {
        let cells = self.cells[y / self.side * self.across..].iter_mut();
        for ((at, run), cell) in sums.chunks(self.side).enumerate().zip(cells) {
            let highest = run.iter().fold(0.0_f32, |most, sum| most.max(sum.abs()));
            if highest > cell.0
                && let Some(x) = run.iter().position(|sum| sum.abs() >= highest)
            {
                *cell = (highest, at * self.side + x, y);
            }
        }
    }

    fn above(self, least: f32) -> impl Iterator<Item = (f64, f64, f32)> {
        let scored = self.cells.into_iter().map(|(sum, x, y)| (x as f64, y as f64, sum / 49.0));
        scored.filter(move |(_, _, score)| *score >= least)
    }
}
