use chrono::{DateTime, Utc};
use diesel::dsl::{IntervalDsl, now};
use diesel::prelude::*;
use diesel::sql_types::Timestamptz;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::Profile;
use crate::schema::{profiles, sessions};

/// How many live sessions a profile may have.
const MOST: i64 = 50;

/// A log-in. The database's clock alone decides whether it is still alive.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub struct Session {
    pub id: Uuid,
    pub profile_id: Uuid,
    pub client: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[derive(Debug)]
pub struct NewSession<'a> {
    pub token_hash: &'a [u8; 32],
    pub profile_id: Uuid,
    pub client: &'a str,
    pub days: i32,
}

impl NewSession<'_> {
    /// Opens the session and ends the profile's oldest ones beyond the limit.
    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<Session> {
        let session = diesel::insert_into(sessions::table)
            .values((
                sessions::token_hash.eq(&self.token_hash[..]),
                sessions::profile_id.eq(self.profile_id),
                sessions::client.eq(self.client),
                sessions::expires_at.eq(now.into_sql::<Timestamptz>() + self.days.days()),
            ))
            .returning(Session::as_select())
            .get_result(db)
            .await?;
        let surplus = sessions::table
            .filter(sessions::profile_id.eq(self.profile_id))
            .order((sessions::created_at.desc(), sessions::id))
            .offset(MOST)
            .select(sessions::id)
            .load::<Uuid>(db)
            .await?;
        if !surplus.is_empty() {
            diesel::delete(sessions::table.filter(sessions::id.eq_any(surplus))).execute(db).await?;
        }
        Ok(session)
    }
}

impl Session {
    /// The live session of a token, whose it is, and whether its last use was noted over five minutes ago.
    pub async fn by_token_hash(
        db: &mut AsyncPgConnection,
        hash: &[u8; 32],
    ) -> QueryResult<Option<(Session, Profile, bool)>> {
        sessions::table
            .inner_join(profiles::table)
            .filter(sessions::token_hash.eq(&hash[..]))
            .filter(sessions::expires_at.gt(now))
            .select((
                Session::as_select(),
                Profile::as_select(),
                sessions::last_used_at.lt(now.into_sql::<Timestamptz>() - 5.minutes()),
            ))
            .first(db)
            .await
            .optional()
    }

    /// Notes that the session was used.
    pub async fn touch(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::update(sessions::table.find(self.id)).set(sessions::last_used_at.eq(now)).execute(db).await
    }

    /// Live sessions, newest first.
    pub async fn of_profile(db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<Vec<Session>> {
        sessions::table
            .filter(sessions::profile_id.eq(profile))
            .filter(sessions::expires_at.gt(now))
            .order((sessions::created_at.desc(), sessions::id))
            .select(Session::as_select())
            .load(db)
            .await
    }

    /// Ends one live session of a profile; false when there is no such session.
    pub async fn end(db: &mut AsyncPgConnection, profile: Uuid, id: Uuid) -> QueryResult<bool> {
        let rows = diesel::delete(sessions::table.find(id))
            .filter(sessions::profile_id.eq(profile))
            .filter(sessions::expires_at.gt(now))
            .execute(db)
            .await?;
        Ok(rows == 1)
    }

    /// Ends the sessions of a profile, but for the one to keep. Counts them.
    pub async fn end_others(
        db: &mut AsyncPgConnection,
        profile: Uuid,
        keep: Option<Uuid>,
    ) -> QueryResult<usize> {
        diesel::delete(sessions::table.filter(sessions::profile_id.eq(profile)))
            .filter(sessions::id.ne(keep.unwrap_or_default()))
            .execute(db)
            .await
    }

    /// Removes what expired.
    pub async fn sweep(db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::delete(sessions::table.filter(sessions::expires_at.le(now))).execute(db).await
    }
}
