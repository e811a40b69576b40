use std::error::Error;

use diesel::migration::MigrationVersion;
use diesel_async::{AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::Store;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// Any number will do, as long as every version of Tablero takes the same.
const ADVISORY_LOCK: i64 = 0x0074_6162_6c65_726f;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// Brings the schema up to date and tells which migrations ran. Instances that start at once wait for each other.
/// Needs a multi-thread runtime.
pub async fn migrate(store: &Store) -> Result<Vec<String>> {
    alone(store, |harness| Ok(names(harness.run_pending_migrations(MIGRATIONS)?))).await
}

/// Takes back the last `count` migrations, newest first. What their tables held is gone.
pub async fn revert(store: &Store, count: usize) -> Result<Vec<String>> {
    alone(store, move |harness| {
        let mut reverted = Vec::new();
        for _ in 0..count.min(harness.applied_migrations()?.len()) {
            reverted.push(harness.revert_last_migration(MIGRATIONS)?);
        }
        Ok(names(reverted))
    })
    .await
}

/// The migrations that the database has, newest first.
pub async fn applied(store: &Store) -> Result<Vec<String>> {
    alone(store, |harness| Ok(names(harness.applied_migrations()?))).await
}

type Harness = AsyncMigrationHarness<AsyncPgConnection>;

/// Works under the advisory lock, which belongs to a connection of its own and ends with it.
async fn alone<T>(store: &Store, work: impl FnOnce(&mut Harness) -> Result<T>) -> Result<T> {
    let mut connection = store.connect().await?;
    diesel::select(pg_advisory_lock(ADVISORY_LOCK)).execute(&mut connection).await?;
    work(&mut AsyncMigrationHarness::new(connection))
}

fn names(versions: Vec<MigrationVersion<'_>>) -> Vec<String> {
    versions.iter().map(ToString::to_string).collect()
}

#[diesel::declare_sql_function]
extern "SQL" {
    fn pg_advisory_lock(
        key: diesel::sql_types::BigInt,
    ) -> diesel::sql_types::Nullable<diesel::sql_types::Text>;
}
