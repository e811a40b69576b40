use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::Problem;
use crate::schema::{attempts, matches, solves};

/// Where somebody sat in a match of a problem that has been decided.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DecidedSeat {
    pub game: String,
    pub rules: String,
    pub start: String,
    /// At the first seat, or else at the second.
    pub first: bool,
}

impl Problem {
    /// Whether it is noted that somebody has tried the problem against a machine, to whatever end.
    pub async fn is_tried_by(db: &mut AsyncPgConnection, id: Uuid, profile: Uuid) -> QueryResult<bool> {
        let (tried, solved) = (attempts::table.find((profile, id)), solves::table.find((profile, id)));
        diesel::select(exists(tried).or(exists(solved))).get_result(db).await
    }

    /// Where somebody sat in matches of the problem that one side has won; each way of sitting once.
    pub async fn decided_seats(
        db: &mut AsyncPgConnection,
        id: Uuid,
        profile: Uuid,
    ) -> QueryResult<Vec<DecidedSeat>> {
        let sat_first = matches::first_profile_id.is_not_distinct_from(profile);
        let rows: Vec<(String, String, String, bool)> = matches::table
            .filter(matches::problem_id.eq(id).and(matches::winner.eq_any(["first", "second"])))
            .filter(matches::first_profile_id.eq(profile).or(matches::second_profile_id.eq(profile)))
            .select((matches::game, matches::rules, matches::start, sat_first))
            .distinct()
            .load(db)
            .await?;
        let seat = |(game, rules, start, first)| DecidedSeat { game, rules, start, first };
        Ok(rows.into_iter().map(seat).collect())
    }
}
