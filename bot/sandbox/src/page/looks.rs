//! What a person sees: their world, and the messages of a channel.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::given::{Fault, Query};
use crate::ids::Id;
use crate::shared::Shared;
use crate::world::{Channel, Guild, User, World};

#[derive(Debug, Deserialize)]
pub(super) struct Who {
    user: Option<Id>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Where {
    user: Id,
    channel: Id,
}

/// The person of this id; the bot cannot be played.
pub(super) fn person(world: &World, id: Id) -> Result<&User, Fault> {
    world.user(id).filter(|it| !it.bot).ok_or_else(|| Fault::missing("there is no such person"))
}

/// Without a person, the world as the first one sees it.
pub(super) async fn world(
    State(shared): State<Arc<Shared>>,
    Query(who): Query<Who>,
) -> Result<Json<Value>, Fault> {
    shared.read(|world| {
        let first = world.users().find(|it| !it.bot).map(|it| it.id);
        let me = person(world, who.user.or(first).unwrap_or(Id::new(0)))?;
        Ok(Json(seen(world, me)))
    })
}

fn seen(world: &World, me: &User) -> Value {
    let mine: Vec<&Guild> = world.guilds().filter(|it| it.has(me.id)).collect();
    let guilds: Vec<Value> = mine.iter().map(|it| guild(world, it, me.id)).collect();
    let direct = |it: &&Channel| it.is_direct() && it.recipient == Some(me.id);
    let dms: Vec<Value> =
        world.channels().filter(direct).map(|it| json!({"id": it.id, "recipient_id": world.bot()})).collect();
    let can_manage: Map<String, Value> =
        mine.iter().map(|it| (it.id.to_string(), json!(it.managed_by(me.id)))).collect();
    json!({
        "me": user(me), "users": world.users().map(user).collect::<Vec<_>>(), "guilds": guilds, "dms": dms,
        "commands": world.commands().collect::<Vec<_>>(), "can_manage": can_manage, "connected": world.connected(),
    })
}

fn user(it: &User) -> Value {
    json!({
        "id": it.id, "username": it.username, "global_name": it.name, "locale": it.locale, "bot": it.bot,
        "color": it.color(),
    })
}

fn guild(world: &World, it: &Guild, user: Id) -> Value {
    let own =
        world.channels().filter(|channel| channel.guild == Some(it.id) && world.may_see(user, channel.id));
    let channels: Vec<Value> = own
        .map(|it| json!({"id": it.id, "name": it.name, "type": it.kind, "parent_id": it.parent}))
        .collect();
    json!({"id": it.id, "name": it.name, "channels": channels})
}

pub(super) async fn messages(
    State(shared): State<Arc<Shared>>,
    Query(place): Query<Where>,
) -> Result<Json<Value>, Fault> {
    shared.read(|world| {
        person(world, place.user)?;
        world.channel(place.channel).ok_or_else(|| Fault::missing("there is no such channel"))?;
        if !world.may_see(place.user, place.channel) {
            return Err(Fault::new(StatusCode::FORBIDDEN, "that channel is not open to this person"));
        }
        let seen = world.seen_by(place.user, place.channel);
        Ok(Json(seen.into_iter().map(|it| world.page_message(it)).collect()))
    })
}
