//! Interactions: what people did, what the bot answered, and until when it may.

use std::time::Instant;

use serde_json::{Value, json};

use super::{Latency, Message, Origin, State, World};
use crate::ids::Id;

/// What a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl Kind {
    pub(crate) fn number(self) -> u64 {
        match self {
            Kind::Command => 2,
            Kind::Component => 3,
            Kind::Autocomplete => 4,
            Kind::Modal => 5,
        }
    }
}

/// The first answer to an interaction.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Message(Id),
    Deferred(Id),
    DeferredUpdate,
    Updated,
    Choices(Vec<Value>),
    Modal(Value),
    /// None came in time.
    Expired,
}

#[derive(Clone, Debug)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) kind: Kind,
    /// The command's full name or the component's `custom_id`.
    pub(crate) name: String,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    /// The message whose component was used, also when a modal came in between.
    pub(crate) source: Option<Id>,
    /// Discord's description of it in the messages that answer it.
    pub(crate) metadata: Value,
    pub(crate) answer: Option<Answer>,
    /// Whether the original answer was edited, or removed, through the token.
    pub(crate) touched: bool,
    pub(crate) followups: Vec<Id>,
    pub(crate) created_ms: u64,
    pub(crate) started: Instant,
}

/// What a person does, before the bot hears of it.
#[derive(Debug)]
pub(crate) struct Deed {
    pub(crate) kind: Kind,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) name: String,
    /// Discord's interaction data.
    pub(crate) data: Value,
    pub(crate) source: Option<Id>,
    /// What this kind adds to the description of the interaction in messages.
    pub(crate) metadata: Value,
}

impl Interaction {
    /// The message that `@original` stands for.
    pub(crate) fn original(&self) -> Option<Id> {
        match self.answer.as_ref()? {
            Answer::Message(id) | Answer::Deferred(id) => Some(*id),
            Answer::Updated | Answer::DeferredUpdate => self.source,
            Answer::Choices(_) | Answer::Modal(_) | Answer::Expired => None,
        }
    }
}

impl World {
    pub(crate) fn answer_due_ms(&self, it: &Interaction) -> u64 {
        it.created_ms.saturating_add(self.limits.answer_ms)
    }

    pub(crate) fn token_due_ms(&self, it: &Interaction) -> u64 {
        it.created_ms.saturating_add(self.limits.token_ms)
    }

    pub(crate) fn settle(&mut self, id: Id, answer: Answer) {
        let Some(it) = self.interactions.get_mut(&id) else { return };
        let latency =
            Latency { interaction: id, kind: it.kind, name: it.name.clone(), elapsed: it.started.elapsed() };
        if !matches!(answer, Answer::Expired) {
            self.journal.time(latency);
        }
        it.answer = Some(answer);
    }

    /// The user waited in vain: nothing came within three seconds.
    pub(crate) fn expire(&mut self, id: Id) {
        self.settle(id, Answer::Expired);
        let Some(it) = self.interactions.get(&id).cloned() else { return };
        self.tell_failure(&it);
        if it.kind == Kind::Command {
            let mut message = self.answer_message(&it, it.metadata.clone());
            message.content = "The application did not respond".to_owned();
            message.state = State::Failed;
            message.only_for = Some(it.user);
            let id = message.id;
            self.messages.insert(id, message);
            self.tell_message(id, true);
        }
    }

    /// The bot deferred and never came back within fifteen minutes.
    pub(crate) fn abandon(&mut self, id: Id) {
        let Some(it) = self.interactions.get(&id).cloned() else { return };
        if let Some(message) = it.original().and_then(|id| self.messages.get_mut(&id)) {
            message.state = State::Failed;
            message.content = "The application did not respond".to_owned();
            let id = message.id;
            self.tell_message(id, false);
        }
        self.tell_failure(&it);
    }

    /// A message of the bot that answers this interaction, without content and not stored.
    pub(crate) fn answer_message(&mut self, it: &Interaction, metadata: Value) -> Message {
        let mut message = self.new_message(it.channel, self.bot);
        message.origin = Some(Origin {
            interaction: it.id,
            kind: it.kind,
            name: it.name.clone(),
            user: it.user,
            metadata,
        });
        message
    }

    /// Announces an interaction to the bot.
    pub(crate) fn raise(&mut self, deed: Deed) -> Id {
        let Deed { kind, user, channel, name, data, source, metadata } = deed;
        let id = self.new_id();
        let token = self.secret();
        let mut own = json!({
            "id": id, "type": kind.number(), "user": self.user_json(user),
            "authorizing_integration_owners": self.owners(user, channel),
        });
        if let (Some(own), Value::Object(metadata)) = (own.as_object_mut(), metadata) {
            own.extend(metadata);
        }
        let interaction = Interaction {
            id,
            token: token.clone(),
            kind,
            name,
            user,
            channel,
            source,
            metadata: own,
            answer: None,
            touched: false,
            followups: Vec::new(),
            created_ms: self.now_ms(),
            started: Instant::now(),
        };
        let payload = self.payload(&interaction, data);
        self.interactions.insert(id, interaction);
        self.forget_old_interactions();
        let guild = self.channels.get(&channel).and_then(|it| it.guild);
        self.sessions.dispatch_to_one("INTERACTION_CREATE", &payload, guild);
        id
    }

    fn owners(&self, user: Id, channel: Id) -> Value {
        match self.channels.get(&channel).and_then(|it| it.guild) {
            Some(guild) => json!({"0": guild}),
            None => json!({"0": "0", "1": user}),
        }
    }

    fn payload(&self, it: &Interaction, data: Value) -> Value {
        let channel = self.channels.get(&it.channel);
        let user = self.users.get(&it.user);
        let mut payload = json!({
            "id": it.id, "application_id": self.bot, "type": it.kind.number(), "token": it.token, "version": 1,
            "data": data, "channel_id": it.channel, "locale": user.map(|user| &user.locale), "entitlements": [],
            "authorizing_integration_owners": self.owners(it.user, it.channel),
            "attachment_size_limit": crate::rules::FILE_BYTES,
            "app_permissions": self.permissions_of(self.bot, it.channel).to_string(),
            "context": if channel.is_some_and(|it| it.guild.is_some()) { 0 } else { 1 },
        });
        let permissions = self.permissions_of(it.user, it.channel).to_string();
        if let Some(channel) = channel {
            payload["channel"] = self.channel_json(channel);
            payload["channel"]["permissions"] = json!(permissions);
        }
        match channel.and_then(|it| it.guild).and_then(|guild| self.guilds.get(&guild)) {
            Some(guild) => {
                payload["guild_id"] = json!(guild.id);
                payload["guild"] = json!({"id": guild.id, "locale": guild.locale, "features": []});
                payload["guild_locale"] = json!(guild.locale);
                payload["member"] = self.member_json(guild, it.user);
                payload["member"]["permissions"] = json!(permissions);
            }
            None => payload["user"] = self.user_json(it.user),
        }
        if let Some(message) = it.source.and_then(|id| self.messages.get(&id)) {
            payload["message"] = self.message_json(message);
        }
        payload
    }

    /// What nobody can use any more need not be kept for ever.
    fn forget_old_interactions(&mut self) {
        const KEPT: usize = 20_000;
        while self.interactions.len() > KEPT {
            self.interactions.pop_first();
        }
    }
}
