//! Values as people type them.

use serde_json::{Value, json};

use crate::ids::Id;
use crate::rules::list;
use crate::world::{World, is_named};

/// The value that a client would send for this text in this option: a choice by its name, a user by theirs.
pub(super) fn typed(world: &World, guild: Option<Id>, option: &Value, text: &str) -> Result<Value, String> {
    let choice = list(&option["choices"]).iter().find(|it| is_named(it, text) || it["value"] == text);
    if let Some(choice) = choice {
        return Ok(choice["value"].clone());
    }
    let name = option["name"].as_str().unwrap_or_default();
    let wrong = |wanted: &str| format!("{name}: {text:?} is not {wanted}");
    match option["type"].as_u64() {
        Some(4) => text.parse::<i64>().map(|it| json!(it)).map_err(|_| wrong("an integer")),
        Some(10) => text.parse::<f64>().map(|it| json!(it)).map_err(|_| wrong("a number")),
        Some(5) => {
            text.to_lowercase().parse::<bool>().map(|it| json!(it)).map_err(|_| wrong("true or false"))
        }
        Some(6 | 9) => world.find_user(text).map(|it| json!(it.id)).ok_or_else(|| wrong("a user")),
        Some(7) => {
            let bare = text.trim_start_matches("<#").trim_end_matches('>');
            let found = world.find_channel(bare, guild.unwrap_or(Id::new(0)));
            found.map(|it| json!(it.id)).ok_or_else(|| wrong("a channel"))
        }
        _ => Ok(json!(text)),
    }
}
