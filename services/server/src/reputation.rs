use chrono::{DateTime, Utc};
use tablero_search::{composer_rating, quality};
use tablero_store::{
    AsyncConnection, AsyncPgConnection, Composer, Listed, Post, Problem, ProblemState, Profile, Vote,
};
use uuid::Uuid;

use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Refusal, Result};
use crate::problem::Problems;

impl Problems {
    /// Says how much the caller likes a problem that they solved; answers with its quality and how many have voted.
    pub(crate) async fn vote(&self, call: &Call, person: &Person, id: Uuid, stars: i16) -> Result<Problem> {
        let me = person.profile.id;
        let Listed { problem, author, solved, .. } = self.get(call, person, id).await?;
        if author.id == me {
            return Err(Error::Refused(Refusal::OwnProblem));
        }
        if problem.state != ProblemState::Playable {
            return Err(Error::Refused(Refusal::ProblemNotPlayable));
        }
        if !solved {
            return Err(Error::NotSolved);
        }
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            // First the person, then the composer, then the problem: who deletes one of them goes the same way.
            Profile::hold(db, me).await?.ok_or(Error::NotLoggedIn)?;
            Composer::lock_authors(db, &[id]).await?;
            if !Problem::is_solved_by(db, id, me).await? {
                return Err(Error::Missing(Missing::Problem));
            }
            Vote { profile_id: me, problem_id: id, stars }.cast(db).await?;
            reweigh(db, &[id], now).await?;
            let found = Problem::by_id(db, id).await?;
            found.map(|(problem, _)| problem).ok_or(Error::Missing(Missing::Problem))
        })
        .await
    }

    /// The best new problem by votes that is not hidden in a community: the one that is named, else the one that the caller is in.
    pub(crate) async fn of_the_week(
        &self,
        call: &Call,
        person: &Person,
        named: Option<(String, String)>,
    ) -> Result<Listed> {
        let here = || person.place().map(|place| (place.provider.clone(), place.community.clone()));
        let place = named.or_else(here);
        let place = place.as_ref().map(|(provider, external_id)| (provider.as_str(), external_id.as_str()));
        let mut db = self.db(call).await?;
        let found = Problem::of_the_week(&mut db, self.store.clock().now(), place).await?;
        let (problem, author) = found.ok_or(Error::Missing(Missing::ProblemOfTheWeek))?;
        let solved = Problem::is_solved_by(&mut db, problem.id, person.profile.id).await?;
        Ok(Listed { problem, author, solved, hidden: false })
    }
}

/// Draws the consequences of votes that came or went: for the problems and for their authors.
pub(crate) async fn reweigh(db: &mut AsyncPgConnection, problems: &[Uuid], now: DateTime<Utc>) -> Result<()> {
    let authors = Composer::lock_authors(db, problems).await?;
    let mut problems = problems.to_vec();
    // In one order everywhere, so that nobody waits for each other.
    problems.sort_unstable();
    for id in problems {
        let votes = Vote::tally(db, id).await?;
        let count = i64::try_from(votes.iter().sum::<u64>()).unwrap_or(i64::MAX);
        Problem::value(db, id, quality(votes), count).await?;
    }
    for author in authors {
        rate(db, author, now).await?;
    }
    Ok(())
}

/// Deletes a problem; its author is rated without it.
pub(crate) async fn delete(db: &mut AsyncPgConnection, problem: Uuid, now: DateTime<Utc>) -> Result<()> {
    let authors = Composer::lock_authors(db, &[problem]).await?;
    Problem::delete(db, problem).await?;
    for author in authors {
        rate(db, author, now).await?;
    }
    Ok(())
}

async fn rate(db: &mut AsyncPgConnection, profile_id: Uuid, now: DateTime<Utc>) -> Result<()> {
    let qualities = Composer::qualities(db, profile_id).await?;
    let problems = i64::try_from(qualities.len()).unwrap_or(i64::MAX);
    Composer { profile_id, points: composer_rating(&qualities), problems }.write(db).await?;
    Ok(Post::touch_boards(db, profile_id, now).await?)
}
