//! Embeds: the limits of each part, and of all together.

use serde_json::Value;

use super::list;
use crate::faults::{At, Faults};

const EMBEDS: usize = 10;
const CHARACTERS: usize = 6000;

pub(super) fn embeds(embeds: &Value, at: &At, faults: &mut Faults) {
    let embeds = list(embeds);
    faults.count(embeds, at, 0, EMBEDS);
    for (index, it) in embeds.iter().enumerate() {
        embed(it, &at.child(index), faults);
    }
    if embeds.iter().map(characters).sum::<usize>() > CHARACTERS {
        faults.add(at, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

fn embed(it: &Value, at: &At, faults: &mut Faults) {
    faults.length(&it["title"], &at.child("title"), 0, 256);
    faults.length(&it["description"], &at.child("description"), 0, 4096);
    faults.length(&it["footer"]["text"], &at.child("footer").child("text"), 0, 2048);
    faults.length(&it["author"]["name"], &at.child("author").child("name"), 0, 256);
    let fields = list(&it["fields"]);
    faults.count(fields, &at.child("fields"), 0, 25);
    for (index, field) in fields.iter().enumerate() {
        let at = at.child("fields").child(index);
        for (part, most) in [("name", 256), ("value", 1024)] {
            faults.require(
                field[part].is_string(),
                &at.child(part),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
            faults.length(&field[part], &at.child(part), 1, most);
        }
    }
}

fn characters(it: &Value) -> usize {
    let fields = list(&it["fields"]).iter().flat_map(|field| [&field["name"], &field["value"]]);
    [&it["title"], &it["description"], &it["footer"]["text"], &it["author"]["name"]]
        .into_iter()
        .chain(fields)
        .filter_map(Value::as_str)
        .map(|text| text.chars().count())
        .sum()
}
