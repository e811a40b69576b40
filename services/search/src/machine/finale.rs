use std::cmp::Reverse;

use tablero_game::{Evaluate, Finale, Level, Skill};

use super::{
    exact::Exact,
    purse::Purse,
    root::{Best, Thought, look},
    score::{INFINITE, after, margin_of, points},
};
use crate::{
    Budget, Meter,
    discs::{Count, Solver},
};

/// The depth of a choice that was counted out to the end of the game.
pub(super) const TO_THE_END: u8 = u8::MAX;
/// Plies to look ahead for the order of the first moves.
const GLANCE: u32 = 5;

/// What the solver may spend where the budget names no nodes: about half a second.
const SOLVER_NODES: u64 = 16_000_000;

/// The part of a budget that goes into counting out. What is left is for a choice by judgement, should it
/// not suffice.
pub(super) fn share(budget: &Budget, finale: Finale, skill: Skill) -> Budget {
    let own = match finale {
        Finale::Plain => skill.nodes,
        Finale::Discs { .. } => SOLVER_NODES,
    };
    Budget {
        nodes: Some(budget.nodes.map_or(own, |nodes| nodes / 4 * 3)),
        time: budget.time.map(|time| time * 3 / 4),
        cancel: budget.cancel.clone(),
    }
}

/// The best move, if the budget lasts to count the game out to its end.
pub(super) fn count_out<G: Evaluate>(
    game: &G,
    moves: &mut [G::Move],
    (finale, level): (Finale, Level),
    meter: &Meter,
) -> Option<Best<G::Move>> {
    match finale {
        Finale::Plain => done(Exact::new(Purse::new(meter)), game, moves),
        Finale::Discs { mover, other } => {
            let empties = (mover | other).count_zeros();
            let mut discs = Discs { solver: Solver::new(meter, Count::Discs, empties), level };
            moves.sort_by_cached_key(|&play| Reverse(discs.glance(&after(game, play))));
            done(discs, game, moves)
        }
    }
}

fn done<G: Evaluate>(mut thought: impl Thought<G>, game: &G, moves: &mut [G::Move]) -> Option<Best<G::Move>> {
    let best = look(&mut thought, game, moves, 1..=1, &[])?;
    (!thought.has_ended()).then_some(Best { depth: TO_THE_END, ..best })
}

/// Standard Othello, in the hands of its own solver.
#[derive(Debug)]
struct Discs<'a> {
    solver: Solver<'a>,
    level: Level,
}

impl Discs<'_> {
    /// How the player who moved to `next` likes it at first sight.
    fn glance<G: Evaluate>(&mut self, next: &G) -> i32 {
        match next.finale(self.level) {
            Some(Finale::Discs { mover, other }) => -self.solver.glance(mover, other, GLANCE),
            _ => 0,
        }
    }
}

impl<G: Evaluate> Thought<G> for Discs<'_> {
    fn reply(&mut self, _game: &G, next: &G, _depth: u8, floor: i32) -> i32 {
        let Some(Finale::Discs { mover, other }) = next.finale(self.level) else {
            return -INFINITE;
        };
        let floor = (floor > -INFINITE).then(|| margin_of(floor).unwrap_or(0));
        points(self.solver.reply(mover, other, floor))
    }

    fn has_ended(&self) -> bool {
        self.solver.has_stopped()
    }
}
