use std::time::Duration;

use tablero_game::{Evaluate, Faults, Language, Level, MoveText, Visitor, visit};
use tablero_search::machine::Machine;
use tablero_search::mate::{Hint, HintStep, Judgement, Undecided};
use tablero_search::problem::Solve;
use tablero_search::{Budget, Cancel};
use tokio::sync::oneshot;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::spot::{Spot, Thought};
use crate::think::{Pace, StopOnDrop, Thinkers};

/// What a question in the middle of a match may take.
pub(super) const MOMENT: Duration = Duration::from_millis(700);
const MEMORY: usize = 64 << 20;

/// Thinks for matches, on threads that long validations cannot occupy.
#[derive(Debug, Clone)]
pub(crate) struct Brain(pub(crate) Thinkers);

/// A machine's turn.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    pub(crate) spot: Spot,
    /// Of the game so far, so that machines do not go in circles.
    pub(crate) seen: Vec<String>,
    pub(crate) level: Level,
    pub(crate) seed: u64,
    /// In a problem, the attacker's moves left, and whether the machine attacks.
    pub(crate) problem: Option<(u8, bool)>,
}

/// What the solver says of an attacker's move.
#[derive(Debug)]
pub(crate) enum Judged {
    /// The win is still forced, or the solver cannot tell in time.
    Stands,
    /// It is not; the defence that shows it, as text and code.
    Wrong(Option<(String, String)>),
}

impl Brain {
    pub(super) async fn think<T: Send + 'static>(
        &self,
        owner: Uuid,
        thought: impl FnOnce(Budget) -> T + Send + 'static,
    ) -> Result<T> {
        let stop = StopOnDrop(Cancel::new());
        let budget = Budget::unlimited().with_time(MOMENT).with_cancel(stop.0.clone());
        let (reply, result) = oneshot::channel();
        let mut once = Some((thought, budget, reply));
        self.0.submit(owner, move |_| {
            if let Some((thought, budget, reply)) = once.take()
                && !reply.is_closed()
            {
                // Whoever asked may be gone.
                reply.send(thought(budget)).ok();
            }
            Pace::Done
        });
        result.await.map_err(|_| Error::Stopping)
    }

    /// The code of the machine's move; `None` if the game is over.
    pub(crate) async fn choose(&self, owner: Uuid, turn: Turn) -> Result<Option<String>> {
        self.think(owner, move |budget| choose(&turn, budget)).await?
    }

    /// Whether an attacker's move keeps the win.
    pub(crate) async fn judge(&self, owner: Uuid, spot: Spot, code: String, left: u8) -> Result<Judged> {
        self.think(owner, move |budget| ponder(&spot, Judging { code: &code, left, budget })?).await?
    }

    /// As much of the move to be played as a step gives away; `None` if nothing wins in time any more.
    pub(crate) async fn hint(
        &self,
        owner: Uuid,
        spot: Spot,
        left: u8,
        step: HintStep,
    ) -> Result<Option<Hint>> {
        self.think(owner, move |budget| {
            ponder(&spot, Hinting { left, step, budget })?.map_err(|Undecided| Error::NotDecided)
        })
        .await?
    }
}

/// Thinks about a position of ours, which is a good one.
pub(super) fn ponder<T: Thought>(spot: &Spot, thought: T) -> Result<T::Output> {
    spot.ponder(MEMORY, thought)?.map_err(|faults| Error::Internal(faults.into()))
}

fn choose(turn: &Turn, budget: Budget) -> Result<Option<String>> {
    if let Some((left, attacks)) = turn.problem {
        let machine = Machine::new(turn.level, turn.seed);
        return ponder(&turn.spot, Solving { machine, left, attacks, budget });
    }
    let game = &turn.spot.game;
    let found = visit(game, Choosing { turn, budget });
    let found = found.ok_or_else(|| Error::Internal(format!("no game {game}").into()))?;
    found.map_err(|faults| Error::Internal(faults.into()))
}

struct Choosing<'a> {
    turn: &'a Turn,
    budget: Budget,
}

impl Visitor for Choosing<'_> {
    type Output = std::result::Result<Option<String>, Faults>;

    fn visit<G: Evaluate>(self) -> Self::Output {
        let Turn { spot: Spot { rules, position, .. }, seen, level, seed, .. } = self.turn;
        let game = G::decode(rules, position)?;
        let seen =
            seen.iter().map(|text| G::decode(rules, text)).collect::<std::result::Result<Vec<G>, _>>()?;
        let machine = Machine::new(*level, *seed).having_seen(&seen);
        Ok(machine.choose(&game, self.budget).map(|choice| game.code(choice.play)))
    }
}

/// A machine's move in a problem, as its code.
struct Solving {
    machine: Machine,
    left: u8,
    attacks: bool,
    budget: Budget,
}

impl Thought for Solving {
    type Output = Option<String>;

    fn think<G: Evaluate>(self, position: G, solver: &mut dyn Solve<G>) -> Option<String> {
        let choice = match self.attacks {
            true => self.machine.attack(solver, &position, self.left, self.budget),
            false => self.machine.defend(solver, &position, self.left, self.budget),
        };
        choice.map(|choice| position.code(choice.play))
    }
}

struct Judging<'a> {
    code: &'a str,
    left: u8,
    budget: Budget,
}

impl Thought for Judging<'_> {
    type Output = Result<Judged>;

    fn think<G: Evaluate>(self, mut position: G, solver: &mut dyn Solve<G>) -> Result<Judged> {
        let play = position.read(self.code, Language::English);
        let play = play.map_err(|refused| Error::Internal(refused.into()))?;
        match solver.judge(&position, play, self.left, self.budget) {
            Ok(Judgement::Wins { .. }) | Err(Undecided) => Ok(Judged::Stands),
            Ok(Judgement::Fails { refutation }) => {
                position.play_unchecked(play);
                Ok(Judged::Wrong(refutation.map(|reply| (position.write(reply), position.code(reply)))))
            }
        }
    }
}

struct Hinting {
    left: u8,
    step: HintStep,
    budget: Budget,
}

impl Thought for Hinting {
    type Output = std::result::Result<Option<Hint>, Undecided>;

    fn think<G: Evaluate>(self, position: G, solver: &mut dyn Solve<G>) -> Self::Output {
        solver.hint(&position, self.left, self.step, self.budget)
    }
}

/// A legal move of a table by its code.
pub(super) fn spelled(moves: Vec<MoveText>, code: &str) -> Option<MoveText> {
    moves.into_iter().find(|spelled| spelled.code == code)
}
