use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Double, Integer, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

/// Three numbers of Glicko-2.
#[derive(Debug, Clone, Copy, PartialEq, QueryableByName)]
pub struct StoredRating {
    #[diesel(sql_type = Double)]
    pub points: f64,
    #[diesel(sql_type = Double)]
    pub deviation: f64,
    #[diesel(sql_type = Double)]
    pub volatility: f64,
}

/// How an attempt at a problem ended.
#[derive(Debug, Clone, Copy)]
pub struct Attempt {
    pub problem_id: Uuid,
    pub profile_id: Uuid,
    pub solved: bool,
    pub elapsed_ms: i64,
    pub errors: i32,
    pub hinted: bool,
    /// When it ended.
    pub at: DateTime<Utc>,
}

impl StoredRating {
    /// How strong somebody is, once a result tells.
    pub async fn of(db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<Option<StoredRating>> {
        diesel::sql_query("SELECT points, deviation, volatility FROM ratings WHERE profile_id = $1")
            .bind::<SqlUuid, _>(profile)
            .get_result(db)
            .await
            .optional()
    }
}

impl Attempt {
    /// Notes an attempt; the first one of each person. True if this is it, and it may be rated.
    pub async fn note(&self, db: &mut AsyncPgConnection) -> QueryResult<bool> {
        let rows = diesel::sql_query(
            "INSERT INTO attempts (profile_id, problem_id, rated, solved, attempted_at) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT DO NOTHING",
        )
        .bind::<SqlUuid, _>(self.profile_id)
        .bind::<SqlUuid, _>(self.problem_id)
        .bind::<Bool, _>(!self.hinted)
        .bind::<Bool, _>(self.solved)
        .bind::<Timestamptz, _>(self.at)
        .execute(db)
        .await?;
        Ok(rows == 1 && !self.hinted)
    }

    /// Puts a solve into the problem's ranking; a better result replaces a worse one. True if it is this person's first.
    pub async fn rank(&self, db: &mut AsyncPgConnection) -> QueryResult<bool> {
        let best_ms = Some(self.elapsed_ms).filter(|_| !self.hinted);
        let is_new: IsNew = diesel::sql_query(
            "INSERT INTO solves AS old (problem_id, profile_id, best_ms, hinted, errors, errors_ms, solved_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT (profile_id, problem_id) DO UPDATE SET \
                 best_ms = LEAST(old.best_ms, excluded.best_ms), \
                 (hinted, errors, errors_ms) = (SELECT * FROM (VALUES (old.hinted, old.errors, old.errors_ms), \
                     (excluded.hinted, excluded.errors, excluded.errors_ms)) AS results ORDER BY 1, 2, 3 LIMIT 1) \
             RETURNING (xmax = 0) AS is_new",
        )
        .bind::<SqlUuid, _>(self.problem_id)
        .bind::<SqlUuid, _>(self.profile_id)
        .bind::<Nullable<BigInt>, _>(best_ms)
        .bind::<Bool, _>(self.hinted)
        .bind::<Integer, _>(self.errors)
        .bind::<BigInt, _>(self.elapsed_ms)
        .bind::<Timestamptz, _>(self.at)
        .get_result(db)
        .await?;
        Ok(is_new.is_new)
    }

    /// Counts a first solve for the problem and for the solver, in every period.
    pub async fn count(&self, db: &mut AsyncPgConnection) -> QueryResult<()> {
        diesel::sql_query("UPDATE problems SET solve_count = solve_count + 1 WHERE id = $1")
            .bind::<SqlUuid, _>(self.problem_id)
            .execute(db)
            .await?;
        diesel::sql_query(
            "INSERT INTO solve_counts AS c (profile_id, period, starts, solved) \
             SELECT $1, period, starts, 1 FROM (VALUES ('all', DATE '1970-01-01'), \
                 ('month', date_trunc('month', $2::timestamp)::date), \
                 ('week', date_trunc('week', $2::timestamp)::date)) AS periods (period, starts) \
             ON CONFLICT (profile_id, period, starts) DO UPDATE SET solved = c.solved + 1",
        )
        .bind::<SqlUuid, _>(self.profile_id)
        .bind::<Date, _>(self.at.date_naive())
        .execute(db)
        .await?;
        Ok(())
    }

    /// Notes that the solver has solved something today.
    pub async fn keep_streak(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::sql_query("UPDATE ratings SET active_on = $2 WHERE profile_id = $1")
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Date, _>(self.at.date_naive())
            .execute(db)
            .await?;
        diesel::sql_query(
            "INSERT INTO streaks AS s (profile_id, last_day, days, best) VALUES ($1, $2, 1, 1) \
             ON CONFLICT (profile_id) DO UPDATE SET last_day = excluded.last_day, \
                 days = CASE excluded.last_day - s.last_day WHEN 0 THEN s.days WHEN 1 THEN s.days + 1 ELSE 1 END, \
                 best = GREATEST(s.best, CASE excluded.last_day - s.last_day WHEN 1 THEN s.days + 1 ELSE 1 END) \
             WHERE excluded.last_day > s.last_day",
        )
        .bind::<SqlUuid, _>(self.profile_id)
        .bind::<Date, _>(self.at.date_naive())
        .execute(db)
        .await
    }

    /// The ratings of the problem and of the solver, if they have any; both rows are locked.
    ///
    /// Others who end an attempt at the same problem hold a key-share lock on its row already, through their foreign keys: a
    /// full lock would wait for them while they wait for it.
    pub async fn ratings(
        &self,
        db: &mut AsyncPgConnection,
    ) -> QueryResult<(Option<StoredRating>, Option<StoredRating>)> {
        let problem = diesel::sql_query(
            "SELECT rating AS points, rating_deviation AS deviation, rating_volatility AS volatility FROM problems \
             WHERE id = $1 FOR NO KEY UPDATE",
        )
        .bind::<SqlUuid, _>(self.problem_id)
        .get_result(db)
        .await
        .optional()?;
        let solver = diesel::sql_query(
            "SELECT points, deviation, volatility FROM ratings WHERE profile_id = $1 FOR UPDATE",
        )
        .bind::<SqlUuid, _>(self.profile_id)
        .get_result(db)
        .await
        .optional()?;
        Ok((problem, solver))
    }

    /// Writes both ratings after the attempt.
    pub async fn rate(
        &self,
        db: &mut AsyncPgConnection,
        problem: StoredRating,
        solver: StoredRating,
    ) -> QueryResult<()> {
        diesel::sql_query(
            "UPDATE problems SET rating = $2, rating_deviation = $3, rating_volatility = $4 WHERE id = $1",
        )
        .bind::<SqlUuid, _>(self.problem_id)
        .bind::<Double, _>(problem.points)
        .bind::<Double, _>(problem.deviation)
        .bind::<Double, _>(problem.volatility)
        .execute(db)
        .await?;
        diesel::sql_query(
            "WITH noted AS (INSERT INTO rating_history (profile_id, points, deviation, at) VALUES ($1, $2, $3, $5)) \
             INSERT INTO ratings (profile_id, points, deviation, volatility) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (profile_id) DO UPDATE SET points = excluded.points, deviation = excluded.deviation, volatility = excluded.volatility",
        )
        .bind::<SqlUuid, _>(self.profile_id)
        .bind::<Double, _>(solver.points)
        .bind::<Double, _>(solver.deviation)
        .bind::<Double, _>(solver.volatility)
        .bind::<Timestamptz, _>(self.at)
        .execute(db)
        .await?;
        Ok(())
    }
}

#[derive(QueryableByName)]
struct IsNew {
    #[diesel(sql_type = Bool)]
    is_new: bool,
}
