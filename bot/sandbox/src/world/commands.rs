//! The commands that the bot registered.

use serde_json::{Value, json};

use super::{World, without_nulls};
use crate::ids::Id;
use crate::rules::list;

#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) id: Id,
    pub(crate) guild: Option<Id>,
    /// Discord's command object.
    pub(crate) json: Value,
}

impl Command {
    pub(crate) fn kind(&self) -> u64 {
        self.json["type"].as_u64().unwrap_or(1)
    }

    pub(crate) fn name(&self) -> &str {
        self.json["name"].as_str().unwrap_or_default()
    }
}

/// Whether the word names a command, option or choice, in whichever language.
pub(crate) fn is_named(it: &Value, word: &str) -> bool {
    let translations = it["name_localizations"].as_object();
    it["name"] == word || translations.is_some_and(|all| all.values().any(|name| name == word))
}

impl World {
    /// Creates or replaces one command; one of the same name and type keeps its id.
    pub(crate) fn put_command(&mut self, guild: Option<Id>, body: &Value) -> Id {
        let kind = body["type"].as_u64().unwrap_or(1);
        let same = |it: &&Command| it.guild == guild && it.kind() == kind && it.json["name"] == body["name"];
        let id = self.commands.values().find(same).map(|it| it.id).unwrap_or_else(|| self.new_id());
        let mut json = without_nulls(body);
        let defaults = json!({
            "id": id, "application_id": self.bot, "version": self.new_id(), "type": kind,
            "description": body["description"].as_str().unwrap_or_default(),
            "default_member_permissions": permission_text(&body["default_member_permissions"]),
            "nsfw": body["nsfw"] == true,
        });
        if let (Some(json), Value::Object(defaults)) = (json.as_object_mut(), defaults) {
            json.extend(defaults);
        }
        if let Some(guild) = guild {
            json["guild_id"] = json!(guild);
        } else if json["contexts"].is_null() {
            json["contexts"] = Value::Null;
        }
        self.commands.insert(id, Command { id, guild, json });
        id
    }

    /// Replaces all commands of this scope.
    pub(crate) fn replace_commands(&mut self, guild: Option<Id>, body: &Value) -> Vec<Id> {
        let ids: Vec<Id> = list(body).iter().map(|it| self.put_command(guild, it)).collect();
        self.commands.retain(|id, it| it.guild != guild || ids.contains(id));
        self.tell_world();
        ids
    }

    /// The commands that can be used in this channel, whoever may.
    pub(crate) fn commands_in(&self, channel: Id) -> impl Iterator<Item = &Command> {
        let guild = self.channels.get(&channel).and_then(|it| it.guild);
        self.commands.values().filter(move |it| match it.guild {
            Some(of) => Some(of) == guild,
            None => allows_context(&it.json, guild.is_some()),
        })
    }
}

fn permission_text(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.to_string()),
        other => other.clone(),
    }
}

/// Contexts are 0 for servers and 1 for direct messages with the bot; all are allowed unless some are listed.
fn allows_context(command: &Value, in_guild: bool) -> bool {
    let wanted = if in_guild { 0 } else { 1 };
    match command["contexts"].as_array() {
        Some(contexts) => contexts.iter().any(|it| it == wanted),
        None => in_guild || command["dm_permission"] != false,
    }
}
