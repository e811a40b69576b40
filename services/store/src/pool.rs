use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use deadpool::managed::{Manager, Metrics, Object, Pool, PoolError, RecycleError, RecycleResult};
use diesel::ConnectionError;
use diesel::result::{DatabaseErrorKind, Error as QueryError};
use diesel_async::pooled_connection::PoolableConnection;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use thiserror::Error;

use crate::Clock;
use crate::connect::Connector;

/// What a statement may take at most. A lane gets the longest of these that ends before the caller's deadline, so that most
/// calls find their lane set already and pay no round trip.
const STATEMENT_TIMEOUTS_MS: [u64; 8] = [25, 100, 250, 500, 1_000, 2_000, 5_000, 10_000];

/// The way to the database: a pool of connections. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    pool: Pool<Connector>,
    place: String,
    clock: Clock,
}

/// A connection on loan. No statement on it outlives the deadline it was taken with.
pub struct Lane(Object<Connector>);

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("the database cannot be reached")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("no free connection before the deadline")]
    Late,
    #[error("a query failed")]
    Query(#[source] QueryError),
}

impl Store {
    /// A pool over the database of `url` with at most `size` connections, opened as they are needed.
    ///
    /// # Errors
    /// If the URL cannot be read.
    pub fn new(url: &str, size: usize) -> Result<Store, StoreError> {
        let connector = Connector::new(url)?;
        let place = connector.place();
        let pool =
            Pool::builder(connector).max_size(size).build().expect("no pool time-outs that need a runtime");
        Ok(Store { pool, place, clock: Clock::default() })
    }

    /// The same database by another clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Store {
        Store { clock, ..self }
    }

    /// Where the database is, fit to be shown.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What time it is for all that is kept here.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Takes a connection whose statements end at or before `deadline`.
    ///
    /// # Errors
    /// If there is none until then, or the database does not answer.
    pub async fn lane(&self, deadline: Instant) -> Result<Lane, StoreError> {
        let wire = tokio::time::timeout_at(deadline.into(), self.pool.get()).await;
        let mut lane = Lane(wire.map_err(|_| StoreError::Late)??);
        lane.limit(deadline.saturating_duration_since(Instant::now())).await?;
        Ok(lane)
    }

    /// A connection of its own, outside the pool and without a time limit.
    pub(crate) async fn connect(&self) -> Result<AsyncPgConnection, StoreError> {
        Ok(self.pool.manager().connect().await?)
    }
}

impl Lane {
    async fn limit(&mut self, remaining: Duration) -> Result<(), StoreError> {
        let most = STATEMENT_TIMEOUTS_MS.iter().rev().find(|ms| Duration::from_millis(**ms) <= remaining);
        let most = *most.ok_or(StoreError::Late)?;
        if self.0.statement_timeout_ms != most {
            self.0.connection.batch_execute(&format!("SET statement_timeout = {most}")).await?;
            self.0.statement_timeout_ms = most;
        }
        Ok(())
    }
}

pub(crate) struct Wire {
    connection: AsyncPgConnection,
    statement_timeout_ms: u64,
}

impl Manager for Connector {
    type Type = Wire;
    type Error = ConnectionError;

    async fn create(&self) -> Result<Wire, ConnectionError> {
        Ok(Wire { connection: self.connect().await?, statement_timeout_ms: 0 })
    }

    async fn recycle(&self, wire: &mut Wire, _: &Metrics) -> RecycleResult<ConnectionError> {
        match wire.connection.is_broken() {
            true => Err(RecycleError::message("the connection is broken")),
            false => Ok(()),
        }
    }
}

impl Deref for Lane {
    type Target = AsyncPgConnection;
    fn deref(&self) -> &AsyncPgConnection {
        &self.0.connection
    }
}

impl DerefMut for Lane {
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        &mut self.0.connection
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("place", &self.place).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Lane {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Lane").finish_non_exhaustive()
    }
}

impl From<PoolError<ConnectionError>> for StoreError {
    fn from(error: PoolError<ConnectionError>) -> StoreError {
        StoreError::Unreachable(error.into())
    }
}

impl From<ConnectionError> for StoreError {
    fn from(error: ConnectionError) -> StoreError {
        StoreError::Unreachable(error.into())
    }
}

impl From<QueryError> for StoreError {
    /// A statement that was cut off and a connection that broke are told apart from a query that is wrong.
    fn from(error: QueryError) -> StoreError {
        use DatabaseErrorKind::{ClosedConnection, UnableToSendCommand};
        match &error {
            QueryError::DatabaseError(UnableToSendCommand | ClosedConnection, _)
            | QueryError::BrokenTransactionManager => StoreError::Unreachable(error.into()),
            QueryError::DatabaseError(_, info) if info.message().contains("statement timeout") => {
                StoreError::Late
            }
            QueryError::DatabaseError(_, info)
                if info.message().starts_with("terminating connection")
                    || info.message().starts_with("the database system is") =>
            {
                StoreError::Unreachable(error.into())
            }
            _ => StoreError::Query(error),
        }
    }
}
