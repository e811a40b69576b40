//! Clicking buttons and choosing from menus.

use serde_json::{Value, json};

use crate::ids::Id;
use crate::rules::list;
use crate::world::World;

/// The data of the interaction, or why a client would not send it.
pub(super) fn component_data(
    world: &World,
    channel: Id,
    it: &Value,
    values: &[String],
) -> Result<Value, String> {
    if it["disabled"] == true {
        return Err("it is disabled".to_owned());
    }
    let Some(custom_id) = it["custom_id"].as_str() else { return Err("it only opens a page".to_owned()) };
    let kind = it["type"].as_u64().unwrap_or(0);
    let mut data = json!({"custom_id": custom_id, "component_type": kind, "id": it["id"]});
    if kind == 2 {
        return if values.is_empty() { Ok(data) } else { Err("a button takes no values".to_owned()) };
    }
    let least = it["min_values"].as_u64().unwrap_or(1);
    let most = it["max_values"].as_u64().unwrap_or(1);
    if !(least..=most).contains(&(values.len() as u64)) {
        return Err(format!("between {least} and {most} of its options are chosen, not {}", values.len()));
    }
    let mut resolved = json!({});
    for value in values {
        if kind == 3 && !list(&it["options"]).iter().any(|option| option["value"] == value.as_str()) {
            return Err(format!("{value:?} is not one of its options"));
        }
        if matches!(kind, 5 | 7) {
            let user = value.parse::<Id>().map_err(|_| "an id is needed")?;
            world.resolve_user(user, channel, &mut resolved)?;
        }
    }
    data["values"] = json!(values);
    if kind != 3 {
        data["resolved"] = resolved;
    }
    Ok(data)
}
