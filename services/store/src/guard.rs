use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::problems;
use crate::{Match, Problem, ProblemState};

impl Problem {
    /// Whether the answer to a problem is kept from somebody now: those who may solve it in a tourney that runs, but for its author.
    pub async fn guarded(
        db: &mut AsyncPgConnection,
        problem: Uuid,
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<bool> {
        let answer: Answer = diesel::sql_query(
            "SELECT EXISTS (SELECT FROM tourney_problems s JOIN tourneys t ON t.id = s.tourney_id \
                 JOIN communities c ON c.id = t.host_id OR c.id = t.guest_id AND t.guest_channel IS NOT NULL \
                 JOIN community_members m USING (provider, external_id) JOIN problems p ON p.id = s.problem_id \
                 WHERE s.problem_id = $1 AND m.profile_id = $2 AND p.author_id <> $2 \
                   AND t.state IN ('announced', 'running') AND t.starts_at <= $3 AND t.ends_at > $3) AS yes",
        )
        .bind::<SqlUuid, _>(problem)
        .bind::<SqlUuid, _>(profile)
        .bind::<Timestamptz, _>(now)
        .get_result(db)
        .await?;
        Ok(answer.yes)
    }

    /// Whether the answer to any problem with a position, told by its canonical form, is kept from somebody now.
    pub async fn position_guarded(
        db: &mut AsyncPgConnection,
        (game, rules, canonical): (&str, &str, &str),
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<bool> {
        let same: Vec<Uuid> = problems::table
            .filter(problems::game.eq(game).and(problems::rules.eq(rules)))
            .filter(problems::canonical.eq(canonical).and(problems::state.eq(ProblemState::Playable)))
            .select(problems::id)
            .load(db)
            .await?;
        for problem in same {
            if Problem::guarded(db, problem, profile, now).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the answer has been told to somebody: when a tourney of theirs was over.
    pub async fn revealed(db: &mut AsyncPgConnection, problem: Uuid, profile: Uuid) -> QueryResult<bool> {
        let answer: Answer = diesel::sql_query(
            "SELECT EXISTS (SELECT FROM tourney_problems s JOIN tourneys t ON t.id = s.tourney_id \
                 JOIN communities c ON c.id = t.host_id OR c.id = t.guest_id \
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
    /// Whether a match is kept from somebody who does not sit at it: an attempt of a tourney that runs is, from everybody, and any match of
    /// a problem whose answer is.
    pub async fn guarded(
        &self,
        db: &mut AsyncPgConnection,
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<bool> {
        if let Some(tourney) = self.tourney_id
            && crate::Tourney::by_id(db, tourney).await?.is_some_and(|tourney| tourney.runs(now))
        {
            return Ok(true);
        }
        match self.problem_id {
            Some(problem) => Problem::guarded(db, problem, profile, now).await,
            None => Ok(false),
        }
    }
}

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = Bool)]
    yes: bool,
}
