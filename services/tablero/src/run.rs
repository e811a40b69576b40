use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use tablero_server::{Server, ServerOptions};
use tablero_store::{Database, DatabaseOptions, Store};
use tokio::signal::unix::{SignalKind, signal};
use tracing::{info, warn};

use crate::metrics::MetricsOptions;
use crate::telemetry::LogOptions;

/// How often a database that is still starting is asked again, a second apart.
const PATIENCE: u32 = 30;

#[derive(Debug, Args)]
pub(crate) struct RunOptions {
    #[command(flatten)]
    database: DatabaseOptions,
    #[command(flatten)]
    pub(crate) server: ServerOptions,
    #[command(flatten)]
    pub(crate) metrics: MetricsOptions,
    #[command(flatten)]
    log: LogOptions,
}

/// Serves until SIGINT or SIGTERM.
pub(crate) fn run(options: &RunOptions) -> anyhow::Result<()> {
    with_database(options, async |database| serve(options, database).await)
}

/// Opens the database, and closes it again when the work is done.
pub(crate) fn with_database(
    options: &RunOptions,
    work: impl AsyncFnOnce(&Database) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    options.log.start()?;
    let database = options.database.open_blocking()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(work(&database));
    runtime.shutdown_timeout(Duration::from_secs(1));
    drop(database);
    if done.is_ok() {
        info!("stopped");
    }
    done
}

async fn serve(options: &RunOptions, database: &Database) -> anyhow::Result<()> {
    let stop = stop_signal()?;
    tokio::pin!(stop);
    tokio::select! {
        prepared = prepare(&database.store) => prepared?,
        () = &mut stop => return Ok(()),
    }
    let metrics = options.metrics.start().await?;
    let server = Server::bind(options.server.clone(), database.store.clone()).await?;
    announce(&server, metrics, database);
    announce_end();
    server.run(stop).await?;
    Ok(())
}

/// Waits for a database that is still starting, and brings its schema up to date.
pub(crate) async fn prepare(store: &Store) -> anyhow::Result<()> {
    let mut tries = 0;
    let ran = loop {
        match tablero_store::migrate(store).await {
            Ok(ran) => break ran,
            Err(error) if tries < PATIENCE && is_unreachable(&*error) => {
                warn!(%error, place = store.place(), "waiting for the database");
                tries += 1;
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            Err(error) => {
                return Err(anyhow::Error::from_boxed(error))
                    .with_context(|| format!("the schema of {} is not up to date", store.place()));
            }
        }
    };
    for migration in ran {
        info!(migration, "the schema was brought up to date");
    }
    Ok(())
}

fn is_unreachable(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    matches!(error.downcast_ref(), Some(tablero_store::StoreError::Unreachable(_)))
}

pub(crate) fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => info!("SIGINT: stopping"),
            _ = terminate.recv() => info!("SIGTERM: stopping"),
        }
    })
}

/// Says in plain words what is open.
#[allow(clippy::print_stdout)]
pub(crate) fn announce(server: &Server, metrics: SocketAddr, database: &Database) {
    let security = if server.is_tls() { "TLS" } else { "plain text" };
    println!("Tablero is up.");
    println!("  gRPC      {} ({security})", server.address());
    println!("  metrics   http://{metrics}/metrics");
    match database.private() {
        Some(private) => {
            println!("  database  private Postgres {}", private.programs().major);
            println!("  data      {}", private.folder().display());
        }
        None => println!("  database  {}", database.store.place()),
    }
}

#[allow(clippy::print_stdout)]
pub(crate) fn announce_end() {
    println!("Stop it with Ctrl-C.");
}
