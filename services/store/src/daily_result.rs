use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Integer, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{Attempt, Daily, Post, PostKind};

/// How somebody solved a daily problem before its end.
#[derive(Debug, Clone, PartialEq, QueryableByName)]
pub struct DailyResult {
    #[diesel(sql_type = SqlUuid)]
    pub profile_id: Uuid,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Timestamptz)]
    pub solved_at: DateTime<Utc>,
    /// Of all attempts, with one more for each that was lost or given up.
    #[diesel(sql_type = Integer)]
    pub errors: i32,
    /// Of all attempts.
    #[diesel(sql_type = BigInt)]
    pub elapsed_ms: i64,
    #[diesel(sql_type = Bool)]
    pub hinted: bool,
}

/// How many of a community's daily problems somebody has solved in a row.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct DailyStreak {
    #[diesel(sql_type = SqlUuid)]
    pub profile_id: Uuid,
    #[diesel(sql_type = Text)]
    pub name: String,
    /// 0 if it is broken.
    #[diesel(sql_type = Integer)]
    pub days: i32,
    #[diesel(sql_type = Integer)]
    pub best: i32,
}

impl Attempt {
    /// Notes what an attempt means for the daily problems that it was made at, in each community of the person's: up to the first solve
    /// attempts add up, so that nobody gets better by beginning anew. The posts that show it are looked at again.
    pub async fn note_dailies(&self, db: &mut AsyncPgConnection) -> QueryResult<()> {
        let noted: Vec<Noted> = diesel::sql_query(
            "WITH others AS (SELECT COALESCE(sum(errors), 0) AS errors, \
                     COALESCE(sum(CASE WHEN first_profile_id = $2 THEN first_ms ELSE second_ms END), 0) AS ms FROM matches \
                 WHERE $3 AND problem_id = $1 AND state = 'running' AND (first_profile_id = $2 OR second_profile_id = $2)), \
             open AS (SELECT d.community_id, d.number, d.day FROM dailies d JOIN communities c ON c.id = d.community_id \
                 JOIN community_members m ON m.provider = c.provider AND m.external_id = c.external_id AND m.profile_id = $2 \
                 WHERE d.problem_id = $1 AND d.opens_at <= $4 AND $4 < d.closes_at), \
             noted AS (INSERT INTO daily_results AS r (community_id, number, profile_id, solved_at, errors, elapsed_ms, hinted) \
                 SELECT community_id, number, $2, CASE WHEN $3 THEN $4 END, \
                     $5 + others.errors + (NOT $3)::int, $6 + others.ms, $7 FROM open, others \
                 ON CONFLICT (community_id, number, profile_id) DO UPDATE SET solved_at = excluded.solved_at, \
                     errors = r.errors + excluded.errors, elapsed_ms = r.elapsed_ms + excluded.elapsed_ms, \
                     hinted = r.hinted OR excluded.hinted \
                 WHERE r.solved_at IS NULL RETURNING community_id, number) \
             SELECT community_id, number, day FROM noted JOIN open USING (community_id, number)",
        )
        .bind::<SqlUuid, _>(self.problem_id)
        .bind::<SqlUuid, _>(self.profile_id)
        .bind::<Bool, _>(self.solved)
        .bind::<Timestamptz, _>(self.at)
        .bind::<Integer, _>(self.errors)
        .bind::<BigInt, _>(self.elapsed_ms)
        .bind::<Bool, _>(self.hinted)
        .load(db)
        .await?;
        for Noted { community_id, number, day } in noted.into_iter().filter(|_| self.solved) {
            diesel::sql_query(
                "INSERT INTO daily_streaks AS s (community_id, profile_id, last_number, days, best) VALUES ($1, $2, $3, 1, 1) \
                 ON CONFLICT (community_id, profile_id) DO UPDATE SET last_number = excluded.last_number, \
                     days = CASE excluded.last_number - s.last_number WHEN 1 THEN s.days + 1 ELSE 1 END, \
                     best = GREATEST(s.best, CASE excluded.last_number - s.last_number WHEN 1 THEN s.days + 1 ELSE 1 END) \
                 WHERE excluded.last_number > s.last_number",
            )
            .bind::<SqlUuid, _>(community_id)
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Integer, _>(number)
            .execute(db)
            .await?;
            for kind in [PostKind::Daily, PostKind::DailyEnd] {
                Post::touch_in(db, Some(community_id), kind, &day.to_string(), self.at).await?;
            }
        }
        Ok(())
    }
}

impl Daily {
    /// How many have solved it before its end, whether they are on boards or not.
    pub async fn count_solvers(&self, db: &mut AsyncPgConnection) -> QueryResult<i64> {
        let count: Count = diesel::sql_query(
            "SELECT count(solved_at) AS count FROM daily_results WHERE community_id = $1 AND number = $2",
        )
        .bind::<SqlUuid, _>(self.community_id)
        .bind::<Integer, _>(self.number)
        .get_result(db)
        .await?;
        Ok(count.count)
    }

    pub async fn is_solved_by(&self, db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<bool> {
        let count: Count = diesel::sql_query(
            "SELECT count(solved_at) AS count FROM daily_results WHERE community_id = $1 AND number = $2 AND profile_id = $3",
        )
        .bind::<SqlUuid, _>(self.community_id)
        .bind::<Integer, _>(self.number)
        .bind::<SqlUuid, _>(profile)
        .get_result(db)
        .await?;
        Ok(count.count > 0)
    }

    /// Its table: without hints first, then by errors, then by time. Without those who are not on the community's boards.
    pub async fn table(&self, db: &mut AsyncPgConnection, most: i64) -> QueryResult<Vec<DailyResult>> {
        self.results(db, "r.hinted, r.errors, r.elapsed_ms, r.solved_at, p.id", most).await
    }

    /// Who of those solved it first.
    pub async fn first_to_solve(&self, db: &mut AsyncPgConnection) -> QueryResult<Option<DailyResult>> {
        Ok(self.results(db, "r.solved_at, p.id", 1).await?.pop())
    }

    async fn results(
        &self,
        db: &mut AsyncPgConnection,
        order: &str,
        most: i64,
    ) -> QueryResult<Vec<DailyResult>> {
        diesel::sql_query(format!(
            "SELECT r.profile_id, p.name, r.solved_at, r.errors, r.elapsed_ms, r.hinted \
             FROM daily_results r JOIN profiles p ON p.id = r.profile_id {ON_BOARDS} \
             WHERE r.community_id = $1 AND r.number = $2 AND r.solved_at IS NOT NULL AND NOT p.hidden AND NOT m.hidden AND NOT m.hidden_by_manager \
             ORDER BY {order} LIMIT $3"
        ))
        .bind::<SqlUuid, _>(self.community_id)
        .bind::<Integer, _>(self.number)
        .bind::<BigInt, _>(most)
        .load(db)
        .await
    }
}

/// Joins a member's part in community `$1` to a profile.
const ON_BOARDS: &str = "JOIN communities c ON c.id = $1 \
    JOIN community_members m ON m.provider = c.provider AND m.external_id = c.external_id AND m.profile_id = p.id";

/// Since which number a streak must reach to stand, in community `$1` at `$2`: while the last one is open, the one before will do.
const STANDS: &str = "(SELECT COALESCE(max(CASE WHEN closes_at > $2 THEN number - 1 ELSE number END), 0) \
    FROM dailies WHERE community_id = $1)";

impl DailyStreak {
    /// The longest that stand in a community, longest first. Without those who are not on its boards.
    pub async fn longest(
        db: &mut AsyncPgConnection,
        community: Uuid,
        now: DateTime<Utc>,
        most: i64,
    ) -> QueryResult<Vec<DailyStreak>> {
        diesel::sql_query(format!(
            "SELECT s.profile_id, p.name, s.days, s.best FROM daily_streaks s JOIN profiles p ON p.id = s.profile_id {ON_BOARDS} \
             WHERE s.community_id = $1 AND s.last_number >= {STANDS} AND NOT p.hidden AND NOT m.hidden AND NOT m.hidden_by_manager \
             ORDER BY s.days DESC, s.best DESC, p.name_key LIMIT $3"
        ))
        .bind::<SqlUuid, _>(community)
        .bind::<Timestamptz, _>(now)
        .bind::<BigInt, _>(most)
        .load(db)
        .await
    }

    /// Somebody's in a community; `None` who has never solved a daily problem there.
    pub async fn of(
        db: &mut AsyncPgConnection,
        community: Uuid,
        profile: Uuid,
        now: DateTime<Utc>,
    ) -> QueryResult<Option<DailyStreak>> {
        diesel::sql_query(format!(
            "SELECT s.profile_id, p.name, CASE WHEN s.last_number >= {STANDS} THEN s.days ELSE 0 END AS days, s.best \
             FROM daily_streaks s JOIN profiles p ON p.id = s.profile_id WHERE s.community_id = $1 AND s.profile_id = $3"
        ))
        .bind::<SqlUuid, _>(community)
        .bind::<Timestamptz, _>(now)
        .bind::<SqlUuid, _>(profile)
        .get_result(db)
        .await
        .optional()
    }

    /// Gives what one profile has done with daily problems to another, where that has done nothing itself.
    pub(crate) async fn hand_over(db: &mut AsyncPgConnection, from: Uuid, into: Uuid) -> QueryResult<()> {
        for sql in [
            "INSERT INTO daily_results SELECT community_id, number, $2, solved_at, errors, elapsed_ms, hinted \
             FROM daily_results WHERE profile_id = $1 ON CONFLICT DO NOTHING",
            "INSERT INTO daily_streaks AS s SELECT community_id, $2, last_number, days, best FROM daily_streaks WHERE profile_id = $1 \
             ON CONFLICT (community_id, profile_id) DO UPDATE SET best = GREATEST(s.best, excluded.best), \
                 (last_number, days) = (SELECT * FROM (VALUES (s.last_number, s.days), (excluded.last_number, excluded.days)) \
                     AS streaks ORDER BY 1 DESC, 2 DESC LIMIT 1)",
        ] {
            diesel::sql_query(sql).bind::<SqlUuid, _>(from).bind::<SqlUuid, _>(into).execute(db).await?;
        }
        Ok(())
    }
}

#[derive(QueryableByName)]
struct Noted {
    #[diesel(sql_type = SqlUuid)]
    community_id: Uuid,
    #[diesel(sql_type = Integer)]
    number: i32,
    #[diesel(sql_type = Date)]
    day: NaiveDate,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}
