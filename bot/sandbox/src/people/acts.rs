//! The things that people do: commands, clicks, modals, messages. A refusal is a sentence for whoever acts.

use std::sync::Arc;

use axum::body::Bytes;
use serde_json::{Map, Value, json};

use super::components::component_data;
use super::modal::modal_data;
use super::options::fill;
use super::watch::watch_over;
use crate::ids::Id;
use crate::permissions::ADMINISTRATOR;
use crate::rules::FILE_BYTES;
use crate::shared::Shared;
use crate::world::{Answer, Attachment, Command, Deed, Kind, Message, World, kind_of_file, tidy_name};

/// A command as a client sends it.
#[derive(Clone, Debug)]
pub(crate) struct CommandUse {
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) command: Id,
    /// `{name, type, value | options}`, by the commands' own names.
    pub(crate) options: Vec<Value>,
    /// The user or message of a context-menu command.
    pub(crate) target: Option<Id>,
}

type Act = Result<Id, String>;

impl Shared {
    /// Uses a command; the interaction's id comes back.
    pub(crate) fn use_command(self: &Arc<Self>, it: &CommandUse) -> Act {
        let id = self.write(|world| command(world, it, Kind::Command))?;
        watch_over(self, id);
        Ok(id)
    }

    /// Asks for the choices of the option that is marked as focused.
    pub(crate) fn ask_choices(self: &Arc<Self>, it: &CommandUse) -> Act {
        let id = self.write(|world| command(world, it, Kind::Autocomplete))?;
        watch_over(self, id);
        Ok(id)
    }

    /// Uses a component that the user sees, or saw, under a message.
    pub(crate) fn use_component(
        self: &Arc<Self>,
        user: Id,
        message: Id,
        component: &Value,
        values: &[String],
    ) -> Act {
        let id = self.write(|world| {
            let channel = seen_message(world, user, message)?.channel;
            let data = component_data(world, channel, component, values)?;
            let name = component["custom_id"].as_str().unwrap_or_default().to_owned();
            let metadata = json!({"interacted_message_id": message});
            let source = Some(message);
            Ok::<Id, String>(world.raise(Deed {
                kind: Kind::Component,
                user,
                channel,
                name,
                data,
                source,
                metadata,
            }))
        })?;
        watch_over(self, id);
        Ok(id)
    }

    /// Sends a modal that an interaction of this user was answered with.
    pub(crate) fn submit_modal(
        self: &Arc<Self>,
        user: Id,
        opened_by: Id,
        fields: &Map<String, Value>,
    ) -> Act {
        let id = self.write(|world| {
            let it = world.interactions.get(&opened_by).filter(|it| it.user == user).cloned();
            let it = it.ok_or("no such interaction of yours")?;
            let Some(Answer::Modal(modal)) = &it.answer else {
                return Err("no modal was shown for it".to_owned());
            };
            let data = modal_data(modal, fields)?;
            let name = modal["custom_id"].as_str().unwrap_or_default().to_owned();
            let metadata = json!({"triggering_interaction_metadata": it.metadata});
            let (channel, source) = (it.channel, it.source);
            Ok(world.raise(Deed { kind: Kind::Modal, user, channel, name, data, source, metadata }))
        })?;
        watch_over(self, id);
        Ok(id)
    }

    /// Writes a message in a channel.
    pub(crate) fn post(&self, user: Id, channel: Id, content: &str, uploads: &[Id]) -> Act {
        self.write(|world| {
            if !world.may_see(user, channel) {
                return Err("you cannot open that channel".to_owned());
            }
            if content.chars().count() > 2000 {
                return Err("a message has at most 2000 characters".to_owned());
            }
            let mut message = world.new_message(channel, user);
            message.content = content.trim().to_owned();
            for id in uploads {
                let mut file = world.uploads.remove(id).ok_or_else(|| format!("no upload {id}"))?;
                file.channel = channel;
                message.attachments.push(file);
            }
            if message.content.is_empty() && message.attachments.is_empty() {
                return Err("a message needs words or files".to_owned());
            }
            let bot = world.bot;
            if [format!("<@{bot}>"), format!("<@!{bot}>")].iter().any(|mention| content.contains(mention)) {
                message.pings.push(bot);
            }
            let id = message.id;
            world.publish(message);
            Ok(id)
        })
    }

    /// Uploads a file, for a command's option or for a message.
    pub(crate) fn upload(&self, user: Id, filename: &str, bytes: Bytes) -> Result<Attachment, String> {
        if bytes.len() > FILE_BYTES {
            return Err("a file has at most 10 MiB".to_owned());
        }
        let filename = tidy_name(filename);
        Ok(self.write(|world| {
            let attachment = Attachment {
                id: world.new_id(),
                content_type: kind_of_file(&filename).to_owned(),
                filename,
                description: None,
                bytes,
                channel: user,
            };
            world.uploads.insert(attachment.id, attachment.clone());
            // Uploads that nobody used must not pile up.
            while world.uploads.len() > 500 {
                world.uploads.pop_first();
            }
            attachment
        }))
    }
}

/// The message, if this person sees it.
pub(super) fn seen_message(world: &World, user: Id, id: Id) -> Result<&Message, String> {
    let message = world.messages.get(&id).ok_or("that message is gone")?;
    let visible = message.only_for.is_none_or(|only| only == user) && world.may_see(user, message.channel);
    visible.then_some(message).ok_or_else(|| "you cannot see that message".to_owned())
}

fn command(world: &mut World, it: &CommandUse, kind: Kind) -> Act {
    if !world.may_see(it.user, it.channel) {
        return Err("you cannot open that channel".to_owned());
    }
    let command = world.commands_in(it.channel).find(|command| command.id == it.command).cloned();
    let command = command.ok_or("there is no such command here")?;
    if !may_use(world, it, &command) {
        return Err(format!("you may not use {}", command.name()));
    }
    let mut resolved = json!({});
    let mut data = json!({"id": command.id, "name": command.name(), "type": command.kind()});
    let mut metadata = json!({});
    let mut name = command.name().to_owned();
    if command.kind() == 1 {
        let lenient = kind == Kind::Autocomplete;
        let options = fill(world, it.channel, &command.json["options"], &it.options, lenient, &mut resolved)?;
        for step in path(&options) {
            name = format!("{name} {step}");
        }
        data["options"] = json!(options);
    } else {
        let target = it.target.ok_or("this command needs a target")?;
        data["target_id"] = json!(target);
        metadata = aim(world, it, &command, target, &mut resolved)?;
    }
    if resolved.as_object().is_some_and(|it| !it.is_empty()) {
        data["resolved"] = resolved;
    }
    if let Some(guild) = command.guild {
        data["guild_id"] = json!(guild);
    }
    Ok(world.raise(Deed { kind, user: it.user, channel: it.channel, name, data, source: None, metadata }))
}

/// The names of the subcommands that were chosen.
fn path(options: &[Value]) -> Vec<String> {
    match options.first().filter(|it| matches!(it["type"].as_u64(), Some(1 | 2))) {
        Some(it) => {
            let below = it["options"].as_array().map(|it| path(it)).unwrap_or_default();
            [it["name"].as_str().unwrap_or_default().to_owned()].into_iter().chain(below).collect()
        }
        None => Vec::new(),
    }
}

/// Resolves the target of a context-menu command.
fn aim(
    world: &World,
    it: &CommandUse,
    command: &Command,
    target: Id,
    resolved: &mut Value,
) -> Result<Value, String> {
    let key = target.to_string();
    if command.kind() == 2 {
        world.resolve_user(target, it.channel, resolved)?;
        return Ok(json!({"target_user": world.user_json(target)}));
    }
    let message = seen_message(world, it.user, target)?;
    if message.only_for.is_some() {
        return Err("apps cannot be used on a message that only you see".to_owned());
    }
    resolved["messages"] = json!({key: world.message_json(message)});
    Ok(json!({"target_message_id": target}))
}

fn may_use(world: &World, it: &CommandUse, command: &Command) -> bool {
    let Some(needed) =
        command.json["default_member_permissions"].as_str().and_then(|it| it.parse::<u64>().ok())
    else {
        return true;
    };
    let in_guild = world.channel(it.channel).is_some_and(|it| it.guild.is_some());
    let has = world.permissions_of(it.user, it.channel);
    !in_guild || has & ADMINISTRATOR != 0 || (needed != 0 && has & needed == needed)
}
