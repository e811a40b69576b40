//! A person in a test: where they are, and what they do there.

use std::fmt::Display;

use serde_json::{Map, Value, json};

use super::parse::{menu_command, parse, take};
use super::{CommandUse, Modal, Pending};
use crate::ids::Id;
use crate::sandbox::Sandbox;
use crate::world::{Attachment, Message};

/// Somebody who talks with the bot. What they cannot do, such as clicking a button that is not there, panics with the
/// reason.
#[derive(Clone, Debug)]
pub struct Person {
    sandbox: Sandbox,
    id: Id,
    guild: Id,
    channel: Id,
}

impl Sandbox {
    /// The person of this name or id, in the first channel of their first server.
    ///
    /// # Panics
    /// When there is nobody of this name.
    pub fn person(&self, who: impl Display) -> Person {
        let who = who.to_string();
        let found = self.read(|world| {
            let id = world.find_user(&who)?.id;
            let guild = world.guilds.values().find(|guild| guild.has(id))?.id;
            let channel = world.channels.values().find(|it| it.guild == Some(guild))?.id;
            Some((id, guild, channel))
        });
        let (id, guild, channel) =
            found.unwrap_or_else(|| panic!("there is nobody called {who:?} in any server"));
        Person { sandbox: self.clone(), id, guild, channel }
    }
}

impl Person {
    pub fn id(&self) -> Id {
        self.id
    }

    /// Where the person is.
    pub fn channel(&self) -> Id {
        self.channel
    }

    /// The same person in another channel or thread, by name in the present server or by id.
    ///
    /// # Panics
    /// When there is no such channel, or it is not open to this person.
    pub fn at(&self, channel: impl Display) -> Person {
        let which = channel.to_string();
        let found = self.sandbox.read(|world| {
            let channel = world.find_channel(&which, self.guild)?;
            world.may_see(self.id, channel.id).then_some((channel.id, channel.guild.unwrap_or(self.guild)))
        });
        let (channel, guild) =
            found.unwrap_or_else(|| panic!("there is no channel {which:?} for this person"));
        Person { channel, guild, ..self.clone() }
    }

    /// The same person in the first channel of another server.
    ///
    /// # Panics
    /// When there is no such server, or the person is no member.
    pub fn in_guild(&self, guild: impl Display) -> Person {
        let guild = self.sandbox.guild(guild);
        let found = self.sandbox.read(|world| {
            let member = world.guilds.get(&guild).is_some_and(|it| it.has(self.id));
            let first = world.channels.values().find(|it| it.guild == Some(guild))?.id;
            member.then_some(first)
        });
        let channel = found.unwrap_or_else(|| panic!("this person is not in that server"));
        Person { guild, channel, ..self.clone() }
    }

    /// The same person in direct messages with the bot.
    pub fn in_dm(&self) -> Person {
        let channel = self.sandbox.shared.write(|world| world.direct_channel(self.id));
        Person { channel, ..self.clone() }
    }

    /// Types a command: `/solve moves:2 theme:Threat`. Names and choices are understood in every language.
    ///
    /// # Panics
    /// When there is no such command or option here, or a value does not fit.
    #[track_caller]
    pub fn command(&self, text: &str) -> Pending {
        let parsed = self.sandbox.read(|world| parse(world, self.channel, text, None));
        self.send(parsed, text)
    }

    /// Uses a command with explicit values: texts as they are, users by name, uploads by [`Person::upload`].
    ///
    /// # Panics
    /// As [`Person::command`].
    #[track_caller]
    pub fn command_with(&self, path: &str, options: &[(&str, Value)]) -> Pending {
        let taken = self.sandbox.read(|world| take(world, self.channel, path, options));
        self.send(taken, path)
    }

    #[track_caller]
    fn send(&self, read: Result<(Id, Vec<Value>), String>, text: &str) -> Pending {
        let sent = read.and_then(|(command, options)| {
            self.sandbox.shared.use_command(&self.use_of(command, options, None))
        });
        self.pending(sent, text.to_owned())
    }

    /// The choices that autocomplete offers for this option of a command that is being typed, as name and value.
    ///
    /// # Panics
    /// When the option has no autocomplete, or the bot does not answer in time.
    pub async fn complete(&self, text: &str, option: &str) -> Vec<(String, String)> {
        let parsed = self.sandbox.read(|world| parse(world, self.channel, text, Some(option)));
        let sent = parsed.and_then(|(command, options)| {
            self.sandbox.shared.ask_choices(&self.use_of(command, options, None))
        });
        let reply = self.pending(sent, format!("completing {option} of {text}")).await;
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        reply.choices().iter().map(|it| (plain(&it["name"]), plain(&it["value"]))).collect()
    }

    /// Clicks the button of this label, emoji, `custom_id` or beginning of a `custom_id`.
    ///
    /// # Panics
    /// When the message shows no such button, or it is disabled.
    #[track_caller]
    pub fn click(&self, message: &impl AsRef<Message>, button: &str) -> Pending {
        let message = message.as_ref();
        let found = message.button(button);
        let sent = self.sandbox.shared.use_component(self.id, message.id, &found.json, &[]);
        self.pending(sent, format!("clicking {button:?}"))
    }

    /// Chooses from the menu of this placeholder or `custom_id`, by labels or values; users by name.
    ///
    /// # Panics
    /// When the message shows no such menu, or the menu no such option.
    #[track_caller]
    pub fn choose(&self, message: &impl AsRef<Message>, menu: &str, chosen: &[&str]) -> Pending {
        let message = message.as_ref();
        let found = message.menu(menu);
        let value = |which: &&str| {
            if found.of_users {
                return self.sandbox.read(|world| world.find_user(which).map(|it| it.id.to_string()));
            }
            found.option(which).map(|it| it.value.clone())
        };
        let values: Vec<String> = chosen
            .iter()
            .map(|which| {
                value(which).unwrap_or_else(|| panic!("{which:?} is not in the menu: {:?}", found.options))
            })
            .collect();
        let sent = self.sandbox.shared.use_component(self.id, message.id, &found.json, &values);
        self.pending(sent, format!("choosing {chosen:?} from {menu:?}"))
    }

    /// Uses a component that is not under the message: what an older version of the bot may have left there.
    ///
    /// # Panics
    /// When the person does not see the message.
    #[track_caller]
    pub fn forge(&self, message: &impl AsRef<Message>, custom_id: &str, values: &[&str]) -> Pending {
        let options: Vec<Value> = values.iter().map(|it| json!({"label": it, "value": it})).collect();
        let component = if values.is_empty() {
            json!({"type": 2, "style": 2, "label": "?", "custom_id": custom_id})
        } else {
            json!({"type": 3, "custom_id": custom_id, "options": options})
        };
        let values: Vec<String> = values.iter().map(|&it| it.to_owned()).collect();
        let sent = self.sandbox.shared.use_component(self.id, message.as_ref().id, &component, &values);
        self.pending(sent, format!("forging {custom_id:?}"))
    }

    /// Fills in a modal by labels or `custom_id`s and sends it; other inputs keep what they hold.
    ///
    /// # Panics
    /// When the modal has no such input, or a text does not fit.
    #[track_caller]
    pub fn submit(&self, modal: &Modal, fields: &[(&str, &str)]) -> Pending {
        let mut filled = Map::new();
        for (which, text) in fields {
            let input =
                modal.input(which).unwrap_or_else(|| panic!("{:?} has no input {which:?}", modal.title));
            filled.insert(input.custom_id.clone(), json!(text));
        }
        let sent = self.sandbox.shared.submit_modal(self.id, modal.opened_by, &filled);
        self.pending(sent, format!("sending {:?}", modal.title))
    }

    /// Uses a command from the context menu of a message.
    ///
    /// # Panics
    /// When there is no such entry.
    #[track_caller]
    pub fn menu_command(&self, name: &str, message: &impl AsRef<Message>) -> Pending {
        self.aim(name, 3, message.as_ref().id)
    }

    /// Uses a command from the context menu of a user, who is given by name or id.
    ///
    /// # Panics
    /// When there is no such entry or user.
    #[track_caller]
    pub fn user_command(&self, name: &str, user: impl Display) -> Pending {
        let user = self.sandbox.person(user).id;
        self.aim(name, 2, user)
    }

    #[track_caller]
    fn aim(&self, name: &str, kind: u64, target: Id) -> Pending {
        let command = self.sandbox.read(|world| menu_command(world, self.channel, name, kind));
        let sent = command.and_then(|command| {
            self.sandbox.shared.use_command(&self.use_of(command, Vec::new(), Some(target)))
        });
        self.pending(sent, format!("the menu's {name:?}"))
    }

    /// Writes a message with these files.
    ///
    /// # Panics
    /// When the message is empty or too long.
    pub async fn post(&self, text: &str, files: Vec<Attachment>) -> Message {
        let files: Vec<Id> = files.iter().map(|it| it.id).collect();
        let posted = self.sandbox.shared.post(self.id, self.channel, text, &files);
        let id = posted.unwrap_or_else(|fault| panic!("{text:?} cannot be posted: {fault}"));
        self.sandbox.message(id).expect("it was posted just now")
    }

    /// Uploads a file for [`Person::command_with`] or [`Person::post`].
    ///
    /// # Panics
    /// When it is larger than 10 MiB.
    pub fn upload(&self, filename: &str, bytes: impl Into<Vec<u8>>) -> Attachment {
        let bytes = bytes.into().into();
        self.sandbox
            .shared
            .upload(self.id, filename, bytes)
            .unwrap_or_else(|fault| panic!("{filename}: {fault}"))
    }

    /// What the person sees here, oldest first.
    pub fn sees(&self) -> Vec<Message> {
        self.sandbox.read(|world| world.seen_by(self.id, self.channel).into_iter().cloned().collect())
    }

    /// The newest message that the person sees here.
    ///
    /// # Panics
    /// When there is none.
    #[track_caller]
    pub fn latest(&self) -> Message {
        self.sees().pop().expect("there is a message here")
    }

    fn use_of(&self, command: Id, options: Vec<Value>, target: Option<Id>) -> CommandUse {
        CommandUse { user: self.id, channel: self.channel, command, options, target }
    }

    #[track_caller]
    fn pending(&self, sent: Result<Id, String>, what: String) -> Pending {
        match sent {
            Ok(id) => Pending::new(self.sandbox.clone(), id, what),
            Err(fault) => panic!("{what}: {fault}"),
        }
    }
}
