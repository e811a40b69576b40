//! Messages: how they are filled, edited and shown.

use serde_json::{Value, json};

use super::{Attachment, Kind, World, kind_of_file, tidy_name};
use crate::clock::stamp;
use crate::ids::Id;
use crate::rest::{Refusal, Upload};
use crate::rules::list;

/// The flag of a message that one person alone sees.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
const LOADING: u64 = 1 << 7;

/// How far the bot is with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Done,
    /// Deferred: people read that the bot is thinking.
    Thinking,
    /// People read that the application did not respond.
    Failed,
}

/// The interaction that a message answers.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) interaction: Id,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) user: Id,
    /// Discord's `interaction_metadata`.
    pub(crate) metadata: Value,
}

/// A message as it was when it was looked at.
#[derive(Clone, Debug)]
pub struct Message {
    pub id: Id,
    pub channel: Id,
    pub author: Id,
    pub content: String,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    /// All files, those shown inside embeds too.
    pub attachments: Vec<Attachment>,
    pub pinned: bool,
    pub state: State,
    /// The people whom the message pings.
    pub pings: Vec<Id>,
    pub pings_everyone: bool,
    /// The emoji that the bot reacted with.
    pub reactions: Vec<String>,
    pub(crate) only_for: Option<Id>,
    pub(crate) flags: u64,
    pub(crate) created_ms: u64,
    pub(crate) edited_ms: Option<u64>,
    pub(crate) origin: Option<Origin>,
    pub(crate) reference: Option<Id>,
    pub(crate) late_edits: Vec<u64>,
    pub(crate) nonce: Option<String>,
}

impl World {
    /// A message without content yet, not stored.
    pub(crate) fn new_message(&mut self, channel: Id, author: Id) -> Message {
        Message {
            id: self.new_id(),
            channel,
            author,
            content: String::new(),
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            pinned: false,
            state: State::Done,
            pings: Vec::new(),
            pings_everyone: false,
            reactions: Vec::new(),
            only_for: None,
            flags: 0,
            created_ms: self.now_ms(),
            edited_ms: None,
            origin: None,
            reference: None,
            late_edits: Vec::new(),
            nonce: None,
        }
    }

    /// Puts a request body into the message: fields that are absent stay as they are, and a list of attachments
    /// is exhaustive.
    pub(crate) fn fill(
        &mut self,
        message: &mut Message,
        body: &Value,
        files: &[Upload],
    ) -> Result<(), Refusal> {
        if let Some(content) = body.get("content") {
            message.content = content.as_str().unwrap_or_default().trim().to_owned();
            self.mention(message, body);
        }
        self.attach(message, body, files)?;
        if let Some(embeds) = body.get("embeds") {
            message.embeds = list(embeds).iter().map(|embed| self.settle_embed(embed, message)).collect();
        }
        if let Some(components) = body.get("components") {
            message.components = list(components).to_vec();
            let mut next = 1;
            message.components.iter_mut().for_each(|it| settle_component(it, &mut next));
        }
        let bare = message.content.is_empty() && message.embeds.is_empty() && message.attachments.is_empty();
        let laid_out = message.flags & crate::rules::COMPONENTS_V2 != 0 && !message.components.is_empty();
        if bare && !laid_out {
            return Err(Refusal::empty_message());
        }
        message.state = State::Done;
        Ok(())
    }

    fn mention(&self, message: &mut Message, body: &Value) {
        let allowed = body.get("allowed_mentions").filter(|it| it.is_object());
        let parse = |what: &str| allowed.is_none_or(|it| list(&it["parse"]).iter().any(|word| word == what));
        let named = |id: Id| {
            allowed.is_some_and(|it| list(&it["users"]).iter().any(|user| Id::read(user) == Some(id)))
        };
        let texts = message.content.split("<@").skip(1);
        let mut pings: Vec<Id> = texts
            .filter_map(|rest| rest.trim_start_matches('!').split_once('>')?.0.parse().ok())
            .filter(|id| self.users.contains_key(id) && (parse("users") || named(*id)))
            .collect();
        pings.sort();
        pings.dedup();
        message.pings = pings;
        let loud = message.content.contains("@everyone") || message.content.contains("@here");
        let may =
            self.permissions_of(message.author, message.channel) & crate::permissions::MENTION_EVERYONE != 0;
        message.pings_everyone = loud && may && parse("everyone");
    }

    fn attach(&mut self, message: &mut Message, body: &Value, files: &[Upload]) -> Result<(), Refusal> {
        let listed = body.get("attachments").filter(|it| it.is_array()).map(list);
        if let Some(listed) = listed {
            let ids: Vec<Option<Id>> = listed.iter().map(|it| Id::read(&it["id"])).collect();
            for (index, id) in ids.iter().enumerate() {
                let known = id.is_some_and(|id| message.attachments.iter().any(|it| it.id == id));
                let sent = id.is_some_and(|id| files.iter().any(|file| file.index == Some(id.get())));
                if !known && !sent {
                    return Err(Refusal::unknown_attachment(index));
                }
            }
            message.attachments.retain(|it| ids.contains(&Some(it.id)));
            for it in &mut message.attachments {
                let entry = listed.iter().find(|entry| Id::read(&entry["id"]) == Some(it.id));
                if let Some(text) = entry.and_then(|entry| entry["description"].as_str()) {
                    it.description = Some(text.to_owned());
                }
            }
        }
        for file in files {
            let entry =
                listed.unwrap_or_default().iter().find(|it| Id::read(&it["id"]).map(Id::get) == file.index);
            let filename = tidy_name(entry.and_then(|it| it["filename"].as_str()).unwrap_or(&file.filename));
            let attachment = Attachment {
                id: self.new_id(),
                content_type: kind_of_file(&filename).to_owned(),
                filename,
                description: entry.and_then(|it| it["description"].as_str()).map(str::to_owned),
                bytes: file.bytes.clone(),
                channel: message.channel,
            };
            message.attachments.push(attachment);
        }
        Ok(())
    }

    /// Drops empty fields and points `attachment://` at the files themselves.
    fn settle_embed(&self, embed: &Value, message: &Message) -> Value {
        let mut embed = without_nulls(embed);
        embed["type"] = json!("rich");
        for field in embed["fields"].as_array_mut().into_iter().flatten() {
            field["inline"] = json!(field["inline"] == true);
        }
        for part in ["image", "thumbnail", "author", "footer"] {
            for field in ["url", "icon_url"] {
                let name = embed[part][field].as_str().and_then(|url| url.strip_prefix("attachment://"));
                let file = name
                    .and_then(|name| message.attachments.iter().find(|it| it.filename == tidy_name(name)));
                if let Some(file) = file {
                    embed[part][field] = json!(format!("{}{}", self.url, file.path()));
                }
            }
        }
        without_nulls(&embed)
    }

    /// Discord's message object.
    pub(crate) fn message_json(&self, it: &Message) -> Value {
        let embeds = json!(it.embeds);
        let shown_in_embed = embeds.to_string();
        let attachments: Vec<Value> = it
            .attachments
            .iter()
            .filter(|file| !shown_in_embed.contains(&file.path()))
            .map(|file| {
                let mut json = file.json(&self.url);
                if it.only_for.is_some() {
                    json["ephemeral"] = json!(true);
                }
                json
            })
            .collect();
        let mentions: Vec<Value> = it.pings.iter().map(|user| self.user_json(*user)).collect();
        let loading = if it.state == State::Thinking { LOADING } else { 0 };
        let mut json = json!({
            "id": it.id, "channel_id": it.channel, "author": self.user_json(it.author), "content": it.content,
            "type": it.kind(), "timestamp": stamp(it.created_ms), "edited_timestamp": it.edited_ms.map(stamp),
            "tts": false, "mention_everyone": it.pings_everyone, "mentions": mentions, "mention_roles": [],
            "attachments": attachments, "embeds": embeds, "pinned": it.pinned, "flags": it.flags | loading,
            "components": it.components,
        });
        if let Some(origin) = &it.origin {
            json["application_id"] = json!(self.bot);
            json["webhook_id"] = json!(self.bot);
            json["interaction_metadata"] = origin.metadata.clone();
            if origin.kind == Kind::Command {
                json["interaction"] = json!({
                    "id": origin.interaction, "type": 2, "name": origin.name, "user": self.user_json(origin.user)
                });
            }
        }
        if let Some(reference) = it.reference {
            json["message_reference"] = json!({"type": 0, "channel_id": it.channel, "message_id": reference});
        }
        if !it.reactions.is_empty() {
            json["reactions"] = it.reactions.iter().map(|emoji| reaction(emoji)).collect();
        }
        if let Some(thread) = self.channels.get(&it.id) {
            json["thread"] = self.channel_json(thread);
        }
        json
    }
}

impl Message {
    fn kind(&self) -> u64 {
        match &self.origin {
            Some(origin) if origin.kind == Kind::Command => 20,
            _ if self.reference.is_some() => 19,
            _ => 0,
        }
    }
}

/// The bot's own reaction; nobody else reacts here.
fn reaction(emoji: &str) -> Value {
    json!({
        "emoji": {"id": null, "name": emoji}, "count": 1, "count_details": {"burst": 0, "normal": 1},
        "burst_colors": [], "me_burst": false, "me": true,
    })
}

/// Numbers the components and fills in what Discord fills in.
fn settle_component(it: &mut Value, next: &mut u64) {
    *it = without_nulls(it);
    it["id"] = json!(*next);
    *next += 1;
    if matches!(it["type"].as_u64(), Some(3 | 5..=8)) {
        for field in ["min_values", "max_values"] {
            if it[field].is_null() {
                it[field] = json!(1);
            }
        }
    }
    for part in it["components"].as_array_mut().into_iter().flatten() {
        settle_component(part, next);
    }
    *it = without_nulls(it);
}

pub(crate) fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(_, value)| !value.is_null());
            kept.map(|(key, value)| (key.clone(), without_nulls(value))).collect()
        }
        Value::Array(values) => values.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}
