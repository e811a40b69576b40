//! Servers, which Discord calls guilds, and their members.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::World;
use crate::clock::stamp;
use crate::ids::Id;
use crate::permissions;

/// When everybody came, for want of a history: new year 2025.
const JOINED_MS: u64 = 1_735_689_600_000;

#[derive(Clone, Debug)]
pub struct Guild {
    pub id: Id,
    pub name: String,
    pub owner: Id,
    pub locale: String,
    /// The members and what each may do.
    pub(crate) members: BTreeMap<Id, u64>,
}

impl Guild {
    pub fn has(&self, user: Id) -> bool {
        self.members.contains_key(&user)
    }

    /// The role of those who manage the server. Nothing else has the id after a guild's own.
    fn admin_role(&self) -> Id {
        self.id.next()
    }

    /// Whether this member may manage the server.
    pub fn managed_by(&self, user: Id) -> bool {
        let needed = permissions::MANAGE_GUILD | permissions::ADMINISTRATOR;
        self.members.get(&user).is_some_and(|has| has & needed != 0)
    }
}

impl World {
    pub(crate) fn add_guild(&mut self, name: &str, owner: Id, locale: &str) -> Id {
        let id = self.new_id();
        let members = BTreeMap::from([(owner, permissions::ADMIN), (self.bot, permissions::BOT)]);
        let guild = Guild { id, name: name.to_owned(), owner, locale: locale.to_owned(), members };
        self.guilds.insert(id, guild);
        // The next id is that of the guild's own role.
        self.new_id();
        id
    }

    /// Finds by name or id.
    pub(crate) fn find_guild(&self, which: &str) -> Option<&Guild> {
        let by_id = which.parse().ok().and_then(|id| self.guilds.get(&id));
        by_id.or_else(|| self.guilds.values().find(|guild| guild.name == which))
    }

    /// What the user may do in a channel; in direct messages, what everybody may there.
    pub(crate) fn permissions_of(&self, user: Id, channel: Id) -> u64 {
        let Some(it) = self.channels.get(&channel) else { return 0 };
        let Some(guild) = it.guild.and_then(|guild| self.guilds.get(&guild)) else {
            return permissions::MEMBER;
        };
        let own = guild.members.get(&user).copied().unwrap_or(0);
        if user != self.bot {
            return own;
        }
        let above = it.parent.and_then(|parent| self.channels.get(&parent));
        it.bot_permissions.or_else(|| above.and_then(|it| it.bot_permissions)).unwrap_or(own)
    }

    pub(crate) fn member_json(&self, guild: &Guild, user: Id) -> Value {
        let roles = if guild.managed_by(user) { vec![guild.admin_role()] } else { Vec::new() };
        json!({
            "user": self.user_json(user), "nick": null, "avatar": null, "banner": null, "roles": roles,
            "joined_at": stamp(JOINED_MS), "premium_since": null, "deaf": false, "mute": false, "flags": 0,
            "pending": false, "communication_disabled_until": null,
        })
    }

    pub(crate) fn roles_json(&self, guild: &Guild) -> Value {
        let role = |id: Id, name: &str, position: u64, permissions: u64| {
            json!({
                "id": id, "name": name, "color": 0, "hoist": false, "icon": null, "unicode_emoji": null,
                "position": position, "permissions": permissions.to_string(), "managed": false,
                "mentionable": false, "flags": 0, "description": null,
                "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
            })
        };
        json!([
            role(guild.id, "@everyone", 0, permissions::MEMBER),
            role(guild.admin_role(), "Organiser", 1, permissions::ADMIN),
        ])
    }

    /// Discord's guild object.
    pub(crate) fn guild_json(&self, guild: &Guild) -> Value {
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "description": null, "home_header": null,
            "splash": null, "discovery_splash": null, "features": [], "banner": null, "owner_id": guild.owner,
            "application_id": null, "region": "deprecated", "afk_channel_id": null, "afk_timeout": 300,
            "system_channel_id": null, "system_channel_flags": 0, "widget_enabled": false,
            "widget_channel_id": null, "verification_level": 0, "roles": self.roles_json(guild),
            "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
            "max_presences": null, "max_members": 500_000, "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25, "vanity_url_code": null, "premium_tier": 0,
            "premium_subscription_count": 0, "preferred_locale": guild.locale, "rules_channel_id": null,
            "safety_alerts_channel_id": null, "public_updates_channel_id": null,
            "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": [], "stickers": [],
            "incidents_data": null,
        })
    }

    /// The guild as the gateway announces it, with channels, threads and members.
    pub(crate) fn guild_create_json(&self, guild: &Guild) -> Value {
        let mut json = self.guild_json(guild);
        let of_guild = |threads: bool| {
            let fits = move |it: &&super::Channel| it.guild == Some(guild.id) && it.is_thread() == threads;
            self.channels.values().filter(fits).map(|it| self.channel_json(it)).collect::<Vec<_>>()
        };
        // Without the privileged intent for members, only the bot itself is listed.
        let members = [self.member_json(guild, self.bot)];
        let extra = json!({
            "joined_at": stamp(JOINED_MS), "large": false, "unavailable": false,
            "member_count": guild.members.len(), "voice_states": [], "members": members,
            "channels": of_guild(false), "threads": of_guild(true), "presences": [], "stage_instances": [],
            "guild_scheduled_events": [], "soundboard_sounds": [],
        });
        if let (Some(json), Value::Object(extra)) = (json.as_object_mut(), extra) {
            json.extend(extra);
        }
        json
    }
}
