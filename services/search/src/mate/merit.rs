use shakmaty::Position as _;

use super::{Continuation, Report, Verdict};

/// How good a problem is: sound before unsound, then by points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Merit {
    stage: Stage,
    points: i32,
    /// There is enough play to be worth a solver's time.
    rich: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    NoMate,
    Short,
    Cooked,
    /// Sound, but the key checks, captures or promotes.
    Loud,
    Quiet,
}

impl Merit {
    /// Good enough to show: a quiet key and some play after it.
    pub(super) fn is_publishable(self) -> bool {
        self.stage == Stage::Quiet && self.rich
    }
}

/// Judges a problem as a composer would at first sight.
pub(super) fn merit(report: &Report) -> Merit {
    let solution = &report.solution;
    let men = solution.position.board().occupied().count() as i32;
    let keys = solution.keys.len() as i32;
    let stage = match solution.verdict {
        Verdict::Sound => match report.keys.first() {
            Some(key) if !key.is_check && !key.is_capture && !key.is_promotion => Stage::Quiet,
            _ => Stage::Loud,
        },
        Verdict::Cooked => Stage::Cooked,
        Verdict::Short => Stage::Short,
        Verdict::NoMate | Verdict::Undecided | Verdict::Illegal => Stage::NoMate,
    };
    let points = match stage {
        Stage::Quiet | Stage::Loud => play_points(report) - men - 2 * (men - 12).max(0),
        Stage::Cooked => -keys,
        Stage::Short => -10 * i32::from(solution.moves - solution.shortest.unwrap_or(0)) - keys,
        Stage::NoMate => -men,
    };
    Merit { stage, points, rich: is_rich(report, men) }
}

fn is_rich(report: &Report, men: i32) -> bool {
    let variety = report.keys.first().map_or(0, |key| variety(&key.line));
    let wanted = if report.solution.moves == 2 { 4 } else { 3 };
    men >= 5 && variety >= wanted && !report.duals.iter().any(|dual| dual.major)
}

fn play_points(report: &Report) -> i32 {
    let Some(key) = report.keys.first() else { return 0 };
    let taken = key.flights_taken.len() as i32;
    let given = key.flights_given.len() as i32;
    let major = report.duals.iter().filter(|dual| dual.major).count() as i32;
    let minor = report.duals.len() as i32 - major;
    let tries = report.tries.iter().filter(|found| !found.is_check).count() as i32;
    8 * variety(&key.line).min(6) + 5 * given.min(2) - 5 * taken - 6 * major - 3 * minor + 2 * tries.min(3)
}

/// How many different answers the defences call forth.
fn variety(key: &Continuation) -> i32 {
    let mut answers: Vec<&str> = key
        .variations
        .iter()
        .filter(|variation| variation.parries)
        .filter_map(|variation| variation.continuations.first())
        .map(|line| line.san.as_str())
        .collect();
    answers.sort_unstable();
    answers.dedup();
    answers.len() as i32
}
