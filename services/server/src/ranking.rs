use chrono::{DateTime, Utc};
use std::collections::HashMap;
use tablero_search::Rating;
use tablero_store::{
    AsyncPgConnection, Attempt, Board, Lane, Post, Problem, ProblemState, Profile, Ranked, Standing, Store,
    StoredRating,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Result};
use crate::events::Events;
use crate::ladder::Ladder;
use crate::matches::{Brain, Record, seat};
use crate::moderation::Administrators;
use crate::score;

/// All that can be asked about who did how well.
#[derive(Debug, Clone)]
pub(crate) struct Rankings {
    pub(crate) store: Store,
    pub(crate) administrators: Administrators,
    pub(crate) events: Events,
    pub(crate) brain: Brain,
    /// Cancelled when the server stops: what would go on for ever ends then.
    pub(crate) stopping: CancellationToken,
}

/// A page of a list, and where the caller stands in it.
#[derive(Debug)]
pub(crate) struct Ranking {
    pub(crate) entries: Vec<(i64, Ranked)>,
    /// The last profile of this page and its place, if more come.
    pub(crate) next: Option<(i64, Uuid)>,
    pub(crate) around: Vec<(i64, Ranked)>,
}

impl Rankings {
    pub(crate) async fn db(&self, call: &Call) -> Result<Lane> {
        Ok(self.store.lane(call.deadline).await?)
    }

    pub(crate) async fn page(
        &self,
        call: &Call,
        person: &Person,
        board: &Board,
        behind: Option<(i64, Uuid)>,
        size: usize,
    ) -> Result<Ranking> {
        let mut db = self.db(call).await?;
        let one_more = i64::try_from(size + 1).unwrap_or(i64::MAX);
        let mut ranked = board.page(&mut db, behind.map(|(_, profile)| profile), one_more).await?;
        let more = ranked.len() > size;
        ranked.truncate(size);
        let first = behind.map_or(1, |(place, _)| place + 1);
        let entries: Vec<_> = (first..).zip(ranked).collect();
        let next = entries.last().filter(|_| more).map(|(place, last)| (*place, last.profile_id));
        let around = board.around(&mut db, person.profile.id).await?;
        let around = around.map(|(first, around)| (first..).zip(around).collect()).unwrap_or_default();
        Ok(Ranking { entries, next, around })
    }

    /// A page of a leaderboard, of everybody or of a community that the caller belongs to, and everybody's place there a week ago.
    pub(crate) async fn leaderboard(
        &self,
        call: &Call,
        person: &Person,
        ladder: Ladder,
        named: Option<(String, String)>,
        behind: Option<(i64, Uuid)>,
        size: usize,
    ) -> Result<(Ranking, HashMap<Uuid, i32>)> {
        let today = self.store.clock().now().date_naive();
        let (mut board, mut last) = (ladder.board(today), HashMap::new());
        if named.is_some() {
            let mut db = self.db(call).await?;
            let (community, _) = self.community(&mut db, person, named).await?;
            last = ladder.last_places(&mut db, &community, today).await?;
            board = board.within(&community.provider, &community.external_id);
        }
        Ok((self.page(call, person, &board, behind, size).await?, last))
    }

    /// The author of a problem that the viewer may see.
    pub(crate) async fn author_of(&self, call: &Call, person: &Person, problem: Uuid) -> Result<Uuid> {
        let found = Problem::by_id(&mut *self.db(call).await?, problem).await?;
        let seen = found.filter(|(problem, author)| {
            problem.state == ProblemState::Playable || author.id == person.profile.id
        });
        seen.map(|(_, author)| author.id).ok_or(Error::Missing(Missing::Problem))
    }

    pub(crate) async fn standing(&self, call: &Call, profile: Uuid) -> Result<(Profile, Standing)> {
        let mut db = self.db(call).await?;
        let found = Profile::by_id(&mut db, profile).await?.ok_or(Error::Missing(Missing::Profile))?;
        let standing = Standing::of(&mut db, profile, self.store.clock().now().date_naive()).await?;
        Ok((found, standing))
    }
}

/// Draws the consequences of a match that has just ended: points are counted, and of problems what a person tried against a machine.
pub(crate) async fn conclude(db: &mut AsyncPgConnection, record: &Record, at: DateTime<Utc>) -> Result<()> {
    score::count(db, record).await?;
    let attacker = record.opener;
    let (Some(winner), Some(problem_id), Some(profile_id)) =
        (&record.row.winner, record.row.problem_id, record.profile_at(attacker))
    else {
        return Ok(());
    };
    if record.machine_at(attacker.other()).is_none() {
        return Ok(());
    }
    let Some((_, author)) = Problem::by_id(db, problem_id).await? else { return Ok(()) };
    let attempt = Attempt {
        problem_id,
        profile_id,
        solved: winner == seat(attacker),
        elapsed_ms: record.elapsed_ms(attacker),
        errors: record.row.errors,
        hinted: record.row.hints > 0,
        at,
    };
    let is_new = attempt.solved && attempt.rank(db).await?;
    if author.id == profile_id {
        return Ok(());
    }
    if is_new {
        attempt.count(db).await?;
    }
    attempt.note_dailies(db).await?;
    let rated = attempt.note(db).await?;
    if rated {
        rate(db, &attempt).await?;
    }
    if attempt.solved {
        attempt.keep_streak(db).await?;
    }
    if rated || attempt.solved {
        Post::touch_boards(db, profile_id, at).await?;
    }
    Ok(())
}

async fn rate(db: &mut AsyncPgConnection, attempt: &Attempt) -> Result<()> {
    let (problem, solver) = attempt.ratings(db).await?;
    let Some(problem) = problem else { return Ok(()) };
    let won = attempt.solved && attempt.errors == 0;
    let (solver, problem) = Rating::meet(solver.map_or(Rating::UNKNOWN, read), read(problem), won);
    attempt.rate(db, write(problem), write(solver)).await?;
    Ok(())
}

fn read(stored: StoredRating) -> Rating {
    Rating { points: stored.points, deviation: stored.deviation, volatility: stored.volatility }
}

fn write(rating: Rating) -> StoredRating {
    StoredRating { points: rating.points, deviation: rating.deviation, volatility: rating.volatility }
}
