use std::time::Duration;

use tablero_game::chess::{Chess, Position, read_move, read_position, write_san, write_uci};
use tablero_game::{Evaluate, Faults, Language, Level, MoveText, Visitor, visit};
use tablero_search::machine::Machine;
use tablero_search::mate::{Hint, HintStep, Judgement, Options, Solver, Undecided};
use tablero_search::{Budget, Cancel};
use tokio::sync::oneshot;
use uuid::Uuid;

use crate::error::{Error, Result};
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
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) position: String,
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
    pub(crate) async fn judge(
        &self,
        owner: Uuid,
        position: String,
        code: String,
        left: u8,
    ) -> Result<Judged> {
        self.think(owner, move |budget| judge(&position, &code, left, budget)).await?
    }

    /// As much of the move to be played as a step gives away; `None` if nothing mates in time any more.
    pub(crate) async fn hint(
        &self,
        owner: Uuid,
        position: String,
        left: u8,
        step: HintStep,
    ) -> Result<Option<Hint>> {
        self.think(owner, move |budget| {
            solver().hint(&read(&position)?, left, step, budget).map_err(|Undecided| Error::NotDecided)
        })
        .await?
    }
}

pub(super) fn solver() -> Solver {
    Solver::new(Options { memory: MEMORY, threads: 1 })
}

pub(super) fn read(position: &str) -> Result<Chess> {
    read_position(position).map_err(|faults| Error::Internal(Faults::from(faults).into()))
}

fn choose(turn: &Turn, budget: Budget) -> Result<Option<String>> {
    if let Some((left, attacks)) = turn.problem {
        let (machine, position) = (Machine::new(turn.level, turn.seed), read(&turn.position)?);
        let choice = match attacks {
            true => machine.attack(&mut solver(), &position, left, budget),
            false => machine.defend(&mut solver(), &position, left, budget),
        };
        return Ok(choice.map(|choice| write_uci(choice.play)));
    }
    let found = visit(&turn.game, Choosing { turn, budget });
    let found = found.ok_or_else(|| Error::Internal(format!("no game {}", turn.game).into()))?;
    found.map_err(|faults| Error::Internal(faults.into()))
}

struct Choosing<'a> {
    turn: &'a Turn,
    budget: Budget,
}

impl Visitor for Choosing<'_> {
    type Output = std::result::Result<Option<String>, Faults>;

    fn visit<G: Evaluate>(self) -> Self::Output {
        let Turn { rules, position, seen, level, seed, .. } = self.turn;
        let game = G::decode(rules, position)?;
        let seen =
            seen.iter().map(|text| G::decode(rules, text)).collect::<std::result::Result<Vec<G>, _>>()?;
        let machine = Machine::new(*level, *seed).having_seen(&seen);
        Ok(machine.choose(&game, self.budget).map(|choice| game.code(choice.play)))
    }
}

fn judge(position: &str, code: &str, left: u8, budget: Budget) -> Result<Judged> {
    let mut position = read(position)?;
    let play =
        read_move(&position, code, Language::English).map_err(|refused| Error::Internal(refused.into()))?;
    match solver().judge(&position, play, left, budget) {
        Ok(Judgement::Wins { .. }) | Err(Undecided) => Ok(Judged::Stands),
        Ok(Judgement::Fails { refutation }) => {
            position.play_unchecked(play);
            let spelled = |reply| (write_san(&position, reply, Language::English), write_uci(reply));
            Ok(Judged::Wrong(refutation.map(spelled)))
        }
    }
}

/// A legal move of a table by its code.
pub(super) fn spelled(moves: Vec<MoveText>, code: &str) -> Option<MoveText> {
    moves.into_iter().find(|spelled| spelled.code == code)
}
