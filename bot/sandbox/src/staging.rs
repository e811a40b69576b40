//! Changing the world from outside: people, places, permissions.

use std::fmt::Display;

use serde_json::json;

use crate::ids::Id;
use crate::permissions;
use crate::sandbox::Sandbox;
use crate::world::TEXT;

impl Sandbox {
    /// A new person, a member of every server.
    pub fn add_user(&self, name: &str, locale: &str) -> Id {
        self.shared.write(|world| {
            let id = world.add_user(name, locale, false);
            for guild in world.guilds.values_mut() {
                guild.members.insert(id, permissions::MEMBER);
            }
            world.tell_world();
            id
        })
    }

    /// A new server with these text channels; everybody is a member, and the owner is an administrator.
    ///
    /// # Panics
    /// When the owner is nobody.
    pub fn add_guild(&self, name: &str, owner: &str, channels: &[&str]) -> Id {
        self.shared.write(|world| {
            let owner =
                world.find_user(owner).unwrap_or_else(|| panic!("there is nobody called {owner:?}")).id;
            let everybody: Vec<Id> = world.users.keys().copied().collect();
            let id = world.add_guild(name, owner, "en-US");
            if let Some(guild) = world.guilds.get_mut(&id) {
                for user in everybody {
                    guild.members.entry(user).or_insert(permissions::MEMBER);
                }
            }
            for channel in channels {
                world.add_channel(Some(id), channel, TEXT, None, None);
            }
            world.tell_guild(id);
            id
        })
    }

    /// A new text channel.
    ///
    /// # Panics
    /// When there is no such server.
    pub fn add_channel(&self, guild: impl Display, name: &str) -> Id {
        let guild = self.guild(guild);
        self.shared.write(|world| {
            let id = world.add_channel(Some(guild), name, TEXT, None, None);
            let data = world.channels.get(&id).map(|it| world.channel_json(it)).unwrap_or_default();
            world.tell_channel("CHANNEL_CREATE", &data);
            id
        })
    }

    /// Removes a channel with its threads and messages, as a moderator may.
    ///
    /// # Panics
    /// When there is no such channel.
    pub fn delete_channel(&self, channel: impl Display) {
        let id = self.channel(channel).id;
        self.shared.write(|world| world.remove_channel(id));
    }

    /// The id of the server of this name or id.
    ///
    /// # Panics
    /// When there is none.
    pub fn guild(&self, which: impl Display) -> Id {
        let which = which.to_string();
        let found = self.read(|world| world.find_guild(&which).map(|it| it.id));
        found.unwrap_or_else(|| panic!("there is no server {which:?}"))
    }

    /// Gives a person exactly these permissions in a server, of which they become a member.
    ///
    /// # Panics
    /// When either does not exist.
    pub fn member_permissions(&self, guild: impl Display, user: impl Display, permissions: u64) {
        let (guild, user) = (self.guild(guild), self.person(user).id());
        self.shared.write(|world| {
            if let Some(guild) = world.guilds.get_mut(&guild) {
                guild.members.insert(user, permissions);
            }
            world.tell_world();
        });
    }

    /// Changes the language of a person's client.
    ///
    /// # Panics
    /// When there is no such person.
    pub fn set_locale(&self, user: impl Display, locale: &str) {
        let user = self.person(user).id();
        self.shared.write(|world| {
            if let Some(user) = world.users.get_mut(&user) {
                user.locale = locale.to_owned();
            }
            world.tell_world();
        });
    }

    /// Gives the bot exactly these permissions in a channel and its threads.
    ///
    /// # Panics
    /// When there is no such channel.
    pub fn bot_permissions(&self, channel: impl Display, permissions: u64) {
        let id = self.channel(channel).id;
        self.shared.write(|world| {
            if let Some(channel) = world.channels.get_mut(&id) {
                channel.bot_permissions = Some(permissions);
            }
            let data = world.channels.get(&id).map_or(json!({}), |it| world.channel_json(it));
            world.tell_channel("CHANNEL_UPDATE", &data);
        });
    }

    /// Takes these permissions from the bot in a channel and its threads.
    ///
    /// # Panics
    /// When there is no such channel.
    pub fn revoke(&self, channel: impl Display, permissions: u64) {
        let id = self.channel(channel).id;
        let left = self.read(|world| world.permissions_of(world.bot, id)) & !permissions;
        self.bot_permissions(id, left);
    }
}
