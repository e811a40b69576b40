//! Channels and what the bot may do in them.

use serde_json::{Value, json};

use super::{Outcome, Refusal, Success};
use crate::ids::Id;
use crate::permissions;
use crate::world::{Channel, World};

impl World {
    /// The channel, if the bot sees it.
    pub(super) fn seen_channel(&self, id: Id) -> Result<&Channel, Refusal> {
        let channel = self.channels.get(&id).ok_or_else(Refusal::unknown_channel)?;
        if self.permissions_of(self.bot, id) & permissions::VIEW_CHANNEL == 0 {
            return Err(Refusal::missing_access());
        }
        Ok(channel)
    }

    /// Refuses unless the bot has every one of these permissions there.
    pub(super) fn require(&self, channel: Id, bits: &[u64]) -> Result<(), Refusal> {
        let has = self.permissions_of(self.bot, channel);
        match bits.iter().find(|bit| has & **bit == 0) {
            Some(bit) if has & permissions::ADMINISTRATOR == 0 => Err(Refusal::missing_permission(*bit)),
            _ => Ok(()),
        }
    }

    /// Removes a channel with its threads and messages.
    pub(crate) fn remove_channel(&mut self, id: Id) {
        let threads: Vec<Id> = self.threads(id).into_iter().map(|it| it.id).collect();
        for thread in threads {
            self.remove_channel(thread);
        }
        let Some(channel) = self.channels.remove(&id) else { return };
        self.messages.retain(|_, message| message.channel != id);
        let event = if channel.is_thread() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        let data = self.channel_json(&channel);
        self.tell_channel(event, &data);
    }
}

pub(super) fn show(world: &World, id: Id) -> Outcome {
    Ok(Success::Ok(world.channel_json(world.seen_channel(id)?)))
}

pub(super) fn open_direct(world: &mut World, body: &Value) -> Outcome {
    let user =
        Id::read(&body["recipient_id"]).and_then(|id| world.user(id)).ok_or_else(Refusal::unknown_user)?;
    if user.bot {
        return Err(Refusal::unknown_user());
    }
    let id = world.direct_channel(user.id);
    world.tell_world();
    show(world, id)
}

/// Names, topics, and a thread's state; the rest of a channel is not the bot's business.
pub(super) fn edit(world: &mut World, id: Id, body: &Value) -> Outcome {
    let channel = world.seen_channel(id)?;
    let thread = channel.is_thread();
    let own_thread = thread && channel.owner == world.bot;
    if !own_thread {
        let bit = if thread { permissions::MANAGE_THREADS } else { permissions::MANAGE_CHANNELS };
        world.require(id, &[bit])?;
    }
    if let Some(channel) = world.channels.get_mut(&id) {
        if let Some(name) = body["name"].as_str() {
            channel.name = name.to_owned();
        }
        if let Some(topic) = body["topic"].as_str() {
            channel.topic = Some(topic.to_owned());
        }
        channel.archived = body["archived"].as_bool().unwrap_or(channel.archived);
        channel.locked = body["locked"].as_bool().unwrap_or(channel.locked);
        channel.archive_after = body["auto_archive_duration"].as_u64().unwrap_or(channel.archive_after);
    }
    let json = world.channels.get(&id).map_or(json!({}), |it| world.channel_json(it));
    world.tell_channel(if thread { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" }, &json);
    Ok(Success::Ok(json))
}

pub(super) fn remove(world: &mut World, id: Id) -> Outcome {
    let channel = world.seen_channel(id)?;
    let bit = if channel.is_thread() { permissions::MANAGE_THREADS } else { permissions::MANAGE_CHANNELS };
    let json = world.channel_json(channel);
    if !channel.is_direct() {
        world.require(id, &[bit])?;
        world.remove_channel(id);
    }
    Ok(Success::Ok(json))
}

pub(super) fn typing(world: &World, id: Id) -> Outcome {
    world.seen_channel(id)?;
    world.require(id, &[permissions::SEND_MESSAGES])?;
    Ok(Success::NoContent)
}
