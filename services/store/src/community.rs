use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{Date, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::{communities, community_members, profiles};

/// A place whose people use Tablero together, for example a Discord server, and how it likes it.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable)]
#[diesel(table_name = communities)]
pub struct Community {
    pub id: Uuid,
    pub provider: String,
    pub external_id: String,
    /// Empty if nobody has said.
    pub name: String,
    /// Empty to follow the front end.
    pub language: String,
    /// A name of the IANA database.
    pub time_zone: String,
    /// Empty for all.
    pub games: Vec<String>,
    pub daily_channel: Option<String>,
    pub daily_hour: i16,
    pub board_channel: Option<String>,
    pub next_daily_at: Option<DateTime<Utc>>,
    pub next_week_at: Option<DateTime<Utc>>,
    /// Who set it up last, and is told if something cannot go on.
    pub keeper_id: Option<Uuid>,
}

/// All that can be set.
#[derive(Debug, Clone, PartialEq, AsChangeset)]
#[diesel(table_name = communities, treat_none_as_null = true)]
pub struct CommunityChange {
    pub language: String,
    pub time_zone: String,
    pub games: Vec<String>,
    pub daily_channel: Option<String>,
    pub daily_hour: i16,
    pub board_channel: Option<String>,
    pub next_daily_at: Option<DateTime<Utc>>,
    pub next_week_at: Option<DateTime<Utc>>,
    pub keeper_id: Option<Uuid>,
}

/// Somebody's part in a community.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = community_members)]
pub struct Member {
    /// On none of the community's boards.
    pub hidden: bool,
}

impl Community {
    /// Notes that somebody uses Tablero in a place, which is known from then on.
    pub async fn join(
        db: &mut AsyncPgConnection,
        place: (&str, &str),
        name: Option<&str>,
        profile: Uuid,
        today: NaiveDate,
    ) -> QueryResult<()> {
        let (provider, external_id) = place;
        let known: bool = diesel::select(exists(
            community_members::table
                .find((provider, external_id, profile))
                .filter(community_members::seen_on.ge(today)),
        ))
        .get_result(db)
        .await?;
        if known {
            return Ok(());
        }
        diesel::sql_query(
            "INSERT INTO communities AS c (provider, external_id, name) VALUES ($1, $2, $3) \
             ON CONFLICT (provider, external_id) DO UPDATE SET name = excluded.name \
             WHERE excluded.name <> '' AND c.name <> excluded.name",
        )
        .bind::<Text, _>(provider)
        .bind::<Text, _>(external_id)
        .bind::<Text, _>(name.unwrap_or_default())
        .execute(db)
        .await?;
        diesel::sql_query(
            "INSERT INTO community_members (provider, external_id, profile_id, seen_on) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (provider, external_id, profile_id) DO UPDATE SET seen_on = excluded.seen_on",
        )
        .bind::<Text, _>(provider)
        .bind::<Text, _>(external_id)
        .bind::<SqlUuid, _>(profile)
        .bind::<Date, _>(today)
        .execute(db)
        .await?;
        Ok(())
    }

    pub async fn find(
        db: &mut AsyncPgConnection,
        provider: &str,
        external_id: &str,
    ) -> QueryResult<Option<Community>> {
        communities::table
            .filter(communities::provider.eq(provider).and(communities::external_id.eq(external_id)))
            .select(Community::as_select())
            .first(db)
            .await
            .optional()
    }

    pub async fn by_id(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Community>> {
        communities::table.find(id).select(Community::as_select()).first(db).await.optional()
    }

    /// The first whose week is over by then, locked until the transaction ends; those that others have in hand are passed over.
    pub async fn with_week_due(
        db: &mut AsyncPgConnection,
        now: DateTime<Utc>,
    ) -> QueryResult<Option<Community>> {
        communities::table
            .filter(communities::next_week_at.le(now))
            .order(communities::next_week_at)
            .select(Community::as_select())
            .for_update()
            .skip_locked()
            .first(db)
            .await
            .optional()
    }

    /// When the next week of any community is over.
    pub async fn next_week(db: &mut AsyncPgConnection) -> QueryResult<Option<DateTime<Utc>>> {
        communities::table.select(diesel::dsl::min(communities::next_week_at)).first(db).await
    }

    pub async fn set_next_week(
        &self,
        db: &mut AsyncPgConnection,
        at: Option<DateTime<Utc>>,
    ) -> QueryResult<usize> {
        diesel::update(communities::table.find(self.id))
            .set(communities::next_week_at.eq(at))
            .execute(db)
            .await
    }

    /// Changes what can be set.
    pub async fn change(
        &self,
        db: &mut AsyncPgConnection,
        change: &CommunityChange,
    ) -> QueryResult<Community> {
        diesel::update(communities::table.find(self.id))
            .set(change)
            .returning(Community::as_returning())
            .get_result(db)
            .await
    }

    /// What can be set, as it is.
    pub fn as_change(&self) -> CommunityChange {
        CommunityChange {
            language: self.language.clone(),
            time_zone: self.time_zone.clone(),
            games: self.games.clone(),
            daily_channel: self.daily_channel.clone(),
            daily_hour: self.daily_hour,
            board_channel: self.board_channel.clone(),
            next_daily_at: self.next_daily_at,
            next_week_at: self.next_week_at,
            keeper_id: self.keeper_id,
        }
    }

    /// Somebody's part in it; `None` who is not a member.
    pub async fn member(&self, db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<Option<Member>> {
        community_members::table
            .find((&self.provider, &self.external_id, profile))
            .select(Member::as_select())
            .first(db)
            .await
            .optional()
    }

    pub async fn set_hidden(
        &self,
        db: &mut AsyncPgConnection,
        profile: Uuid,
        hidden: bool,
    ) -> QueryResult<usize> {
        diesel::update(community_members::table.find((&self.provider, &self.external_id, profile)))
            .set(community_members::hidden.eq(hidden))
            .execute(db)
            .await
    }

    /// How many people are on its boards.
    pub async fn count_members(&self, db: &mut AsyncPgConnection) -> QueryResult<i64> {
        community_members::table
            .inner_join(profiles::table)
            .filter(community_members::provider.eq(&self.provider))
            .filter(community_members::external_id.eq(&self.external_id))
            .filter(community_members::hidden.eq(false).and(community_members::hidden_by_manager.eq(false)))
            .filter(profiles::hidden.eq(false))
            .count()
            .get_result(db)
            .await
    }
}
