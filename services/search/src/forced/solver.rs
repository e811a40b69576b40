use std::{cmp::Reverse, time::Duration};

use tablero_game::{Evaluate, Side};

use super::{
    prover::Prover,
    report::{close, report},
    table::Table,
    turn::Turn,
};
use crate::{
    Budget, Meter,
    machine::after,
    mate::{Defence, Detail, Hint, HintStep, Judgement, Options, Progress, Undecided, Verdict, WinningMove},
    problem::{Report, Solve, give_away},
};

const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Solves problems of a game, one after the other, keeping what it learns.
#[derive(Debug)]
pub struct Solver<G: Evaluate> {
    table: Table<G>,
}

/// What was found about a position and a number of moves.
#[derive(Debug)]
pub(super) struct Solution<G: Evaluate> {
    pub(super) moves: u8,
    pub(super) keys: Vec<Turn<G>>,
    /// False where the budget ended before all first moves were settled.
    pub(super) complete: bool,
    /// It is proven that no win exists within so many moves.
    pub(super) refuted: u8,
}

impl<G: Evaluate> Solution<G> {
    pub(super) fn shortest(&self) -> Option<u8> {
        (!self.keys.is_empty()).then_some(self.refuted + 1)
    }

    pub(super) fn verdict(&self) -> Verdict {
        Verdict::of(self.shortest(), self.moves, self.keys.len(), self.complete)
    }
}

impl<G: Evaluate> Solver<G> {
    /// One thread is used, whatever the options say.
    #[must_use]
    pub fn new(options: Options) -> Solver<G> {
        Solver { table: Table::new(options.memory) }
    }

    /// The memory taken now, in bytes; never more than the option allows.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    fn ask<T>(
        &mut self,
        attacker: Side,
        budget: Budget,
        question: impl FnOnce(&mut Prover<'_, G>) -> Result<T, Undecided>,
    ) -> Result<T, Undecided> {
        let meter = budget.start();
        question(&mut Prover::new(attacker, &mut self.table, &meter))
    }
}

fn solve<G: Evaluate>(
    prover: &mut Prover<'_, G>,
    position: &G,
    moves: u8,
    meter: &Meter,
    progress: &(dyn Fn(Progress) + Sync),
) -> Solution<G> {
    let mut solution = Solution { moves, keys: Vec::new(), complete: true, refuted: 0 };
    for depth in 1..=moves {
        let settled = any_wins(prover, position, depth, meter, progress).and_then(|any| {
            if any { prover.winning_turns(position, depth, &mut solution.keys) } else { Ok(()) }
        });
        solution.complete = settled.is_ok();
        if !solution.keys.is_empty() || !solution.complete {
            break;
        }
        solution.refuted = depth;
    }
    solution
}

fn any_wins<G: Evaluate>(
    prover: &mut Prover<'_, G>,
    position: &G,
    depth: u8,
    meter: &Meter,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<bool, Undecided> {
    let plays = position.legal_moves();
    let mut any = false;
    for (settled, &play) in plays.iter().enumerate() {
        if meter.report_due(REPORT_EVERY) {
            progress(Progress {
                depth,
                key: position.write(play),
                settled,
                total: plays.len(),
                nodes: meter.nodes(),
                elapsed_ms: meter.elapsed().as_millis() as u64,
            });
        }
        let spent = u8::from(position.spends(play));
        any |= prover.wins(&after(position, play), depth - spent)?;
    }
    Ok(any)
}

fn winning<G: Evaluate>(
    prover: &mut Prover<'_, G>,
    position: &G,
    left: u8,
) -> Result<Vec<WinningMove<G::Move>>, Undecided> {
    let mut found = Vec::new();
    for play in position.legal_moves() {
        let spent = u8::from(position.spends(play));
        let more = match left.checked_sub(spent) {
            Some(left) => prover.shortest(&after(position, play), left)?,
            None => None,
        };
        found.extend(more.map(|more| WinningMove { play, mates_in: more + spent }));
    }
    found.sort_by_key(|winning| winning.mates_in);
    Ok(found)
}

impl<G: Evaluate> Solve<G> for Solver<G> {
    fn report(
        &mut self,
        position: &G,
        moves: u8,
        budget: Budget,
        detail: Detail,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Report {
        let meter = budget.start();
        let mut prover = Prover::new(position.side_to_move(), &mut self.table, &meter);
        let solution = solve(&mut prover, position, moves, &meter, progress);
        let found = report(&mut prover, position, &solution, detail);
        drop(prover);
        close(found, position, moves, &meter)
    }

    fn wins_in(&mut self, position: &G, moves_left: u8, budget: Budget) -> Result<Option<u8>, Undecided> {
        self.ask(position.side_to_move(), budget, |prover| prover.shortest(position, moves_left))
    }

    fn winning_moves(
        &mut self,
        position: &G,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Vec<WinningMove<G::Move>>, Undecided> {
        self.ask(position.side_to_move(), budget, |prover| winning(prover, position, moves_left))
    }

    fn defences(
        &mut self,
        position: &G,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Vec<Defence<G::Move>>, Undecided> {
        let attacker = position.side_to_move().other();
        self.ask(attacker, budget, |prover| {
            let mut defences = Vec::new();
            for play in position.legal_moves() {
                let next = after(position, play);
                let mated_in = prover.shortest(&next, moves_left)?;
                let winning_replies = match mated_in {
                    Some(moves) if next.side_to_move() == attacker => winning(prover, &next, moves)?.len(),
                    _ => 0,
                };
                defences.push(Defence { play, mated_in, winning_replies });
            }
            defences.sort_by_key(|found| (Reverse(found.mated_in.unwrap_or(u8::MAX)), found.winning_replies));
            Ok(defences)
        })
    }

    /// Where the attacker moves on before the defender answers, no reply shows the failure yet.
    fn judge(
        &mut self,
        position: &G,
        play: G::Move,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Judgement<G::Move>, Undecided> {
        let attacker = position.side_to_move();
        let next = after(position, play);
        let left = moves_left.checked_sub(u8::from(position.spends(play)));
        self.ask(attacker, budget, |prover| {
            let more = left.map(|left| prover.shortest(&next, left)).transpose()?.flatten();
            if let Some(mates_in) = more {
                return Ok(Judgement::Wins { mates_in });
            }
            if next.side_to_move() == attacker {
                return Ok(Judgement::Fails { refutation: None });
            }
            for reply in next.legal_moves() {
                if !prover.wins(&after(&next, reply), left.unwrap_or_default())? {
                    return Ok(Judgement::Fails { refutation: Some(reply) });
                }
            }
            Ok(Judgement::Fails { refutation: None })
        })
    }

    fn hint(
        &mut self,
        position: &G,
        moves_left: u8,
        step: HintStep,
        budget: Budget,
    ) -> Result<Option<Hint>, Undecided> {
        let key = self.ask(position.side_to_move(), budget, |prover| {
            let Some(shortest) = prover.shortest(position, moves_left)? else {
                return Ok(None);
            };
            Ok(winning(prover, position, shortest)?.first().map(|winning| winning.play))
        })?;
        Ok(key.map(|key| give_away(position, key, step)))
    }
}
