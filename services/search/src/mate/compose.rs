use shakmaty::{Chess, Move, Position as _, Setup};
use tablero_game::chess::{canonical, judge};

use super::{
    Options, Report, Solver, Verdict,
    merit::{Merit, merit},
    sketch::{is_natural, mutate, scatter},
};
use crate::{Budget, Cancel, dice::Dice};

/// A problem composed here, proven sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composition {
    pub position: Chess,
    pub moves: u8,
    pub key: Move,
    /// The key neither checks nor captures nor promotes.
    pub quiet: bool,
}

/// Composes mates in N by hill-climbing: men are scattered at random, then moved, added, taken away and
/// exchanged one at a time as long as the problem does not get worse. The solver is the judge.
///
/// The same seed and number of moves give the same problems on every machine.
#[derive(Debug)]
pub struct Composer {
    solver: Solver,
    dice: Dice,
    moves: u8,
    /// Canonical forms of what was composed already, and which men they used.
    seen: Vec<String>,
    materials: Vec<String>,
}

/// Positions whose proof takes longer are passed over.
const NODES: u64 = 3_000_000;
/// Changes tried in a row without any gain before a sketch is given up.
const PATIENCE: u32 = 80;

/// Problems made of the same men.
const SAME_MEN: usize = 2;

impl Composer {
    #[must_use]
    pub fn new(moves: u8, seed: u64) -> Composer {
        let solver = Solver::new(Options { memory: 32 << 20, threads: 1 });
        Composer {
            solver,
            dice: Dice::new(seed ^ u64::from(moves) << 56),
            moves,
            seen: Vec::new(),
            materials: Vec::new(),
        }
    }

    /// The next problem: sound, with a quiet key and no man too many. `None` when cancelled.
    pub fn compose(&mut self, cancel: &Cancel) -> Option<Composition> {
        while !cancel.is_cancelled() {
            let Some((position, best)) = self.climb(cancel) else {
                continue;
            };
            if best.is_publishable() && self.is_new(&position) {
                return self.publish(position);
            }
        }
        None
    }

    /// From a random sketch to a problem that no single change tried makes better.
    fn climb(&mut self, cancel: &Cancel) -> Option<(Chess, Merit)> {
        let mut setup = scatter(&mut self.dice, self.moves);
        let (mut position, mut best) = self.weigh(&setup, cancel)?;
        let mut failures = 0;
        while failures < PATIENCE && !cancel.is_cancelled() {
            let changed = mutate(&mut self.dice, &setup);
            match self.weigh(&changed, cancel) {
                Some((next, found)) if found >= best => {
                    failures = if found > best { 0 } else { failures + 1 };
                    (setup, position, best) = (changed, next, found);
                }
                _ => failures += 1,
            }
        }
        self.economise(&mut setup, &mut position, &mut best, cancel);
        Some((position, best))
    }

    /// Takes away every man the problem does not need.
    fn economise(&mut self, setup: &mut Setup, position: &mut Chess, best: &mut Merit, cancel: &Cancel) {
        for square in setup.board.occupied() {
            let mut lighter = setup.clone();
            lighter.board.discard_piece_at(square);
            if let Some((next, found)) = self.weigh(&lighter, cancel)
                && found >= *best
            {
                (*setup, *position, *best) = (lighter, next, found);
            }
        }
    }

    /// The worth of a set-up, if it is a position at all and its proof is short enough.
    fn weigh(&mut self, setup: &Setup, cancel: &Cancel) -> Option<(Chess, Merit)> {
        let position = judge(setup).ok().filter(|position| is_natural(setup) && !position.is_check())?;
        let budget = Budget::unlimited().with_nodes(NODES).with_cancel(cancel.clone());
        let solution = self.solver.solve(&position, self.moves, budget.clone(), &|_| {});
        if solution.verdict == Verdict::Undecided {
            return None;
        }
        let report = match solution.verdict {
            Verdict::Sound => self.solver.report(&position, self.moves, budget, detail(self.moves), &|_| {}),
            _ => Report::of(solution),
        };
        Some((position, merit(&report)))
    }

    /// Whether it is no repetition, and its men were not used too often. Remembers it if so.
    fn is_new(&mut self, position: &Chess) -> bool {
        let (form, men) = (canonical(position), material(position));
        let often = self.materials.iter().filter(|other| **other == men).count();
        let new = often < SAME_MEN && !self.seen.contains(&form);
        if new {
            self.seen.push(form);
            self.materials.push(men);
        }
        new
    }

    fn publish(&mut self, position: Chess) -> Option<Composition> {
        let solution = self.solver.solve(&position, self.moves, Budget::unlimited(), &|_| {});
        let &[key] = solution.keys.as_slice() else {
            return None;
        };
        let mut next = position.clone();
        next.play_unchecked(key);
        let quiet = !next.is_check() && !key.is_capture() && !key.is_promotion();
        Some(Composition { position, moves: self.moves, key, quiet })
    }
}

/// The men on the board, whatever their squares.
fn material(position: &Chess) -> String {
    let mut men: Vec<char> = position.board().into_iter().map(|(_, piece)| piece.char()).collect();
    men.sort_unstable();
    men.into_iter().collect()
}

/// Tries are worth a look only where they are cheap.
fn detail(moves: u8) -> super::Detail {
    super::Detail {
        tries: if moves == 2 { 3 } else { 0 },
        set_play: false,
        tree_limit: 300,
        ..super::Detail::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_sound_problems_again() {
        let compose = |seed| {
            let mut composer = Composer::new(2, seed);
            (0..2).map(|_| composer.compose(&Cancel::new()).unwrap()).collect::<Vec<_>>()
        };
        let problems = compose(7);
        assert_eq!(problems, compose(7));
        for problem in &problems {
            let mut solver = Solver::new(Options::default());
            let solution = solver.solve(&problem.position, 2, Budget::unlimited(), &|_| {});
            assert_eq!((solution.verdict, solution.keys.as_slice()), (Verdict::Sound, &[problem.key][..]));
            assert!(problem.quiet);
        }
        assert_ne!(canonical(&problems[0].position), canonical(&problems[1].position));
    }

    #[test]
    fn a_cancelled_composer_stops() {
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(Composer::new(3, 1).compose(&cancel), None);
    }
}
