use std::time::{Duration, Instant};

use tablero_game::chess::starter_problems;
use tablero_store::{AsyncConnection, HOUSE_AUTHOR, Problem, Profile, Store};
use tracing::info;

use super::Draft;
use super::desk::enter;
use super::import::draft;
use crate::error::{Error, Result};

/// Puts our own problems into a library that has none of them, to be validated like all others.
pub(crate) async fn load(store: &Store) -> Result<usize> {
    let mut db = store.lane(Instant::now() + Duration::from_secs(60)).await?;
    let loaded = db.transaction(async |db| {
        // Of several servers that start at once, one goes first and the others find its work done.
        Profile::lock(db, HOUSE_AUTHOR).await?;
        if Problem::count_by(db, HOUSE_AUTHOR).await? > 0 {
            return Ok(0);
        }
        let mut loaded = 0;
        for raw in starter_problems().filter_map(|epd| draft(&epd)) {
            enter(db, HOUSE_AUTHOR, &Draft::read(&raw)?, false).await?;
            loaded += 1;
        }
        Ok::<_, Error>(loaded)
    });
    let loaded = loaded.await?;
    if loaded > 0 {
        info!(loaded, "our own problems are in the library and are being validated");
    }
    Ok(loaded)
}
