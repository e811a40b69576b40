use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::Match;
use crate::schema::{matches, tourney_entrants, tourney_problems, tourneys};

/// A set of problems that the people of one community, or of two, solve in the same time.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = tourneys)]
pub struct Tourney {
    pub id: Uuid,
    pub title: String,
    pub state: String,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub creator_id: Option<Uuid>,
    pub host_id: Uuid,
    pub host_channel: String,
    /// Invited, or with a channel taking part.
    pub guest_id: Option<Uuid>,
    pub guest_channel: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TourneyState {
    Announced,
    Running,
    Ended,
    Cancelled,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = tourneys, treat_none_as_default_value = false)]
pub struct NewTourney<'a> {
    pub title: &'a str,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub creator_id: Uuid,
    pub host_id: Uuid,
    pub host_channel: &'a str,
    pub guest_id: Option<Uuid>,
}

impl TourneyState {
    pub const ALL: [TourneyState; 4] =
        [TourneyState::Announced, TourneyState::Running, TourneyState::Ended, TourneyState::Cancelled];

    pub fn word(self) -> &'static str {
        match self {
            TourneyState::Announced => "announced",
            TourneyState::Running => "running",
            TourneyState::Ended => "ended",
            TourneyState::Cancelled => "cancelled",
        }
    }
}

impl NewTourney<'_> {
    pub async fn insert(&self, db: &mut AsyncPgConnection, problems: &[Uuid]) -> QueryResult<Tourney> {
        let row: Tourney = diesel::insert_into(tourneys::table)
            .values(self)
            .returning(Tourney::as_returning())
            .get_result(db)
            .await?;
        let set: Vec<_> = (1_i16..)
            .zip(problems)
            .map(|(number, problem)| {
                (
                    tourney_problems::tourney_id.eq(row.id),
                    tourney_problems::number.eq(number),
                    tourney_problems::problem_id.eq(problem),
                )
            })
            .collect();
        diesel::insert_into(tourney_problems::table).values(set).execute(db).await?;
        Ok(row)
    }
}

impl Tourney {
    /// As it was last written. Whether it runs, the clock tells: see [`Tourney::runs`].
    pub fn state(&self) -> TourneyState {
        let known = TourneyState::ALL.into_iter().find(|state| state.word() == self.state);
        known.unwrap_or(TourneyState::Cancelled)
    }

    /// Whether its problems may be solved now.
    pub fn runs(&self, now: DateTime<Utc>) -> bool {
        matches!(self.state(), TourneyState::Announced | TourneyState::Running)
            && (self.starts_at..self.ends_at).contains(&now)
    }

    /// The communities that take part, the host first.
    pub fn sides(&self) -> Vec<Uuid> {
        let guest = self.guest_id.filter(|_| self.guest_channel.is_some());
        std::iter::once(self.host_id).chain(guest).collect()
    }

    pub async fn by_id(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Tourney>> {
        tourneys::table.find(id).select(Tourney::as_select()).first(db).await.optional()
    }

    /// Locks the row until the transaction ends.
    pub async fn lock(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Tourney>> {
        tourneys::table.find(id).select(Tourney::as_select()).for_update().first(db).await.optional()
    }

    /// Keeps it from starting and from ending until the transaction ends.
    pub async fn hold(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Tourney>> {
        tourneys::table.find(id).select(Tourney::as_select()).for_share().first(db).await.optional()
    }

    /// Those that a community takes part in or is invited to, the latest first.
    pub async fn of(db: &mut AsyncPgConnection, community: Uuid, most: i64) -> QueryResult<Vec<Tourney>> {
        tourneys::table
            .filter(tourneys::host_id.eq(community).or(tourneys::guest_id.eq(community)))
            .order((tourneys::starts_at.desc(), tourneys::id))
            .limit(most)
            .select(Tourney::as_select())
            .load(db)
            .await
    }

    /// How many of a host's are not over.
    pub async fn count_unfinished(db: &mut AsyncPgConnection, host: Uuid) -> QueryResult<i64> {
        tourneys::table
            .filter(tourneys::host_id.eq(host).and(tourneys::state.eq_any(["announced", "running"])))
            .count()
            .get_result(db)
            .await
    }

    /// One that has to start by then, or else one that has to end, locked until the transaction ends; those that others have in hand are
    /// passed over.
    pub async fn due(db: &mut AsyncPgConnection, now: DateTime<Utc>) -> QueryResult<Option<Tourney>> {
        let to_start = tourneys::state.eq("announced").and(tourneys::starts_at.le(now));
        let to_end = tourneys::state.eq("running").and(tourneys::ends_at.le(now));
        tourneys::table
            .filter(to_start.or(to_end))
            .order(tourneys::starts_at)
            .select(Tourney::as_select())
            .for_update()
            .skip_locked()
            .first(db)
            .await
            .optional()
    }

    /// When the next one starts or ends.
    pub async fn next_due(db: &mut AsyncPgConnection) -> QueryResult<Option<DateTime<Utc>>> {
        let next: Next = diesel::sql_query(
            "SELECT LEAST((SELECT min(starts_at) FROM tourneys WHERE state = 'announced'), \
                 (SELECT min(ends_at) FROM tourneys WHERE state = 'running')) AS at",
        )
        .get_result(db)
        .await?;
        Ok(next.at)
    }

    pub async fn set_state(&self, db: &mut AsyncPgConnection, state: TourneyState) -> QueryResult<Tourney> {
        diesel::update(tourneys::table.find(self.id))
            .set(tourneys::state.eq(state.word()))
            .returning(Tourney::as_returning())
            .get_result(db)
            .await
    }

    /// The guest takes part, in a channel; without one, there is no guest any more.
    pub async fn set_guest(&self, db: &mut AsyncPgConnection, channel: Option<&str>) -> QueryResult<Tourney> {
        diesel::update(tourneys::table.find(self.id))
            .set((
                tourneys::guest_id.eq(self.guest_id.filter(|_| channel.is_some())),
                tourneys::guest_channel.eq(channel),
            ))
            .returning(Tourney::as_returning())
            .get_result(db)
            .await
    }

    /// Notes for which side somebody counts, unless they have begun for another.
    pub async fn enter(
        db: &mut AsyncPgConnection,
        id: Uuid,
        profile: Uuid,
        community: Uuid,
    ) -> QueryResult<usize> {
        diesel::insert_into(tourney_entrants::table)
            .values((
                tourney_entrants::tourney_id.eq(id),
                tourney_entrants::profile_id.eq(profile),
                tourney_entrants::community_id.eq(community),
            ))
            .on_conflict_do_nothing()
            .execute(db)
            .await
    }

    /// The side for which somebody counts, once they have begun.
    pub async fn side_of(&self, db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<Option<Uuid>> {
        tourney_entrants::table
            .find((self.id, profile))
            .select(tourney_entrants::community_id)
            .first(db)
            .await
            .optional()
    }

    /// Somebody's attempts, by number.
    pub async fn attempts(&self, db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<Vec<Match>> {
        matches::table
            .filter(matches::tourney_id.eq(self.id).and(matches::creator_id.eq(profile)))
            .order(matches::tourney_number)
            .select(Match::as_select())
            .load(db)
            .await
    }

    /// Lets one profile have taken part where another did. Of two attempts at the same problem the other's own stays.
    pub async fn hand_over(db: &mut AsyncPgConnection, from: Uuid, into: Uuid) -> QueryResult<()> {
        for sql in [
            "UPDATE matches m SET tourney_id = NULL, tourney_number = NULL WHERE creator_id = $1 AND EXISTS ( \
                 SELECT FROM matches o WHERE o.creator_id = $2 AND (o.tourney_id, o.tourney_number) = (m.tourney_id, m.tourney_number))",
            "INSERT INTO tourney_entrants SELECT tourney_id, $2, community_id FROM tourney_entrants WHERE profile_id = $1 \
             ON CONFLICT DO NOTHING",
            "INSERT INTO tourney_results SELECT tourney_id, $2, community_id, place, points, errors, elapsed_ms FROM tourney_results \
             WHERE profile_id = $1 ON CONFLICT DO NOTHING",
            "UPDATE tourneys SET creator_id = $2 WHERE creator_id = $1",
        ] {
            diesel::sql_query(sql).bind::<SqlUuid, _>(from).bind::<SqlUuid, _>(into).execute(db).await?;
        }
        Ok(())
    }
}

#[derive(QueryableByName)]
struct Next {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}
