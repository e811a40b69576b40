use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::tourney_results;
use crate::{Tourney, TourneyState};

/// How somebody stands in a tourney.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct Stand {
    #[diesel(sql_type = SqlUuid)]
    pub profile_id: Uuid,
    #[diesel(sql_type = Text)]
    pub name: String,
    /// The side for which they count.
    #[diesel(sql_type = SqlUuid)]
    pub community_id: Uuid,
    /// In no table that others see.
    #[diesel(sql_type = Bool)]
    pub hidden: bool,
    /// On their side; of who is hidden, the one they would have.
    #[diesel(sql_type = Integer)]
    pub place: i32,
    #[diesel(sql_type = Integer)]
    pub points: i32,
    #[diesel(sql_type = Integer)]
    pub errors: i32,
    #[diesel(sql_type = BigInt)]
    pub elapsed_ms: i64,
}

impl Stand {
    /// What the key of a problem is worth.
    pub const KEY: i32 = 2;
    /// What a problem is worth that is solved to its end.
    pub const SOLVED: i32 = 5;

    /// Whose result is better comes first.
    fn order(&self) -> (i32, i32, i64) {
        (-self.points, self.errors, self.elapsed_ms)
    }
}

impl Tourney {
    /// Everybody who takes part, best first: as the matches tell now, or as it was when it was over.
    pub async fn table(&self, db: &mut AsyncPgConnection) -> QueryResult<Vec<Stand>> {
        if self.state() == TourneyState::Ended {
            return self.results(db).await;
        }
        let (solved, key) = (Stand::SOLVED, Stand::KEY);
        let mut stands: Vec<Stand> = diesel::sql_query(format!(
            "SELECT e.profile_id, p.name, e.community_id, p.hidden OR COALESCE(m.hidden OR m.hidden_by_manager, false) AS hidden, 0 AS place, \
                 COALESCE(sum(CASE WHEN a.winner = CASE WHEN a.first_profile_id = a.creator_id THEN 'first' ELSE 'second' END \
                     THEN {solved} WHEN a.ply > 0 THEN {key} ELSE 0 END), 0)::integer AS points, \
                 COALESCE(sum(a.errors), 0)::integer AS errors, \
                 COALESCE(sum(CASE WHEN a.first_profile_id = a.creator_id THEN a.first_ms ELSE a.second_ms END), 0)::bigint AS elapsed_ms \
             FROM tourney_entrants e JOIN profiles p ON p.id = e.profile_id JOIN communities c ON c.id = e.community_id \
             LEFT JOIN community_members m ON (m.provider, m.external_id, m.profile_id) = (c.provider, c.external_id, e.profile_id) \
             LEFT JOIN matches a ON a.tourney_id = e.tourney_id AND a.creator_id = e.profile_id \
             WHERE e.tourney_id = $1 GROUP BY e.profile_id, p.id, e.community_id, m.hidden, m.hidden_by_manager"
        ))
        .bind::<SqlUuid, _>(self.id)
        .load(db)
        .await?;
        stands.sort_by(|one, other| one.order().cmp(&other.order()).then_with(|| one.name.cmp(&other.name)));
        let seen = stands.clone();
        for stand in &mut stands {
            let before = |other: &&Stand| {
                !other.hidden && other.community_id == stand.community_id && other.order() < stand.order()
            };
            stand.place = 1 + i32::try_from(seen.iter().filter(before).count()).unwrap_or(i32::MAX - 1);
        }
        Ok(stands)
    }

    async fn results(&self, db: &mut AsyncPgConnection) -> QueryResult<Vec<Stand>> {
        diesel::sql_query(
            "SELECT r.*, p.name, p.hidden OR COALESCE(m.hidden OR m.hidden_by_manager, false) AS hidden \
             FROM tourney_results r JOIN profiles p ON p.id = r.profile_id JOIN communities c ON c.id = r.community_id \
             LEFT JOIN community_members m ON (m.provider, m.external_id, m.profile_id) = (c.provider, c.external_id, r.profile_id) \
             WHERE r.tourney_id = $1 ORDER BY r.points DESC, r.errors, r.elapsed_ms, p.name",
        )
        .bind::<SqlUuid, _>(self.id)
        .load(db)
        .await
    }

    /// Writes down how everybody stands. From when the tourney has ended, this is its table.
    pub async fn freeze(&self, db: &mut AsyncPgConnection) -> QueryResult<Vec<Stand>> {
        let stands = self.table(db).await?;
        let rows: Vec<_> = stands
            .iter()
            .map(|stand| {
                (
                    tourney_results::tourney_id.eq(self.id),
                    tourney_results::profile_id.eq(stand.profile_id),
                    tourney_results::community_id.eq(stand.community_id),
                    tourney_results::place.eq(stand.place),
                    tourney_results::points.eq(stand.points),
                    tourney_results::errors.eq(stand.errors),
                    tourney_results::elapsed_ms.eq(stand.elapsed_ms),
                )
            })
            .collect();
        diesel::insert_into(tourney_results::table).values(rows).on_conflict_do_nothing().execute(db).await?;
        Ok(stands)
    }
}
