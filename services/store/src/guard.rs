use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::{dailies, problems};
use crate::{Problem, ProblemState};

impl Problem {
    /// Whether nothing may be told to somebody now that gives a problem away: it is the open daily problem of a community of theirs,
    /// and they have not made it.
    pub async fn guarded(
        db: &mut AsyncPgConnection,
        problem: Uuid,
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<bool> {
        Ok(!Problem::guarded_among(db, &[problem], profile, now).await?.is_empty())
    }

    /// Of which of some problems that is so.
    pub async fn guarded_among(
        db: &mut AsyncPgConnection,
        problems: &[Uuid],
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<Vec<Uuid>> {
        let guarded: Vec<Guarded> = diesel::sql_query(
            "SELECT p.id FROM problems p WHERE p.id = ANY ($1) AND p.author_id <> $2 AND EXISTS ( \
                 SELECT FROM dailies d JOIN communities c ON c.id = d.community_id \
                 JOIN community_members m ON m.provider = c.provider AND m.external_id = c.external_id AND m.profile_id = $2 \
                 WHERE d.problem_id = p.id AND d.opens_at <= $3 AND $3 < d.closes_at)",
        )
        .bind::<Array<SqlUuid>, _>(problems)
        .bind::<SqlUuid, _>(profile)
        .bind::<Timestamptz, _>(now)
        .load(db)
        .await?;
        Ok(guarded.into_iter().map(|guarded| guarded.id).collect())
    }

    /// Whether that is so of anybody in a community.
    pub async fn guarded_in(
        db: &mut AsyncPgConnection,
        problem: Uuid,
        community: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<bool> {
        let guarded: Vec<Guarded> = diesel::sql_query(
            "SELECT p.id FROM problems p JOIN dailies d ON d.problem_id = p.id AND d.opens_at <= $3 AND $3 < d.closes_at \
                 JOIN communities c ON c.id = d.community_id \
             WHERE p.id = $1 AND EXISTS (SELECT FROM communities here \
                 JOIN community_members m ON m.provider = here.provider AND m.external_id = here.external_id \
                 JOIN community_members o ON o.provider = c.provider AND o.external_id = c.external_id AND o.profile_id = m.profile_id \
                 WHERE here.id = $2 AND m.profile_id <> p.author_id) LIMIT 1",
        )
        .bind::<SqlUuid, _>(problem)
        .bind::<SqlUuid, _>(community)
        .bind::<Timestamptz, _>(now)
        .load(db)
        .await?;
        Ok(!guarded.is_empty())
    }

    /// Whether it is the open daily problem of some community.
    pub async fn is_daily(db: &mut AsyncPgConnection, id: Uuid, now: DateTime<Utc>) -> QueryResult<bool> {
        let open = dailies::table
            .filter(dailies::problem_id.eq(id))
            .filter(dailies::opens_at.le(now).and(dailies::closes_at.gt(now)));
        diesel::select(diesel::dsl::exists(open)).get_result(db).await
    }

    /// The playable problems of a position, whatever their number of moves.
    pub async fn of_position(
        db: &mut AsyncPgConnection,
        game: &str,
        rules: &str,
        canonical: &str,
    ) -> QueryResult<Vec<Uuid>> {
        problems::table
            .filter(problems::game.eq(game).and(problems::rules.eq(rules)))
            .filter(problems::canonical.eq(canonical).and(problems::state.eq(ProblemState::Playable)))
            .select(problems::id)
            .load(db)
            .await
    }
}

#[derive(QueryableByName)]
struct Guarded {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}
