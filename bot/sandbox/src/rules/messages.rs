//! Messages, answers to interactions, and threads.

use std::collections::HashSet;

use serde_json::Value;

use super::components::{COMPONENTS_V2, free_layout, rows};
use super::embeds::embeds;
use super::list;
use super::modals::modal;
use crate::faults::{At, Faults};
use crate::rest::Upload;

/// The largest file that may be attached.
pub(crate) const FILE_BYTES: usize = 10 << 20;

/// Judges the body of a message, new or edited. Whether it ends up empty is judged where it is stored.
pub(crate) fn message(body: &Value, files: &[Upload]) -> Faults {
    let mut faults = Faults::default();
    content(body, files, &At::default(), &mut faults);
    faults
}

/// Judges the answer to an interaction.
pub(crate) fn callback(body: &Value, files: &[Upload]) -> Faults {
    let mut faults = Faults::default();
    let (data, at) = (&body["data"], At::of(["data"]));
    match body["type"].as_u64() {
        Some(4 | 7) => content(data, files, &at, &mut faults),
        Some(8) => choices(&data["choices"], &at.child("choices"), &mut faults),
        Some(9) => modal(data, &at, &mut faults),
        Some(1 | 5 | 6) => {}
        _ => {
            faults.add(&At::of(["type"]), "BASE_TYPE_CHOICES", "Value must be one of {1, 4, 5, 6, 7, 8, 9}.")
        }
    }
    faults
}

/// Judges the body that opens a thread.
pub(crate) fn thread(body: &Value) -> Faults {
    let mut faults = Faults::default();
    let at = At::of(["name"]);
    faults.require(body["name"].is_string(), &at, "BASE_TYPE_REQUIRED", "This field is required");
    faults.length(&body["name"], &at, 1, 100);
    faults
}

/// Judges choices, of a command or of autocomplete.
pub(super) fn choices(choices: &Value, at: &At, faults: &mut Faults) {
    let choices = list(choices);
    faults.count(choices, at, 0, 25);
    for (index, choice) in choices.iter().enumerate() {
        let at = at.child(index);
        faults.require(
            choice["name"].is_string(),
            &at.child("name"),
            "BASE_TYPE_REQUIRED",
            "This field is required",
        );
        faults.length(&choice["name"], &at.child("name"), 1, 100);
        faults.length(&choice["value"], &at.child("value"), 0, 100);
        faults.require(
            !choice["value"].is_null(),
            &at.child("value"),
            "BASE_TYPE_REQUIRED",
            "This field is required",
        );
        for (locale, name) in choice["name_localizations"].as_object().into_iter().flatten() {
            faults.length(name, &at.child("name_localizations").child(locale), 1, 100);
        }
    }
}

fn content(body: &Value, files: &[Upload], at: &At, faults: &mut Faults) {
    faults.length(&body["content"], &at.child("content"), 0, 2000);
    embeds(&body["embeds"], &at.child("embeds"), faults);
    if body["flags"].as_u64().unwrap_or(0) & COMPONENTS_V2 == 0 {
        rows(&body["components"], &at.child("components"), faults);
    } else {
        free_layout(&body["components"], &at.child("components"), &mut HashSet::new(), faults);
        let mixed = body["content"].as_str().is_some_and(|text| !text.is_empty())
            || !list(&body["embeds"]).is_empty();
        faults.require(
            !mixed,
            &at.child("content"),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        );
    }
    attachments(body, files, at, faults);
}

fn attachments(body: &Value, files: &[Upload], at: &At, faults: &mut Faults) {
    let listed = list(&body["attachments"]);
    let at = at.child("attachments");
    faults.count(listed, &at, 0, 10);
    faults.require(files.len() <= 10, &at, "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
    for (index, it) in listed.iter().enumerate() {
        let at = at.child(index);
        faults.length(&it["description"], &at.child("description"), 0, 1024);
        faults.length(&it["filename"], &at.child("filename"), 1, 1024);
    }
    for (index, _) in files.iter().enumerate().filter(|(_, file)| file.bytes.len() > FILE_BYTES) {
        faults.add(&at.child(index), "BASE_TYPE_MAX_SIZE", "The file is larger than 10 MiB");
    }
}
