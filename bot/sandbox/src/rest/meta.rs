//! The bot itself, its users and servers.

use serde_json::{Value, json};

use super::{Call, Outcome, Refusal, Success};
use crate::ids::Id;
use crate::world::{Guild, World};

impl World {
    pub(crate) fn gateway_url(&self) -> String {
        format!("{}/gateway", self.url.replacen("http", "ws", 1))
    }

    fn known_guild(&self, id: Id) -> Result<&Guild, Refusal> {
        self.guilds.get(&id).ok_or_else(Refusal::unknown_guild)
    }
}

pub(super) fn gateway(world: &World) -> Outcome {
    Ok(Success::Ok(json!({"url": world.gateway_url()})))
}

pub(super) fn gateway_bot(world: &World) -> Outcome {
    let limit = json!({"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1});
    Ok(Success::Ok(json!({"url": world.gateway_url(), "shards": 1, "session_start_limit": limit})))
}

pub(super) fn application(world: &World) -> Outcome {
    let owner = world.guilds.values().next().map(|guild| guild.owner);
    Ok(Success::Ok(json!({
        "id": world.bot, "name": "Tablero", "icon": null, "description": "", "type": null, "bot_public": true,
        "bot_require_code_grant": false, "verify_key": "00", "flags": 0, "flags_new": "0", "redirect_uris": [],
        "interactions_endpoint_url": null, "role_connections_verification_url": null,
        "owner": owner.map(|id| world.user_json(id)), "bot": world.user_json(world.bot),
        "approximate_guild_count": world.guilds.len(), "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": null,
        "eligible_oauth2_scopes": [],
    })))
}

pub(super) fn me(world: &World) -> Outcome {
    let mut user = world.user_json(world.bot);
    user["mfa_enabled"] = json!(true);
    user["verified"] = json!(true);
    user["email"] = Value::Null;
    user["locale"] = json!("en-US");
    Ok(Success::Ok(user))
}

pub(super) fn user(world: &World, id: Id) -> Outcome {
    world.user(id).map(|user| Success::Ok(user.json())).ok_or_else(Refusal::unknown_user)
}

pub(super) fn my_guilds(world: &World) -> Outcome {
    let brief = |guild: &Guild| {
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "banner": null, "owner": false, "features": [],
            "permissions": guild.members.get(&world.bot).copied().unwrap_or(0).to_string(),
        })
    };
    Ok(Success::Ok(world.guilds.values().map(brief).collect()))
}

pub(super) fn guild(world: &World, id: Id) -> Outcome {
    Ok(Success::Ok(world.guild_json(world.known_guild(id)?)))
}

pub(super) fn guild_channels(world: &World, id: Id) -> Outcome {
    world.known_guild(id)?;
    let own = world.channels.values().filter(|it| it.guild == Some(id) && !it.is_thread());
    Ok(Success::Ok(own.map(|it| world.channel_json(it)).collect()))
}

pub(super) fn guild_roles(world: &World, id: Id) -> Outcome {
    Ok(Success::Ok(world.roles_json(world.known_guild(id)?)))
}

pub(super) fn members(world: &World, id: Id, call: &Call) -> Outcome {
    let guild = world.known_guild(id)?;
    let limit = call.parameter("limit").and_then(|it| it.parse().ok()).unwrap_or(1);
    let after: Id = call.parameter("after").and_then(|it| it.parse().ok()).unwrap_or(Id::new(0));
    let members = guild.members.keys().filter(|user| **user > after).take(limit);
    Ok(Success::Ok(members.map(|user| world.member_json(guild, *user)).collect()))
}

pub(super) fn member(world: &World, id: Id, user: Id) -> Outcome {
    let guild = world.known_guild(id)?;
    world.user(user).ok_or_else(Refusal::unknown_user)?;
    if !guild.has(user) {
        return Err(Refusal::unknown_member());
    }
    Ok(Success::Ok(world.member_json(guild, user)))
}
