//! Threads.

use serde_json::{Value, json};

use super::{Outcome, Refusal, Success};
use crate::ids::Id;
use crate::permissions;
use crate::world::{PRIVATE_THREAD, PUBLIC_THREAD, World};

/// Opens a thread in a channel or on one of its messages.
pub(super) fn open(world: &mut World, channel: Id, message: Option<Id>, body: &Value) -> Outcome {
    let parent = world.seen_channel(channel)?;
    let Some(guild) = parent.guild.filter(|_| !parent.is_thread()) else { return Err(Refusal::not_here()) };
    if let Some(id) = message {
        world.public_message(channel, id)?;
        if world.channels.contains_key(&id) {
            return Err(Refusal::thread_exists());
        }
    }
    // Without a type Discord makes it private, unless it hangs on a message.
    let kind = match message {
        Some(_) => PUBLIC_THREAD,
        None => body["type"].as_u64().unwrap_or(PRIVATE_THREAD),
    };
    let bit = if kind == PUBLIC_THREAD {
        permissions::CREATE_PUBLIC_THREADS
    } else {
        permissions::CREATE_PRIVATE_THREADS
    };
    world.require(channel, &[bit])?;
    let name = body["name"].as_str().unwrap_or_default();
    let id = world.add_channel(Some(guild), name, kind, Some(channel), message);
    if let Some(thread) = world.channels.get_mut(&id) {
        thread.archive_after = body["auto_archive_duration"].as_u64().unwrap_or(thread.archive_after);
    }
    let json = world.channels.get(&id).map_or(json!({}), |it| world.channel_json(it));
    let mut created = json.clone();
    created["newly_created"] = json!(true);
    world.tell_channel("THREAD_CREATE", &created);
    if let Some(message) = message {
        world.tell_message(message, false);
    }
    Ok(Success::Created(json))
}

pub(super) fn active(world: &World, guild: Id) -> Outcome {
    if !world.guilds.contains_key(&guild) {
        return Err(Refusal::unknown_guild());
    }
    let own = world.channels.values().filter(|it| it.guild == Some(guild) && it.is_thread() && !it.archived);
    let threads: Vec<Value> = own.map(|it| world.channel_json(it)).collect();
    Ok(Success::Ok(json!({"threads": threads, "members": [], "has_more": false})))
}

/// Joining and leaving change nothing that anybody here sees.
pub(super) fn visit(world: &World, id: Id) -> Outcome {
    if world.seen_channel(id)?.is_thread() { Ok(Success::NoContent) } else { Err(Refusal::not_here()) }
}

pub(super) fn invite(world: &mut World, id: Id, user: Id) -> Outcome {
    world.user(user).ok_or_else(Refusal::unknown_user)?;
    visit(world, id)?;
    if let Some(thread) = world.channels.get_mut(&id) {
        thread.invited.insert(user);
    }
    world.tell_world();
    Ok(Success::NoContent)
}
