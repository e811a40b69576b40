use std::any::Any;

use tablero_game::{Evaluate, Game, chess::Chess};

use super::Report;
use crate::{
    Budget, forced,
    mate::{
        self, Defence, Detail, Hint, HintStep, HintedMove, Judgement, Options, Progress, Undecided,
        WinningMove,
    },
};

/// Proves things about problems of one game. Every answer is a proof or an honest "not decided".
///
/// The attacker is the side to move of the problem; moves are those that [`Game::spends`] counts.
pub trait Solve<G: Game> {
    /// Solves a problem and explains it, within one budget. `progress` is called now and then, on any thread
    /// of the search.
    fn report(
        &mut self,
        position: &G,
        moves: u8,
        budget: Budget,
        detail: Detail,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Report;

    /// With the attacker to move: in how many moves the win is forced, if within `moves_left`.
    ///
    /// # Errors
    /// The budget ended first.
    fn wins_in(&mut self, position: &G, moves_left: u8, budget: Budget) -> Result<Option<u8>, Undecided>;

    /// With the attacker to move: every move that keeps the win within `moves_left`, the quickest first, and
    /// otherwise in an order that is always the same.
    ///
    /// # Errors
    /// The budget ended first.
    fn winning_moves(
        &mut self,
        position: &G,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Vec<WinningMove<G::Move>>, Undecided>;

    /// With the defender to move: every move, the best first. An escape comes before any loss, a later loss
    /// before a sooner one, and among equals the one with the fewest winning replies.
    ///
    /// # Errors
    /// The budget ended first.
    fn defences(
        &mut self,
        position: &G,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Vec<Defence<G::Move>>, Undecided>;

    /// Judges a legal move of the attacker with `moves_left` moves to go, this one included.
    ///
    /// # Errors
    /// The budget ended first.
    fn judge(
        &mut self,
        position: &G,
        play: G::Move,
        moves_left: u8,
        budget: Budget,
    ) -> Result<Judgement<G::Move>, Undecided>;

    /// With the attacker to move: a hint to the shortest win within `moves_left`, or none if there is none.
    ///
    /// # Errors
    /// The budget ended first.
    fn hint(
        &mut self,
        position: &G,
        moves_left: u8,
        step: HintStep,
        budget: Budget,
    ) -> Result<Option<Hint>, Undecided>;
}

/// As much of a move as a step gives away. A move without squares is given away by the last step only.
pub(crate) fn give_away<G: Game>(position: &G, key: G::Move, step: HintStep) -> Hint {
    let (from, to) = position.squares(key);
    Hint {
        from: from.unwrap_or_default(),
        to: to.filter(|_| step >= HintStep::Target),
        play: (step >= HintStep::Move)
            .then(|| HintedMove { san: position.write(key), uci: position.code(key) }),
    }
}

/// The solver of a game.
#[must_use]
pub fn solver<G: Evaluate>(options: Options) -> Box<dyn Solve<G>> {
    let make: fn(Options) -> Box<dyn Solve<Chess>> = |options| Box::new(mate::Solver::new(options));
    // The type is found only where the game is chess.
    match (&make as &dyn Any).downcast_ref::<fn(Options) -> Box<dyn Solve<G>>>() {
        Some(make) => make(options),
        None => Box::new(forced::Solver::new(options)),
    }
}
