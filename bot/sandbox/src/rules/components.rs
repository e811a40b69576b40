//! Rows, buttons and menus under a message.

use std::collections::HashSet;

use serde_json::Value;

use super::list;
use crate::faults::{At, Faults};

/// The flag of a message laid out by components alone.
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;

const ROWS: usize = 5;
const BUTTONS: usize = 5;
const OPTIONS: usize = 25;

/// Judges the classic layout: rows of buttons, or of one menu.
pub(super) fn rows(rows: &Value, at: &At, faults: &mut Faults) {
    let rows = list(rows);
    faults.require(rows.len() <= ROWS, at, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
    let mut seen = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let at = at.child(index);
        let children = list(&row["components"]);
        faults.require(
            row["type"] == 1,
            &at.child("type"),
            "UNION_TYPE_CHOICES",
            "Value of field \"type\" must be 1.",
        );
        faults.count(children, &at.child("components"), 1, BUTTONS);
        let menus = children.iter().filter(|child| child["type"] != 2).count();
        faults.require(
            menus == 0 || children.len() == 1,
            &at.child("components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        );
        for (index, child) in children.iter().enumerate() {
            let at = at.child("components").child(index);
            component(child, &at, &mut seen, faults);
        }
    }
}

/// Judges a layout of the second version only by what stays true there.
pub(super) fn free_layout(parts: &Value, at: &At, seen: &mut HashSet<String>, faults: &mut Faults) {
    for (index, part) in list(parts).iter().enumerate() {
        let at = at.child(index);
        if part["custom_id"].is_string() || part["type"] == 2 {
            component(part, &at, seen, faults);
        }
        free_layout(&part["components"], &at.child("components"), seen, faults);
        if part["accessory"].is_object() {
            component(&part["accessory"], &at.child("accessory"), seen, faults);
        }
    }
}

fn component(it: &Value, at: &At, seen: &mut HashSet<String>, faults: &mut Faults) {
    custom_id(it, at, seen, faults);
    match it["type"].as_u64() {
        Some(2) => button(it, at, faults),
        Some(3) => string_menu(it, at, faults),
        Some(5..=8) => menu(it, at, OPTIONS, faults),
        _ => faults.add(
            &at.child("type"),
            "UNION_TYPE_CHOICES",
            "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).",
        ),
    }
}

pub(super) fn custom_id(it: &Value, at: &At, seen: &mut HashSet<String>, faults: &mut Faults) {
    let at = at.child("custom_id");
    faults.length(&it["custom_id"], &at, 1, 100);
    if let Some(id) = it["custom_id"].as_str()
        && !seen.insert(id.to_owned())
    {
        faults.add(&at, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
    }
}

fn button(it: &Value, at: &At, faults: &mut Faults) {
    faults.length(&it["label"], &at.child("label"), 0, 80);
    let named = it["label"].as_str().is_some_and(|label| !label.is_empty()) || it["emoji"].is_object();
    match it["style"].as_u64() {
        Some(1..=4) => {
            let at = at.child("custom_id");
            faults.require(it["custom_id"].is_string(), &at, "BASE_TYPE_REQUIRED", "This field is required");
            faults.require(
                it["url"].is_null(),
                &at,
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
        Some(5) => {
            faults.require(
                it["url"].is_string(),
                &at.child("url"),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
            faults.require(
                it["custom_id"].is_null(),
                &at.child("custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
            faults.length(&it["url"], &at.child("url"), 1, 512);
        }
        _ => faults.add(&at.child("style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5}."),
    }
    faults.require(named, &at.child("label"), "BASE_TYPE_REQUIRED", "A button needs a label or an emoji");
}

fn string_menu(it: &Value, at: &At, faults: &mut Faults) {
    let options = list(&it["options"]);
    faults.count(options, &at.child("options"), 1, OPTIONS);
    menu(it, at, options.len(), faults);
    let mut values = HashSet::new();
    let mut defaults = 0;
    for (index, option) in options.iter().enumerate() {
        let at = at.child("options").child(index);
        for field in ["label", "value"] {
            faults.require(
                option[field].is_string(),
                &at.child(field),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
            faults.length(&option[field], &at.child(field), 1, 100);
        }
        faults.length(&option["description"], &at.child("description"), 0, 100);
        faults.require(
            values.insert(option["value"].as_str().unwrap_or_default()),
            &at.child("value"),
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
        );
        defaults += u64::from(option["default"] == true);
    }
    let most = it["max_values"].as_u64().unwrap_or(1);
    faults.require(
        defaults <= most,
        &at.child("options"),
        "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
        "More options are chosen than may be chosen",
    );
}

fn menu(it: &Value, at: &At, options: usize, faults: &mut Faults) {
    faults.require(
        it["custom_id"].is_string(),
        &at.child("custom_id"),
        "BASE_TYPE_REQUIRED",
        "This field is required",
    );
    faults.length(&it["placeholder"], &at.child("placeholder"), 0, 150);
    let options = options as u64;
    let least = it["min_values"].as_u64().unwrap_or(1);
    let most = it["max_values"].as_u64().unwrap_or(1);
    faults.require(
        least <= 25 && least <= options,
        &at.child("min_values"),
        "NUMBER_TYPE_MAX",
        "The menu has fewer options.",
    );
    faults.require(
        (1..=25).contains(&most) && most <= options,
        &at.child("max_values"),
        "NUMBER_TYPE_MAX",
        "The menu has fewer options.",
    );
    faults.require(
        least <= most,
        &at.child("max_values"),
        "NUMBER_TYPE_MIN",
        "Must not be less than min_values.",
    );
}
