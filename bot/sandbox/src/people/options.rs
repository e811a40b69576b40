//! The options of a command as a person filled them in, held against what the bot declared.

use serde_json::{Value, json};

use crate::ids::Id;
use crate::rules::list;
use crate::world::World;

const GREATEST_INTEGER: f64 = 9_007_199_254_740_992.0;

/// The options as the bot gets them, with what they refer to put into `resolved`. `lenient` lets unfinished input
/// through, as autocomplete does.
pub(super) fn fill(
    world: &World,
    channel: Id,
    declared: &Value,
    given: &[Value],
    lenient: bool,
    resolved: &mut Value,
) -> Result<Vec<Value>, String> {
    let declared = list(declared);
    let mut filled = Vec::new();
    for it in given {
        let name = it["name"].as_str().unwrap_or_default();
        let option = declared.iter().find(|option| option["name"] == name);
        let option = option.ok_or_else(|| format!("there is no option {name:?}"))?;
        let kind = option["type"].as_u64().unwrap_or(0);
        if matches!(kind, 1 | 2) {
            let below = fill(world, channel, &option["options"], list(&it["options"]), lenient, resolved)?;
            filled.push(json!({"name": name, "type": kind, "options": below}));
            continue;
        }
        let mut one = json!({"name": name, "type": kind, "value": it["value"]});
        let focused = it["focused"] == true;
        if focused {
            if option["autocomplete"] != true {
                return Err(format!("{name:?} has no autocomplete"));
            }
            one["focused"] = json!(true);
        } else if let Err(fault) = check(world, channel, option, &it["value"], resolved)
            && !lenient
        {
            return Err(format!("{name}: {fault}"));
        }
        filled.push(one);
    }
    if !lenient {
        complete(declared, &filled)?;
    }
    Ok(filled)
}

fn complete(declared: &[Value], filled: &[Value]) -> Result<(), String> {
    let nests = declared.iter().any(|it| matches!(it["type"].as_u64(), Some(1 | 2)));
    if nests && filled.len() != 1 {
        let names: Vec<&str> = declared.iter().filter_map(|it| it["name"].as_str()).collect();
        return Err(format!("one subcommand of these is needed: {}", names.join(", ")));
    }
    let missing = |it: &&Value| it["required"] == true && !filled.iter().any(|one| one["name"] == it["name"]);
    match declared.iter().find(missing) {
        Some(it) => Err(format!("the option {} is required", it["name"])),
        None => Ok(()),
    }
}

fn check(
    world: &World,
    channel: Id,
    option: &Value,
    value: &Value,
    resolved: &mut Value,
) -> Result<(), String> {
    let id = || Id::read(value).ok_or_else(|| "an id is needed".to_owned());
    match option["type"].as_u64() {
        Some(3) => text(option, value)?,
        Some(4) => number(option, value, value.is_i64() || value.is_u64())?,
        Some(10) => number(option, value, value.is_number())?,
        Some(5) if !value.is_boolean() => return Err("true or false is needed".to_owned()),
        Some(6 | 9) => return world.resolve_user(id()?, channel, resolved),
        Some(7) => return world.resolve_channel(id()?, resolved),
        Some(11) => {
            let file = world.uploads.get(&id()?).ok_or("no such upload")?;
            let mut json = file.json(&world.url);
            json["ephemeral"] = json!(true);
            resolved["attachments"][file.id.to_string()] = json;
        }
        _ => {}
    }
    let choices = list(&option["choices"]);
    if !choices.is_empty() && !choices.iter().any(|it| it["value"] == *value) {
        let names: Vec<&str> = choices.iter().filter_map(|it| it["name"].as_str()).collect();
        return Err(format!("{value} is not one of the choices ({})", names.join(", ")));
    }
    Ok(())
}

fn text(option: &Value, value: &Value) -> Result<(), String> {
    let length = value.as_str().ok_or("text is needed")?.chars().count() as u64;
    let least = option["min_length"].as_u64().unwrap_or(1).max(1);
    let most = option["max_length"].as_u64().unwrap_or(6000);
    if (least..=most).contains(&length) {
        Ok(())
    } else {
        Err(format!("between {least} and {most} characters are needed"))
    }
}

fn number(option: &Value, value: &Value, right_kind: bool) -> Result<(), String> {
    let number = value.as_f64().filter(|_| right_kind).ok_or("a number is needed")?;
    let least = option["min_value"].as_f64().unwrap_or(-GREATEST_INTEGER);
    let most = option["max_value"].as_f64().unwrap_or(GREATEST_INTEGER);
    if (least..=most).contains(&number) {
        Ok(())
    } else {
        Err(format!("a number from {least} to {most} is needed"))
    }
}

impl World {
    /// Puts a user, and the member of the channel's server, into `resolved`.
    pub(super) fn resolve_user(&self, user: Id, channel: Id, resolved: &mut Value) -> Result<(), String> {
        self.user(user).ok_or("there is no such user")?;
        resolved["users"][user.to_string()] = self.user_json(user);
        let guild = self.channel(channel).and_then(|it| it.guild).and_then(|id| self.guilds.get(&id));
        if let Some(guild) = guild.filter(|guild| guild.has(user))
            && let Value::Object(mut member) = self.member_json(guild, user)
        {
            for field in ["user", "deaf", "mute"] {
                member.remove(field);
            }
            member.insert("permissions".to_owned(), json!(self.permissions_of(user, channel).to_string()));
            resolved["members"][user.to_string()] = Value::Object(member);
        }
        Ok(())
    }

    fn resolve_channel(&self, id: Id, resolved: &mut Value) -> Result<(), String> {
        let channel = self.channel(id).ok_or("there is no such channel")?;
        let mut json = self.channel_json(channel);
        json["permissions"] = json!(self.permissions_of(self.bot, id).to_string());
        resolved["channels"][id.to_string()] = json;
        Ok(())
    }
}
