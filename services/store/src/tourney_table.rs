use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

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
}

/// Everybody who takes part in the tourney `$1` as the matches tell, in the places behind all those who are not hidden and better: as good
/// or better, without as good.
fn reached() -> String {
    let (solved, key) = (Stand::SOLVED, Stand::KEY);
    format!(
        "WITH reached AS (SELECT e.profile_id, p.name, e.community_id, p.hidden OR COALESCE(m.hidden OR m.hidden_by_manager, false) AS hidden, \
             COALESCE(sum(CASE WHEN a.winner = CASE WHEN a.first_profile_id = a.creator_id THEN 'first' ELSE 'second' END \
                 THEN {solved} WHEN a.ply > 0 THEN {key} ELSE 0 END), 0)::integer AS points, \
             COALESCE(sum(a.errors), 0)::integer AS errors, \
             COALESCE(sum(CASE WHEN a.first_profile_id = a.creator_id THEN a.first_ms ELSE a.second_ms END), 0)::bigint AS elapsed_ms \
             FROM tourney_entrants e JOIN profiles p ON p.id = e.profile_id JOIN communities c ON c.id = e.community_id \
             LEFT JOIN community_members m ON (m.provider, m.external_id, m.profile_id) = (c.provider, c.external_id, e.profile_id) \
             LEFT JOIN matches a ON a.tourney_id = e.tourney_id AND a.creator_id = e.profile_id \
             WHERE e.tourney_id = $1 GROUP BY e.profile_id, p.id, e.community_id, m.hidden, m.hidden_by_manager), \
         placed AS (SELECT *, (1 + count(*) FILTER (WHERE NOT hidden) OVER (PARTITION BY community_id ORDER BY points DESC, errors, elapsed_ms) \
             - count(*) FILTER (WHERE NOT hidden) OVER (PARTITION BY community_id, points, errors, elapsed_ms))::integer AS place FROM reached)"
    )
}

impl Tourney {
    /// Everybody who takes part, best first: as the matches tell now, or as it was when it was over.
    pub async fn table(&self, db: &mut AsyncPgConnection) -> QueryResult<Vec<Stand>> {
        let table = match self.state() {
            TourneyState::Ended => {
                "SELECT r.*, p.name, p.hidden OR COALESCE(m.hidden OR m.hidden_by_manager, false) AS hidden \
                 FROM tourney_results r JOIN profiles p ON p.id = r.profile_id JOIN communities c ON c.id = r.community_id \
                 LEFT JOIN community_members m ON (m.provider, m.external_id, m.profile_id) = (c.provider, c.external_id, r.profile_id) \
                 WHERE r.tourney_id = $1"
                    .into()
            }
            _ => format!("{} SELECT * FROM placed", reached()),
        };
        diesel::sql_query(format!("{table} ORDER BY points DESC, errors, elapsed_ms, name"))
            .bind::<SqlUuid, _>(self.id)
            .load(db)
            .await
    }

    /// Writes down how everybody stands. From when the tourney has ended, this is its table.
    pub async fn freeze(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        let placed = reached();
        diesel::sql_query(format!(
            "{placed} INSERT INTO tourney_results (tourney_id, profile_id, community_id, place, points, errors, elapsed_ms) \
             SELECT $1, profile_id, community_id, place, points, errors, elapsed_ms FROM placed ON CONFLICT DO NOTHING"
        ))
        .bind::<SqlUuid, _>(self.id)
        .execute(db)
        .await
    }
}
