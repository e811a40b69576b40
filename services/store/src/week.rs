use chrono::NaiveDate;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::Ranked;
use crate::schema::{profiles, weeks};

/// How a community stood at the end of a week, by one measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Week<'a> {
    pub community_id: Uuid,
    /// Its Monday.
    pub starts: NaiveDate,
    /// `rating`, `solved`, `streak`, or `week` for the problems solved in that week.
    pub kind: &'a str,
}

/// Somebody in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Counted from 1.
    pub place: i32,
    pub profile_id: Uuid,
    pub name: String,
    pub value: f64,
}

impl Week<'_> {
    /// Keeps it, best first.
    pub async fn keep(&self, db: &mut AsyncPgConnection, ranked: &[Ranked]) -> QueryResult<usize> {
        let rows: Vec<_> = (1..)
            .zip(ranked)
            .map(|(place, ranked)| {
                (
                    weeks::community_id.eq(self.community_id),
                    weeks::starts.eq(self.starts),
                    weeks::kind.eq(self.kind),
                    weeks::place.eq(place),
                    weeks::profile_id.eq(ranked.profile_id),
                    weeks::value.eq(ranked.value),
                )
            })
            .collect();
        diesel::insert_into(weeks::table).values(rows).on_conflict_do_nothing().execute(db).await
    }

    /// The first so many, best first. Who has gone from the community's boards since is not told.
    pub async fn places(&self, db: &mut AsyncPgConnection, most: i64) -> QueryResult<Vec<Placed>> {
        let rows: Vec<(i32, Uuid, String, f64)> = weeks::table
            .inner_join(profiles::table)
            .filter(weeks::community_id.eq(self.community_id))
            .filter(weeks::starts.eq(self.starts).and(weeks::kind.eq(self.kind)))
            .filter(on_boards(self.community_id))
            .order(weeks::place)
            .limit(most)
            .select((weeks::place, weeks::profile_id, profiles::name, weeks::value))
            .load(db)
            .await?;
        let placed = |(place, profile_id, name, value)| Placed { place, profile_id, name, value };
        Ok(rows.into_iter().map(placed).collect())
    }

    /// The Monday of the last week that a community has kept before a day.
    pub async fn last_before(
        db: &mut AsyncPgConnection,
        community: Uuid,
        day: NaiveDate,
    ) -> QueryResult<Option<NaiveDate>> {
        weeks::table
            .filter(weeks::community_id.eq(community).and(weeks::starts.lt(day)))
            .select(diesel::dsl::max(weeks::starts))
            .first(db)
            .await
    }
}

type OnBoards = diesel::expression::SqlLiteral<diesel::sql_types::Bool>;

/// Whether a profile that is joined is on the boards of a community.
fn on_boards(community: Uuid) -> OnBoards {
    diesel::dsl::sql(&format!(
        "NOT profiles.hidden AND EXISTS (SELECT FROM community_members m JOIN communities c USING (provider, external_id) \
         WHERE c.id = '{community}' AND m.profile_id = profiles.id AND NOT m.hidden AND NOT m.hidden_by_manager)"
    ))
}
