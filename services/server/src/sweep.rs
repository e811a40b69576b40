use std::sync::Arc;
use std::time::{Duration, Instant};

use tablero_store::{LinkCode, Match, Session, Store, StoreError};
use tracing::{debug, warn};

use crate::limits::Limits;

const EVERY: Duration = Duration::from_secs(60);

/// Removes what expired, once a minute, for ever. Any number of servers may do so at once.
pub(crate) async fn sweep(store: Store, limits: Arc<Limits>) {
    let mut ticks = tokio::time::interval(EVERY);
    loop {
        ticks.tick().await;
        limits.sweep();
        match sweep_store(&store).await {
            Ok(rows) => debug!(rows, "swept what expired"),
            Err(error) => warn!(?error, "could not sweep what expired; trying again in a minute"),
        }
    }
}

async fn sweep_store(store: &Store) -> Result<usize, StoreError> {
    let mut db = store.lane(Instant::now() + EVERY).await?;
    Ok(Session::sweep(&mut db).await? + LinkCode::sweep(&mut db).await? + Match::expire(&mut db).await?)
}
