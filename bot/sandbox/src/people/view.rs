//! A message as a person looks at it: words, buttons, menus, pictures.

use serde_json::Value;

use crate::rules::list;
use crate::world::{Message, State};

#[derive(Clone, Debug)]
pub struct Button {
    pub label: String,
    pub emoji: String,
    /// Empty for a button that only opens a page.
    pub custom_id: String,
    pub url: Option<String>,
    pub style: u64,
    pub disabled: bool,
    pub(crate) json: Value,
}

#[derive(Clone, Debug)]
pub struct Menu {
    pub placeholder: String,
    pub custom_id: String,
    pub options: Vec<MenuOption>,
    pub min: u64,
    pub max: u64,
    pub disabled: bool,
    /// Whether users are chosen rather than texts.
    pub of_users: bool,
    pub(crate) json: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuOption {
    pub label: String,
    pub value: String,
    pub description: String,
    /// Chosen at first.
    pub default: bool,
}

fn text(json: &Value, field: &str) -> String {
    json[field].as_str().unwrap_or_default().to_owned()
}

impl Button {
    fn read(json: &Value) -> Button {
        Button {
            label: text(json, "label"),
            emoji: text(&json["emoji"], "name"),
            custom_id: text(json, "custom_id"),
            url: json["url"].as_str().map(str::to_owned),
            style: json["style"].as_u64().unwrap_or(0),
            disabled: json["disabled"] == true,
            json: json.clone(),
        }
    }
}

impl Menu {
    fn read(json: &Value) -> Menu {
        let option = |json: &Value| MenuOption {
            label: text(json, "label"),
            value: text(json, "value"),
            description: text(json, "description"),
            default: json["default"] == true,
        };
        Menu {
            placeholder: text(json, "placeholder"),
            custom_id: text(json, "custom_id"),
            options: list(&json["options"]).iter().map(option).collect(),
            min: json["min_values"].as_u64().unwrap_or(1),
            max: json["max_values"].as_u64().unwrap_or(1),
            disabled: json["disabled"] == true,
            of_users: json["type"] == 5,
            json: json.clone(),
        }
    }

    /// The option of this label or value.
    pub fn option(&self, which: &str) -> Option<&MenuOption> {
        self.options.iter().find(|it| it.label == which || it.value == which)
    }
}

impl Message {
    /// Content and the texts of all embeds, line by line.
    pub fn text(&self) -> String {
        let mut lines = vec![self.content.clone()];
        for embed in &self.embeds {
            lines.extend([text(&embed["author"], "name"), text(embed, "title"), text(embed, "description")]);
            for field in list(&embed["fields"]) {
                lines.extend([text(field, "name"), text(field, "value")]);
            }
            lines.push(text(&embed["footer"], "text"));
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    pub fn is_ephemeral(&self) -> bool {
        self.only_for.is_some()
    }

    pub fn is_thinking(&self) -> bool {
        self.state == State::Thinking
    }

    pub fn was_edited(&self) -> bool {
        self.edited_ms.is_some()
    }

    /// All buttons, row by row.
    pub fn buttons(&self) -> Vec<Button> {
        parts(&self.components).into_iter().filter(|it| it["type"] == 2).map(Button::read).collect()
    }

    /// All menus from top to bottom.
    pub fn menus(&self) -> Vec<Menu> {
        let is_menu = |it: &&Value| matches!(it["type"].as_u64(), Some(3 | 5..=8));
        parts(&self.components).into_iter().filter(is_menu).map(Menu::read).collect()
    }

    /// The button of this label, emoji or `custom_id`, or whose `custom_id` alone begins so.
    pub fn find_button(&self, which: &str) -> Option<Button> {
        let buttons = self.buttons();
        let exact = |it: &&Button| {
            it.label == which || it.custom_id == which || (!it.emoji.is_empty() && it.emoji == which)
        };
        let found = buttons.iter().find(exact);
        found.or_else(|| only(buttons.iter().filter(|it| it.custom_id.starts_with(which)))).cloned()
    }

    /// # Panics
    /// When there is no such button.
    pub fn button(&self, which: &str) -> Button {
        self.find_button(which).unwrap_or_else(|| {
            let known: Vec<String> =
                self.buttons().iter().map(|it| format!("{} ({})", it.label, it.custom_id)).collect();
            panic!(
                "there is no button {which:?}, only {}; the message says {:?}",
                known.join(", "),
                self.text()
            )
        })
    }

    /// The menu of this placeholder or `custom_id`, or the only one where either begins so.
    pub fn find_menu(&self, which: &str) -> Option<Menu> {
        let menus = self.menus();
        let exact = |it: &&Menu| it.placeholder == which || it.custom_id == which;
        let begins = |it: &&Menu| it.custom_id.starts_with(which) || it.placeholder.starts_with(which);
        menus.iter().find(exact).or_else(|| only(menus.iter().filter(begins))).cloned()
    }

    /// # Panics
    /// When there is no such menu.
    pub fn menu(&self, which: &str) -> Menu {
        self.find_menu(which).unwrap_or_else(|| {
            let known: Vec<String> =
                self.menus().iter().map(|it| format!("{} ({})", it.placeholder, it.custom_id)).collect();
            panic!(
                "there is no menu {which:?}, only {}; the message says {:?}",
                known.join(", "),
                self.text()
            )
        })
    }

    /// The bytes of the first picture.
    ///
    /// # Panics
    /// When there is none.
    pub fn picture(&self) -> &[u8] {
        match self.attachments.iter().find(|it| it.is_picture()) {
            Some(picture) => &picture.bytes,
            None => panic!("the message shows no picture; it says {:?}", self.text()),
        }
    }

    pub fn has_picture(&self) -> bool {
        self.attachments.iter().any(|it| it.is_picture())
    }

    /// The alternative text of the first picture; empty where it has none.
    pub fn alt(&self) -> &str {
        let picture = self.attachments.iter().find(|it| it.is_picture());
        picture.and_then(|it| it.description.as_deref()).unwrap_or_default()
    }
}

/// The component of this id in a message.
pub(crate) fn find_component(message: &Message, custom_id: &str) -> Option<Value> {
    parts(&message.components).into_iter().find(|it| it["custom_id"] == custom_id).cloned()
}

fn only<'a, T>(mut found: impl Iterator<Item = &'a T>) -> Option<&'a T> {
    found.next().filter(|_| found.next().is_none())
}

/// All components, those inside others after them.
fn parts(components: &[Value]) -> Vec<&Value> {
    let mut all = Vec::new();
    for it in components {
        all.push(it);
        all.extend(parts(list(&it["components"])));
        all.extend(it.get("accessory"));
    }
    all
}
