use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::schema::profiles;

/// How a person likes to see Tablero.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = profiles)]
pub struct Settings {
    /// Empty for the default.
    pub theme: String,
    /// Empty to follow the front end.
    pub language: String,
    pub hide_coordinates: bool,
    /// On no board at all.
    pub hidden: bool,
}

/// What changes of the settings; what is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, AsChangeset)]
#[diesel(table_name = profiles)]
pub struct SettingsChange {
    pub theme: Option<String>,
    pub language: Option<String>,
    pub hide_coordinates: Option<bool>,
    pub hidden: Option<bool>,
}

impl SettingsChange {
    pub async fn write(&self, db: &mut AsyncPgConnection, profile: Uuid) -> QueryResult<usize> {
        if *self == SettingsChange::default() {
            return Ok(0);
        }
        diesel::update(profiles::table.find(profile)).set(self).execute(db).await
    }
}
