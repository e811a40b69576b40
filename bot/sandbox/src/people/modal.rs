//! Modals: what they ask, and how they are sent.

use serde_json::{Map, Value, json};

use crate::ids::Id;
use crate::rules::list;

/// A modal that the bot opened for a person.
#[derive(Clone, Debug)]
pub struct Modal {
    pub custom_id: String,
    pub title: String,
    pub inputs: Vec<Input>,
    pub(crate) opened_by: Id,
}

/// A text input of a modal.
#[derive(Clone, Debug)]
pub struct Input {
    pub custom_id: String,
    pub label: String,
    pub placeholder: String,
    /// What it is filled with at first.
    pub value: String,
    pub required: bool,
    /// Whether it has several lines.
    pub long: bool,
    pub min_length: u64,
    pub max_length: u64,
}

impl Modal {
    pub(crate) fn read(opened_by: Id, json: &Value) -> Modal {
        let text = |field: &str| json[field].as_str().unwrap_or_default().to_owned();
        let inputs = list(&json["components"]).iter().filter_map(Input::read).collect();
        Modal { custom_id: text("custom_id"), title: text("title"), inputs, opened_by }
    }

    /// The input of this label or `custom_id`.
    pub fn input(&self, which: &str) -> Option<&Input> {
        self.inputs.iter().find(|it| it.custom_id == which || it.label == which)
    }
}

impl Input {
    /// From a row, or from a label around it.
    fn read(around: &Value) -> Option<Input> {
        let it = if around["type"] == 18 { &around["component"] } else { around["components"].get(0)? };
        let text = |field: &str| it[field].as_str().unwrap_or_default().to_owned();
        let label = it["label"].as_str().or_else(|| around["label"].as_str()).unwrap_or_default().to_owned();
        (it["type"] == 4).then(|| Input {
            custom_id: text("custom_id"),
            label,
            placeholder: text("placeholder"),
            value: text("value"),
            required: it["required"].as_bool().unwrap_or(true),
            long: it["style"] == 2,
            min_length: it["min_length"].as_u64().unwrap_or(0),
            max_length: it["max_length"].as_u64().unwrap_or(4000),
        })
    }

    fn check(&self, text: &str) -> Result<(), String> {
        let length = text.chars().count() as u64;
        let empty = length == 0 && !self.required;
        let least = self.min_length.max(u64::from(self.required));
        if empty || (least..=self.max_length).contains(&length) {
            return Ok(());
        }
        Err(format!("{:?} takes between {least} and {} characters", self.label, self.max_length))
    }
}

/// The data of the interaction; inputs that are not named keep what they were filled with.
pub(super) fn modal_data(modal: &Value, fields: &Map<String, Value>) -> Result<Value, String> {
    let known = Modal::read(Id::new(0), modal);
    if let Some(stranger) = fields.keys().find(|key| !known.inputs.iter().any(|it| it.custom_id == **key)) {
        return Err(format!("the modal has no input {stranger:?}"));
    }
    let mut next = 0;
    let mut number = || {
        next += 1;
        next
    };
    let mut rows = Vec::new();
    for around in list(&modal["components"]) {
        let Some(input) = Input::read(around) else { continue };
        let value = fields.get(&input.custom_id).and_then(Value::as_str).unwrap_or(&input.value);
        input.check(value)?;
        let outer = number();
        let text = json!({"type": 4, "id": number(), "custom_id": input.custom_id, "value": value});
        rows.push(match around["type"].as_u64() {
            Some(18) => json!({"type": 18, "id": outer, "component": text}),
            _ => json!({"type": 1, "id": outer, "components": [text]}),
        });
    }
    Ok(json!({"custom_id": modal["custom_id"], "components": rows}))
}
