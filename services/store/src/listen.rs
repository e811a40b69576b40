use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use futures_util::StreamExt;

use crate::{QueryResult, Store, StoreError};

/// The channel that tells of jobs to be done.
pub const JOBS: &str = "tablero_jobs";
/// The channel that tells of problems whose state changed: their id, and perhaps more behind a space.
pub const PROBLEMS: &str = "tablero_problems";

/// The channel that tells of matches that changed: their id.
pub const MATCHES: &str = "tablero_matches";

/// The channel that tells of simulations that went on: their id.
pub const SIMULATIONS: &str = "tablero_simulations";

/// The channel that tells of posts that may have to be written: nothing more.
pub const POSTS: &str = "tablero_posts";

/// The channel that tells of communities with new appointments: nothing more.
pub const COMMUNITIES: &str = "tablero_communities";

/// What somebody said on a channel. It is a hint that something changed; what is true stands in the tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub channel: String,
    pub payload: String,
}

/// Hears what any process says over the database.
pub struct Listener(AsyncPgConnection);

impl Listener {
    /// Listens on a connection of its own from now on.
    pub async fn open(store: &Store) -> Result<Listener, StoreError> {
        let mut connection = store.connect().await?;
        connection
            .batch_execute(
                &[JOBS, PROBLEMS, MATCHES, SIMULATIONS, POSTS, COMMUNITIES]
                    .map(|channel| format!("LISTEN {channel};"))
                    .concat(),
            )
            .await?;
        Ok(Listener(connection))
    }

    /// The next note. `None` when the connection is lost, and notes with it.
    pub async fn next(&mut self) -> Option<Note> {
        let notes = self.0.notifications_stream();
        tokio::pin!(notes);
        let note = notes.next().await?.ok()?;
        Some(Note { channel: note.channel, payload: note.payload })
    }
}

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Listener").finish_non_exhaustive()
    }
}

/// Says something to every listener, when the transaction commits.
pub async fn notify(db: &mut AsyncPgConnection, channel: &str, payload: &str) -> QueryResult<()> {
    diesel::select(pg_notify(channel, payload)).execute(db).await?;
    Ok(())
}

#[diesel::declare_sql_function]
extern "SQL" {
    fn pg_notify(channel: Text, payload: Text) -> diesel::sql_types::Nullable<Text>;
}
