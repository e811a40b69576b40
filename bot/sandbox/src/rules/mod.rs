//! The rules of Discord that its API description does not state, and the limits that hold without it.

mod commands;
mod components;
mod embeds;
mod messages;
mod modals;

pub(crate) use commands::{LOCALES, command, command_list};
pub(crate) use components::COMPONENTS_V2;
pub(crate) use messages::{FILE_BYTES, callback, message, thread};

#[cfg(test)]
mod tests;

use serde_json::Value;

/// The elements of a list, or none.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
