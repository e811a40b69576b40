use shakmaty::{Chess, Move, Square};

use super::{
    Progress, Solution, Solver, Verdict,
    analyst::{Analyst, Undecided, after, passed},
    flights::flights,
    tree::Grower,
    tries::{Try, tries},
};
use crate::{Budget, Meter};

/// How much of the play a report shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Detail {
    /// Follow also the defences that do not meet the threat, and every dual.
    pub full_tree: bool,
    /// Stop growing the tree at so many moves of it.
    pub tree_limit: usize,
    /// Show at most so many tries.
    pub tries: usize,
    pub set_play: bool,
}

impl Default for Detail {
    fn default() -> Detail {
        Detail { full_tree: false, tree_limit: 2_000, tries: 5, set_play: true }
    }
}

/// What a composer wants to know about a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub solution: Solution,
    /// One for each key of the solution.
    pub keys: Vec<Key>,
    /// First moves that fail to one defence only, the nearest to success first.
    pub tries: Vec<Try>,
    /// What would happen if the side to move could pass: defences that already have an answer.
    pub set_play: Vec<Variation>,
    pub duals: Vec<Dual>,
    /// False where the budget or a limit cut the report short. The solution has its own word on that.
    pub complete: bool,
}

impl Report {
    /// A solution with nothing explained yet.
    pub(super) fn of(solution: Solution) -> Report {
        Report {
            solution,
            keys: Vec::new(),
            tries: Vec::new(),
            set_play: Vec::new(),
            duals: Vec::new(),
            complete: false,
        }
    }
}

/// A key and what makes it one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub line: Continuation,
    pub is_check: bool,
    pub is_capture: bool,
    pub is_promotion: bool,
    /// Squares the king could go to before the key but not after it, and the other way round.
    pub flights_taken: Vec<Square>,
    pub flights_given: Vec<Square>,
}

/// An attacker's move that keeps the mate, and the play after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation {
    pub play: Move,
    pub san: String,
    pub stake: Stake,
    pub variations: Vec<Variation>,
}

/// Why the defender must do something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stake {
    Mate,
    Check,
    /// What would follow if the defender could pass.
    Threat(Vec<Continuation>),
    Zugzwang,
}

/// A defence with every continuation that mates in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    pub defence: Move,
    pub san: String,
    /// Mate follows in so many moves.
    pub mate_in: u8,
    /// Whether every threat fails after this defence; true where there is none.
    pub parries: bool,
    pub continuations: Vec<Continuation>,
}

/// A choice of the attacker where there should be one move only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dual {
    /// The moves from the key to the defence, as SAN.
    pub line: Vec<String>,
    /// The number of the move that is not unique, counted from the key.
    pub move_number: u8,
    pub continuations: Vec<String>,
    /// Major before the mating move, minor at it.
    pub major: bool,
}

impl Solver {
    /// Solves a problem and explains it, within one budget.
    pub fn report(
        &mut self,
        position: &Chess,
        moves: u8,
        budget: Budget,
        detail: Detail,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Report {
        let meter = budget.start();
        let solution = self.solve_metered(position, moves, &meter, progress);
        let mut report = Report::of(solution);
        report.complete = self.explain(&mut report, detail, &meter).unwrap_or(false);
        report.solution.nodes = meter.nodes();
        report.solution.elapsed_ms = meter.elapsed().as_millis() as u64;
        report
    }

    /// Fills a report as far as the budget goes and answers whether nothing was cut.
    fn explain(&mut self, report: &mut Report, detail: Detail, meter: &Meter) -> Result<bool, Undecided> {
        self.table.make_room(meter.nodes(), meter);
        let mut analyst = Analyst::new(&self.table, meter);
        let solution = &report.solution;
        let Some(moves) = solution.shortest else {
            if solution.verdict == Verdict::NoMate {
                report.tries = tries(&mut analyst, solution, solution.moves, detail.tries)?;
            }
            return Ok(solution.keys_complete);
        };
        let mut grower = Grower::new(&mut analyst, detail);
        for &play in &solution.keys {
            let line = grower.continuation(&solution.position, play, moves)?;
            report.duals.extend(super::duals::duals(&line, moves));
            report.keys.push(describe(&solution.position, line));
        }
        if let Some(set) = passed(&solution.position).filter(|_| detail.set_play && moves > 1) {
            report.set_play = grower.answered(&set, moves - 1)?;
        }
        let whole = !grower.was_cut() && solution.keys_complete;
        report.tries = tries(&mut analyst, solution, moves, detail.tries)?;
        Ok(whole)
    }
}

fn describe(position: &Chess, line: Continuation) -> Key {
    use shakmaty::Position as _;
    let next = after(position, line.play);
    let (before, now) = (flights(position, !position.turn()), flights(&next, next.turn()));
    Key {
        is_check: next.is_check(),
        is_capture: line.play.is_capture(),
        is_promotion: line.play.is_promotion(),
        flights_taken: (before & !now).into_iter().collect(),
        flights_given: (now & !before).into_iter().collect(),
        line,
    }
}
