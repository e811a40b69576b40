//! Text channels, threads, direct messages.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::World;
use crate::clock::stamp;
use crate::ids::Id;

pub(crate) const TEXT: u64 = 0;
const DIRECT: u64 = 1;
pub(crate) const PUBLIC_THREAD: u64 = 11;
pub(crate) const PRIVATE_THREAD: u64 = 12;

#[derive(Clone, Debug)]
pub struct Channel {
    pub id: Id,
    /// Absent for direct messages.
    pub guild: Option<Id>,
    pub name: String,
    /// The channel that a thread hangs under.
    pub parent: Option<Id>,
    /// The person who has direct messages with the bot here.
    pub recipient: Option<Id>,
    pub(crate) kind: u64,
    pub(crate) bot_permissions: Option<u64>,
    pub(crate) owner: Id,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) archive_after: u64,
    pub(crate) topic: Option<String>,
    pub(crate) created_ms: u64,
    /// Who may open a private thread, besides those who manage the server.
    pub(crate) invited: BTreeSet<Id>,
}

impl Channel {
    pub fn is_thread(&self) -> bool {
        matches!(self.kind, PUBLIC_THREAD | PRIVATE_THREAD)
    }

    pub fn is_direct(&self) -> bool {
        self.kind == DIRECT
    }

    /// Whether a thread was put away.
    pub fn is_archived(&self) -> bool {
        self.archived
    }
}

impl World {
    /// `id` is given only for the thread of a message, which shares its id.
    pub(crate) fn add_channel(
        &mut self,
        guild: Option<Id>,
        name: &str,
        kind: u64,
        parent: Option<Id>,
        id: Option<Id>,
    ) -> Id {
        let id = id.unwrap_or_else(|| self.new_id());
        let channel = Channel {
            id,
            guild,
            name: name.to_owned(),
            parent,
            recipient: None,
            kind,
            bot_permissions: None,
            owner: self.bot,
            archived: false,
            locked: false,
            archive_after: 1440,
            topic: None,
            created_ms: self.now_ms(),
            invited: BTreeSet::new(),
        };
        self.channels.insert(id, channel);
        id
    }

    /// The direct messages between the bot and this person, opened when first asked for.
    pub(crate) fn direct_channel(&mut self, user: Id) -> Id {
        let known =
            self.channels.values().find(|it| it.is_direct() && it.recipient == Some(user)).map(|it| it.id);
        known.unwrap_or_else(|| {
            let id = self.add_channel(None, "", DIRECT, None, None);
            if let Some(channel) = self.channels.get_mut(&id) {
                channel.recipient = Some(user);
            }
            id
        })
    }

    /// Whether this person can open the channel.
    pub(crate) fn may_see(&self, user: Id, channel: Id) -> bool {
        self.channels.get(&channel).is_some_and(|it| match it.guild {
            Some(guild) => self.guilds.get(&guild).is_some_and(|guild| {
                let open = it.kind != PRIVATE_THREAD || it.invited.contains(&user) || guild.managed_by(user);
                guild.has(user) && open
            }),
            None => it.recipient == Some(user) || user == self.bot,
        })
    }

    /// Finds by id, or by name in this guild.
    pub(crate) fn find_channel(&self, which: &str, guild: Id) -> Option<&Channel> {
        let name = which.trim_start_matches('#');
        let by_id = which.parse().ok().and_then(|id| self.channels.get(&id));
        by_id.or_else(|| self.channels.values().find(|it| it.guild == Some(guild) && it.name == name))
    }

    /// Discord's channel object, of whichever of the three kinds.
    pub(crate) fn channel_json(&self, it: &Channel) -> Value {
        let last =
            self.messages.values().rev().find(|message| message.channel == it.id).map(|message| message.id);
        let mut json = json!({"id": it.id, "type": it.kind, "flags": 0, "last_message_id": last});
        let more = match it.guild {
            None => {
                let recipients: Vec<Value> = it.recipient.iter().map(|user| self.user_json(*user)).collect();
                json!({"recipients": recipients})
            }
            Some(guild) if it.is_thread() => {
                let count = self.messages.values().filter(|message| message.channel == it.id).count();
                json!({
                    "guild_id": guild, "name": it.name, "parent_id": it.parent, "owner_id": it.owner,
                    "message_count": count, "member_count": 1, "total_message_sent": count,
                    "rate_limit_per_user": 0,
                    "thread_metadata": {
                        "archived": it.archived, "archive_timestamp": stamp(it.created_ms), "locked": it.locked,
                        "auto_archive_duration": it.archive_after, "create_timestamp": stamp(it.created_ms),
                    },
                })
            }
            Some(guild) => json!({
                "guild_id": guild, "name": it.name, "parent_id": null, "position": self.position(it), "topic": it.topic,
                "nsfw": false, "rate_limit_per_user": 0, "permission_overwrites": self.overwrites(it),
            }),
        };
        if let (Some(json), Value::Object(more)) = (json.as_object_mut(), more) {
            json.extend(more);
        }
        json
    }

    fn position(&self, it: &Channel) -> usize {
        self.channels
            .values()
            .filter(|other| other.guild == it.guild && !other.is_thread() && other.id < it.id)
            .count()
    }

    /// What the bot lacks here compared to its role, as Discord tells it.
    fn overwrites(&self, it: &Channel) -> Value {
        let Some(allowed) = it.bot_permissions else { return json!([]) };
        let denied = crate::permissions::BOT & !allowed;
        json!([{"id": self.bot, "type": 1, "allow": allowed.to_string(), "deny": denied.to_string()}])
    }
}
