//! What a person does through the page.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::given::{Body, Fault, Query};
use super::looks::person;
use crate::ids::Id;
use crate::people::{CommandUse, find_component};
use crate::rules::LOCALES;
use crate::shared::Shared;
use crate::world::Answer;

type Answered = Result<Json<Value>, Fault>;
type Sandboxed = State<Arc<Shared>>;

#[derive(Debug, Deserialize)]
pub(super) struct CommandBody {
    user: Id,
    channel: Id,
    command_id: Id,
    #[serde(rename = "type")]
    kind: u64,
    #[serde(default)]
    options: Vec<Value>,
    target_id: Option<Id>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ComponentBody {
    user: Id,
    message_id: Id,
    custom_id: String,
    component_type: u64,
    #[serde(default)]
    values: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ModalBody {
    user: Id,
    interaction_id: Id,
    custom_id: String,
    fields: Map<String, Value>,
}

#[derive(Debug, Deserialize)]
pub(super) struct MessageBody {
    user: Id,
    channel: Id,
    #[serde(default)]
    content: String,
    #[serde(default)]
    attachments: Vec<Id>,
}

#[derive(Debug, Deserialize)]
pub(super) struct UploadQuery {
    user: Id,
    filename: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct LocaleBody {
    user: Id,
    locale: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct UserBody {
    user: Id,
}

#[derive(Debug, Deserialize)]
pub(super) struct DismissBody {
    user: Id,
    message_id: Id,
}

impl CommandBody {
    fn check(self, shared: &Shared) -> Result<CommandUse, Fault> {
        shared.read(|world| {
            person(world, self.user)?;
            let command = world.commands.get(&self.command_id);
            let command = command.ok_or_else(|| Fault::missing("there is no such command"))?;
            if command.kind() != self.kind {
                return Err(Fault::from("the command is of another type".to_owned()));
            }
            Ok(())
        })?;
        let CommandBody { user, channel, command_id: command, options, target_id: target, .. } = self;
        Ok(CommandUse { user, channel, command, options, target })
    }
}

fn interaction(id: Id) -> Json<Value> {
    Json(json!({"interaction_id": id}))
}

pub(super) async fn command(State(shared): Sandboxed, Body(body): Body<CommandBody>) -> Answered {
    let used = body.check(&shared)?;
    Ok(interaction(shared.use_command(&used)?))
}

/// Waits for the bot as long as a client would.
pub(super) async fn autocomplete(State(shared): Sandboxed, Body(body): Body<CommandBody>) -> Answered {
    let used = body.check(&shared)?;
    let id = shared.ask_choices(&used)?;
    let answer = shared.find(|world| world.interactions.get(&id)?.answer.clone()).await;
    match answer {
        Ok(Answer::Choices(choices)) => Ok(Json(json!({"choices": choices}))),
        _ => Err(Fault::new(StatusCode::GATEWAY_TIMEOUT, "the application did not respond")),
    }
}

pub(super) async fn component(State(shared): Sandboxed, Body(body): Body<ComponentBody>) -> Answered {
    let component = shared.read(|world| {
        person(world, body.user)?;
        let message = world.message(body.message_id).ok_or_else(|| Fault::missing("that message is gone"))?;
        let found = find_component(message, &body.custom_id).filter(|it| it["type"] == body.component_type);
        found.ok_or_else(|| Fault::missing("the message has no such component"))
    })?;
    Ok(interaction(shared.use_component(body.user, body.message_id, &component, &body.values)?))
}

pub(super) async fn modal(State(shared): Sandboxed, Body(body): Body<ModalBody>) -> Answered {
    shared.read(|world| {
        person(world, body.user)?;
        let opened = world.interactions.get(&body.interaction_id).and_then(|it| it.answer.as_ref());
        match opened {
            Some(Answer::Modal(modal)) if modal["custom_id"] == body.custom_id.as_str() => Ok(()),
            _ => Err(Fault::missing("no such modal is open")),
        }
    })?;
    Ok(interaction(shared.submit_modal(body.user, body.interaction_id, &body.fields)?))
}

pub(super) async fn message(State(shared): Sandboxed, Body(body): Body<MessageBody>) -> Answered {
    shared.read(|world| person(world, body.user).map(drop))?;
    let id = shared.post(body.user, body.channel, &body.content, &body.attachments)?;
    Ok(Json(shared.read(|world| world.message(id).map(|it| world.page_message(it)).unwrap_or_default())))
}

pub(super) async fn upload(
    State(shared): Sandboxed,
    Query(query): Query<UploadQuery>,
    bytes: Result<Bytes, BytesRejection>,
) -> Answered {
    let bytes = bytes?;
    shared.read(|world| person(world, query.user).map(drop))?;
    let attachment = shared.upload(query.user, &query.filename, bytes)?;
    Ok(Json(shared.read(|world| attachment.json(&world.url))))
}

pub(super) async fn locale(State(shared): Sandboxed, Body(body): Body<LocaleBody>) -> Answered {
    if !LOCALES.contains(&body.locale.as_str()) {
        return Err(Fault::from(format!("Discord does not speak {:?}", body.locale)));
    }
    shared.write(|world| {
        person(world, body.user)?;
        if let Some(user) = world.users.get_mut(&body.user) {
            user.locale = body.locale;
        }
        world.tell_world();
        Ok(Json(json!({})))
    })
}

pub(super) async fn direct(State(shared): Sandboxed, Body(body): Body<UserBody>) -> Answered {
    shared.write(|world| {
        person(world, body.user)?;
        let id = world.direct_channel(body.user);
        world.tell_world();
        Ok(Json(world.channel(id).map(|it| world.channel_json(it)).unwrap_or_default()))
    })
}

/// Only what one person alone sees can be dismissed, and by nobody else.
pub(super) async fn dismiss(State(shared): Sandboxed, Body(body): Body<DismissBody>) -> Answered {
    shared.write(|world| {
        let own = world.message(body.message_id).is_some_and(|it| it.only_for == Some(body.user));
        if !own {
            return Err(Fault::missing("there is no such message to dismiss"));
        }
        world.remove_message(body.message_id);
        Ok(Json(json!({})))
    })
}
