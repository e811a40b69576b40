use clap::Args;
use tablero_bot::{Bot, DiscordOptions, ServerAddress};
use tracing::info;

use crate::run::stop_signal;
use crate::telemetry::LogOptions;

#[derive(Debug, Args)]
pub(crate) struct BotOptions {
    #[command(flatten)]
    discord: DiscordOptions,
    #[command(flatten)]
    server: ServerAddress,
    #[command(flatten)]
    log: LogOptions,
}

/// Serves people in Discord until SIGINT or SIGTERM.
#[allow(clippy::print_stdout)]
pub(crate) fn run(options: &BotOptions) -> anyhow::Result<()> {
    options.log.start()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        let bot = Bot::new(&options.discord, &options.server).await?;
        println!("Tablero's bot serves Discord for {}.\nStop it with Ctrl-C.", options.server.server);
        bot.run(stop).await?;
        info!("stopped");
        Ok(())
    })
}
