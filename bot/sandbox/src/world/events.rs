//! Telling the bot and the page what changed.

use serde_json::{Value, json};

use super::{Interaction, Message, World};
use crate::gateway::intents;
use crate::ids::Id;

/// News for the page, and for whom.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// Only people who can open this channel hear it.
    pub(crate) channel: Option<Id>,
    /// Only this person hears it.
    pub(crate) user: Option<Id>,
    pub(crate) data: Value,
}

impl World {
    /// A message is there or has changed.
    pub(crate) fn tell_message(&mut self, id: Id, new: bool) {
        let Some(message) = self.messages.get(&id) else { return };
        let data =
            json!({"type": "MESSAGE", "channel_id": message.channel, "message": self.page_message(message)});
        let page = Page { channel: Some(message.channel), user: message.only_for, data };
        self.tell_page(page);
        let Some(message) = self.messages.get(&id) else { return };
        if message.only_for.is_some() {
            return;
        }
        let event = if new { "MESSAGE_CREATE" } else { "MESSAGE_UPDATE" };
        let (full, blank) = (self.gateway_message(message), self.blank_message(message));
        let (direct, open) = (self.is_direct(message.channel), self.is_meant_for_bot(message));
        let guild = self.guild_of(message.channel);
        let intent = if direct { intents::DIRECT_MESSAGES } else { intents::GUILD_MESSAGES };
        self.sessions.dispatch(event, intent, guild, |session| {
            if open || session & intents::MESSAGE_CONTENT != 0 { full.clone() } else { blank.clone() }
        });
    }

    pub(crate) fn tell_message_gone(&mut self, message: &Message) {
        let data = json!({"type": "MESSAGE_DELETE", "channel_id": message.channel, "message_id": message.id});
        self.tell_page(Page { channel: Some(message.channel), user: message.only_for, data });
        if message.only_for.is_some() {
            return;
        }
        let guild = self.guild_of(message.channel);
        let intent = if guild.is_none() { intents::DIRECT_MESSAGES } else { intents::GUILD_MESSAGES };
        let mut data = json!({"id": message.id, "channel_id": message.channel});
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild);
        }
        self.sessions.dispatch("MESSAGE_DELETE", intent, guild, |_| data.clone());
    }

    /// A channel or thread appeared, changed or went.
    pub(crate) fn tell_channel(&mut self, event: &str, data: &Value) {
        let guild = Id::read(&data["guild_id"]);
        if guild.is_some() {
            self.sessions.dispatch(event, intents::GUILDS, guild, |_| data.clone());
        }
        self.tell_world();
    }

    pub(crate) fn tell_guild(&mut self, id: Id) {
        if let Some(guild) = self.guilds.get(&id) {
            let data = self.guild_create_json(guild);
            self.sessions.dispatch("GUILD_CREATE", intents::GUILDS, Some(id), |_| data.clone());
        }
        self.tell_world();
    }

    /// People, places or commands changed: the page reads them again.
    pub(crate) fn tell_world(&self) {
        self.tell_page(Page { channel: None, user: None, data: json!({"type": "WORLD"}) });
    }

    pub(crate) fn tell_failure(&self, it: &Interaction) {
        let data = json!({
            "type": "FAILED", "channel_id": it.channel, "interaction_id": it.id,
            "reason": "the application did not respond"
        });
        self.tell_page(Page { channel: None, user: Some(it.user), data });
    }

    pub(crate) fn tell_page(&self, page: Page) {
        // Nobody may be looking at the page.
        let _ = self.page.send(page);
    }

    /// The message with what the page needs beyond Discord's object.
    pub(crate) fn page_message(&self, message: &Message) -> Value {
        let mut json = self.message_json(message);
        json["ephemeral"] = json!(message.only_for.is_some());
        json["state"] = json!(match message.state {
            super::State::Done => "done",
            super::State::Thinking => "thinking",
            super::State::Failed => "failed",
        });
        if let Some(origin) = &message.origin {
            json["interaction"] = json!({
                "id": origin.interaction, "name": origin.name, "user": self.user_json(origin.user)
            });
        }
        json
    }

    fn guild_of(&self, channel: Id) -> Option<Id> {
        self.channels.get(&channel).and_then(|it| it.guild)
    }

    fn is_direct(&self, channel: Id) -> bool {
        self.channels.get(&channel).is_some_and(super::Channel::is_direct)
    }

    /// Discord hides the contents of other messages from bots that may not read all.
    pub(crate) fn is_meant_for_bot(&self, message: &Message) -> bool {
        self.is_direct(message.channel) || message.author == self.bot || message.pings.contains(&self.bot)
    }

    fn gateway_message(&self, message: &Message) -> Value {
        let mut json = self.message_json(message);
        if let Some(guild) = self.guild_of(message.channel).and_then(|guild| self.guilds.get(&guild)) {
            json["guild_id"] = json!(guild.id);
            if let Value::Object(mut member) = self.member_json(guild, message.author) {
                member.remove("user");
                json["member"] = Value::Object(member);
            }
        }
        json
    }

    /// What a bot without the intent for contents gets to see.
    fn blank_message(&self, message: &Message) -> Value {
        blank(self.gateway_message(message))
    }

    /// The message as the bot may fetch it.
    pub(crate) fn fetched_message(&self, message: &Message) -> Value {
        let json = self.message_json(message);
        if self.limits.reads_all || self.is_meant_for_bot(message) { json } else { blank(json) }
    }
}

fn blank(mut json: Value) -> Value {
    json["content"] = json!("");
    for field in ["embeds", "attachments", "components"] {
        json[field] = json!([]);
    }
    json
}
