//! Modals: a title and one to five text inputs.

use std::collections::HashSet;

use serde_json::Value;

use super::components::custom_id;
use super::list;
use crate::faults::{At, Faults};

pub(super) fn modal(it: &Value, at: &At, faults: &mut Faults) {
    for (field, most) in [("custom_id", 100), ("title", 45)] {
        faults.require(
            it[field].is_string(),
            &at.child(field),
            "BASE_TYPE_REQUIRED",
            "This field is required",
        );
        faults.length(&it[field], &at.child(field), 1, most);
    }
    let rows = list(&it["components"]);
    faults.count(rows, &at.child("components"), 1, 5);
    let mut seen = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let at = at.child("components").child(index);
        match row["type"].as_u64() {
            Some(1) => {
                let inputs = list(&row["components"]);
                faults.count(inputs, &at.child("components"), 1, 1);
                for (index, it) in inputs.iter().enumerate() {
                    let at = at.child("components").child(index);
                    faults.require(
                        it["label"].is_string(),
                        &at.child("label"),
                        "BASE_TYPE_REQUIRED",
                        "This field is required",
                    );
                    input(it, &at, &mut seen, faults);
                }
            }
            Some(18) => {
                faults.length(&row["label"], &at.child("label"), 1, 45);
                faults.length(&row["description"], &at.child("description"), 0, 100);
                if row["component"]["type"] == 4 {
                    input(&row["component"], &at.child("component"), &mut seen, faults);
                }
            }
            _ => faults.add(
                &at.child("type"),
                "UNION_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1, 10, 18).",
            ),
        }
    }
}

fn input(it: &Value, at: &At, seen: &mut HashSet<String>, faults: &mut Faults) {
    faults.require(
        it["type"] == 4,
        &at.child("type"),
        "UNION_TYPE_CHOICES",
        "Value of field \"type\" must be 4.",
    );
    faults.require(
        it["custom_id"].is_string(),
        &at.child("custom_id"),
        "BASE_TYPE_REQUIRED",
        "This field is required",
    );
    custom_id(it, at, seen, faults);
    faults.require(
        matches!(it["style"].as_u64(), Some(1 | 2)),
        &at.child("style"),
        "BASE_TYPE_CHOICES",
        "Value must be one of {1, 2}.",
    );
    faults.length(&it["label"], &at.child("label"), 1, 45);
    faults.length(&it["placeholder"], &at.child("placeholder"), 0, 100);
    faults.length(&it["value"], &at.child("value"), 0, 4000);
    let least = it["min_length"].as_u64().unwrap_or(0);
    let most = it["max_length"].as_u64().unwrap_or(4000);
    faults.require(
        least <= 4000,
        &at.child("min_length"),
        "NUMBER_TYPE_MAX",
        "int value should be less than or equal to 4000.",
    );
    faults.require(
        (1..=4000).contains(&most),
        &at.child("max_length"),
        "NUMBER_TYPE_MAX",
        "int value should be between 1 and 4000.",
    );
    faults.require(
        least <= most,
        &at.child("max_length"),
        "NUMBER_TYPE_MIN",
        "Must not be less than min_length.",
    );
    let chosen = it["value"].as_str().map_or(0, |text| text.chars().count()) as u64;
    faults.require(chosen <= most, &at.child("value"), "BASE_TYPE_MAX_LENGTH", "Longer than max_length.");
}
