//! Reading a command as people type it: `/solve moves:2 theme:Threat`.

use serde_json::{Value, json};

use super::typed::typed;
use crate::ids::Id;
use crate::rules::list;
use crate::world::{Command, World, is_named};

/// A command and, below its subcommands, the options that it declares.
struct Found<'a> {
    command: &'a Command,
    /// The subcommands, outermost first.
    steps: Vec<&'a Value>,
    declared: &'a [Value],
}

/// Reads a command with its options. `focus` names the option that is still being typed.
pub(super) fn parse(
    world: &World,
    channel: Id,
    text: &str,
    focus: Option<&str>,
) -> Result<(Id, Vec<Value>), String> {
    let (found, rest) = find(world, channel, text)?;
    let marks = marks(found.declared, rest);
    let before = rest[..marks.first().map_or(rest.len(), |it| it.0)].trim();
    if !before.is_empty() {
        return Err(format!("{before:?} belongs to no option; there are {}", names(found.declared)));
    }
    let mut options = Vec::new();
    for (index, (_, start, option)) in marks.iter().enumerate() {
        let end = marks.get(index + 1).map_or(rest.len(), |it| it.0);
        let text = rest[*start..end].trim();
        let focused = focus.is_some_and(|focus| is_named(option, focus));
        let value = if focused { json!(text) } else { typed(world, guild(world, channel), option, text)? };
        options.push(one(option, value, focused));
    }
    if let Some(focus) = focus
        && !options.iter().any(|it| it["focused"] == true)
    {
        let option = found.declared.iter().find(|it| is_named(it, focus));
        let option = option
            .ok_or_else(|| format!("there is no option {focus:?}; there are {}", names(found.declared)))?;
        options.push(one(option, json!(""), true));
    }
    Ok((found.command.id, nest(&found.steps, options)))
}

/// Takes the options as they are given; texts are read only where the option is not a text.
pub(super) fn take(
    world: &World,
    channel: Id,
    path: &str,
    given: &[(&str, Value)],
) -> Result<(Id, Vec<Value>), String> {
    let (found, rest) = find(world, channel, path)?;
    if !rest.trim().is_empty() {
        return Err(format!("{rest:?} is no subcommand"));
    }
    let mut options = Vec::new();
    for (name, value) in given {
        let option = found.declared.iter().find(|it| is_named(it, name));
        let option = option
            .ok_or_else(|| format!("there is no option {name:?}; there are {}", names(found.declared)))?;
        let value = match value {
            Value::String(text) => typed(world, guild(world, channel), option, text)?,
            other => other.clone(),
        };
        options.push(one(option, value, false));
    }
    Ok((found.command.id, nest(&found.steps, options)))
}

/// The context-menu command of this name and kind.
pub(super) fn menu_command(world: &World, channel: Id, name: &str, kind: u64) -> Result<Id, String> {
    let all: Vec<&Command> = world.commands_in(channel).filter(|it| it.kind() == kind).collect();
    let found = all.iter().find(|it| is_named(&it.json, name)).map(|it| it.id);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|it| it.name()).collect();
        format!("there is no such entry in the menu, only: {}", names.join(", "))
    })
}

fn find<'a, 't>(world: &'a World, channel: Id, text: &'t str) -> Result<(Found<'a>, &'t str), String> {
    let (word, mut rest) = split(text.trim_start().trim_start_matches('/'));
    let all: Vec<&Command> = world.commands_in(channel).filter(|it| it.kind() == 1).collect();
    let Some(command) = all.iter().find(|it| is_named(&it.json, word)) else {
        let known: Vec<&str> = all.iter().map(|it| it.name()).collect();
        return Err(format!("there is no command {word:?} here, only: {}", known.join(", ")));
    };
    let mut steps = Vec::new();
    let mut declared = list(&command.json["options"]);
    while declared.iter().any(|it| matches!(it["type"].as_u64(), Some(1 | 2))) {
        let (word, after) = split(rest);
        let step = declared.iter().find(|it| is_named(it, word));
        let step = step.ok_or_else(|| format!("{word:?} is no subcommand; there are {}", names(declared)))?;
        steps.push(step);
        declared = list(&step["options"]);
        rest = after;
    }
    Ok((Found { command, steps, declared }, rest))
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// Where each option begins, where its value begins, and which it is. A word before a colon that is no option's name
/// is part of a value.
fn marks<'a>(declared: &'a [Value], text: &str) -> Vec<(usize, usize, &'a Value)> {
    let starts = text.char_indices().filter(|(at, c)| {
        !c.is_whitespace() && text[..*at].chars().next_back().is_none_or(char::is_whitespace)
    });
    starts
        .filter_map(|(at, _)| {
            let word = text[at..].split(char::is_whitespace).next()?;
            let (name, _) = word.split_once(':')?;
            let option = declared.iter().find(|it| is_named(it, name))?;
            Some((at, at + name.len() + 1, option))
        })
        .collect()
}

fn one(option: &Value, value: Value, focused: bool) -> Value {
    let mut one = json!({"name": option["name"], "type": option["type"], "value": value});
    if focused {
        one["focused"] = json!(true);
    }
    one
}

fn nest(steps: &[&Value], options: Vec<Value>) -> Vec<Value> {
    steps.iter().rev().fold(options, |inner, step| {
        vec![json!({"name": step["name"], "type": step["type"], "options": inner})]
    })
}

fn names(declared: &[Value]) -> String {
    let names: Vec<&str> = declared.iter().filter_map(|it| it["name"].as_str()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn guild(world: &World, channel: Id) -> Option<Id> {
    world.channel(channel).and_then(|it| it.guild)
}
