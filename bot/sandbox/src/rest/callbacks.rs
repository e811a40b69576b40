//! The first answer to an interaction.

use serde_json::{Value, json};

use super::{Call, Outcome, Refusal, Success};
use crate::ids::Id;
use crate::rules::list;
use crate::world::{Answer, EPHEMERAL, Interaction, Kind, Page, State, World};

const MESSAGE: u64 = 4;
const DEFERRED_MESSAGE: u64 = 5;
const DEFERRED_UPDATE: u64 = 6;
const UPDATE: u64 = 7;
const CHOICES: u64 = 8;
const MODAL: u64 = 9;

pub(super) fn answer(world: &mut World, id: Id, token: &str, call: &Call) -> Outcome {
    let known = world.interactions.get(&id).filter(|it| it.token == token).cloned();
    let it = known.ok_or_else(Refusal::unknown_interaction)?;
    let late = world.now_ms() > world.answer_due_ms(&it);
    match it.answer {
        Some(Answer::Expired) => return Err(Refusal::unknown_interaction()),
        Some(_) => return Err(Refusal::already_answered()),
        None if late => return Err(Refusal::unknown_interaction()),
        None => {}
    }
    let kind = call.body["type"].as_u64().unwrap_or(0);
    if !fits(kind, &it) {
        let message = "Interaction cannot be answered with this type of response";
        return Err(Refusal::one_fault(&["type"], "INTERACTION_INVALID_RESPONSE_TYPE", message));
    }
    let answer = perform(world, &it, kind, call)?;
    world.settle(id, answer);
    if call.parameter("with_response") == Some("true") {
        return Ok(Success::Ok(described(world, id, kind)));
    }
    Ok(Success::NoContent)
}

/// Which answers suit which interactions.
fn fits(answer: u64, it: &Interaction) -> bool {
    match (answer, it.kind) {
        (CHOICES, kind) => kind == Kind::Autocomplete,
        (_, Kind::Autocomplete) => false,
        (MESSAGE | DEFERRED_MESSAGE, _) => true,
        (DEFERRED_UPDATE | UPDATE, Kind::Component | Kind::Modal) => it.source.is_some(),
        (MODAL, kind) => kind != Kind::Modal,
        _ => false,
    }
}

fn perform(world: &mut World, it: &Interaction, kind: u64, call: &Call) -> Result<Answer, Refusal> {
    let data = &call.body["data"];
    Ok(match kind {
        MESSAGE | DEFERRED_MESSAGE => {
            let mut message = world.answer_message(it, it.metadata.clone());
            message.flags = data["flags"].as_u64().unwrap_or(0);
            message.only_for = (message.flags & EPHEMERAL != 0).then_some(it.user);
            let id = message.id;
            if kind == MESSAGE {
                world.fill(&mut message, data, &call.files)?;
                world.publish(message);
                Answer::Message(id)
            } else {
                message.state = State::Thinking;
                world.publish(message);
                Answer::Deferred(id)
            }
        }
        UPDATE => {
            let source = it.source.ok_or_else(Refusal::unknown_message)?;
            world.edit_message(source, call, data)?;
            Answer::Updated
        }
        DEFERRED_UPDATE => Answer::DeferredUpdate,
        CHOICES => {
            let choices = list(&data["choices"]).to_vec();
            let news = json!({"type": "CHOICES", "channel_id": it.channel, "interaction_id": it.id, "choices": choices});
            world.tell_page(Page { channel: None, user: Some(it.user), data: news });
            Answer::Choices(choices)
        }
        _ => {
            let modal = crate::world::without_nulls(data);
            let news =
                json!({"type": "MODAL", "channel_id": it.channel, "interaction_id": it.id, "modal": modal});
            world.tell_page(Page { channel: None, user: Some(it.user), data: news });
            Answer::Modal(modal)
        }
    })
}

/// What `with_response` asks for.
fn described(world: &World, id: Id, kind: u64) -> Value {
    let Some(it) = world.interactions.get(&id) else { return Value::Null };
    let message = it.original().and_then(|id| world.messages.get(&id));
    let mut interaction = json!({"id": id, "type": it.kind.number(), "channel_id": it.channel});
    let Some(message) = message else { return json!({"interaction": interaction}) };
    interaction["response_message_id"] = json!(message.id);
    interaction["response_message_loading"] = json!(message.state == State::Thinking);
    interaction["response_message_ephemeral"] = json!(message.only_for.is_some());
    // Deferred answers have a message of the kind that they defer.
    let kind = match kind {
        DEFERRED_MESSAGE => MESSAGE,
        DEFERRED_UPDATE => UPDATE,
        kind => kind,
    };
    json!({"interaction": interaction, "resource": {"type": kind, "message": world.message_json(message)}})
}
