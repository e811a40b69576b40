use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::Profile;
use crate::schema::{identities, profiles};

/// An account elsewhere that stands for a profile.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = identities)]
pub struct Identity {
    pub provider: String,
    pub external_id: String,
    pub profile_id: Uuid,
    pub display_name: String,
    pub linked_at: DateTime<Utc>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = identities, treat_none_as_default_value = false)]
pub struct NewIdentity<'a> {
    pub provider: &'a str,
    pub external_id: &'a str,
    pub profile_id: Uuid,
    pub display_name: &'a str,
}

impl NewIdentity<'_> {
    /// False when the identity exists already; then nothing changed.
    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<bool> {
        let rows = diesel::insert_into(identities::table)
            .values(self)
            .on_conflict((identities::provider, identities::external_id))
            .do_nothing()
            .execute(db)
            .await?;
        Ok(rows == 1)
    }
}

impl Identity {
    /// The identity and the profile it stands for.
    pub async fn find(
        db: &mut AsyncPgConnection,
        provider: &str,
        external_id: &str,
    ) -> QueryResult<Option<(Identity, Profile)>> {
        identities::table
            .inner_join(profiles::table)
            .filter(identities::provider.eq(provider))
            .filter(identities::external_id.eq(external_id))
            .select((Identity::as_select(), Profile::as_select()))
            .first(db)
            .await
            .optional()
    }

    /// Ordered by provider.
    pub async fn of_profile(db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<Vec<Identity>> {
        identities::table
            .filter(identities::profile_id.eq(profile))
            .order(identities::provider)
            .select(Identity::as_select())
            .load(db)
            .await
    }

    pub async fn set_display_name(&self, db: &mut AsyncPgConnection, name: &str) -> QueryResult<usize> {
        diesel::update(identities::table.find((&self.provider, &self.external_id)))
            .set(identities::display_name.eq(name))
            .execute(db)
            .await
    }

    /// Lets the identity stand for another profile from now on.
    pub async fn move_to(&self, db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<usize> {
        diesel::update(identities::table.find((&self.provider, &self.external_id)))
            .set((identities::profile_id.eq(profile), identities::linked_at.eq(diesel::dsl::now)))
            .execute(db)
            .await
    }

    pub async fn delete(&self, db: &mut AsyncPgConnection) -> QueryResult<usize> {
        diesel::delete(identities::table.find((&self.provider, &self.external_id))).execute(db).await
    }
}
