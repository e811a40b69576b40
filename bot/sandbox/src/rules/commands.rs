//! Registered commands: names, descriptions, options and their order.

use std::collections::HashSet;

use serde_json::Value;

use super::list;
use super::messages::choices;
use crate::faults::{At, Faults};

const COMMANDS: usize = 100;
const OPTIONS: usize = 25;
const CHARACTERS: usize = 8000;
const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;

/// The languages that Discord's clients speak.
pub(crate) const LOCALES: &[&str] = &[
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk",
    "vi", "zh-CN", "zh-TW",
];

/// Judges the whole list that replaces all commands.
pub(crate) fn command_list(body: &Value) -> Faults {
    let mut faults = Faults::default();
    let commands = list(body);
    let mut seen = HashSet::new();
    for (index, it) in commands.iter().enumerate() {
        let at = At::of([index]);
        judge(it, &at, &mut faults);
        let new = seen.insert((kind(it), it["name"].as_str().unwrap_or_default()));
        faults.require(
            new,
            &at.child("name"),
            "APPLICATION_COMMANDS_DUPLICATE_NAME",
            "Application command names must be unique",
        );
    }
    for (wanted, most) in [(1, COMMANDS), (2, 15), (3, 15)] {
        let count = commands.iter().filter(|it| kind(it) == wanted).count();
        faults.require(
            count <= most,
            &At::default(),
            "APPLICATION_COMMAND_TOO_MANY",
            "Maximum number of application commands reached",
        );
    }
    faults
}

/// Judges one command.
pub(crate) fn command(body: &Value) -> Faults {
    let mut faults = Faults::default();
    judge(body, &At::default(), &mut faults);
    faults
}

fn kind(it: &Value) -> u64 {
    it["type"].as_u64().unwrap_or(1)
}

fn judge(it: &Value, at: &At, faults: &mut Faults) {
    if kind(it) == 1 {
        named(it, at, faults);
        options(&it["options"], at, 0, faults);
        if characters(it) > CHARACTERS {
            faults.add(at, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)");
        }
        return;
    }
    faults.require(it["name"].is_string(), &at.child("name"), "BASE_TYPE_REQUIRED", "This field is required");
    localised(it, "name", at, faults, |text, at, faults| faults.length(text, at, 1, 32));
    let silent = it["description"].as_str().unwrap_or_default().is_empty();
    faults.require(
        silent,
        &at.child("description"),
        "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_ALLOWED",
        "Context menu commands cannot have description",
    );
    faults.require(
        list(&it["options"]).is_empty(),
        &at.child("options"),
        "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_NOT_ALLOWED",
        "Context menu commands cannot have options",
    );
}

fn named(it: &Value, at: &At, faults: &mut Faults) {
    for field in ["name", "description"] {
        faults.require(
            it[field].is_string(),
            &at.child(field),
            "BASE_TYPE_REQUIRED",
            "This field is required",
        );
    }
    localised(it, "name", at, faults, name);
    localised(it, "description", at, faults, |text, at, faults| faults.length(text, at, 1, 100));
}

/// Applies the rule to the field and to each of its translations.
fn localised(it: &Value, field: &str, at: &At, faults: &mut Faults, rule: impl Fn(&Value, &At, &mut Faults)) {
    rule(&it[field], &at.child(field), faults);
    let field = format!("{field}_localizations");
    for (locale, text) in it[field.as_str()].as_object().into_iter().flatten() {
        let at = at.child(&field).child(locale);
        faults.require(
            LOCALES.contains(&locale.as_str()),
            &at,
            "BASE_TYPE_CHOICES",
            "This locale is not known",
        );
        rule(text, &at, faults);
    }
}

/// `^[-_'\p{L}\p{N}]{1,32}$`, and lower case wherever the letter has one.
fn name(text: &Value, at: &At, faults: &mut Faults) {
    let Some(text) = text.as_str() else { return };
    let letters = text.chars().all(|c| matches!(c, '-' | '_' | '\'') || c.is_alphanumeric());
    let lower = text.chars().all(|c| c.to_lowercase().eq([c]));
    let length = (1..=32).contains(&text.chars().count());
    if !(letters && lower && length) {
        faults.add(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

fn options(options: &Value, at: &At, depth: usize, faults: &mut Faults) {
    let at = at.child("options");
    let options = list(options);
    faults.count(options, &at, 0, OPTIONS);
    let nests = |it: &Value| matches!(kind_of_option(it), SUBCOMMAND | GROUP);
    let mixed = options.iter().any(nests) && !options.iter().all(nests);
    faults.require(
        !mixed,
        &at,
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        "Sub-command and sub-command group option types are mutually exclusive to all other types",
    );
    let (mut seen, mut optional) = (HashSet::new(), false);
    for (index, it) in options.iter().enumerate() {
        let at = at.child(index);
        named(it, &at, faults);
        faults.require(
            seen.insert(it["name"].as_str().unwrap_or_default()),
            &at.child("name"),
            "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
            "Option name already exists",
        );
        if nests(it) {
            subcommand(it, &at, depth, faults);
            continue;
        }
        let required = it["required"] == true;
        faults.require(
            !(required && optional),
            &at,
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
            "Required options must be placed before non-required options",
        );
        optional |= !required;
        value(it, &at, faults);
    }
}

fn kind_of_option(it: &Value) -> u64 {
    it["type"].as_u64().unwrap_or(0)
}

fn subcommand(it: &Value, at: &At, depth: usize, faults: &mut Faults) {
    let group = kind_of_option(it) == GROUP;
    let fits = if group { depth == 0 } else { depth <= 1 };
    faults.require(
        fits,
        &at.child("type"),
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        "Sub-commands cannot be nested this deep",
    );
    let children = list(&it["options"]);
    if group {
        let proper = !children.is_empty() && children.iter().all(|it| kind_of_option(it) == SUBCOMMAND);
        faults.require(
            proper,
            &at.child("options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "A group holds sub-commands only",
        );
        options(&it["options"], at, depth + 1, faults);
    } else {
        options(&it["options"], at, 2, faults);
    }
}

fn value(it: &Value, at: &At, faults: &mut Faults) {
    let kind = kind_of_option(it);
    faults.require((3..=11).contains(&kind), &at.child("type"), "BASE_TYPE_CHOICES", "Not a type of option");
    let chosen = !list(&it["choices"]).is_empty();
    let textual = matches!(kind, 3 | 4 | 10);
    if it["autocomplete"] == true {
        faults.require(
            !chosen,
            &at.child("choices"),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
            "Autocomplete and choices are mutually exclusive",
        );
        faults.require(
            textual,
            &at.child("autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE",
            "This option type cannot autocomplete",
        );
    }
    if chosen {
        faults.require(
            textual,
            &at.child("choices"),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_TYPE",
            "This option type cannot have choices",
        );
        choices(&it["choices"], &at.child("choices"), faults);
        let mut names = HashSet::new();
        let unique = list(&it["choices"]).iter().all(|choice| names.insert(choice["name"].as_str()));
        faults.require(
            unique,
            &at.child("choices"),
            "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
            "Option choice name already exists",
        );
        for (index, choice) in list(&it["choices"]).iter().enumerate() {
            let fits = if kind == 3 { choice["value"].is_string() } else { choice["value"].is_number() };
            faults.require(
                fits,
                &at.child("choices").child(index).child("value"),
                "BASE_TYPE_CHOICES",
                "The value is not of the option's type",
            );
        }
    }
}

/// Names, descriptions and values count, each with its longest translation.
fn characters(it: &Value) -> usize {
    let own = ["name", "description", "value"].map(|field| {
        let translations = it[format!("{field}_localizations").as_str()].as_object().into_iter().flatten();
        let texts = translations.map(|(_, text)| text).chain([&it[field]]);
        texts.filter_map(Value::as_str).map(|text| text.chars().count()).max().unwrap_or(0)
    });
    let below = list(&it["options"]).iter().chain(list(&it["choices"])).map(characters);
    own.into_iter().chain(below).sum()
}
