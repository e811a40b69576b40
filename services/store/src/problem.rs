use chrono::{DateTime, Utc};
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::dsl::now;
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::prelude::*;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::{Uuid, uuid};

use crate::Profile;
use crate::schema::{problems, profiles, solves};

/// The profile that the problems we bring along belong to. Nobody can log in to it.
pub const HOUSE_AUTHOR: Uuid = uuid!("00000000-0000-4000-8000-000000000001");

/// Where a problem is on its way from an idea to something to be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub enum ProblemState {
    Draft,
    Checking,
    Playable,
    Refused,
}

#[derive(Debug, thiserror::Error)]
#[error("{0:?} is no state of a problem")]
pub struct UnknownState(String);

impl ProblemState {
    const ALL: [(ProblemState, &str); 4] = [
        (ProblemState::Draft, "draft"),
        (ProblemState::Checking, "checking"),
        (ProblemState::Playable, "playable"),
        (ProblemState::Refused, "refused"),
    ];
}

impl ToSql<Text, Pg> for ProblemState {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        let word = ProblemState::ALL.iter().find(|(state, _)| state == self).map_or("", |(_, word)| word);
        <str as ToSql<Text, Pg>>::to_sql(word, out)
    }
}

impl FromSql<Text, Pg> for ProblemState {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<ProblemState> {
        let word = <String as FromSql<Text, Pg>>::from_sql(value)?;
        let found = ProblemState::ALL.iter().find(|(_, known)| *known == word);
        Ok(found.map(|(state, _)| *state).ok_or(UnknownState(word))?)
    }
}

/// A position in which the side to move shall win within a number of moves.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = problems)]
pub struct Problem {
    pub id: Uuid,
    pub author_id: Uuid,
    pub game: String,
    pub rules: String,
    pub position: String,
    pub moves: i16,
    pub title: String,
    pub theme: String,
    pub difficulty: i16,
    pub state: ProblemState,
    pub revision: i32,
    pub verdict: Option<String>,
    pub report: Option<Vec<u8>>,
    pub rating: f64,
    pub play_count: i64,
    pub solve_count: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// From the votes of those who solved it.
    pub quality: f64,
    pub vote_count: i64,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = problems, treat_none_as_default_value = false)]
pub struct NewProblem<'a> {
    pub author_id: Uuid,
    pub game: &'a str,
    pub rules: &'a str,
    pub position: &'a str,
    pub moves: i16,
    pub title: &'a str,
    pub theme: &'a str,
    pub difficulty: i16,
    pub state: ProblemState,
    pub canonical: Option<&'a str>,
    pub rating: f64,
}

/// What an author changes of a problem. What was proven of it is void.
#[derive(Debug, AsChangeset)]
#[diesel(table_name = problems, treat_none_as_null = true)]
pub struct ProblemChange<'a> {
    pub rules: &'a str,
    pub position: &'a str,
    pub moves: i16,
    pub title: &'a str,
    pub theme: &'a str,
    pub difficulty: i16,
    pub state: ProblemState,
    pub revision: i32,
    pub canonical: Option<&'a str>,
    pub verdict: Option<&'a str>,
    pub report: Option<&'a [u8]>,
    pub rating: f64,
}

impl NewProblem<'_> {
    /// Fails with a unique violation of `problems_unique` when a problem that is checking or playable is the same.
    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<Problem> {
        diesel::insert_into(problems::table)
            .values(self)
            .returning(Problem::as_returning())
            .get_result(db)
            .await
    }
}

impl Problem {
    pub async fn by_id(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<(Problem, Profile)>> {
        problems::table
            .inner_join(profiles::table)
            .filter(problems::id.eq(id))
            .select((Problem::as_select(), Profile::as_select()))
            .first(db)
            .await
            .optional()
    }

    /// Locks the row until the transaction ends.
    pub async fn lock(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Problem>> {
        problems::table.find(id).select(Problem::as_select()).for_update().first(db).await.optional()
    }

    /// The problem, checking or playable, that is the same as this would be.
    pub async fn same_as(
        db: &mut AsyncPgConnection,
        game: &str,
        rules: &str,
        canonical: &str,
        moves: i16,
    ) -> QueryResult<Option<Uuid>> {
        problems::table
            .filter(problems::game.eq(game).and(problems::rules.eq(rules)))
            .filter(problems::canonical.eq(canonical).and(problems::moves.eq(moves)))
            .filter(problems::state.eq(ProblemState::Checking).or(problems::state.eq(ProblemState::Playable)))
            .select(problems::id)
            .first(db)
            .await
            .optional()
    }

    /// How many of an author's problems are not playable.
    pub async fn count_unfinished(db: &mut AsyncPgConnection, author: Uuid) -> QueryResult<i64> {
        problems::table
            .filter(problems::author_id.eq(author).and(problems::state.ne(ProblemState::Playable)))
            .count()
            .get_result(db)
            .await
    }

    pub async fn count_by(db: &mut AsyncPgConnection, author: Uuid) -> QueryResult<i64> {
        problems::table.filter(problems::author_id.eq(author)).count().get_result(db).await
    }

    pub async fn is_solved_by(db: &mut AsyncPgConnection, id: Uuid, profile: Uuid) -> QueryResult<bool> {
        diesel::select(diesel::dsl::exists(solves::table.find((profile, id)))).get_result(db).await
    }

    /// Fails like [`NewProblem::insert`].
    pub async fn change(
        db: &mut AsyncPgConnection,
        id: Uuid,
        change: &ProblemChange<'_>,
    ) -> QueryResult<Problem> {
        diesel::update(problems::table.find(id))
            .set((change, problems::updated_at.eq(now)))
            .returning(Problem::as_returning())
            .get_result(db)
            .await
    }

    /// Writes a verdict on one revision. False when the problem has changed since, or is gone.
    pub async fn decide(
        db: &mut AsyncPgConnection,
        id: Uuid,
        revision: i32,
        state: ProblemState,
        verdict: &str,
        report: Option<&[u8]>,
        at: DateTime<Utc>,
    ) -> QueryResult<bool> {
        let rows = diesel::update(problems::table.find(id))
            .filter(problems::revision.eq(revision).and(problems::state.eq(ProblemState::Checking)))
            .set((
                problems::state.eq(state),
                problems::verdict.eq(verdict),
                problems::report.eq(report),
                problems::updated_at.eq(now),
                (state == ProblemState::Playable).then_some(problems::playable_since.eq(at)),
            ))
            .execute(db)
            .await?;
        Ok(rows == 1)
    }

    pub async fn delete(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<usize> {
        diesel::delete(problems::table.find(id)).execute(db).await
    }
}
