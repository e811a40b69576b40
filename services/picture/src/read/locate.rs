use super::Unreadable;
use super::grid::Grid;
use super::lattice::{Candidate, Feel, Saddles, Sums};
use super::pixels::{Channel, Part, Pixels};
use super::refine::refine;

/// A lattice below this is none. On pictures without a board at most 0.18 was seen, on the weakest true board 0.43.
const LEAST: f32 = 0.35;
/// With one this clear there is no need to look for turned or equally bright boards.
const CLEAR: f32 = 0.45;
/// And with one this clear there is nothing better in its place.
const CERTAIN: f32 = 0.6;
/// Worth a closer look.
const MAYBE: f32 = 0.2;
/// Of a board that is cut, the crossings that are in the picture must be clearer than of a whole one.
const CUT: f32 = 0.5;
/// The longer side of the picture in which boards are looked for, and of the one for small boards.
const COARSE: usize = 420;
const FINE: usize = 840;
const TURNED: usize = 260;
/// Squares from this side on are seen.
const SMALLEST: f64 = 9.0;
/// So many boards are read at most, and so many places looked at for them.
const MOST: usize = 12;
const PLACES: usize = 24;
/// How far the edge of a board may be cut off, in squares.
const CUT_OFF: f64 = 0.3;

/// Every board of the picture, clearest and largest first.
pub(super) fn locate(pixels: &Pixels, stop: &dyn Fn() -> bool) -> Result<Vec<Grid>, Unreadable> {
    let mut search = Search { pixels, found: Vec::new(), stop };
    let coarse = pixels.within(COARSE);
    let limit = coarse.pixels.width.min(coarse.pixels.height) as f64 / 7.6;
    search.upright(&coarse, Channel::Luma, SMALLEST, limit)?;
    if pixels.width.max(pixels.height) > COARSE {
        let fine = pixels.within(FINE);
        let factor = fine.scale_x / coarse.scale_x;
        search.upright(&fine, Channel::Luma, SMALLEST, SMALLEST * factor)?;
    }
    if search.best() < CLEAR {
        search.upright(&coarse, Channel::Warmth, SMALLEST, limit)?;
    }
    let inside = |grid: &Grid| grid.outside(pixels.width, pixels.height) <= CUT_OFF;
    let mut grids = search.boards()?;
    if !grids.iter().any(|grid| grid.score >= CLEAR && inside(grid)) {
        search.turned(&pixels.within(TURNED))?;
        search.stretched(&coarse)?;
        grids = search.boards()?;
    }
    let whole: Vec<Grid> = grids.iter().filter(|grid| inside(grid)).copied().collect();
    match (whole.is_empty(), grids.is_empty()) {
        (false, _) => Ok(whole),
        (true, false) => Err(Unreadable::HalfBoard),
        (true, true) if cut(&coarse) => Err(Unreadable::HalfBoard),
        (true, true) => Err(Unreadable::NoBoard),
    }
}

/// Lattices are compared by how clear they are, and a little by their size: a part of a board looks like a small board.
fn worth(score: f32, square: f64) -> f32 {
    score + 0.08 * square.ln() as f32
}

struct Search<'a> {
    pixels: &'a Pixels,
    /// In pixels of the picture.
    found: Vec<(Candidate, Channel)>,
    stop: &'a dyn Fn() -> bool,
}

impl Search<'_> {
    fn go_on(&self) -> Result<(), Unreadable> {
        if (self.stop)() { Err(Unreadable::Stopped) } else { Ok(()) }
    }

    fn best(&self) -> f32 {
        self.found.iter().map(|(candidate, _)| candidate.score).fold(0.0, f32::max)
    }

    fn upright(&mut self, part: &Part, channel: Channel, from: f64, to: f64) -> Result<(), Unreadable> {
        let mut found = Vec::new();
        scales(&Sums::new(&part.pixels, channel), from, to, 1.016, |saddles, square| {
            saddles.upright(square, 1.0, MAYBE, &mut found);
            self.go_on()
        })?;
        self.take(found, part, channel);
        Ok(())
    }

    fn turned(&mut self, part: &Part) -> Result<(), Unreadable> {
        const DEGREES: [f64; 6] = [-7.5, -5.0, -2.5, 2.5, 5.0, 7.5];
        let mut found = Vec::new();
        let limit = part.pixels.width.min(part.pixels.height) as f64 / 7.6;
        scales(&Sums::new(&part.pixels, Channel::Luma), SMALLEST, limit, 1.025, |saddles, square| {
            for degrees in DEGREES {
                saddles.turned(square, degrees.to_radians(), MAYBE, &mut found);
            }
            self.go_on()
        })?;
        self.take(found, part, Channel::Luma);
        Ok(())
    }

    /// Pages that are photographed from low down, and pictures that were pulled out of shape.
    fn stretched(&mut self, part: &Part) -> Result<(), Unreadable> {
        const SHAPES: [f64; 8] = [0.55, 0.62, 0.7, 0.8, 0.9, 1.1, 1.25, 1.45];
        let mut found = Vec::new();
        let limit = part.pixels.width.max(part.pixels.height) as f64 / 7.6;
        scales(&Sums::new(&part.pixels, Channel::Luma), SMALLEST, limit, 1.03, |saddles, square| {
            for tall in SHAPES {
                saddles.upright(square / tall.min(1.0), tall, MAYBE, &mut found);
            }
            self.go_on()
        })?;
        self.take(found, part, Channel::Luma);
        Ok(())
    }

    fn take(&mut self, found: Vec<Candidate>, part: &Part, channel: Channel) {
        self.found.extend(found.into_iter().map(|candidate| {
            let x = candidate.x / part.scale_x + part.left;
            let y = candidate.y / part.scale_y + part.top;
            let square = candidate.square / part.scale_x;
            (Candidate { x, y, square, ..candidate }, channel)
        }));
    }

    /// The best of what lies on one another, looked at closely.
    fn boards(&mut self) -> Result<Vec<Grid>, Unreadable> {
        let value = |candidate: &Candidate| worth(candidate.score, candidate.square);
        self.found.sort_by(|(a, _), (b, _)| value(b).total_cmp(&value(a)));
        let mut tried: Vec<Candidate> = Vec::new();
        let mut grids: Vec<Grid> = Vec::new();
        for (candidate, channel) in &self.found {
            let rough = candidate.grid();
            // What lies on a board beyond doubt is a part of it.
            let part_of = |grid: &Grid| grid.score >= CERTAIN && grid.overlap(&rough) > 0.5;
            if tried.iter().any(|other| alike(other, candidate)) || grids.iter().any(part_of) {
                continue;
            }
            if tried.len() == PLACES {
                break;
            }
            self.go_on()?;
            tried.push(*candidate);
            grids.extend(refine(self.pixels, candidate, *channel).filter(|grid| grid.score >= LEAST));
        }
        grids.sort_by(|a, b| worth(b.score, b.square()).total_cmp(&worth(a.score, a.square())));
        let mut kept: Vec<Grid> = Vec::new();
        for grid in grids {
            if kept.len() < MOST && kept.iter().all(|other| other.overlap(&grid) < 0.2) {
                kept.push(grid);
            }
        }
        Ok(kept)
    }
}

/// Calls with the crossings for squares of every side between two.
fn scales(
    sums: &Sums,
    from: f64,
    to: f64,
    step: f64,
    mut each: impl FnMut(&Saddles, f64) -> Result<(), Unreadable>,
) -> Result<(), Unreadable> {
    let mut square = from;
    let mut kept: Option<(Feel, Saddles)> = None;
    while square <= to {
        let feel = Feel::of(square);
        let saddles = match kept.take() {
            Some((old, saddles)) if old == feel => saddles,
            _ => sums.saddles(feel),
        };
        each(&saddles, square)?;
        kept = Some((feel, saddles));
        square *= step;
    }
    Ok(())
}

/// Whether two candidates lead to the same board.
fn alike(one: &Candidate, other: &Candidate) -> bool {
    let middle = |candidate: &Candidate| candidate.grid().at(Grid::MIDDLE, Grid::MIDDLE);
    let ([x, y], [other_x, other_y]) = (middle(one), middle(other));
    let near = 2.5 * one.square.min(other.square);
    let same_size = (one.square / other.square).ln().abs() < 0.1;
    same_size && (x - other_x).abs() < near && (y - other_y).abs() < near
}

/// Whether a board goes on beyond the edge of the picture.
fn cut(part: &Part) -> bool {
    let (width, height) = (part.pixels.width, part.pixels.height);
    let border = width.min(height) / 2;
    let least = width.min(height) as f64 * 0.05;
    let mut seen = false;
    let look = |saddles: &Saddles, square: f64| {
        let mut padded = Saddles {
            width: width + 2 * border,
            height: height + 2 * border,
            values: vec![0.0; (width + 2 * border) * (height + 2 * border)],
        };
        for (y, line) in saddles.values.chunks_exact(width).enumerate() {
            let start = (y + border) * padded.width + border;
            padded.values[start..][..width].copy_from_slice(line);
        }
        let mut found = Vec::new();
        padded.upright(square, 1.0, MAYBE * 0.75, &mut found);
        seen |= found.iter().any(|candidate| clear_part(&padded, candidate, border));
        if seen { Err(Unreadable::HalfBoard) } else { Ok(()) }
    };
    let sums = Sums::new(&part.pixels, Channel::Luma);
    let limit = width.max(height) as f64 / 4.0;
    scales(&sums, least.max(SMALLEST), limit, 1.03, look).is_err()
}

/// Whether at least two lines of crossings are in the picture and these are clear.
fn clear_part(padded: &Saddles, candidate: &Candidate, border: usize) -> bool {
    const LINES: usize = 14;
    let (mut sum, mut count) = (0.0_f32, 0_usize);
    let edge = candidate.square * 0.2 + border as f64;
    let inside = |at: f64, length: usize| at > edge && at < length as f64 - edge;
    for at in 0..49 {
        let x = candidate.x + (at % 7) as f64 * candidate.square;
        let y = candidate.y + (at / 7) as f64 * candidate.square;
        if inside(x, padded.width) && inside(y, padded.height) {
            let sign = if (at % 7 + at / 7) % 2 == 0 { 1.0 } else { -1.0 };
            sum += sign * padded.get(x.round() as i64, y.round() as i64);
            count += 1;
        }
    }
    count >= LINES && sum.abs() / count as f32 >= CUT
}
