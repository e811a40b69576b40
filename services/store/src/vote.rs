use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::{Array, SmallInt, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::{composers, hidden_problems, problems, profiles, votes};
use crate::{PlaceKey, Problem, ProblemState, Profile};

/// Fewer votes make no problem of the week.
const ENOUGH_VOTES: i64 = 3;

/// How much somebody likes a problem that they solved.
#[derive(Debug, Clone, Copy)]
pub struct Vote {
    pub profile_id: Uuid,
    pub problem_id: Uuid,
    pub stars: i16,
}

/// How good somebody's problems are by the votes of others.
#[derive(Debug, Clone, Copy, PartialEq, Queryable, Selectable)]
#[diesel(table_name = composers)]
pub struct Composer {
    pub profile_id: Uuid,
    pub points: f64,
    /// Those that count.
    pub problems: i64,
}

impl Vote {
    /// Writes it, or changes the one that was there. Fails with a foreign key violation for who has not solved the problem.
    pub async fn cast(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::sql_query(
            "INSERT INTO votes (profile_id, problem_id, stars) VALUES ($1, $2, $3) \
             ON CONFLICT (profile_id, problem_id) DO UPDATE SET stars = excluded.stars, voted_at = now()",
        )
        .bind::<SqlUuid, _>(self.profile_id)
        .bind::<SqlUuid, _>(self.problem_id)
        .bind::<SmallInt, _>(self.stars)
        .execute(db)
        .await
    }

    /// How many gave a problem one star, two, and so on to five.
    pub async fn tally(db: &mut AsyncPgConnection, problem: Uuid) -> QueryResult<[u64; 5]> {
        let counts: Vec<(i16, i64)> = votes::table
            .filter(votes::problem_id.eq(problem))
            .group_by(votes::stars)
            .select((votes::stars, diesel::dsl::count_star()))
            .load(db)
            .await?;
        let of = |stars: i16| counts.iter().find(|(given, _)| *given == stars).map_or(0, |(_, count)| *count);
        Ok([1, 2, 3, 4, 5].map(|stars| of(stars).unsigned_abs()))
    }

    /// The problems whose quality rests on somebody: those they voted on, and their own that others voted on.
    pub async fn touched_by(db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<Vec<Uuid>> {
        let voted = votes::table.filter(votes::profile_id.eq(profile)).select(votes::problem_id);
        problems::table
            .filter(problems::id.eq_any(voted).or(problems::author_id.eq(profile)))
            .filter(problems::vote_count.gt(0))
            .select(problems::id)
            .load(db)
            .await
    }

    /// Gives the votes of one profile to another, which has its solves and problems already: its own come first, and it
    /// has none on its own problems.
    pub async fn hand_over(db: &mut AsyncPgConnection, from: Uuid, into: Uuid) -> QueryResult<()> {
        diesel::sql_query(
            "INSERT INTO votes (profile_id, problem_id, stars, voted_at) \
             SELECT $2, problem_id, stars, voted_at FROM votes WHERE profile_id = $1 ON CONFLICT DO NOTHING",
        )
        .bind::<SqlUuid, _>(from)
        .bind::<SqlUuid, _>(into)
        .execute(db)
        .await?;
        diesel::sql_query(
            "DELETE FROM votes v USING problems p WHERE p.id = v.problem_id AND p.author_id = $1 AND v.profile_id = $1",
        )
        .bind::<SqlUuid, _>(into)
        .execute(db)
        .await?;
        Ok(())
    }
}

impl Composer {
    pub async fn of(db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<Option<Composer>> {
        composers::table.find(profile).select(Composer::as_select()).first(db).await.optional()
    }

    /// Locks the authors of some problems, as composers, until the transaction ends; in an order in which all do it.
    pub async fn lock_authors(db: &mut AsyncPgConnection, problems: &[Uuid]) -> QueryResult<Vec<Uuid>> {
        diesel::sql_query(
            "INSERT INTO composers (profile_id, points, problems) \
             SELECT DISTINCT author_id, 1500, 0 FROM problems WHERE id = ANY ($1) ORDER BY author_id ON CONFLICT DO NOTHING",
        )
        .bind::<Array<SqlUuid>, _>(problems)
        .execute(db)
        .await?;
        let authors = problems::table.filter(problems::id.eq_any(problems)).select(problems::author_id);
        composers::table
            .filter(composers::profile_id.eq_any(authors))
            .order(composers::profile_id)
            .select(composers::profile_id)
            .for_update()
            .load(db)
            .await
    }

    /// The qualities of somebody's playable problems that have votes.
    pub async fn qualities(db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<Vec<f64>> {
        problems::table
            .filter(problems::author_id.eq(profile).and(problems::state.eq(ProblemState::Playable)))
            .filter(problems::vote_count.gt(0))
            .select(problems::quality)
            .load(db)
            .await
    }

    /// Writes what the votes make of a composer.
    pub async fn write(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::update(composers::table.find(self.profile_id))
            .set((composers::points.eq(self.points), composers::problems.eq(self.problems)))
            .execute(db)
            .await
    }
}

impl Problem {
    /// Writes what the votes make of a problem.
    pub async fn value(
        db: &mut AsyncPgConnection,
        id: Uuid,
        quality: f64,
        vote_count: i64,
    ) -> QueryResult<usize> {
        diesel::update(problems::table.find(id))
            .set((problems::quality.eq(quality), problems::vote_count.eq(vote_count)))
            .execute(db)
            .await
    }

    /// The best of those that became playable in the week before, by votes; none that is hidden in the community.
    pub async fn of_the_week(
        db: &mut AsyncPgConnection,
        now: DateTime<Utc>,
        community: Option<PlaceKey<'_>>,
    ) -> QueryResult<Option<(Problem, Profile)>> {
        // No community has an empty name, so nothing is hidden there.
        let (provider, external_id) = community.unwrap_or_default();
        let hidden = hidden_problems::table.find((provider, external_id, problems::id));
        problems::table
            .inner_join(profiles::table)
            .filter(problems::state.eq(ProblemState::Playable))
            .filter(not(exists(hidden)))
            .filter(problems::vote_count.ge(ENOUGH_VOTES))
            .filter(problems::playable_since.gt(now - TimeDelta::days(7)))
            .order((problems::quality.desc(), problems::vote_count.desc(), problems::id))
            .select((Problem::as_select(), Profile::as_select()))
            .first(db)
            .await
            .optional()
    }
}
