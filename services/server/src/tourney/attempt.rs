use chrono::{DateTime, Utc};
use tablero_game::{Level, Side};
use tablero_store::{
    AsyncPgConnection, Guard, Match, Post, PostKind, Problem, ProblemState, Tourney, TourneyState,
};
use uuid::Uuid;

use super::desk::seen;
use super::seen_from;
use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Refusal, Result};
use crate::matches::{Entry, Matches, NewGame, Seated, Sitter, solves};
use crate::problem::refuse;

impl Matches {
    /// Somebody's one attempt at a problem of a tourney: as it is, or begun now.
    pub(crate) async fn start_tourney_problem(
        &self,
        call: &Call,
        person: &Person,
        id: Uuid,
        number: u32,
    ) -> Result<Seated> {
        let mut db = self.store.lane(call.deadline).await?;
        let tourney = seen(&mut db, person, id).await?;
        if let Some(begun) = begun(&mut db, &tourney, person, number).await? {
            drop(db);
            return self.get(call, person, begun).await;
        }
        let now = self.store.clock().now();
        if !tourney.runs(now) {
            let early = tourney.state() == TourneyState::Announced && now < tourney.starts_at;
            let refusal = if early { Refusal::TourneyNotStarted } else { Refusal::TourneyOver };
            return Err(Error::Refused(refusal));
        }
        let side = seen_from(&mut db, &tourney, person, None).await?;
        if !tourney.sides().contains(&side) {
            return Err(Error::Missing(Missing::Tourney));
        }
        let set = tourney.set(&mut db).await?;
        let wanted = set.into_iter().find(|one| i64::from(one.number) == i64::from(number));
        let (number, problem) = wanted
            .and_then(|one| Some((one.number, one.problem?)))
            .ok_or(Error::Missing(Missing::Problem))?;
        if problem.author_id == person.profile.id {
            return Err(Error::Refused(Refusal::OwnProblem));
        }
        if problem.state != ProblemState::Playable {
            return Err(Error::Refused(Refusal::ProblemNotPlayable));
        }
        drop(db);
        let game = attempt(&problem, Entry { tourney: tourney.id, number, side })?;
        match self.start(call, person, &game).await {
            // Somebody who is quicker than themselves.
            Err(Error::Refused(Refusal::AttemptBegun)) => {
                let mut db = self.store.lane(call.deadline).await?;
                let begun = begun(&mut db, &tourney, person, number.unsigned_abs().into()).await?;
                drop(db);
                self.get(call, person, begun.ok_or(Error::Missing(Missing::Match))?).await
            }
            started => started,
        }
    }
}

async fn begun(
    db: &mut AsyncPgConnection,
    tourney: &Tourney,
    person: &Person,
    number: u32,
) -> Result<Option<Uuid>> {
    let attempts = tourney.attempts(db, person.profile.id).await?;
    let same = |row: &Match| row.tourney_number.map(i64::from) == Some(i64::from(number));
    Ok(attempts.into_iter().find(same).map(|row| row.id))
}

/// The attacker is a person; the machine of the level expert defends.
fn attempt(problem: &Problem, entry: Entry) -> Result<NewGame> {
    let broken = |words: String| Error::Internal(format!("problem {}: {words}", problem.id).into());
    let game =
        tablero_game::find(&problem.game).ok_or_else(|| broken(format!("no game {}", problem.game)))?;
    let table =
        game.decode(&problem.rules, &problem.position).map_err(|faults| broken(faults.to_string()))?;
    let machine = Sitter::Machine(Level::Expert);
    Ok(NewGame {
        problem: Some(problem.id),
        game: String::new(),
        rules: String::new(),
        position: String::new(),
        seats: match table.side_to_move() {
            Side::First => [Sitter::Me, machine],
            Side::Second => [machine, Sitter::Me],
        },
        take_back: true,
        tourney: Some(entry),
    })
}

/// Refuses moves in a match that could tell the answer to a problem of a tourney that runs, but for the attempts at it, or to a daily problem,
/// but to solve it; and in attempts at a tourney between the end of the time and the moment in which the table is written down.
pub(crate) async fn may_go_on(
    db: &mut AsyncPgConnection,
    row: &Match,
    me: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let tourney = match row.tourney_id {
        Some(id) => Tourney::hold(db, id).await?,
        None => None,
    };
    match tourney {
        Some(tourney) if tourney.runs(now) => return Ok(()),
        Some(tourney) if matches!(tourney.state(), TourneyState::Announced | TourneyState::Running) => {
            return Err(Error::Refused(Refusal::TourneyOver));
        }
        _ => {}
    }
    match row.problem_id {
        Some(problem) => {
            let guard = Problem::guard(db, problem, me, now).await?;
            refuse(guard.filter(|guard| *guard != Guard::Daily || !solves(row, me)))
        }
        None => Ok(()),
    }
}

/// Has the table of a tourney looked at after something happened in an attempt.
pub(crate) async fn note_progress(db: &mut AsyncPgConnection, row: &Match, now: DateTime<Utc>) -> Result<()> {
    if let Some(tourney) = row.tourney_id {
        Post::touch(db, PostKind::Tourney, &tourney.to_string(), now).await?;
    }
    Ok(())
}
