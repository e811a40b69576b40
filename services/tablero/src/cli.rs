use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::migrate::MigrateOptions;
use crate::run::RunOptions;
use crate::{migrate, run};

/// Make, prove, solve and rank board-game problems.
///
/// Without a command, `tablero` is `tablero up`.
#[derive(Debug, Parser)]
#[command(
    name = "tablero",
    version,
    args_conflicts_with_subcommands = true,
    max_term_width = 110
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    up: RunOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start everything on this machine (the default)
    Up(RunOptions),
    /// Start the gRPC server alone
    Serve(RunOptions),
    /// Bring the database's schema up to date, and exit
    Migrate(MigrateOptions),
}

/// The whole command line, for those who want to look at it.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or(Command::Up(cli.up)) {
        Command::Up(options) | Command::Serve(options) => run::run(&options),
        Command::Migrate(options) => migrate::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stderr)]
fn complain(error: &anyhow::Error) {
    eprintln!("tablero: {error:#}");
}
