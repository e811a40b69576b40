use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::{communities, jobs, problems, profiles, solves};
use crate::{DailyStreak, Match, Score, Settings, Tourney, Vote};

/// A person.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = profiles)]
pub struct Profile {
    pub id: Uuid,
    pub name: String,
    pub name_key: String,
    pub password_hash: Option<String>,
    pub created_at: DateTime<Utc>,
    #[diesel(embed)]
    pub settings: Settings,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = profiles, treat_none_as_default_value = false)]
pub struct NewProfile<'a> {
    pub name: &'a str,
    pub name_key: &'a str,
    pub password_hash: Option<&'a str>,
}

impl NewProfile<'_> {
    /// `None` when the name key is taken.
    pub async fn insert(&self, db: &mut AsyncPgConnection) -> QueryResult<Option<Profile>> {
        diesel::insert_into(profiles::table)
            .values(self)
            .on_conflict(profiles::name_key)
            .do_nothing()
            .returning(Profile::as_select())
            .get_result(db)
            .await
            .optional()
    }
}

impl Profile {
    pub async fn by_id(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Profile>> {
        profiles::table.find(id).select(Profile::as_select()).first(db).await.optional()
    }

    pub async fn by_name_key(db: &mut AsyncPgConnection, key: &str) -> QueryResult<Option<Profile>> {
        profiles::table
            .filter(profiles::name_key.eq(key))
            .select(Profile::as_select())
            .first(db)
            .await
            .optional()
    }

    /// Locks the row until the transaction ends, so that two changes of one profile follow each other.
    pub async fn lock(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Profile>> {
        profiles::table.find(id).select(Profile::as_select()).for_update().first(db).await.optional()
    }

    /// Keeps the row from being deleted until the transaction ends.
    pub async fn hold(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<Option<Uuid>> {
        profiles::table.find(id).select(profiles::id).for_key_share().first(db).await.optional()
    }

    /// Fails with a unique violation when another profile has the name key.
    pub async fn rename(db: &mut AsyncPgConnection, id: Uuid, name: &str, key: &str) -> QueryResult<usize> {
        diesel::update(profiles::table.find(id))
            .set((profiles::name.eq(name), profiles::name_key.eq(key)))
            .execute(db)
            .await
    }

    pub async fn set_password(db: &mut AsyncPgConnection, id: Uuid, hash: &str) -> QueryResult<usize> {
        diesel::update(profiles::table.find(id)).set(profiles::password_hash.eq(hash)).execute(db).await
    }

    /// Lets what one profile owns belong to another, and removes it. The other keeps its own settings.
    pub async fn absorb(db: &mut AsyncPgConnection, from: Uuid, into: Uuid) -> QueryResult<usize> {
        diesel::update(problems::table.filter(problems::author_id.eq(from)))
            .set(problems::author_id.eq(into))
            .execute(db)
            .await?;
        diesel::update(jobs::table.filter(jobs::owner_id.eq(from)))
            .set(jobs::owner_id.eq(into))
            .execute(db)
            .await?;
        let theirs = solves::table.filter(solves::profile_id.eq(from));
        theirs
            .select((solves::problem_id, into.into_sql::<diesel::sql_types::Uuid>(), solves::solved_at))
            .insert_into(solves::table)
            .into_columns((solves::problem_id, solves::profile_id, solves::solved_at))
            .on_conflict_do_nothing()
            .execute(db)
            .await?;
        Tourney::hand_over(db, from, into).await?;
        Vote::hand_over(db, from, into).await?;
        Match::hand_over(db, from, into).await?;
        Score::hand_over(db, from, into).await?;
        DailyStreak::hand_over(db, from, into).await?;
        diesel::update(communities::table.filter(communities::keeper_id.eq(from)))
            .set(communities::keeper_id.eq(into))
            .execute(db)
            .await?;
        diesel::sql_query(
            "INSERT INTO attempts (profile_id, problem_id, rated, solved, attempted_at) \
             SELECT $2, problem_id, rated, solved, attempted_at FROM attempts WHERE profile_id = $1 ON CONFLICT DO NOTHING",
        )
        .bind::<diesel::sql_types::Uuid, _>(from)
        .bind::<diesel::sql_types::Uuid, _>(into)
        .execute(db)
        .await?;
        diesel::sql_query(
            "INSERT INTO community_members AS m (provider, external_id, profile_id, hidden, hidden_by_manager, seen_on) \
             SELECT provider, external_id, $2, hidden, hidden_by_manager, seen_on FROM community_members WHERE profile_id = $1 \
             ON CONFLICT (provider, external_id, profile_id) DO UPDATE SET hidden = m.hidden OR excluded.hidden, \
                 hidden_by_manager = m.hidden_by_manager OR excluded.hidden_by_manager, \
                 seen_on = GREATEST(m.seen_on, excluded.seen_on)",
        )
        .bind::<diesel::sql_types::Uuid, _>(from)
        .bind::<diesel::sql_types::Uuid, _>(into)
        .execute(db)
        .await?;
        Profile::delete(db, from).await
    }

    /// Removes the profile and, by the schema's cascades, all that belongs to it.
    pub async fn delete(db: &mut AsyncPgConnection, id: Uuid) -> QueryResult<usize> {
        diesel::delete(profiles::table.find(id)).execute(db).await
    }
}
