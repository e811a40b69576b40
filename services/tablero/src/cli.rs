use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::bot::BotOptions;
use crate::migrate::MigrateOptions;
use crate::offline::{
    ComposeOptions, DrawOptions, PerftOptions, ReplayOptions, SolveOptions, ValidateOptions, compose, draw,
    perft, replay, solve, validate,
};
use crate::run::RunOptions;
use crate::up::UpOptions;
use crate::work::WorkerOptions;
use crate::{bot, migrate, run, up, work};

/// Make, prove, solve and rank board-game problems.
///
/// Without a command, `tablero` is `tablero up`.
#[derive(Debug, Parser)]
#[command(name = "tablero", version, args_conflicts_with_subcommands = true, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    up: UpOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start everything on this machine (the default)
    Up(UpOptions),
    /// Start the gRPC server alone
    Serve(RunOptions),
    /// Validate stored problems, beside the servers of the same database
    Work(WorkerOptions),
    /// Connect the bot to Discord, beside a server
    Bot(BotOptions),
    /// Bring the database's schema up to date, and exit
    Migrate(MigrateOptions),
    /// Prove a chess problem, or a file of them
    Validate(ValidateOptions),
    /// Find the shortest mate in a chess position
    Solve(SolveOptions),
    /// Compose sound chess problems
    Compose(ComposeOptions),
    /// Draw a position as a PNG, or a line of moves as a GIF
    Draw(DrawOptions),
    /// Count the positions that a game can reach
    Perft(PerftOptions),
    /// Play a line of moves and show every position on the way
    Replay(ReplayOptions),
}

/// What somebody typed cannot be used: the exit code is 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadInput(pub(crate) String);

/// The whole command line, for those who want to look at it.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or(Command::Up(cli.up)) {
        Command::Up(options) => up::run(options),
        Command::Serve(options) => run::run(&options),
        Command::Bot(options) => bot::run(&options),
        Command::Work(options) => work::run(&options),
        Command::Migrate(options) => migrate::run(&options),
        Command::Validate(options) => validate::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Compose(options) => compose::run(&options),
        Command::Draw(options) => draw::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::Replay(options) => replay::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            if error.downcast_ref::<BadInput>().is_some() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

#[allow(clippy::print_stderr)]
fn complain(error: &anyhow::Error) {
    eprintln!("tablero: {error:#}");
}
