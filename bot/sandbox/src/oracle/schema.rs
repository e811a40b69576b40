//! Turning the description's schemas into validators that say which field is wrong.

use std::collections::{BTreeSet, HashSet};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// The named schemas, rewritten for one direction of traffic.
pub(super) struct Schemas {
    named: Map<String, Value>,
    fields: HashSet<String>,
    loose: bool,
}

impl Schemas {
    /// Discord takes integers for snowflakes and strings for permission sets, so requests may have them too. It
    /// ignores fields that it does not know; here they are refused, since nobody sends a field to have it ignored.
    pub(super) fn of_requests(schemas: &Value) -> Schemas {
        Schemas::rewrite(schemas, true)
    }

    pub(super) fn of_answers(schemas: &Value) -> Schemas {
        Schemas::rewrite(schemas, false)
    }

    fn rewrite(schemas: &Value, loose: bool) -> Schemas {
        let mut named = schemas.as_object().cloned().unwrap_or_default();
        for schema in named.values_mut() {
            adapt(schema, schemas, loose);
        }
        let fields = named
            .values()
            .filter_map(|it| it["properties"].as_object())
            .flat_map(Map::keys)
            .cloned()
            .collect();
        Schemas { named, fields, loose }
    }

    /// Whether any object of the description has a field of this name.
    pub(super) fn knows_field(&self, name: &str) -> bool {
        self.fields.contains(name)
    }

    pub(super) fn compile(&self, schema: &Value) -> Option<Validator> {
        let mut schema = schema.clone();
        adapt(&mut schema, &Value::Object(self.named.clone()), self.loose);
        let mut needed = BTreeSet::new();
        self.gather(&schema, &mut needed);
        let parts: Map<String, Value> = needed
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), self.named.get(name)?.clone())))
            .collect();
        let root = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "components": {"schemas": parts},
            "allOf": [schema],
        });
        match jsonschema::options().build(&root) {
            Ok(validator) => Some(validator),
            Err(error) => {
                tracing::warn!(%error, "a schema of the API description does not compile");
                None
            }
        }
    }

    /// The names of all schemas that this one leans on.
    fn gather<'a>(&'a self, schema: &'a Value, needed: &mut BTreeSet<&'a str>) {
        match schema {
            Value::Object(fields) => {
                if let Some(name) = fields.get("$ref").and_then(named)
                    && let Some((name, target)) = self.named.get_key_value(name)
                    && needed.insert(name.as_str())
                {
                    self.gather(target, needed);
                }
                fields.values().for_each(|value| self.gather(value, needed));
            }
            Value::Array(values) => values.iter().for_each(|value| self.gather(value, needed)),
            _ => {}
        }
    }
}

fn named(reference: &Value) -> Option<&str> {
    reference.as_str()?.strip_prefix("#/components/schemas/")
}

fn adapt(schema: &mut Value, all: &Value, loose: bool) {
    if loose && let Some(looser) = looser(schema) {
        *schema = looser;
        return;
    }
    tell_apart(schema, all);
    match schema {
        Value::Object(fields) => {
            let plain = fields.get("properties").is_some_and(Value::is_object);
            // The rewritten unions name only their tag; they are not whole objects.
            let whole = !fields.contains_key("allOf") && !fields.contains_key("additionalProperties");
            if loose && plain && whole && fields.get("type").is_some() {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            fields.values_mut().for_each(|value| adapt(value, all, loose));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| adapt(value, all, loose)),
        _ => {}
    }
}

fn looser(schema: &Value) -> Option<Value> {
    /// The largest permission set of the description; nothing else in it has this limit.
    const PERMISSIONS: u64 = (1 << 54) - 1;
    if schema["format"] == "snowflake" {
        return Some(json!({"anyOf": [
            {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
            {"type": "integer", "minimum": 0},
        ]}));
    }
    (schema["maximum"] == PERMISSIONS).then(|| {
        json!({"anyOf": [{"type": ["integer", "null"], "minimum": 0}, {"type": "string", "pattern": "^[0-9]+$"}]})
    })
}

/// Rewrites `oneOf: [null, X]` and unions tagged by `type`, so that an error names the field at fault.
fn tell_apart(schema: &mut Value, all: &Value) {
    let union = if schema["oneOf"].is_array() { &schema["oneOf"] } else { &schema["anyOf"] };
    let Some(members) = union.as_array().cloned() else { return };
    if members.len() == 2 && members[0] == json!({"type": "null"}) {
        *schema = json!({"if": {"type": "null"}, "then": true, "else": members[1]});
        return;
    }
    let tags: Option<Vec<Vec<Value>>> = members.iter().map(|member| tags(member, all)).collect();
    let Some(tags) = tags.filter(|_| members.len() > 1) else { return };
    let known: Vec<Value> = tags.concat();
    let mut seen = HashSet::new();
    if !known.iter().all(|tag| seen.insert(tag.to_string())) {
        return;
    }
    let cases: Vec<Value> = members
        .iter()
        .zip(tags)
        .map(|(member, tags)| {
            json!({"if": {"required": ["type"], "properties": {"type": {"enum": tags}}}, "then": member})
        })
        .collect();
    *schema = json!({
        "type": "object", "required": ["type"], "properties": {"type": {"enum": known}}, "allOf": cases
    });
}

fn tags(member: &Value, all: &Value) -> Option<Vec<Value>> {
    let name = named(&member["$ref"])?;
    all[name]["properties"]["type"]["enum"].as_array().cloned()
}
