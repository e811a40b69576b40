//! People and the bot.

use serde_json::{Value, json};

use super::World;
use crate::ids::Id;

#[derive(Clone, Debug)]
pub struct User {
    pub id: Id,
    /// Unique and lower case.
    pub username: String,
    /// As others read it.
    pub name: String,
    /// The language of this person's client, such as `es-ES`.
    pub locale: String,
    pub bot: bool,
}

impl User {
    /// Discord's user object.
    pub(crate) fn json(&self) -> Value {
        json!({
            "id": self.id, "username": self.username, "global_name": self.name, "discriminator": "0",
            "avatar": null, "bot": self.bot, "public_flags": 0, "flags": 0, "primary_guild": null,
        })
    }

    /// A colour for those who have no picture, the same each time.
    pub(crate) fn color(&self) -> &'static str {
        const COLORS: &[&str] =
            &["#5865f2", "#3ba55d", "#faa61a", "#ed4245", "#eb459e", "#00a8a8", "#9b59b6"];
        let sum: usize = self.username.bytes().map(usize::from).sum();
        COLORS[sum % COLORS.len()]
    }
}

impl World {
    /// A new person, in no server yet.
    pub(crate) fn add_user(&mut self, name: &str, locale: &str, bot: bool) -> Id {
        let id = self.new_id();
        let username = name.to_lowercase().replace(char::is_whitespace, "_");
        let user = User { id, username, name: name.to_owned(), locale: locale.to_owned(), bot };
        self.users.insert(id, user);
        id
    }

    /// Finds by display name, user name, id or mention.
    pub(crate) fn find_user(&self, who: &str) -> Option<&User> {
        let bare = who
            .trim_start_matches("<@")
            .trim_start_matches('!')
            .trim_start_matches('@')
            .trim_end_matches('>');
        let by_id = bare.parse().ok().and_then(|id| self.users.get(&id));
        by_id.or_else(|| self.users.values().find(|user| user.name == bare || user.username == bare))
    }

    pub(crate) fn user_json(&self, id: Id) -> Value {
        self.users.get(&id).map_or(Value::Null, User::json)
    }
}
