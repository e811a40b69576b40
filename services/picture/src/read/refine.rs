use super::grid::Grid;
use super::lattice::{Candidate, Feel, Saddles, Sums};
use super::pixels::{Channel, Part, Pixels};
use super::solve::solve;

/// Squares are looked at in at most so many pixels.
const SQUARE: f64 = 64.0;
/// How far crossings are looked for from where they should be, in squares: closer with every round.
const REACHES: [f64; 4] = [0.16, 0.12, 0.08, 0.06];
/// A projective map needs that many crossings to be trusted.
const ENOUGH: usize = 20;

/// How often a board may turn out to be one row or column further on.
const SHIFTS: usize = 2;

/// A crossing that was found, in squares from the middle of the board.
struct Crossing {
    u: f64,
    v: f64,
    x: f64,
    y: f64,
    weight: f64,
}

/// Fits the board to its crossings. The candidate is in pixels of the picture.
pub(super) fn refine(pixels: &Pixels, candidate: &Candidate, channel: Channel) -> Option<Grid> {
    let Candidate { square, angle, tall, .. } = *candidate;
    let first = candidate.grid();
    let part = pixels.part(first.bounds(1.0), SQUARE / square);
    let side = square * part.scale_x;
    let saddles = Sums::new(&part.pixels, channel).saddles(Feel::of(side * tall.min(1.0)));
    let place = |[x, y]: [f64; 2]| [(x - part.left) * part.scale_x, (y - part.top) * part.scale_y];
    let centre = place(first.at(Grid::MIDDLE, Grid::MIDDLE));
    // In squares from the middle, so that all terms are of the same size.
    let (up, across) = angle.sin_cos();
    let mut terms = [0.0, across, -up, 0.0, up, across * tall, 0.0, 0.0];
    let local = |terms: [f64; 8]| Grid::new(scaled(terms, side, centre), 0.0);
    let mut light_first = if score(&saddles, &local(terms), 1.0) >= 0.0 { 1.0 } else { -1.0 };
    for _ in 0..=SHIFTS {
        for reach in REACHES {
            let crossings = crossings(&saddles, &local(terms), light_first, reach * side, side, centre);
            terms = fitted(crossings, terms)?;
        }
        let Some((column, row)) = better_neighbour(&saddles, &local(terms), light_first) else { break };
        terms = shifted(terms, column, row);
        light_first = -light_first;
    }
    let score = score(&saddles, &local(terms), light_first);
    Some(Grid::new(unscaled(scaled(terms, side, centre), &part), score))
}

fn sign(column: usize, row: usize) -> f32 {
    if (column + row).is_multiple_of(2) { 1.0 } else { -1.0 }
}

fn all() -> impl Iterator<Item = (usize, usize)> {
    (0..49).map(|at| (at % 7, at / 7))
}

fn score(saddles: &Saddles, grid: &Grid, light_first: f32) -> f32 {
    score_beside(saddles, grid, light_first, 0.0, 0.0)
}

/// The score of the board that lies so many columns and rows further on.
fn score_beside(saddles: &Saddles, grid: &Grid, light_first: f32, right: f64, down: f64) -> f32 {
    let value = |(column, row): (usize, usize)| {
        let [x, y] = grid.at(column as f64 + right, row as f64 + down);
        light_first * sign(column, row) * saddles.get(x.round() as i64, y.round() as i64)
    };
    all().map(value).sum::<f32>() / 49.0
}

/// Seven columns of a board and one beside it look much like a board: the step to a clearer one, if there is any.
fn better_neighbour(saddles: &Saddles, grid: &Grid, light_first: f32) -> Option<(f64, f64)> {
    const BETTER: f32 = 1.03;
    let beside = |(right, down)| score_beside(saddles, grid, -light_first, right, down);
    let steps = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
    let best = steps.into_iter().max_by(|one, other| beside(*one).total_cmp(&beside(*other)))?;
    (beside(best) > BETTER * score(saddles, grid, light_first)).then_some(best)
}

/// The map of the board that lies so many columns and rows further on.
fn shifted([a, b, c, d, e, f, g, h]: [f64; 8], right: f64, down: f64) -> [f64; 8] {
    let depth = 1.0 + g * right + h * down;
    [a + b * right + c * down, b, c, d + e * right + f * down, e, f, g, h].map(|term| term / depth)
}

/// The clearest crossing near each place, where there is one.
fn crossings(
    saddles: &Saddles,
    grid: &Grid,
    light_first: f32,
    reach: f64,
    side: f64,
    centre: [f64; 2],
) -> Vec<Crossing> {
    const FAINT: f32 = 0.15;
    let reach = (reach.round() as i64).max(2);
    let mut found = Vec::new();
    for (column, row) in all() {
        let [x, y] = grid.at(column as f64, row as f64).map(|at| at.round() as i64);
        let sign = light_first * sign(column, row);
        let near = || (y - reach..=y + reach).flat_map(|y| (x - reach..=x + reach).map(move |x| (x, y)));
        let most = near().map(|(x, y)| sign * saddles.get(x, y)).fold(0.0, f32::max);
        if most < FAINT {
            continue;
        }
        let (mut sum, mut count) = ([0.0; 2], 0.0);
        for (x, y) in near().filter(|(x, y)| sign * saddles.get(*x, *y) >= 0.92 * most) {
            sum = [sum[0] + x as f64, sum[1] + y as f64];
            count += 1.0;
        }
        found.push(Crossing {
            u: column as f64 - Grid::MIDDLE,
            v: row as f64 - Grid::MIDDLE,
            x: (sum[0] / count - centre[0]) / side,
            y: (sum[1] / count - centre[1]) / side,
            weight: f64::from(most),
        });
    }
    found
}

/// Fits a map by weighted least squares; what lies far from it counts ever less. Keeps the old one if there is too little
/// to go by.
fn fitted(mut crossings: Vec<Crossing>, old: [f64; 8]) -> Option<[f64; 8]> {
    const FEW: usize = 12;
    const FAR: f64 = 0.05;
    if crossings.len() < FEW {
        return Some(old);
    }
    let mut terms = old;
    for round in 0..4 {
        terms = match round {
            0..2 => affine(&crossings)?,
            _ if crossings.len() >= ENOUGH => projective(&crossings)?,
            _ => affine(&crossings)?,
        };
        let grid = Grid::new(terms, 0.0);
        for crossing in &mut crossings {
            let [x, y] = grid.at(crossing.u + Grid::MIDDLE, crossing.v + Grid::MIDDLE);
            let far = (x - crossing.x).hypot(y - crossing.y) / FAR;
            crossing.weight /= 1.0 + far * far;
        }
    }
    Some(terms)
}

fn affine(crossings: &[Crossing]) -> Option<[f64; 8]> {
    let (mut rows, mut x, mut y) = ([[0.0; 3]; 3], [0.0; 3], [0.0; 3]);
    for crossing in crossings {
        let weight = crossing.weight * crossing.weight;
        let terms = [1.0, crossing.u, crossing.v];
        for (at, term) in terms.iter().enumerate() {
            for (other, value) in terms.iter().enumerate() {
                rows[at][other] += weight * term * value;
            }
            x[at] += weight * term * crossing.x;
            y[at] += weight * term * crossing.y;
        }
    }
    let ([a, b, c], [d, e, f]) = (solve(rows, x)?, solve(rows, y)?);
    Some([a, b, c, d, e, f, 0.0, 0.0])
}

fn projective(crossings: &[Crossing]) -> Option<[f64; 8]> {
    // Without a reason, a board is not seen at a slant.
    const STRAIGHT: f64 = 0.5;
    let (mut rows, mut right) = ([[0.0; 8]; 8], [0.0; 8]);
    for Crossing { u, v, x, y, weight } in crossings {
        let equations = [
            ([1.0, *u, *v, 0.0, 0.0, 0.0, -x * u, -x * v], x),
            ([0.0, 0.0, 0.0, 1.0, *u, *v, -y * u, -y * v], y),
        ];
        for (terms, value) in equations {
            for (at, term) in terms.iter().enumerate() {
                for (other, factor) in terms.iter().enumerate() {
                    rows[at][other] += weight * weight * term * factor;
                }
                right[at] += weight * weight * term * value;
            }
        }
    }
    rows[6][6] += STRAIGHT;
    rows[7][7] += STRAIGHT;
    solve(rows, right)
}

/// From squares around a centre to pixels.
fn scaled([a, b, c, d, e, f, g, h]: [f64; 8], side: f64, [x, y]: [f64; 2]) -> [f64; 8] {
    [a * side + x, b * side + x * g, c * side + x * h, d * side + y, e * side + y * g, f * side + y * h, g, h]
}

/// From pixels of a part to those of the picture.
fn unscaled([a, b, c, d, e, f, g, h]: [f64; 8], part: &Part) -> [f64; 8] {
    let (x, y) = (part.left, part.top);
    [
        a / part.scale_x + x,
        b / part.scale_x + x * g,
        c / part.scale_x + x * h,
        d / part.scale_y + y,
        e / part.scale_y + y * g,
        f / part.scale_y + y * h,
        g,
        h,
    ]
}
