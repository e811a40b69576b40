use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Double, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::HOUSE_AUTHOR;

/// How many neighbours somebody sees on each side.
const NEIGHBOURS: i64 = 2;

/// A list of people in order: which rows of what, ordered by what. The last column of the order is the profile, so that
/// no two are equal. All of it is text of ours; what others say goes in as [`Uuid`]s and bound words.
#[derive(Debug, Clone)]
pub struct Board {
    /// A table with the alias `b`, and a condition.
    from: String,
    condition: String,
    order: &'static str,
    value: &'static str,
    extra: &'static str,
    flag: &'static str,
    /// Provider and external id of the community whose people alone are meant.
    community: Option<(String, String)>,
}

/// Over which time somebody's deeds count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    AllTime,
    Month,
    Week,
}

/// Somebody in such a list.
#[derive(Debug, Clone, PartialEq, QueryableByName)]
pub struct Ranked {
    #[diesel(sql_type = SqlUuid)]
    pub profile_id: Uuid,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
    /// What it is ordered by: milliseconds, points, problems, days.
    #[diesel(sql_type = Double)]
    pub value: f64,
    /// Errors of a solve, deviation of a rating.
    #[diesel(sql_type = Double)]
    pub extra: f64,
    /// Whether a solve had hints.
    #[diesel(sql_type = Bool)]
    pub flag: bool,
}

impl Period {
    /// Its first day, in UTC.
    pub fn starts(self, today: NaiveDate) -> NaiveDate {
        match self {
            Period::AllTime => NaiveDate::default(),
            Period::Month => today.with_day(1).unwrap_or(today),
            Period::Week => today - Days::new(today.weekday().num_days_from_monday().into()),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Period::AllTime => "all",
            Period::Month => "month",
            Period::Week => "week",
        }
    }
}

impl Board {
    /// Everybody who solved a problem without hints, best time first.
    pub fn by_time(problem: Uuid) -> Board {
        Board {
            from: "solves b".into(),
            condition: format!("b.problem_id = '{problem}' AND b.best_ms IS NOT NULL"),
            order: "b.best_ms, b.profile_id",
            value: "b.best_ms::float8",
            extra: "0::float8",
            flag: "false",
            community: None,
        }
    }

    /// Everybody who solved a problem: without hints first, then fewest errors, then best time.
    pub fn by_errors(problem: Uuid) -> Board {
        Board {
            from: "solves b".into(),
            condition: format!("b.problem_id = '{problem}'"),
            order: "b.hinted, b.errors, b.errors_ms, b.profile_id",
            value: "b.errors_ms::float8",
            extra: "b.errors::float8",
            flag: "b.hinted",
            community: None,
        }
    }

    /// Solvers by rating; for a period, those who solved something in it.
    pub fn by_rating(period: Period, today: NaiveDate) -> Board {
        let active = format!("b.active_on >= '{}'", period.starts(today));
        Board {
            from: "ratings b".into(),
            condition: if period == Period::AllTime { "true".into() } else { active },
            order: "(-b.points), b.profile_id",
            value: "b.points",
            extra: "b.deviation",
            flag: "false",
            community: None,
        }
    }

    /// Solvers by the number of problems they solved in a period.
    pub fn by_solved(period: Period, today: NaiveDate) -> Board {
        Board {
            from: "solve_counts b".into(),
            condition: format!("b.period = '{}' AND b.starts = '{}'", period.word(), period.starts(today)),
            order: "(-b.solved), b.profile_id",
            value: "b.solved::float8",
            extra: "0::float8",
            flag: "false",
            community: None,
        }
    }

    /// Solvers by the days in a row up to today or yesterday.
    pub fn by_streak(today: NaiveDate) -> Board {
        Board {
            from: "streaks b".into(),
            condition: format!("b.last_day >= DATE '{today}' - 1"),
            order: "(-b.days), b.profile_id",
            value: "b.days::float8",
            extra: "0::float8",
            flag: "false",
            community: None,
        }
    }

    /// Composers by what others think of their problems. The house's own are nobody's.
    pub fn by_composer() -> Board {
        Board {
            from: "composers b".into(),
            condition: format!("b.problems > 0 AND b.profile_id <> '{HOUSE_AUTHOR}'"),
            order: "(-b.points), b.profile_id",
            value: "b.points",
            extra: "0::float8",
            flag: "false",
            community: None,
        }
    }

    /// The same among the people of a community.
    #[must_use]
    pub fn within(self, provider: &str, external_id: &str) -> Board {
        Board { community: Some((provider.to_owned(), external_id.to_owned())), ..self }
    }

    /// At most `size` entries from the beginning, or behind somebody.
    pub async fn page(
        &self,
        db: &mut AsyncPgConnection,
        behind: Option<Uuid>,
        size: i64,
    ) -> QueryResult<Vec<Ranked>> {
        let behind = behind.map(|profile| self.compared(">", profile)).unwrap_or_default();
        self.load(db, &behind, self.order, size).await
    }

    /// Somebody's place, counted from 1, and those around; `None` who is not in it.
    pub async fn around(
        &self,
        db: &mut AsyncPgConnection,
        profile: Uuid,
    ) -> QueryResult<Option<(i64, Vec<Ranked>)>> {
        let mut around = self.load(db, &format!("AND b.profile_id = '{profile}'"), self.order, 1).await?;
        if around.is_empty() {
            return Ok(None);
        }
        let above = self.compared("<", profile);
        let Board { from, condition, .. } = self;
        let sql = format!(
            "SELECT count(*) AS number FROM {from} JOIN profiles p ON p.id = b.profile_id \
                 WHERE {condition} {} {above}",
            self.members()
        );
        let counted: Number = self.bound(&sql).get_result(db).await?;
        let backwards = self.order.replace(", ", " DESC, ") + " DESC";
        let mut neighbours = self.load(db, &above, &backwards, NEIGHBOURS).await?;
        neighbours.reverse();
        let first = counted.number + 1 - neighbours.len() as i64;
        neighbours.append(&mut around);
        neighbours.extend(self.page(db, Some(profile), NEIGHBOURS).await?);
        Ok(Some((first, neighbours)))
    }

    /// The plan of the query that finds a page, for those who doubt its index.
    pub async fn explain(&self, db: &mut AsyncPgConnection, size: i64) -> QueryResult<String> {
        let sql = format!("EXPLAIN (ANALYZE, BUFFERS) {}", self.select("", self.order, size));
        let lines: Vec<PlanLine> = self.bound(&sql).load(db).await?;
        Ok(lines.into_iter().map(|line| line.plan).collect::<Vec<_>>().join("\n"))
    }

    fn select(&self, more: &str, order: &str, size: i64) -> String {
        let Board { from, condition, value, extra, flag, .. } = self;
        let members = self.members();
        format!(
            "SELECT b.profile_id, p.name, p.created_at, {value} AS value, {extra} AS extra, {flag} AS flag \
             FROM {from} JOIN profiles p ON p.id = b.profile_id \
             WHERE {condition} {members} {more} ORDER BY {order} LIMIT {size}"
        )
    }

    async fn load(
        &self,
        db: &mut AsyncPgConnection,
        more: &str,
        order: &str,
        size: i64,
    ) -> QueryResult<Vec<Ranked>> {
        self.bound(&self.select(more, order, size)).load(db).await
    }

    fn members(&self) -> &'static str {
        match self.community {
            Some(_) => {
                "AND EXISTS (SELECT FROM community_members c WHERE c.provider = $1 AND c.external_id = $2 \
                 AND c.profile_id = b.profile_id AND NOT c.hidden AND NOT c.hidden_by_manager) AND NOT p.hidden"
            }
            None => "AND $1::text IS NULL AND $2::text IS NULL AND NOT p.hidden",
        }
    }

    /// A condition that compares with the row of somebody.
    fn compared(&self, sign: &str, profile: Uuid) -> String {
        let Board { from, condition, order, .. } = self;
        format!(
            "AND ({order}) {sign} (SELECT {order} FROM {from} WHERE {condition} AND b.profile_id = '{profile}')"
        )
    }

    fn bound(
        &self,
        sql: &str,
    ) -> diesel::query_builder::BoxedSqlQuery<'static, diesel::pg::Pg, diesel::query_builder::SqlQuery> {
        let (provider, external_id) = self.community.clone().unzip();
        diesel::sql_query(sql.to_owned())
            .into_boxed()
            .bind::<diesel::sql_types::Nullable<Text>, _>(provider)
            .bind::<diesel::sql_types::Nullable<Text>, _>(external_id)
    }
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

#[derive(QueryableByName)]
struct PlanLine {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    plan: String,
}
