//! Glicko-2 (Glickman 2022, "Example of the Glicko-2 system"), solver against problem.

use std::f64::consts::PI;

/// How freely volatility changes; the paper's example value.
const TAU: f64 = 0.5;
/// Points per unit of the internal scale.
const SCALE: f64 = 173.7178;
const CENTRE: f64 = 1500.0;
/// A deviation says no less than "nothing is known".
const WIDEST: f64 = 350.0;
/// Where the search for the volatility ends.
const PRECISION: f64 = 1e-6;

/// How strong a solver or how hard a problem is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    pub points: f64,
    pub deviation: f64,
    pub volatility: f64,
}

/// A game of a rating period; the score is 1 for a win, 0 for a loss, 0.5 for a draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encounter {
    pub opponent: Rating,
    pub score: f64,
}

impl Rating {
    /// Somebody nobody has seen.
    pub const UNKNOWN: Rating = Rating { points: CENTRE, deviation: WIDEST, volatility: 0.06 };

    /// Something of which there is only a first guess.
    #[must_use]
    pub const fn guessed(points: f64) -> Rating {
        Rating { points, ..Rating::UNKNOWN }
    }

    /// The rating after a rating period; without games only the deviation grows.
    #[must_use]
    pub fn after(self, games: &[Encounter]) -> Rating {
        let (mu, phi) = (self.mu(), self.phi());
        let expectations: Vec<(f64, f64, f64)> = games
            .iter()
            .map(|game| {
                let g = g(game.opponent.phi());
                let expected = 1.0 / (1.0 + (-g * (mu - game.opponent.mu())).exp());
                // A certain result would divide by zero below.
                (g, expected.clamp(1e-12, 1.0 - 1e-12), game.score)
            })
            .collect();
        if expectations.is_empty() {
            return self.with(mu, phi.hypot(self.volatility), self.volatility);
        }
        let v = 1.0 / expectations.iter().map(|(g, e, _)| g * g * e * (1.0 - e)).sum::<f64>();
        let gain: f64 = expectations.iter().map(|(g, e, score)| g * (score - e)).sum();
        let volatility = volatility(self.volatility, v * gain, phi, v);
        let before = phi.hypot(volatility);
        let phi = 1.0 / (1.0 / (before * before) + 1.0 / v).sqrt();
        self.with(mu + phi * phi * gain, phi, volatility)
    }

    /// Both ratings after a solver's first attempt at a problem, each a rating period of one game.
    #[must_use]
    pub fn meet(solver: Rating, problem: Rating, solved: bool) -> (Rating, Rating) {
        let score = if solved { 1.0 } else { 0.0 };
        (
            solver.after(&[Encounter { opponent: problem, score }]),
            problem.after(&[Encounter { opponent: solver, score: 1.0 - score }]),
        )
    }

    fn mu(self) -> f64 {
        (self.points - CENTRE) / SCALE
    }

    fn phi(self) -> f64 {
        self.deviation / SCALE
    }

    fn with(self, mu: f64, phi: f64, volatility: f64) -> Rating {
        Rating { points: mu * SCALE + CENTRE, deviation: (phi * SCALE).min(WIDEST), volatility }
    }
}

fn g(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

/// Step 5 of the paper: the Illinois algorithm on the logarithm of the squared volatility.
fn volatility(sigma: f64, delta: f64, phi: f64, v: f64) -> f64 {
    let start = (sigma * sigma).ln();
    let f = |x: f64| {
        let (e, spread) = (x.exp(), phi * phi + v + x.exp());
        e * (delta * delta - phi * phi - v - e) / (2.0 * spread * spread) - (x - start) / (TAU * TAU)
    };
    let mut a = start;
    let mut b = if delta * delta > phi * phi + v {
        (delta * delta - phi * phi - v).ln()
    } else {
        let below = (1..1000).map(|k| start - f64::from(k) * TAU).find(|&x| f(x) >= 0.0);
        below.unwrap_or(start)
    };
    let (mut fa, mut fb) = (f(a), f(b));
    while (b - a).abs() > PRECISION {
        let c = a + (a - b) * fa / (fb - fa);
        let fc = f(c);
        if fc * fb <= 0.0 {
            (a, fa) = (b, fb);
        } else {
            fa /= 2.0;
        }
        (b, fb) = (c, fc);
    }
    (a / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(points: f64, deviation: f64) -> Rating {
        Rating { points, deviation, volatility: 0.06 }
    }

    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    #[test]
    fn the_worked_example_of_the_paper_comes_out() {
        let games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
            .map(|(points, deviation, score)| Encounter { opponent: rating(points, deviation), score });
        let after = rating(1500.0, 200.0).after(&games);
        close(after.points, 1464.06, 0.01);
        close(after.deviation, 151.52, 0.01);
        close(after.volatility, 0.05999, 0.00001);
    }

    #[test]
    fn a_period_without_games_only_widens_the_deviation() {
        let after = rating(1700.0, 50.0).after(&[]);
        close(after.points, 1700.0, 1e-9);
        close(after.deviation, (50.0_f64.powi(2) + (0.06 * SCALE).powi(2)).sqrt(), 1e-9);
        assert_eq!(Rating::UNKNOWN.after(&[]).deviation, WIDEST);
    }

    #[test]
    fn what_the_solver_gains_the_problem_loses_between_equals() {
        let (solver, problem) = Rating::meet(Rating::UNKNOWN, Rating::UNKNOWN, true);
        assert!(solver.points > 1600.0 && solver.deviation < 300.0);
        close(solver.points - CENTRE, CENTRE - problem.points, 1e-9);
        let (failed, kept) = Rating::meet(Rating::UNKNOWN, Rating::UNKNOWN, false);
        close(failed.points, problem.points, 1e-9);
        close(kept.points, solver.points, 1e-9);
    }

    #[test]
    fn an_expected_result_moves_less_than_a_surprise() {
        let (solver, problem) = (rating(1800.0, 80.0), rating(1300.0, 80.0));
        let (expected, _) = Rating::meet(solver, problem, true);
        let (surprised, _) = Rating::meet(solver, problem, false);
        assert!(expected.points - 1800.0 < (1800.0 - surprised.points) / 5.0);
    }

    #[test]
    fn extreme_ratings_stay_numbers() {
        for (points, deviation) in [(0.0, 30.0), (4000.0, 350.0), (1500.0, 1.0), (99_999.0, 1.0)] {
            for solved in [true, false] {
                let mut pair = (rating(points, deviation), rating(1500.0, 350.0));
                for _ in 0..200 {
                    pair = Rating::meet(pair.0, pair.1, solved);
                }
                for found in [pair.0, pair.1] {
                    assert!(found.points.is_finite() && found.volatility > 0.0);
                    assert!(found.deviation > 0.0 && found.deviation <= WIDEST);
                }
            }
        }
    }
}
