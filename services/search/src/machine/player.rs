use tablero_game::{Evaluate, Level, Method, Skill};

use super::{
    alphabeta::AlphaBeta,
    deepening::Deepening,
    finale::{TO_THE_END, count_out, share},
    fixed::Fixed,
    minimax::Minimax,
    purse::Purse,
    root::{Best, look},
    score::margin_of,
};
use crate::{Budget, Meter, dice::Dice};

/// A player of a level. Its answers depend on nothing but the level, the seed, the position, what it has
/// seen of the game, and the nodes it may spend; a budget of time makes them depend on the clock too.
#[derive(Debug, Clone)]
pub struct Machine {
    level: Level,
    seed: u64,
    seen: Vec<u64>,
}

/// A machine's move and what it thought of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice<M> {
    pub play: M,
    /// For the side to move, in the units of the level's evaluation; a forced win in `n` plies is
    /// [`super::WIN`]` - n`.
    pub value: i32,
    /// Plies looked ahead in full; zero where the budget ended before the first, 255 where the game was
    /// counted out to its end.
    pub depth: u8,
    /// Nodes of the machine's own search; a proof of the solver counts none.
    pub nodes: u64,
}

impl<M> Choice<M> {
    /// By how many points the side to move wins at best, where the game was counted out to its end.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        margin_of(self.value).filter(|_| self.depth == TO_THE_END)
    }
}

impl Machine {
    #[must_use]
    pub fn new(level: Level, seed: u64) -> Machine {
        Machine { level, seed, seen: Vec::new() }
    }

    /// Tells the machine which positions the game has been through, so that it does not go in circles.
    #[must_use]
    pub fn having_seen<'a, G: Evaluate>(mut self, positions: impl IntoIterator<Item = &'a G>) -> Machine {
        self.seen.extend(positions.into_iter().map(Evaluate::key));
        self
    }

    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// The move of this machine; `None` exactly when the game has ended. Blocks while it thinks. A budget
    /// without nodes gets the level's, which are spent well within a second. However small the budget,
    /// a legal move is chosen.
    #[must_use]
    pub fn choose<G: Evaluate>(&self, game: &G, budget: Budget) -> Option<Choice<G::Move>> {
        self.choose_among(game, game.legal_moves(), G::skill(self.level), budget)
    }

    /// The same among some of the legal moves, thinking as `skill` says.
    pub(super) fn choose_among<G: Evaluate>(
        &self,
        game: &G,
        mut moves: Vec<G::Move>,
        skill: Skill,
        budget: Budget,
    ) -> Option<Choice<G::Move>> {
        self.dice(game).shuffle(&mut moves);
        let mut own = Budget { nodes: Some(budget.nodes.unwrap_or(skill.nodes)), ..budget.clone() };
        let mut spent = 0;
        if let Some(finale) = game.finale(self.level).filter(|_| moves.len() > 1) {
            let meter = share(&budget, finale, skill).start();
            if let Some(best) = count_out(game, &mut moves, (finale, self.level), &meter) {
                return Some(chosen(best, meter.nodes()));
            }
            spent = meter.nodes();
            own.time = own.time.map(|time| time.saturating_sub(meter.elapsed()));
            own.nodes = own
                .nodes
                .map(|nodes| if budget.nodes.is_some() { nodes.saturating_sub(spent) } else { nodes });
        }
        let nodes = own.nodes.unwrap_or_default();
        let meter = own.start();
        let best = self.think(game, &mut moves, skill, &meter, nodes)?;
        Some(chosen(best, spent + meter.nodes()))
    }

    fn think<G: Evaluate>(
        &self,
        game: &G,
        moves: &mut [G::Move],
        skill: Skill,
        meter: &Meter,
        nodes: u64,
    ) -> Option<Best<G::Move>> {
        let (purse, depth) = (Purse::new(meter), skill.depth.max(1));
        match skill.method {
            Method::Minimax => look(&mut Minimax::new(purse), game, moves, depth..=depth, &self.seen),
            Method::AlphaBeta => look(&mut AlphaBeta::new(purse), game, moves, 1..=depth, &self.seen),
            Method::Fixed => {
                let worth =
                    |game: &G, side| if game.side_to_move() == side { game.weigh() } else { -game.weigh() };
                let mut ordered = game.legal_moves();
                ordered.retain(|play| moves.contains(play));
                Fixed::new(purse, game, worth).look(game, &ordered, depth)
            }
            Method::Deepening => {
                let depth = if moves.len() == 1 { 1 } else { depth };
                let mut thought = Deepening::new(purse, game, &self.seen, nodes);
                look(&mut thought, game, moves, 1..=depth, &self.seen)
            }
        }
    }

    pub(super) fn dice<G: Evaluate>(&self, game: &G) -> Dice {
        Dice::new(self.seed ^ game.key())
    }
}

fn chosen<M>(best: Best<M>, nodes: u64) -> Choice<M> {
    Choice { play: best.play, value: best.value, depth: best.depth, nodes }
}
