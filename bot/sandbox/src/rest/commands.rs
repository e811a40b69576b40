//! Registering commands.

use serde_json::{Value, json};

use super::{Outcome, Refusal, Success};
use crate::ids::Id;
use crate::rules;
use crate::world::{Command, World};

fn check(world: &World, app: Id, guild: Option<Id>) -> Result<(), Refusal> {
    if app != world.bot {
        return Err(Refusal::missing_access());
    }
    match guild {
        Some(guild) if !world.guilds.contains_key(&guild) => Err(Refusal::missing_access()),
        _ => Ok(()),
    }
}

fn known(world: &World, guild: Option<Id>, id: Id) -> Result<&Command, Refusal> {
    world.commands.get(&id).filter(|it| it.guild == guild).ok_or_else(Refusal::unknown_command)
}

pub(super) fn all(world: &World, app: Id, guild: Option<Id>) -> Outcome {
    check(world, app, guild)?;
    let own = world.commands.values().filter(|it| it.guild == guild);
    Ok(Success::Ok(own.map(|it| it.json.clone()).collect()))
}

pub(super) fn replace(world: &mut World, app: Id, guild: Option<Id>, body: &Value) -> Outcome {
    check(world, app, guild)?;
    let ids = world.replace_commands(guild, body);
    Ok(Success::Ok(ids.iter().filter_map(|id| world.commands.get(id)).map(|it| it.json.clone()).collect()))
}

pub(super) fn add(world: &mut World, app: Id, guild: Option<Id>, body: &Value) -> Outcome {
    check(world, app, guild)?;
    let before = world.commands.len();
    let id = world.put_command(guild, body);
    world.tell_world();
    let json = known(world, guild, id)?.json.clone();
    Ok(if world.commands.len() > before { Success::Created(json) } else { Success::Ok(json) })
}

pub(super) fn one(world: &World, app: Id, guild: Option<Id>, id: Id) -> Outcome {
    check(world, app, guild)?;
    Ok(Success::Ok(known(world, guild, id)?.json.clone()))
}

/// The whole command as it would be is judged, since a part alone may be fine.
pub(super) fn edit(world: &mut World, app: Id, guild: Option<Id>, id: Id, body: &Value) -> Outcome {
    check(world, app, guild)?;
    let mut json = known(world, guild, id)?.json.clone();
    if let (Some(json), Some(body)) = (json.as_object_mut(), body.as_object()) {
        json.extend(body.clone());
    }
    let faults = rules::command(&json);
    if !faults.is_empty() {
        return Err(Refusal::form(&faults));
    }
    json["version"] = json!(world.new_id());
    if let Some(command) = world.commands.get_mut(&id) {
        command.json = json.clone();
    }
    world.tell_world();
    Ok(Success::Ok(json))
}

pub(super) fn remove(world: &mut World, app: Id, guild: Option<Id>, id: Id) -> Outcome {
    check(world, app, guild)?;
    known(world, guild, id)?;
    world.commands.remove(&id);
    world.tell_world();
    Ok(Success::NoContent)
}
