use anyhow::Context;
use clap::Args;
use tablero_store::DatabaseOptions;

use crate::telemetry::LogOptions;

#[derive(Debug, Args)]
pub(crate) struct MigrateOptions {
    /// Take back the last N migrations instead; what their tables held is lost
    #[arg(long, value_name = "N")]
    revert: Option<usize>,
    #[command(flatten)]
    database: DatabaseOptions,
    #[command(flatten)]
    log: LogOptions,
}

/// Migrates and says what was done.
#[allow(clippy::print_stdout)]
pub(crate) fn run(options: &MigrateOptions) -> anyhow::Result<()> {
    options.log.start()?;
    let database = options.database.open_blocking()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (verb, done) = match options.revert {
        Some(count) => ("took back", runtime.block_on(tablero_store::revert(&database.store, count))),
        None => ("ran", runtime.block_on(tablero_store::migrate(&database.store))),
    };
    let done = done.map_err(anyhow::Error::from_boxed).context("migrating failed")?;
    for migration in &done {
        println!("{verb} {migration}");
    }
    if done.is_empty() {
        println!("nothing to do");
    }
    Ok(())
}
