use std::time::{Duration, Instant};

use tablero_game::{Entry, Language, Level, Side, Table};
use tablero_store::{
    AsyncConnection, Job, NewSimulation, Order, Problem, ProblemFilter, ProblemState, Simulation,
    SimulationGame, Store,
};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::brain::Turn;
use super::{Brain, Matches};
use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Refusal, Result};
use crate::events::Event;
use crate::problem::unguarded;
use crate::spot::Spot;

const STEP: Duration = Duration::from_secs(10);
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// Simulations of one person that run at once.
const MOST_RUNNING: i64 = 3;
/// Problems among which a seed chooses.
const MOST_CHOICES: i64 = 5_000;

/// Which machines, and on what.
#[derive(Debug)]
pub(crate) struct NewContest {
    pub(crate) levels: [Level; 2],
    pub(crate) problems: Vec<Uuid>,
    pub(crate) filter: ProblemFilter,
    pub(crate) count: usize,
    pub(crate) seed: u64,
}

/// A simulation with its games.
#[derive(Debug)]
pub(crate) struct Contest {
    pub(crate) row: Simulation,
    pub(crate) games: Vec<SimulationGame>,
}

impl Matches {
    pub(crate) async fn start_simulation(
        &self,
        call: &Call,
        person: &Person,
        wanted: &NewContest,
    ) -> Result<Contest> {
        let me = person.profile.id;
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        let mut problems = Vec::new();
        for id in &wanted.problems {
            let found = Problem::by_id(&mut db, *id).await?.map(|(problem, _)| problem);
            let found = found.filter(|problem| problem.state == ProblemState::Playable);
            problems.push(found.ok_or(Error::Missing(Missing::Problem))?);
            unguarded(&mut db, *id, me, now).await?;
        }
        if problems.is_empty() {
            let listed = wanted.filter.list(&mut db, me, Order::Newest, None, MOST_CHOICES).await?;
            problems.extend(listed.into_iter().map(|listed| listed.problem));
            let ids: Vec<Uuid> = problems.iter().map(|problem| problem.id).collect();
            let guards = Problem::guards(&mut db, &ids, me, now).await?;
            problems.retain(|problem| guards.iter().all(|(guarded, _)| *guarded != problem.id));
            problems.sort_by_key(|problem| shuffled(problem.id, wanted.seed));
            problems.truncate(wanted.count);
        }
        if problems.is_empty() {
            return Err(Error::Refused(Refusal::NoSuchProblems));
        }
        let problems: Vec<_> =
            problems.into_iter().map(|problem| (problem.id, problem.position, problem.moves)).collect();
        let [first, second] = wanted.levels;
        let new = NewSimulation {
            creator_id: me,
            first_level: first.as_str(),
            second_level: second.as_str(),
            seed: wanted.seed.cast_signed(),
            problems: &problems,
        };
        let row = db
            .transaction(async |db| {
                if Simulation::count_running(db, me).await? >= MOST_RUNNING {
                    return Err(Error::Refused(Refusal::TooManySimulations));
                }
                Ok(new.insert(db).await?)
            })
            .await?;
        Ok(Contest { games: row.games(&mut db).await?, row })
    }

    /// A simulation, without the lines of problems whose answers are kept from the viewer.
    pub(crate) async fn simulation(&self, call: &Call, person: &Person, id: Uuid) -> Result<Contest> {
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        let row = Simulation::by_id(&mut db, id).await?.ok_or(Error::Missing(Missing::Simulation))?;
        let mut games = row.games(&mut db).await?;
        let ids: Vec<Uuid> = games.iter().filter_map(|game| game.problem_id).collect();
        for (guarded, _) in Problem::guards(&mut db, &ids, person.profile.id, now).await? {
            let kept = |game: &&mut SimulationGame| game.problem_id == Some(guarded);
            games.iter_mut().filter(kept).for_each(|game| game.line.clear());
        }
        Ok(Contest { games, row })
    }

    pub(crate) async fn cancel_simulation(&self, call: &Call, person: &Person, id: Uuid) -> Result<Contest> {
        if self.simulation(call, person, id).await?.row.creator_id != person.profile.id {
            return Err(Error::NotYourSimulation);
        }
        if !Simulation::end(&mut *self.db(call).await?, id, "cancelled").await? {
            return Err(Error::Refused(Refusal::SimulationOver));
        }
        self.simulation(call, person, id).await
    }

    /// Tells of a simulation until it is over, or nobody listens any more.
    pub(crate) async fn watch_simulation(&self, call: &Call, id: Uuid, tell: mpsc::Sender<Result<Contest>>) {
        let mut events = self.events.subscribe();
        loop {
            let contest = match call.person() {
                Ok(person) => self.simulation(&call.step(), person, id).await,
                Err(error) => Err(error),
            };
            let over = contest.as_ref().map_or(true, |contest| contest.row.state != "running");
            if tell.send(contest).await.is_err() || over {
                return;
            }
            loop {
                tokio::select! {
                    () = tell.closed() => return,
                    () = tokio::time::sleep(LOOK_EVERY) => break,
                    event = events.next() => match event {
                        Event::Simulation(other) if other == id => break,
                        Event::Gap => break,
                        _ => {}
                    }
                }
            }
        }
    }
}

/// An order of problems that depends on the seed and nothing else.
fn shuffled(problem: Uuid, seed: u64) -> [u8; 32] {
    crate::profile::sha256(&[&seed.to_be_bytes()[..], problem.as_bytes()].concat())
}

/// Plays the games that are left, one after the other; each is kept as soon as it is over.
pub(crate) async fn simulate(store: &Store, brain: &Brain, worker: Uuid, job: &Job) -> Result<()> {
    loop {
        let mut db = store.lane(Instant::now() + STEP).await?;
        let row = Simulation::by_id(&mut db, job.subject).await?.filter(|row| row.state == "running");
        let games = match &row {
            Some(row) => row.games(&mut db).await?,
            None => Vec::new(),
        };
        let (Some(row), Some(game)) = (row, games.into_iter().find(|game| game.solved.is_none())) else {
            return db
                .transaction(async |db| {
                    if job.finish(db, worker).await? {
                        Simulation::end(db, job.subject, "finished").await?;
                    }
                    Ok(())
                })
                .await;
        };
        drop(db);
        let mut db = store.lane(Instant::now() + STEP).await?;
        let problem = match game.problem_id {
            Some(id) => Problem::by_id(&mut db, id).await?.map(|(problem, _)| problem),
            None => None,
        };
        drop(db);
        let played = play(brain, &row, game, problem.as_ref()).await?;
        let mut db = store.lane(Instant::now() + STEP).await?;
        played.finish(&mut db).await?;
    }
}

/// The table of a game. A problem that is gone by now has left its position, which tells its game.
fn table(game: &SimulationGame, problem: Option<&Problem>) -> Option<(&'static Entry, Box<dyn Table>)> {
    let at = |entry: &'static Entry, rules: &str| Some((entry, entry.decode(rules, &game.position).ok()?));
    match problem {
        Some(problem) => at(tablero_game::find(&problem.game)?, &problem.rules),
        None => tablero_game::games().iter().find_map(|entry| at(entry, "")),
    }
}

/// Plays one game to its end. One that cannot be set up any more is not solved.
async fn play(
    brain: &Brain,
    row: &Simulation,
    mut game: SimulationGame,
    problem: Option<&Problem>,
) -> Result<SimulationGame> {
    let level = |word: &str| word.parse::<Level>().map_err(|unknown| Error::Internal(unknown.into()));
    let levels = [level(&row.first_level)?, level(&row.second_level)?];
    let Some((entry, mut table)) = table(&game, problem) else {
        return Ok(SimulationGame { solved: Some(false), ..game });
    };
    let attacker: Side = table.side_to_move();
    let mut line: Vec<String> = Vec::new();
    let mut left = u8::try_from(game.moves).unwrap_or_default();
    loop {
        let attacks = table.side_to_move() == attacker;
        let spent = left == 0 && (attacks || entry.wins_by_own_moves);
        if spent || table.outcome().is_some() {
            break;
        }
        let turn = Turn {
            spot: Spot { game: entry.name.into(), rules: table.rules(), position: table.position() },
            seen: Vec::new(),
            level: levels[usize::from(attacks != game.first_attacks)],
            seed: row.seed.cast_unsigned(),
            problem: Some((left, attacks)),
        };
        let asked = Instant::now();
        let Some(code) = brain.choose(row.id, turn).await? else { break };
        let made = table.play(&code, Language::English).map_err(|refused| Error::Internal(refused.into()))?;
        line.push(made.text);
        if attacks {
            game.elapsed_ms += i64::try_from(asked.elapsed().as_millis()).unwrap_or(i64::MAX);
        }
        if attacks && (made.spends || table.outcome().is_some()) {
            game.played += 1;
            left = left.saturating_sub(1);
        }
    }
    let winner = table.outcome().and_then(tablero_game::Outcome::winner);
    Ok(SimulationGame { solved: Some(winner == Some(attacker)), line: line.join(" "), ..game })
}
