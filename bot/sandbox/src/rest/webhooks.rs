//! What the bot still may do with an interaction's token: look at, edit and remove its answers, and follow up.

use serde_json::json;

use super::routes::Which;
use super::{Call, Outcome, Refusal, Success};
use crate::ids::Id;
use crate::world::{EPHEMERAL, Interaction, State, World};

/// The interaction of this token, answered and less than fifteen minutes old.
fn known(world: &World, app: Id, token: &str) -> Result<Interaction, Refusal> {
    let found = world.interactions.values().rev().find(|it| it.token == token && app == world.bot);
    let it = found.ok_or_else(Refusal::unknown_webhook)?;
    if world.now_ms() > world.token_due_ms(it) {
        return Err(Refusal::expired_token());
    }
    if it.answer.is_none() || matches!(it.answer, Some(crate::world::Answer::Expired)) {
        return Err(Refusal::unknown_webhook());
    }
    Ok(it.clone())
}

fn message_of(world: &World, it: &Interaction, which: Which) -> Result<Id, Refusal> {
    let id = match which {
        Which::Original => it.original(),
        Which::Id(id) => Some(id).filter(|id| it.followups.contains(id) || it.original() == Some(*id)),
    };
    id.filter(|id| world.messages.contains_key(id)).ok_or_else(Refusal::unknown_message)
}

fn touch(world: &mut World, it: &Interaction, message: Id) {
    if it.original() == Some(message)
        && let Some(it) = world.interactions.get_mut(&it.id)
    {
        it.touched = true;
    }
}

pub(super) fn show(world: &World, app: Id, token: &str, which: Which) -> Outcome {
    let it = known(world, app, token)?;
    let id = message_of(world, &it, which)?;
    Ok(Success::Ok(world.messages.get(&id).map(|it| world.message_json(it)).unwrap_or_default()))
}

pub(super) fn edit(world: &mut World, app: Id, token: &str, which: Which, call: &Call) -> Outcome {
    let it = known(world, app, token)?;
    let id = message_of(world, &it, which)?;
    let json = world.edit_message(id, call, &call.body)?;
    touch(world, &it, id);
    Ok(Success::Ok(json))
}

pub(super) fn remove(world: &mut World, app: Id, token: &str, which: Which) -> Outcome {
    let it = known(world, app, token)?;
    let id = message_of(world, &it, which)?;
    world.remove_message(id);
    touch(world, &it, id);
    Ok(Success::NoContent)
}

pub(super) fn follow_up(world: &mut World, app: Id, token: &str, call: &Call) -> Outcome {
    let it = known(world, app, token)?;
    let original = it.original();
    let thinking = original.filter(|id| world.messages.get(id).is_some_and(|it| it.state == State::Thinking));
    if let Some(id) = thinking {
        // The first follow-up takes the place of a deferred answer.
        let json = world.edit_message(id, call, &call.body)?;
        touch(world, &it, id);
        return Ok(Success::Ok(json));
    }
    let mut metadata = it.metadata.clone();
    if let Some(original) = original {
        metadata["original_response_message_id"] = json!(original);
    }
    let mut message = world.answer_message(&it, metadata);
    message.flags = call.body["flags"].as_u64().unwrap_or(0);
    message.only_for = (message.flags & EPHEMERAL != 0).then_some(it.user);
    world.fill(&mut message, &call.body, &call.files)?;
    let id = message.id;
    let json = world.publish(message);
    if let Some(it) = world.interactions.get_mut(&it.id) {
        it.followups.push(id);
    }
    Ok(Success::Ok(json))
}
