use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateInputText, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, InputTextStyle,
};

use crate::id::Id;
use crate::words::cut;

/// Discord's limit for the options of one menu.
pub(crate) const MOST_OPTIONS: usize = 25;
const LONGEST_LABEL: usize = 80;

pub(crate) fn button(id: Id, label: impl Into<String>) -> CreateButton {
    CreateButton::new(id).label(cut(&label.into(), LONGEST_LABEL)).style(ButtonStyle::Secondary)
}

pub(crate) fn main_button(id: Id, label: impl Into<String>) -> CreateButton {
    button(id, label).style(ButtonStyle::Primary)
}

pub(crate) fn danger_button(id: Id, label: impl Into<String>) -> CreateButton {
    button(id, label).style(ButtonStyle::Danger)
}

pub(crate) fn buttons(buttons: impl IntoIterator<Item = CreateButton>) -> CreateActionRow {
    CreateActionRow::Buttons(buttons.into_iter().collect())
}

pub(crate) fn option(label: impl AsRef<str>, value: impl Into<String>) -> CreateSelectMenuOption {
    CreateSelectMenuOption::new(cut(label.as_ref(), 100), value)
}

pub(crate) fn menu(id: Id, placeholder: &str, options: Vec<CreateSelectMenuOption>) -> CreateActionRow {
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind).placeholder(cut(placeholder, 150)))
}

/// A menu of which several may be chosen, at least one.
pub(crate) fn many(id: Id, placeholder: &str, options: Vec<CreateSelectMenuOption>) -> CreateActionRow {
    let most = u8::try_from(options.len()).unwrap_or(u8::MAX);
    let kind = CreateSelectMenuKind::String { options };
    let menu = CreateSelectMenu::new(id, kind).placeholder(cut(placeholder, 150));
    CreateActionRow::SelectMenu(menu.min_values(1).max_values(most))
}

/// One line to type into a form.
pub(crate) fn line(name: &str, label: &str, most: u16) -> CreateInputText {
    CreateInputText::new(InputTextStyle::Short, label, name).max_length(most)
}

pub(crate) fn input(input: CreateInputText) -> CreateActionRow {
    CreateActionRow::InputText(input)
}
