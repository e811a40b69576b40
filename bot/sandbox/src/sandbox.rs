//! The handle: starting, stopping, looking, and making trouble.

use std::fmt::Display;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::gateway::Signal;
use crate::ids::Id;
use crate::options::SandboxOptions;
use crate::oracle::Oracle;
use crate::server::router;
use crate::shared::Shared;
use crate::world::{Channel, Latency, Message, Planned, Request, World};

/// A stand-in Discord that runs until its last handle is dropped.
#[derive(Clone, Debug)]
pub struct Sandbox {
    pub(crate) shared: Arc<Shared>,
    _ends_with_the_last: Arc<Guard>,
}

#[derive(Debug)]
struct Guard(Arc<Shared>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Sandbox {
    /// # Errors
    /// When the address cannot be bound, or the given API description cannot be read.
    pub async fn start(options: SandboxOptions) -> io::Result<Sandbox> {
        let oracle = options.oracle.as_deref().map(Oracle::open).transpose()?;
        let listener = TcpListener::bind(options.listen).await?;
        let mut address = listener.local_addr()?;
        if address.ip().is_unspecified() {
            address.set_ip(Ipv4Addr::LOCALHOST.into());
        }
        let url = format!("http://{address}");
        let shared = Arc::new(Shared::new(options, oracle, url));
        let served = shared.clone();
        tokio::spawn(async move {
            let ending = served.clone();
            let server = axum::serve(listener, router(served));
            if let Err(error) = server.with_graceful_shutdown(async move { ending.stopped().await }).await {
                tracing::error!(%error, "the sandbox stopped serving");
            }
        });
        Ok(Sandbox { _ends_with_the_last: Arc::new(Guard(shared.clone())), shared })
    }

    /// Ends the sandbox for all its handles.
    pub fn stop(&self) {
        self.shared.stop();
    }

    /// Resolves when the sandbox has ended.
    pub async fn stopped(&self) {
        self.shared.stopped().await;
    }

    /// `http://127.0.0.1:PORT`: what a bot takes for Discord, and where people find the page.
    pub fn url(&self) -> String {
        self.read(|world| world.url.clone())
    }

    /// The only bot token that is accepted.
    pub fn token(&self) -> String {
        self.read(|world| world.token.clone())
    }

    /// The user id of the bot, which is its application id too.
    pub fn bot(&self) -> Id {
        self.read(|world| world.bot)
    }

    /// Looks at the world as it is now. Nothing else can look meanwhile, the sandbox's own methods included.
    pub fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        self.shared.read(look)
    }

    /// Waits until the world shows what is looked for. As with [`Sandbox::read`], the closure looks at the world it is
    /// given and calls no method of the sandbox.
    ///
    /// # Panics
    /// After 20 seconds, with the latest requests.
    pub async fn until<T>(&self, what: &str, found: impl FnMut(&World) -> Option<T>) -> T {
        match self.shared.find(found).await {
            Ok(it) => it,
            Err(recent) => panic!("waited in vain until {what}\n{recent}"),
        }
    }

    /// Waits until a bot is connected and has registered its commands.
    ///
    /// # Panics
    /// After 20 seconds.
    pub async fn ready(&self) {
        let there = |world: &World| (world.connected() && world.commands().next().is_some()).then_some(());
        self.until("a bot is connected and has registered commands", there).await;
    }

    /// Pushes the sandbox's clock ahead, for the limits of 3 seconds, 15 minutes and an hour.
    pub fn advance(&self, by: Duration) {
        self.shared.write(|world| world.advance(by));
    }

    /// The message as it is now, if it still is.
    pub fn message(&self, id: Id) -> Option<Message> {
        self.read(|world| world.message(id).cloned())
    }

    /// All messages of a channel, oldest first, also those for one person only. `channel` is an id or, in the first
    /// server that has it, a name.
    ///
    /// # Panics
    /// When there is no such channel.
    pub fn messages(&self, channel: impl Display) -> Vec<Message> {
        let channel = self.channel(channel).id;
        self.read(|world| world.messages(channel).into_iter().cloned().collect())
    }

    /// # Panics
    /// When there is no such channel.
    pub fn threads(&self, channel: impl Display) -> Vec<Channel> {
        let channel = self.channel(channel).id;
        self.read(|world| world.threads(channel).into_iter().cloned().collect())
    }

    /// The channel of this id, or the first of this name.
    ///
    /// # Panics
    /// When there is none.
    pub fn channel(&self, which: impl Display) -> Channel {
        let which = which.to_string();
        let found = self
            .read(|world| world.guilds.keys().find_map(|guild| world.find_channel(&which, *guild)).cloned());
        found.unwrap_or_else(|| panic!("there is no channel {which:?}"))
    }

    /// Removes a message as if its author or a moderator had; false where there is none.
    pub fn delete_message(&self, id: Id) -> bool {
        self.shared.write(|world| world.remove_message(id).is_some())
    }

    /// Every request that broke a rule or asked for what does not exist, and every answer of the sandbox that
    /// Discord's description does not allow.
    pub fn complaints(&self) -> Vec<String> {
        self.read(|world| world.complaints().to_vec())
    }

    /// The latest requests of the bot, oldest first.
    pub fn requests(&self) -> Vec<Request> {
        self.read(|world| world.requests().cloned().collect())
    }

    /// How long the bot took to its first answer, interaction by interaction.
    pub fn latencies(&self) -> Vec<Latency> {
        self.read(|world| world.latencies().to_vec())
    }

    /// What bots said on the gateway, heartbeats left out.
    pub fn gateway_messages(&self) -> Vec<Value> {
        self.read(|world| world.gateway_messages().to_vec())
    }

    /// The codes with which bots closed their connections.
    pub fn close_codes(&self) -> Vec<u16> {
        self.read(|world| world.sessions.closes.clone())
    }

    /// The next request whose path (without `/api/v10`) begins so gets this answer instead of its own.
    pub fn fail_next(&self, prefix: &str, status: u16, body: Value, headers: &[(&str, &str)]) {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let planned = Planned { prefix: prefix.to_owned(), status, body, headers };
        self.shared.write(|world| world.journal.plan(planned));
    }

    /// The next request whose path begins so is told to come back later.
    pub fn rate_limit_next(&self, prefix: &str, retry_after: Duration) {
        let seconds = retry_after.as_secs_f64();
        let body = json!({"message": "You are being rate limited.", "retry_after": seconds, "global": false});
        let later = seconds.to_string();
        self.fail_next(
            prefix,
            429,
            body,
            &[
                ("retry-after", &seconds.ceil().to_string()),
                ("x-ratelimit-limit", "5"),
                ("x-ratelimit-remaining", "0"),
                ("x-ratelimit-reset-after", &later),
                ("x-ratelimit-bucket", "sandbox"),
                ("x-ratelimit-scope", "user"),
            ],
        );
    }

    /// Asks every bot to reconnect and resume, as Discord does when it restarts a gateway.
    pub fn reconnect(&self) {
        let payload = json!({"op": 7, "s": null, "t": null, "d": null});
        self.shared.write(|world| world.sessions.signal(&Signal::Send(payload)));
    }

    /// Cuts all connections of bots without a word; their sessions can be resumed.
    pub fn drop_connections(&self) {
        self.shared.write(|world| world.sessions.signal(&Signal::Cut));
    }

    /// Closes all connections of bots with this code.
    pub fn close_connections(&self, code: u16) {
        self.shared.write(|world| world.sessions.signal(&Signal::Close(code)));
    }

    /// Tells all bots that their session is invalid.
    pub fn invalidate_sessions(&self, resumable: bool) {
        self.shared.write(|world| {
            world.sessions.signal(&Signal::Invalid(resumable));
            if !resumable {
                world.sessions.forget();
            }
        });
    }
}
