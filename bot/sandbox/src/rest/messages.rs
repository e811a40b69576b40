//! Messages of channels, seen through the bot's own eyes.

use serde_json::{Value, json};

use super::{Call, Outcome, Refusal, Success};
use crate::clock::stamp;
use crate::ids::Id;
use crate::permissions;
use crate::rules::list;
use crate::world::{EPHEMERAL, Message, World};

const HOUR_MS: u64 = 60 * 60 * 1000;
const PINS: usize = 250;
/// Discord remembers a nonce for some minutes.
const NONCE_MS: u64 = 5 * 60 * 1000;
/// The only flags that a bot may set on its message: no embeds, no notification, free layout.
const SETTABLE: u64 = 1 << 2 | 1 << 12 | 1 << 15;

impl World {
    /// A message that is not for one person only; those cannot be reached through the channel.
    pub(super) fn public_message(&self, channel: Id, id: Id) -> Result<&Message, Refusal> {
        let found = self.messages.get(&id).filter(|it| it.channel == channel && it.only_for.is_none());
        found.ok_or_else(Refusal::unknown_message)
    }

    /// Takes a message away and tells everybody.
    pub(crate) fn remove_message(&mut self, id: Id) -> Option<Message> {
        let message = self.messages.remove(&id)?;
        self.tell_message_gone(&message);
        Some(message)
    }

    /// Changes a message by a request body and tells everybody; a refused change changes nothing.
    pub(super) fn edit_message(&mut self, id: Id, call: &Call, body: &Value) -> Result<Value, Refusal> {
        let mut message = self.messages.get(&id).cloned().ok_or_else(Refusal::unknown_message)?;
        let thinking = message.state == crate::world::State::Thinking;
        self.fill(&mut message, body, &call.files)?;
        if !thinking {
            message.edited_ms = Some(self.now_ms());
        }
        let json = self.message_json(&message);
        self.messages.insert(id, message);
        self.tell_message(id, false);
        Ok(json)
    }

    /// Stores a filled message and tells everybody.
    pub(crate) fn publish(&mut self, message: Message) -> Value {
        let (id, json) = (message.id, self.message_json(&message));
        self.messages.insert(id, message);
        self.tell_message(id, true);
        json
    }
}

pub(super) fn all(world: &World, channel: Id, call: &Call) -> Outcome {
    world.seen_channel(channel)?;
    world.require(channel, &[permissions::READ_MESSAGE_HISTORY])?;
    let id = |name: &str| call.parameter(name).and_then(|it| it.parse::<Id>().ok());
    let limit = call.parameter("limit").and_then(|it| it.parse().ok()).unwrap_or(50).clamp(1, 100);
    let (before, after) = (id("before"), id("after"));
    let fits = |it: &&Message| {
        it.channel == channel
            && it.only_for.is_none()
            && before.is_none_or(|before| it.id < before)
            && after.is_none_or(|after| it.id > after)
    };
    let found = world.messages.values().filter(fits);
    // Newest first; after an id, the oldest of the newer ones.
    let mut page: Vec<&Message> =
        if after.is_some() { found.take(limit).collect() } else { found.rev().take(limit).collect() };
    page.sort_by_key(|it| std::cmp::Reverse(it.id));
    Ok(Success::Ok(page.into_iter().map(|it| world.fetched_message(it)).collect()))
}

pub(super) fn show(world: &World, channel: Id, id: Id) -> Outcome {
    world.seen_channel(channel)?;
    world.require(channel, &[permissions::READ_MESSAGE_HISTORY])?;
    Ok(Success::Ok(world.fetched_message(world.public_message(channel, id)?)))
}

pub(super) fn post(world: &mut World, channel: Id, call: &Call) -> Outcome {
    let it = world.seen_channel(channel)?;
    let (thread, locked) = (it.is_thread(), it.locked);
    if thread && it.archived && locked {
        return Err(Refusal::archived());
    }
    let speak = if thread { permissions::SEND_MESSAGES_IN_THREADS } else { permissions::SEND_MESSAGES };
    world.require(channel, &[speak])?;
    if !list(&call.body["embeds"]).is_empty() {
        world.require(channel, &[permissions::EMBED_LINKS])?;
    }
    if !call.files.is_empty() {
        world.require(channel, &[permissions::ATTACH_FILES])?;
    }
    let nonce = match &call.body["nonce"] {
        Value::String(nonce) => Some(nonce.clone()),
        Value::Number(nonce) => Some(nonce.to_string()),
        _ => None,
    };
    if nonce.is_some() && call.body["enforce_nonce"] == true {
        let since = world.now_ms().saturating_sub(NONCE_MS);
        let same = |it: &&Message| it.author == world.bot && it.nonce == nonce && it.created_ms >= since;
        if let Some(earlier) = world.messages.values().find(same) {
            return Ok(Success::Ok(world.fetched_message(earlier)));
        }
    }
    let mut message = world.new_message(channel, world.bot);
    message.nonce = nonce;
    message.flags = call.body["flags"].as_u64().unwrap_or(0) & SETTABLE & !EPHEMERAL;
    message.reference = Id::read(&call.body["message_reference"]["message_id"]);
    if let Some(reference) = message.reference
        && call.body["message_reference"]["fail_if_not_exists"] != false
    {
        world.public_message(channel, reference)?;
    }
    world.fill(&mut message, &call.body, &call.files)?;
    if let Some(thread) = world.channels.get_mut(&channel) {
        thread.archived = false;
        // Whom a private thread mentions comes to it.
        thread.invited.extend(&message.pings);
    }
    Ok(Success::Ok(world.publish(message)))
}

pub(super) fn edit(world: &mut World, channel: Id, id: Id, call: &Call) -> Outcome {
    world.seen_channel(channel)?;
    let message = world.public_message(channel, id)?;
    if message.author != world.bot {
        return Err(Refusal::not_the_author());
    }
    let now = world.now_ms();
    if now.saturating_sub(message.created_ms) > HOUR_MS {
        let recent = |it: &u64| now.saturating_sub(*it) < HOUR_MS;
        let of_channel = world.messages.values().filter(|it| it.channel == channel);
        let edits = of_channel.flat_map(|it| &it.late_edits).filter(|it| recent(it)).count();
        if edits >= world.limits.old_edits {
            return Err(Refusal::too_many_old_edits());
        }
        if let Some(message) = world.messages.get_mut(&id) {
            message.late_edits.retain(recent);
            message.late_edits.push(now);
        }
    }
    world.edit_message(id, call, &call.body).map(Success::Ok)
}

pub(super) fn remove(world: &mut World, channel: Id, id: Id) -> Outcome {
    world.seen_channel(channel)?;
    if world.public_message(channel, id)?.author != world.bot {
        world.require(channel, &[permissions::MANAGE_MESSAGES])?;
    }
    world.remove_message(id);
    Ok(Success::NoContent)
}

pub(super) fn pin(world: &mut World, channel: Id, id: Id, pinned: bool) -> Outcome {
    world.seen_channel(channel)?;
    world.require(channel, &[permissions::PIN_MESSAGES])?;
    world.public_message(channel, id)?;
    let count = world.messages.values().filter(|it| it.channel == channel && it.pinned).count();
    if pinned && count >= PINS {
        return Err(Refusal::too_many_pins());
    }
    if let Some(message) = world.messages.get_mut(&id) {
        message.pinned = pinned;
    }
    world.tell_message(id, false);
    Ok(Success::NoContent)
}

fn pinned(world: &World, channel: Id) -> Result<Vec<&Message>, Refusal> {
    world.seen_channel(channel)?;
    world.require(channel, &[permissions::READ_MESSAGE_HISTORY])?;
    Ok(world.messages.values().rev().filter(|it| it.channel == channel && it.pinned).collect())
}

pub(super) fn pins(world: &World, channel: Id) -> Outcome {
    let item =
        |it: &Message| json!({"pinned_at": stamp(it.created_ms), "message": world.fetched_message(it)});
    let items: Vec<Value> = pinned(world, channel)?.into_iter().map(item).collect();
    Ok(Success::Ok(json!({"items": items, "has_more": false})))
}

pub(super) fn old_pins(world: &World, channel: Id) -> Outcome {
    Ok(Success::Ok(pinned(world, channel)?.into_iter().map(|it| world.fetched_message(it)).collect()))
}

pub(super) fn react(world: &mut World, channel: Id, id: Id, emoji: &str) -> Outcome {
    world.seen_channel(channel)?;
    world.require(channel, &[permissions::READ_MESSAGE_HISTORY, permissions::ADD_REACTIONS])?;
    world.public_message(channel, id)?;
    let emoji = unescape(emoji);
    if let Some(message) = world.messages.get_mut(&id)
        && !message.reactions.contains(&emoji)
    {
        message.reactions.push(emoji);
    }
    world.tell_message(id, false);
    Ok(Success::NoContent)
}

/// Emoji stand in addresses byte by byte.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).filter(|_| *first == b'%').and_then(|it| std::str::from_utf8(it).ok());
        match hex.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
