use chrono::{DateTime, NaiveDate, Utc};
use tablero_store::{
    AsyncPgConnection, Community, Daily, DailyResult, DailyStreak, Listed, Problem, ProblemState,
};
use uuid::Uuid;

use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Result};
use crate::ranking::Rankings;

/// So many of a day's table are told.
const IN_TABLE: i64 = 100;
/// So many streaks are told.
const LONGEST: i64 = 10;

/// A daily problem as people are told of it.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) daily: Daily,
    /// `None` once it is gone or hidden there.
    pub(crate) problem: Option<Listed>,
    pub(crate) solvers: i64,
    /// By who asks, before its end.
    pub(crate) solved: bool,
    pub(crate) over: bool,
}

/// One that is over, with its table.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) told: Told,
    /// Whether it is still to be solved in another community, by somebody who would be told its solution here.
    pub(crate) riddle: bool,
    pub(crate) first: Option<DailyResult>,
    pub(crate) table: Vec<DailyResult>,
    pub(crate) streaks: Vec<DailyStreak>,
}

/// How it stands with a community's daily problem, for one of its people.
#[derive(Debug)]
pub(crate) struct Today {
    pub(crate) open: Option<Told>,
    pub(crate) last: Option<Ended>,
    pub(crate) streak: Option<DailyStreak>,
    pub(crate) streaks: Vec<DailyStreak>,
    pub(crate) next: Option<DateTime<Utc>>,
}

impl Rankings {
    pub(crate) async fn daily(
        &self,
        call: &Call,
        person: &Person,
        named: Option<(String, String)>,
    ) -> Result<Today> {
        let (me, now) = (person.profile.id, self.store.clock().now());
        let mut db = self.db(call).await?;
        let (community, _) = self.community(&mut db, person, named).await?;
        let open = Daily::last(&mut db, community.id).await?.filter(|daily| daily.is_open(now));
        let over = Daily::last_over(&mut db, community.id, now).await?;
        if open.is_none() && over.is_none() {
            return Err(Error::Missing(Missing::Daily));
        }
        Ok(Today {
            open: match open {
                Some(daily) => Some(told(&mut db, daily, Some(me), now).await?),
                None => None,
            },
            last: match over {
                Some(daily) => Some(ended(&mut db, daily, Some(me), now).await?),
                None => None,
            },
            streak: DailyStreak::of(&mut db, community.id, me, now).await?,
            streaks: DailyStreak::longest(&mut db, community.id, now, LONGEST).await?,
            next: community.next_daily_at,
        })
    }
}

/// The daily problem of a day, for everybody.
pub(crate) async fn of_day(
    db: &mut AsyncPgConnection,
    community: &Community,
    day: NaiveDate,
    now: DateTime<Utc>,
) -> Result<Option<Told>> {
    match Daily::of_day(db, community.id, day).await? {
        Some(daily) => Ok(Some(told(db, daily, None, now).await?)),
        None => Ok(None),
    }
}

/// The same with its solution and its table, once it is over.
pub(crate) async fn ended_of_day(
    db: &mut AsyncPgConnection,
    community: &Community,
    day: NaiveDate,
    now: DateTime<Utc>,
) -> Result<Option<Ended>> {
    match Daily::of_day(db, community.id, day).await?.filter(|daily| daily.closes_at <= now) {
        Some(daily) => Ok(Some(ended(db, daily, None, now).await?)),
        None => Ok(None),
    }
}

async fn told(
    db: &mut AsyncPgConnection,
    daily: Daily,
    viewer: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<Told> {
    let found = match daily.problem_id {
        Some(id) if !daily.is_hidden(db).await? => Problem::by_id(db, id).await?,
        _ => None,
    };
    let (mut ever_solved, mut solved) = (false, false);
    if let Some(viewer) = viewer {
        solved = daily.is_solved_by(db, viewer).await?;
        if let Some(id) = daily.problem_id {
            ever_solved = Problem::is_solved_by(db, id, viewer).await?;
        }
    }
    Ok(Told {
        problem: found
            .filter(|(problem, _)| problem.state == ProblemState::Playable)
            .map(|(problem, author)| Listed { problem, author, solved: ever_solved, hidden: false }),
        solvers: daily.count_solvers(db).await?,
        solved,
        over: daily.closes_at <= now,
        daily,
    })
}

async fn ended(
    db: &mut AsyncPgConnection,
    daily: Daily,
    viewer: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<Ended> {
    let riddle = match (daily.problem_id, viewer) {
        (Some(problem), Some(viewer)) => Problem::guarded(db, problem, viewer, now).await?,
        (Some(problem), None) => Problem::is_daily_for_some(db, problem, daily.community_id, now).await?,
        (None, _) => false,
    };
    Ok(Ended {
        riddle,
        first: daily.first_to_solve(db).await?,
        table: daily.table(db, IN_TABLE).await?,
        streaks: DailyStreak::longest(db, daily.community_id, now, LONGEST).await?,
        told: told(db, daily, viewer, now).await?,
    })
}
