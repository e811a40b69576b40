use std::sync::Arc;
use std::time::Duration;

use poise::{Framework, FrameworkError, FrameworkOptions};
use secrecy::ExposeSecret;
use serenity::all::{Client, ClientBuilder, FullEvent, GatewayIntents, Http, HttpBuilder};
use tracing::{info, warn};

use crate::api::{Api, BadServer};
use crate::commands;
use crate::error::Error;
use crate::house::{House, Visit};
use crate::options::{DiscordOptions, ServerAddress};
use crate::poster;
use crate::router;
use crate::screen::Screen;
use crate::talk::{Answer, Expect};
use crate::words::{say, translate};

/// What people are in the middle of may take this long when the bot is asked to stop.
const GRACE: Duration = Duration::from_secs(5);
/// Between two attempts to tell Discord our commands, at first and at most.
const RETRY: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];

/// The bot, connected to nothing yet.
pub struct Bot {
    client: Client,
    house: Arc<House>,
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").finish_non_exhaustive()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum BotError {
    #[error("a Discord token is needed: set DISCORD_TOKEN")]
    NoToken,
    #[error("the server's service key is needed: set TABLERO_SERVICE_KEY")]
    NoKey,
    #[error(transparent)]
    Server(#[from] BadServer),
    #[error("Discord: {0}")]
    Discord(#[from] Box<serenity::Error>),
}

impl Bot {
    /// # Errors
    /// Without a token, or with an address or a key that cannot be.
    pub async fn new(discord: &DiscordOptions, server: &ServerAddress) -> Result<Bot, BotError> {
        let token = discord.discord_token.as_ref().ok_or(BotError::NoToken)?.expose_secret();
        let key = server.service_key.as_ref().ok_or(BotError::NoKey)?;
        let house = Arc::new(House::new(Api::new(&server.server, key)?));
        let mut http = HttpBuilder::new(token);
        if let Some(url) = &discord.discord_url {
            // serenity heeds a proxy only without its own limiter; a sandbox needs none.
            http = http.proxy(url).ratelimiter_disabled(true);
        }
        let client = ClientBuilder::new_with_http(http.build(), GatewayIntents::GUILDS)
            .framework(framework(house.clone()))
            .await
            .map_err(Box::new)?;
        Ok(Bot { client, house })
    }

    /// Serves until `stop`, then lets everything that is under way end.
    ///
    /// # Errors
    /// If Discord refuses the token or cannot be reached at all.
    pub async fn run(mut self, stop: impl Future<Output = ()>) -> Result<(), BotError> {
        let shards = self.client.shard_manager.clone();
        tokio::select! {
            ended = self.client.start() => ended.map_err(Box::new)?,
            () = stop => shards.shutdown_all().await,
        }
        self.house.stopping.cancel();
        self.house.tasks.close();
        if tokio::time::timeout(GRACE, self.house.tasks.wait()).await.is_err() {
            warn!("some answers were not finished in time");
        }
        Ok(())
    }
}

fn framework(house: Arc<House>) -> Framework<Arc<House>, Error> {
    let mut commands = commands::all();
    translate(&mut commands);
    let options = FrameworkOptions {
        commands,
        on_error: |error| Box::pin(on_error(error)),
        event_handler: |framework, event| {
            Box::pin(async move {
                if let FullEvent::InteractionCreate { interaction } = event {
                    let house = framework.user_data;
                    let http = &framework.serenity_context.http;
                    house.tasks.track_future(router::route(house, http, interaction)).await;
                }
                Ok(())
            })
        },
        ..FrameworkOptions::default()
    };
    Framework::builder()
        .options(options)
        .setup(move |context, ready, framework| {
            info!(name = ready.user.name, guilds = ready.guilds.len(), "connected to Discord");
            let commands = poise::builtins::create_application_commands(&framework.options().commands);
            let http = context.http.clone();
            house.connect(context.cache.clone());
            house.tasks.spawn(poster::keep(house.clone(), http.clone()));
            tokio::spawn(register(http, commands));
            Box::pin(async move { Ok(house) })
        })
        .build()
}

/// A failing setup would hang every event, so this tries for as long as it takes, beside everything else.
async fn register(http: Arc<Http>, commands: Vec<serenity::all::CreateCommand>) {
    let [mut pause, longest] = RETRY;
    while let Err(error) = http.create_global_commands(&commands).await {
        warn!(%error, "Discord did not take the commands");
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(longest);
    }
    info!(commands = commands.len(), "Discord knows the commands");
}

/// What poise itself refuses, in words for the person.
async fn on_error(error: FrameworkError<'_, Arc<House>, Error>) {
    let Some(poise::Context::Application(context)) = error.ctx() else {
        warn!(%error, "an event was not served");
        return;
    };
    warn!(%error, "a command was not served");
    let visit = Visit::command(context.data(), &context.serenity_context().http, context.interaction).await;
    let words = match &error {
        FrameworkError::ArgumentParse { .. } => say!(
            visit.language,
            "I cannot use one of those options. Choose from what is offered while you type.",
            "No puedo usar una de esas opciones. Elige entre las que se ofrecen al escribir."
        ),
        _ => Error::Unexpected(error.to_string()).words(visit.language),
    };
    let answer = async { Ok(Answer::private(Screen::saying(format!("⚠️ {words}")))) };
    visit.answer(Expect::Private, answer).await;
}
