use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Date, Double, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::{Composer, StoredRating};

/// What became of a solver and composer.
#[derive(Debug, Clone)]
pub struct Standing {
    pub rating: Option<StoredRating>,
    /// The last hundred, oldest first.
    pub history: Vec<RatingPoint>,
    /// By the number of moves.
    pub solved: Vec<SolvedCount>,
    pub streak: Streak,
    /// Newest first, at most a hundred.
    pub composed: Vec<Composed>,
    /// Once somebody voted on their problems.
    pub composer: Option<Composer>,
}

#[derive(Debug, Clone, QueryableByName)]
pub struct RatingPoint {
    #[diesel(sql_type = Timestamptz)]
    pub at: DateTime<Utc>,
    #[diesel(sql_type = Double)]
    pub points: f64,
    #[diesel(sql_type = Double)]
    pub deviation: f64,
}

#[derive(Debug, Clone, QueryableByName)]
pub struct SolvedCount {
    #[diesel(sql_type = SmallInt)]
    pub moves: i16,
    #[diesel(sql_type = BigInt)]
    pub count: i64,
}

#[derive(Debug, Clone, Copy, Default, QueryableByName)]
pub struct Streak {
    /// Up to today or yesterday.
    #[diesel(sql_type = BigInt)]
    pub days: i64,
    #[diesel(sql_type = BigInt)]
    pub best: i64,
}

#[derive(Debug, Clone, QueryableByName)]
pub struct Composed {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = Text)]
    pub title: String,
    #[diesel(sql_type = SmallInt)]
    pub moves: i16,
    #[diesel(sql_type = Double)]
    pub rating: f64,
    #[diesel(sql_type = BigInt)]
    pub play_count: i64,
    #[diesel(sql_type = BigInt)]
    pub solve_count: i64,
    #[diesel(sql_type = Double)]
    pub quality: f64,
    #[diesel(sql_type = BigInt)]
    pub vote_count: i64,
}

impl Standing {
    /// As of today, in UTC.
    pub async fn of(db: &mut AsyncPgConnection, profile: Uuid, today: NaiveDate) -> QueryResult<Standing> {
        let of = |sql: &'static str| diesel::sql_query(sql).bind::<SqlUuid, _>(profile);
        Ok(Standing {
            rating: StoredRating::of(db, profile).await?,
            history: of("SELECT * FROM (SELECT at, points, deviation FROM rating_history WHERE profile_id = $1 \
                         ORDER BY at DESC LIMIT 100) AS last ORDER BY at")
            .load(db)
            .await?,
            solved: of("SELECT p.moves, count(*) AS count FROM solves s JOIN problems p ON p.id = s.problem_id \
                        WHERE s.profile_id = $1 AND p.author_id <> $1 GROUP BY p.moves ORDER BY p.moves")
            .load(db)
            .await?,
            streak: of("SELECT CASE WHEN last_day >= $2 - 1 THEN days ELSE 0 END AS days, best FROM streaks WHERE profile_id = $1")
            .bind::<Date, _>(today)
            .get_result(db)
            .await
            .optional()?
            .unwrap_or_default(),
            composed: of("SELECT id, title, moves, rating, play_count, solve_count, quality, vote_count FROM problems \
                          WHERE author_id = $1 AND state = 'playable' ORDER BY created_at DESC, id DESC LIMIT 100")
            .load(db)
            .await?,
            composer: Composer::of(db, profile).await?,
        })
    }
}
