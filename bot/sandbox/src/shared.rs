//! The world behind its lock, and waiting for it to change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::options::SandboxOptions;
use crate::oracle::Oracle;
use crate::world::World;

/// How long a test waits before it gives up.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) options: SandboxOptions,
    pub(crate) oracle: Option<Arc<Oracle>>,
    world: Mutex<World>,
    changes: watch::Sender<u64>,
    stop: watch::Sender<bool>,
}

impl Shared {
    pub(crate) fn new(options: SandboxOptions, oracle: Option<Arc<Oracle>>, url: String) -> Shared {
        let world = Mutex::new(World::new(&options, url));
        let (changes, stop) = (watch::channel(0).0, watch::channel(false).0);
        Shared { options, oracle, world, changes, stop }
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.lock())
    }

    /// Changes the world and wakes all who wait for it.
    pub(crate) fn write<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let result = change(&mut self.lock());
        self.changes.send_modify(|count| *count += 1);
        result
    }

    /// Told after every change.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Waits until the world shows it; `Err` tells what happened instead.
    pub(crate) async fn find<T>(&self, mut found: impl FnMut(&World) -> Option<T>) -> Result<T, String> {
        let mut changes = self.changes();
        let deadline = Instant::now() + PATIENCE;
        loop {
            changes.borrow_and_update();
            if let Some(it) = self.read(&mut found) {
                return Ok(it);
            }
            if tokio::time::timeout_at(deadline, changes.changed()).await.is_err() {
                return Err(self.read(World::recent));
            }
        }
    }

    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Resolves when the sandbox ends.
    pub(crate) async fn stopped(&self) {
        // The sender lives as long as `self`.
        let _ = self.stop.subscribe().wait_for(|stop| *stop).await;
    }

    /// A test may panic while it looks at the world; the world is whole all the same.
    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
