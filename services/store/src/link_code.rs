use chrono::{DateTime, Utc};
use diesel::dsl::{IntervalDsl, now};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::link_codes;

/// A one-time code that joins a profile and an identity.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = link_codes)]
pub struct LinkCode {
    /// Who made it.
    pub profile_id: Uuid,
    /// The identity that made it, with `external_id`; `None` when a session did.
    pub provider: Option<String>,
    pub external_id: Option<String>,
    pub expires_at: DateTime<Utc>,
}

#[derive(Debug)]
pub struct NewLinkCode<'a> {
    pub code_hash: &'a [u8; 32],
    pub profile_id: Uuid,
    pub identity: Option<(&'a str, &'a str)>,
    pub minutes: i32,
}

impl NewLinkCode<'_> {
    /// Replaces the profile's previous code.
    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<LinkCode> {
        let values = (
            link_codes::code_hash.eq(&self.code_hash[..]),
            link_codes::provider.eq(self.identity.map(|(provider, _)| provider)),
            link_codes::external_id.eq(self.identity.map(|(_, external_id)| external_id)),
            link_codes::expires_at
                .eq(now.into_sql::<diesel::sql_types::Timestamptz>() + self.minutes.minutes()),
        );
        diesel::insert_into(link_codes::table)
            .values((link_codes::profile_id.eq(self.profile_id), values))
            .on_conflict(link_codes::profile_id)
            .do_update()
            .set(values)
            .returning(LinkCode::as_select())
            .get_result(db)
            .await
    }
}

impl LinkCode {
    /// Takes a live code out of the table: of two who redeem it at once, one gets it.
    pub async fn take(db: &mut AsyncPgConnection, hash: &[u8; 32]) -> QueryResult<Option<LinkCode>> {
        diesel::delete(link_codes::table.filter(link_codes::code_hash.eq(&hash[..])))
            .filter(link_codes::expires_at.gt(now))
            .returning(LinkCode::as_select())
            .get_result(db)
            .await
            .optional()
    }

    /// Removes what expired.
    pub async fn sweep(db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::delete(link_codes::table.filter(link_codes::expires_at.le(now))).execute(db).await
    }
}
