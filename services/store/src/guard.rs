use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::{dailies, problems};
use crate::{Match, Problem, ProblemState};

/// Why the answer to a problem is kept from somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    /// It is the open daily problem of a community of theirs.
    Daily,
    /// It is in a tourney of a community of theirs that runs.
    Tourney,
}

impl Problem {
    /// Whether the answer to a problem is kept from somebody now.
    pub async fn guarded(
        db: &mut AsyncPgConnection,
        problem: Uuid,
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<bool> {
        Ok(Problem::guard(db, problem, profile, now).await?.is_some())
    }

    /// Why it is, if it is.
    pub async fn guard(
        db: &mut AsyncPgConnection,
        problem: Uuid,
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<Option<Guard>> {
        Ok(Problem::guards(db, &[problem], profile, now).await?.pop().map(|(_, guard)| guard))
    }

    /// Those of some problems whose answers are kept from somebody now: from those in whose community it is the open daily problem or
    /// who may solve it in a tourney that runs, but for its author.
    pub async fn guards(
        db: &mut AsyncPgConnection,
        problems: &[Uuid],
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<Vec<(Uuid, Guard)>> {
        if problems.is_empty() {
            return Ok(Vec::new());
        }
        let guarded: Vec<Guarded> = diesel::sql_query(
            "SELECT p.id, tourney.runs FROM problems p CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM tourney_problems s \
                 JOIN tourneys t ON t.id = s.tourney_id \
                 JOIN communities c ON c.id = ANY(ARRAY[t.host_id, CASE WHEN t.guest_channel IS NOT NULL THEN t.guest_id END]) \
                 JOIN community_members m USING (provider, external_id) \
                 WHERE s.problem_id = p.id AND m.profile_id = $2 \
                   AND t.state IN ('announced', 'running') AND t.starts_at <= $3 AND t.ends_at > $3) AS runs) AS tourney \
             WHERE p.id = ANY ($1) AND p.author_id <> $2 AND (tourney.runs OR EXISTS (SELECT FROM dailies d \
                 JOIN communities c ON c.id = d.community_id JOIN community_members m USING (provider, external_id) \
                 WHERE d.problem_id = p.id AND m.profile_id = $2 AND d.opens_at <= $3 AND d.closes_at > $3))",
        )
        .bind::<Array<SqlUuid>, _>(problems)
        .bind::<SqlUuid, _>(profile)
        .bind::<Timestamptz, _>(now)
        .load(db)
        .await?;
        let why = |guarded: Guarded| (guarded.id, if guarded.runs { Guard::Tourney } else { Guard::Daily });
        Ok(guarded.into_iter().map(why).collect())
    }

    /// Why the answer to any problem with a position, told by its canonical form, is kept from somebody now, if it is.
    pub async fn position_guard(
        db: &mut AsyncPgConnection,
        (game, rules, canonical): (&str, &str, &str),
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<Option<Guard>> {
        let same: Vec<Uuid> = problems::table
            .filter(problems::game.eq(game).and(problems::rules.eq(rules)))
            .filter(problems::canonical.eq(canonical).and(problems::state.eq(ProblemState::Playable)))
            .select(problems::id)
            .load(db)
            .await?;
        Ok(Problem::guards(db, &same, profile, now).await?.pop().map(|(_, guard)| guard))
    }

    /// Whether it is the open daily problem of another community for somebody in a community, who would read its answer there.
    pub async fn is_daily_for_some(
        db: &mut AsyncPgConnection,
        problem: Uuid,
        community: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<bool> {
        let answer: Answer = diesel::sql_query(
            "SELECT EXISTS (SELECT FROM problems p JOIN dailies d ON d.problem_id = p.id AND d.opens_at <= $3 AND d.closes_at > $3 \
                 JOIN communities c ON c.id = d.community_id JOIN communities here ON here.id = $2 \
                 JOIN community_members m ON m.provider = here.provider AND m.external_id = here.external_id \
                 JOIN community_members o ON o.provider = c.provider AND o.external_id = c.external_id AND o.profile_id = m.profile_id \
                 WHERE p.id = $1 AND m.profile_id <> p.author_id) AS yes",
        )
        .bind::<SqlUuid, _>(problem)
        .bind::<SqlUuid, _>(community)
        .bind::<Timestamptz, _>(now)
        .get_result(db)
        .await?;
        Ok(answer.yes)
    }

    /// Whether it is the open daily problem of some community.
    pub async fn is_daily(db: &mut AsyncPgConnection, id: Uuid, now: DateTime<Utc>) -> QueryResult<bool> {
        let open = dailies::table
            .filter(dailies::problem_id.eq(id))
            .filter(dailies::opens_at.le(now).and(dailies::closes_at.gt(now)));
        diesel::select(diesel::dsl::exists(open)).get_result(db).await
    }

    /// Whether the answer has been told to somebody: when a tourney of theirs was over.
    pub async fn revealed(db: &mut AsyncPgConnection, problem: Uuid, profile: Uuid) -> QueryResult<bool> {
        let answer: Answer = diesel::sql_query(
            "SELECT EXISTS (SELECT FROM tourney_problems s JOIN tourneys t ON t.id = s.tourney_id \
                 JOIN communities c ON c.id = ANY(ARRAY[t.host_id, t.guest_id]) \
                 JOIN community_members m USING (provider, external_id) \
                 WHERE s.problem_id = $1 AND m.profile_id = $2 AND t.state = 'ended') AS yes",
        )
        .bind::<SqlUuid, _>(problem)
        .bind::<SqlUuid, _>(profile)
        .get_result(db)
        .await?;
        Ok(answer.yes)
    }
}

impl Match {
    pub fn seats(&self, profile: Uuid) -> bool {
        [self.first_profile_id, self.second_profile_id].contains(&Some(profile))
    }

    /// Why a match is kept from somebody who does not sit at it: an attempt of a tourney that runs is, from everybody, and any match of
    /// a problem whose answer is.
    pub async fn guard(
        &self,
        db: &mut AsyncPgConnection,
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<Option<Guard>> {
        if self.seats(profile) { Ok(None) } else { self.answer_guard(db, profile, now).await }
    }

    /// Why the answer to what is played in it is, also from who sits at it.
    pub async fn answer_guard(
        &self,
        db: &mut AsyncPgConnection,
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<Option<Guard>> {
        if let Some(tourney) = self.tourney_id
            && crate::Tourney::by_id(db, tourney).await?.is_some_and(|tourney| tourney.runs(now))
        {
            return Ok(Some(Guard::Tourney));
        }
        match self.problem_id {
            Some(problem) => Problem::guard(db, problem, profile, now).await,
            None => Ok(None),
        }
    }
}

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = Bool)]
    yes: bool,
}

#[derive(QueryableByName)]
struct Guarded {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Bool)]
    runs: bool,
}
