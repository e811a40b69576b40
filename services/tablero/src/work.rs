use clap::Args;
use tablero_server::WorkOptions;
use tablero_store::DatabaseOptions;
use tracing::info;

use crate::run::{prepare, stop_signal};
use crate::telemetry::LogOptions;

#[derive(Debug, Args)]
pub(crate) struct WorkerOptions {
    #[command(flatten)]
    database: DatabaseOptions,
    #[command(flatten)]
    work: WorkOptions,
    #[command(flatten)]
    log: LogOptions,
}

/// Validates stored problems until SIGINT or SIGTERM.
#[allow(clippy::print_stdout)]
pub(crate) fn run(options: &WorkerOptions) -> anyhow::Result<()> {
    options.log.start()?;
    let database = options.database.open_blocking()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        prepare(&database.store).await?;
        println!("Tablero validates problems of {}.\nStop it with Ctrl-C.", database.store.place());
        tablero_server::work(&options.work, database.store.clone(), stop).await;
        info!("stopped");
        Ok(())
    })
}
