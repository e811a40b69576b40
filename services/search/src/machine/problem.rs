use tablero_game::{Evaluate, Level, Skill};

use super::{Choice, Machine, WIN};
use crate::{
    Budget,
    mate::{Defence, Undecided},
    problem::Solve,
};

/// What an expert spends on one question to the solver where the budget names no nodes: a fraction of a
/// second.
const PROOF_NODES: u64 = 3_000_000;

/// Problems: the side that attacks has to win within its moves left.
impl Machine {
    /// The attacker's move with `moves_left` moves to go, this one included; `None` exactly when the game
    /// has ended. The expert plays the shortest win wherever the solver finds one within the budget;
    /// everybody else looks ahead no further than the level, nor than the problem's end.
    #[must_use]
    pub fn attack<G: Evaluate>(
        &self,
        solver: &mut (impl Solve<G> + ?Sized),
        position: &G,
        moves_left: u8,
        budget: Budget,
    ) -> Option<Choice<G::Move>> {
        if self.level() != Level::Expert {
            return self.within(position, moves_left.saturating_mul(2).saturating_sub(1), budget);
        }
        let (proof, own) = shares(budget);
        match shortest_wins(solver, position, moves_left, &proof) {
            Ok((mates_in, keys)) if !keys.is_empty() => {
                let play = self.dice(position).pick(&keys);
                Some(proven(play, WIN + 1 - 2 * i32::from(mates_in)))
            }
            Ok(_) | Err(Undecided) => self.choose(position, own),
        }
    }

    /// The defender's move while the attacker has `moves_left` moves to go; `None` exactly when the game
    /// has ended. The expert escapes if it can, else holds out longest, and among equals leaves the
    /// fewest winning replies. Where the budget ends first, it avoids every mate found so far.
    #[must_use]
    pub fn defend<G: Evaluate>(
        &self,
        solver: &mut (impl Solve<G> + ?Sized),
        position: &G,
        moves_left: u8,
        budget: Budget,
    ) -> Option<Choice<G::Move>> {
        if self.level() != Level::Expert {
            return self.within(position, moves_left.saturating_mul(2), budget);
        }
        let (proof, own) = shares(budget);
        let best = best_defences(solver, position, moves_left, &proof);
        let plays: Vec<G::Move> = best.iter().map(|defence| defence.play).collect();
        match best.first() {
            None => self.choose(position, own),
            Some(Defence { mated_in: None, .. }) => {
                self.choose_among(position, plays, G::skill(self.level()), own)
            }
            Some(Defence { mated_in: Some(moves), .. }) => {
                let play = self.dice(position).pick(&plays);
                Some(proven(play, 2 * i32::from(*moves) - WIN))
            }
        }
    }

    /// Where a side may move again or win by the other's move, `plies` would end too early.
    fn within<G: Evaluate>(&self, position: &G, plies: u8, budget: Budget) -> Option<Choice<G::Move>> {
        let skill = G::skill(self.level());
        let plies = if G::WINS_BY_OWN_MOVES { plies } else { u8::MAX };
        let skill = Skill { depth: skill.problem_depth.min(plies), ..skill };
        self.choose_among(position, position.legal_moves(), skill, budget)
    }
}

/// The budget for the solver and, should it not decide, the one for the machine's own search.
fn shares(budget: Budget) -> (Budget, Budget) {
    let time = budget.time.map(|time| time / 2);
    let own = Budget { time, ..budget };
    (Budget { nodes: Some(own.nodes.unwrap_or(PROOF_NODES)), ..own.clone() }, own)
}

fn shortest_wins<G: Evaluate>(
    solver: &mut (impl Solve<G> + ?Sized),
    position: &G,
    moves_left: u8,
    budget: &Budget,
) -> Result<(u8, Vec<G::Move>), Undecided> {
    let Some(mates_in) = solver.wins_in(position, moves_left, budget.clone())? else {
        return Ok((0, Vec::new()));
    };
    let winning = solver.winning_moves(position, mates_in, budget.clone())?;
    Ok((mates_in, winning.into_iter().map(|found| found.play).collect()))
}

/// The defences that are as good as the best. Asked for one move more at a time, so that what is decided
/// when the budget ends still tells which moves are mated soonest.
fn best_defences<G: Evaluate>(
    solver: &mut (impl Solve<G> + ?Sized),
    position: &G,
    moves_left: u8,
    budget: &Budget,
) -> Vec<Defence<G::Move>> {
    let mut best = Vec::new();
    for moves in 0..=moves_left {
        let Ok(mut defences) = solver.defences(position, moves, budget.clone()) else {
            break;
        };
        let rank = |defence: &Defence<G::Move>| (defence.mated_in, defence.winning_replies);
        let first = defences.first().map(rank);
        defences.retain(|defence| Some(rank(defence)) == first);
        best = defences;
        if first.is_none_or(|(mated_in, _)| mated_in.is_some()) {
            break;
        }
    }
    best
}

fn proven<M>(play: M, value: i32) -> Choice<M> {
    let plies = WIN - value.abs();
    Choice { play, value, depth: plies.clamp(0, 255) as u8, nodes: 0 }
}
