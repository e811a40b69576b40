use std::net::{Ipv4Addr, SocketAddr};

use anyhow::Context;
use clap::Args;
use rand::RngExt;
use tablero_bot::{Bot, DiscordOptions, ServerAddress};
use tablero_sandbox::{Sandbox, SandboxOptions};
use tablero_server::Server;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::run::{RunOptions, announce, announce_end, prepare, stop_signal, with_database};

#[derive(Debug, Args)]
pub(crate) struct UpOptions {
    #[command(flatten)]
    run: RunOptions,
    #[command(flatten)]
    discord: DiscordOptions,
    /// Address and port of the sandbox Discord and its page, which stand in for Discord when no token is set
    #[arg(long, env = "TABLERO_SANDBOX_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:50080")]
    sandbox_listen: SocketAddr,
}

/// Starts everything on this machine, until SIGINT or SIGTERM: server, workers, bot, and without a token the sandbox.
pub(crate) fn run(options: UpOptions) -> anyhow::Result<()> {
    let UpOptions { mut run, discord, sandbox_listen } = options;
    run.server.service_key.get_or_insert_with(|| {
        let secret: [u8; 32] = rand::rng().random();
        secret.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into()
    });
    with_database(&run, async |database| {
        let stop = CancellationToken::new();
        let signal = stop_signal()?;
        let stopping = stop.clone();
        tokio::spawn(async move {
            signal.await;
            stopping.cancel();
        });
        tokio::select! {
            prepared = prepare(&database.store) => prepared?,
            () = stop.cancelled() => return Ok(()),
        }
        let metrics = run.metrics.start().await?;
        let server = Server::bind(run.server.clone(), database.store.clone()).await?;
        announce(&server, metrics, database);
        let front = Front::open(&run, discord, sandbox_listen, &server).await?;
        announce_end();
        let serving = server.run(stop.clone().cancelled_owned());
        match front {
            None => serving.await?,
            Some(Front { bot, sandbox }) => {
                let talking = async {
                    let ended = bot.run(stop.cancelled()).await;
                    // Without its front end the house closes, and says why.
                    stop.cancel();
                    ended
                };
                let (served, talked) = tokio::join!(serving, talking);
                drop(sandbox);
                served?;
                talked?;
            }
        }
        Ok(())
    })
}

/// The bot, and what it talks to.
struct Front {
    bot: Bot,
    sandbox: Option<Sandbox>,
}

impl Front {
    #[allow(clippy::print_stdout)]
    async fn open(
        run: &RunOptions,
        mut discord: DiscordOptions,
        sandbox_listen: SocketAddr,
        server: &Server,
    ) -> anyhow::Result<Option<Front>> {
        if server.is_tls() {
            warn!(
                "with TLS the bot needs a name to check: run `tablero bot` with TABLERO_SERVER beside this"
            );
            return Ok(None);
        }
        let mut sandbox = None;
        if discord.discord_token.is_none() {
            let options = SandboxOptions { listen: sandbox_listen, ..SandboxOptions::default() };
            let cannot = || format!("cannot open the sandbox Discord on {sandbox_listen}");
            let open = Sandbox::start(options).await.with_context(cannot)?;
            println!("  chat      {}  (a stand-in for Discord, since DISCORD_TOKEN is not set)", open.url());
            discord.discord_token = Some(open.token().into());
            discord.discord_url = Some(open.url());
            sandbox = Some(open);
        } else {
            println!("  chat      Discord");
        }
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, server.address().port()));
        let address = if server.address().ip().is_unspecified() { here } else { server.address() };
        let service_key = run.server.service_key.clone();
        let server = ServerAddress { server: format!("http://{address}"), service_key };
        Ok(Some(Front { bot: Bot::new(&discord, &server).await?, sandbox }))
    }
}
