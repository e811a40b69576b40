//! The world itself, and what may be asked of it.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::broadcast;

use super::{
    Attachment, Channel, Command, Guild, Interaction, Journal, Latency, Message, Page, Request, User,
};
use crate::clock::Clock;
use crate::gateway::{Sessions, intents};
use crate::ids::Id;
use crate::options::SandboxOptions;

/// The state of the sandbox. Tests read it through [`crate::Sandbox::until`].
#[derive(Debug)]
pub struct World {
    pub(crate) url: String,
    pub(crate) token: String,
    pub(crate) bot: Id,
    pub(crate) users: BTreeMap<Id, User>,
    pub(crate) guilds: BTreeMap<Id, Guild>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) messages: BTreeMap<Id, Message>,
    pub(crate) uploads: BTreeMap<Id, Attachment>,
    pub(crate) commands: BTreeMap<Id, Command>,
    pub(crate) interactions: BTreeMap<Id, Interaction>,
    pub(crate) sessions: Sessions,
    pub(crate) journal: Journal,
    pub(crate) page: broadcast::Sender<Page>,
    pub(crate) limits: Limits,
    clock: Clock,
    last_id: Id,
}

/// The deadlines and counts that the options may change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) answer_ms: u64,
    pub(crate) token_ms: u64,
    pub(crate) old_edits: usize,
    /// Whether the bot may read what is not meant for it.
    pub(crate) reads_all: bool,
}

impl World {
    /// The world as it is before anybody acts.
    pub(crate) fn new(options: &SandboxOptions, url: String) -> World {
        let mut world = World {
            url,
            token: String::new(),
            bot: Id::new(0),
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            uploads: BTreeMap::new(),
            commands: BTreeMap::new(),
            interactions: BTreeMap::new(),
            sessions: Sessions::default(),
            journal: Journal::default(),
            page: broadcast::channel(1024).0,
            limits: Limits {
                answer_ms: u64::try_from(options.answer_within.as_millis()).unwrap_or(u64::MAX),
                token_ms: 15 * 60 * 1000,
                old_edits: options.old_edits,
                reads_all: options.privileged_intents & intents::MESSAGE_CONTENT != 0,
            },
            clock: Clock::default(),
            last_id: Id::new(0),
        };
        world.populate();
        world
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    pub(crate) fn advance(&mut self, by: Duration) {
        self.clock.advance(by);
    }

    pub(crate) fn new_id(&mut self) -> Id {
        self.last_id = Id::first_at(self.now_ms()).max(self.last_id.next());
        self.last_id
    }

    /// What nobody who was not told can know: tokens are made of it.
    pub(crate) fn secret(&self) -> String {
        format!(
            "{:016x}{:016x}",
            RandomState::new().hash_one(self.last_id),
            RandomState::new().hash_one(&self.url)
        )
    }

    /// The bot's own user id, which is its application id too.
    pub fn bot(&self) -> Id {
        self.bot
    }

    pub fn user(&self, id: Id) -> Option<&User> {
        self.users.get(&id)
    }

    pub fn users(&self) -> impl Iterator<Item = &User> {
        self.users.values()
    }

    pub fn guilds(&self) -> impl Iterator<Item = &Guild> {
        self.guilds.values()
    }

    pub fn channel(&self, id: Id) -> Option<&Channel> {
        self.channels.get(&id)
    }

    pub fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.channels.values()
    }

    /// The threads under a channel, oldest first.
    pub fn threads(&self, channel: Id) -> Vec<&Channel> {
        self.channels.values().filter(|it| it.parent == Some(channel)).collect()
    }

    pub fn message(&self, id: Id) -> Option<&Message> {
        self.messages.get(&id)
    }

    /// All messages of a channel, oldest first, those for one person's eyes included.
    pub fn messages(&self, channel: Id) -> Vec<&Message> {
        self.messages.values().filter(|it| it.channel == channel).collect()
    }

    /// What this person sees in the channel, oldest first.
    pub fn seen_by(&self, user: Id, channel: Id) -> Vec<&Message> {
        let visible = |it: &&Message| it.channel == channel && it.only_for.is_none_or(|only| only == user);
        self.messages.values().filter(visible).collect()
    }

    /// The registered commands, as the bot sent them plus their ids.
    pub fn commands(&self) -> impl Iterator<Item = &Value> {
        self.commands.values().map(|it| &it.json)
    }

    /// Whether some bot is on the line.
    pub fn connected(&self) -> bool {
        self.sessions.connected()
    }

    /// What bots said on the gateway, heartbeats left out.
    pub fn gateway_messages(&self) -> &[Value] {
        &self.sessions.heard
    }

    /// The latest requests, oldest first.
    pub fn requests(&self) -> impl DoubleEndedIterator<Item = &Request> {
        self.journal.requests()
    }

    pub fn complaints(&self) -> &[String] {
        self.journal.complaints()
    }

    pub fn latencies(&self) -> &[Latency] {
        self.journal.latencies()
    }

    /// What happened lately, for the text of a failed test.
    pub(crate) fn recent(&self) -> String {
        let mut lines: Vec<String> =
            self.journal.requests().rev().take(12).map(ToString::to_string).collect();
        lines.reverse();
        let complaints = self.journal.complaints().join("\n  ");
        let online = if self.connected() { "on line" } else { "NOT on line" };
        format!(
            "the bot is {online}\nlatest requests:\n  {}\ncomplaints:\n  {complaints}",
            lines.join("\n  ")
        )
    }
}
