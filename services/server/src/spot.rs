use tablero_game::{Evaluate, Faults, Visitor, visit};
use tablero_search::mate::Options;
use tablero_search::problem::{Solve, solver};

use crate::error::{Error, Result};

/// A position and the game it belongs to, as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) position: String,
}

/// Something to be thought about a position, with the solver of its game at hand.
pub(crate) trait Thought {
    type Output;

    fn think<G: Evaluate>(self, position: G, solver: &mut dyn Solve<G>) -> Self::Output;
}

impl Spot {
    /// Thinks, with a solver that takes at most so many bytes.
    ///
    /// # Errors
    /// Everything that is wrong with the position; there being no such game is our own fault.
    pub(crate) fn ponder<T: Thought>(
        &self,
        memory: usize,
        thought: T,
    ) -> Result<std::result::Result<T::Output, Faults>> {
        let pondered = visit(&self.game, Pondering { spot: self, memory, thought });
        pondered.ok_or_else(|| Error::Internal(format!("no game {}", self.game).into()))
    }
}

struct Pondering<'a, T> {
    spot: &'a Spot,
    memory: usize,
    thought: T,
}

impl<T: Thought> Visitor for Pondering<'_, T> {
    type Output = std::result::Result<T::Output, Faults>;

    fn visit<G: Evaluate>(self) -> Self::Output {
        let position = G::decode(&self.spot.rules, &self.spot.position)?;
        let mut solver = solver::<G>(Options { memory: self.memory, threads: 1 });
        Ok(self.thought.think(position, solver.as_mut()))
    }
}
