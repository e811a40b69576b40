//! What is wrong with a request body, fault by fault, in the shape of Discord's answers.

use std::fmt;

use serde_json::{Map, Value, json};

/// One broken rule and the field that breaks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    path: Vec<String>,
    code: &'static str,
    message: String,
}

/// Every fault of one body, in the order of finding.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults(Vec<Fault>);

/// Where in a body a rule looks.
#[derive(Clone, Debug, Default)]
pub(crate) struct At(Vec<String>);

impl At {
    /// The place of a field or an array element below this one.
    pub(crate) fn child(&self, key: impl fmt::Display) -> At {
        At(self.0.iter().cloned().chain([key.to_string()]).collect())
    }

    pub(crate) fn of(path: impl IntoIterator<Item = impl fmt::Display>) -> At {
        At(path.into_iter().map(|key| key.to_string()).collect())
    }
}

impl Faults {
    pub(crate) fn add(&mut self, at: &At, code: &'static str, message: impl Into<String>) {
        self.0.push(Fault { path: at.0.clone(), code, message: message.into() });
    }

    pub(crate) fn require(&mut self, holds: bool, at: &At, code: &'static str, message: &str) {
        if !holds {
            self.add(at, code, message);
        }
    }

    /// The text must have this many characters; anything but a string is left to other rules.
    pub(crate) fn length(&mut self, text: &Value, at: &At, least: usize, most: usize) {
        let Some(length) = text.as_str().map(|text| text.chars().count()) else { return };
        if length > most {
            self.add(at, "BASE_TYPE_MAX_LENGTH", format!("Must be {most} or fewer in length."));
        } else if length < least {
            self.add(at, "BASE_TYPE_MIN_LENGTH", format!("Must be {least} or more in length."));
        }
    }

    /// The list must have this many elements.
    pub(crate) fn count(&mut self, list: &[Value], at: &At, least: usize, most: usize) {
        if list.len() < least || list.len() > most {
            let message = format!("Must be between {least} and {most} in length.");
            self.add(at, "BASE_TYPE_BAD_LENGTH", message);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Discord's nested `errors` object.
    pub(crate) fn nested(&self) -> Value {
        let mut root = Value::Object(Map::new());
        for fault in &self.0 {
            let mut spot = &mut root;
            for key in &fault.path {
                spot = &mut spot[key.as_str()];
            }
            let one = json!({"code": fault.code, "message": fault.message});
            match spot["_errors"].as_array_mut() {
                Some(list) => list.push(one),
                None => spot["_errors"] = json!([one]),
            }
        }
        root
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { "; " };
            write!(f, "{gap}{}: {} ({})", fault.path.join("."), fault.message, fault.code)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_nest_as_discord_nests_them() {
        let mut faults = Faults::default();
        faults.length(&json!("x".repeat(257)), &At::of(["embeds", "0", "title"]), 0, 256);
        faults.add(&At::default(), "ODD", "Odd.");
        assert_eq!(
            faults.nested(),
            json!({
                "embeds": {"0": {"title": {"_errors": [
                    {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 256 or fewer in length."}
                ]}}},
                "_errors": [{"code": "ODD", "message": "Odd."}]
            })
        );
    }
}
