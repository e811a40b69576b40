use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

/// What is written to the log, which goes to standard error.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Log")]
pub(crate) struct LogOptions {
    /// How log lines look
    #[arg(long, env = "TABLERO_LOG_FORMAT", value_name = "FORMAT", value_enum, default_value_t = LogFormat::Human)]
    log_format: LogFormat,

    /// What is logged: a level, or levels by target, as in `info,tablero_server=debug`
    #[arg(long, env = "TABLERO_LOG", value_name = "FILTER", default_value = "info")]
    log: String,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LogFormat {
    Human,
    Json,
}

impl LogOptions {
    /// Lets the process log from here on.
    pub(crate) fn start(&self) -> anyhow::Result<()> {
        let filter = EnvFilter::try_new(&self.log)?;
        let lines = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(std::io::stderr)
            .with_ansi(std::io::stderr().is_terminal());
        match self.log_format {
            LogFormat::Human => lines.with_target(false).compact().init(),
            LogFormat::Json => lines.json().init(),
        }
        Ok(())
    }
}
