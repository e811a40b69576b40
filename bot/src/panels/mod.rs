//! What people see and press.

pub(crate) mod board;
pub(crate) mod card;
pub(crate) mod challenge;
pub(crate) mod daily;
pub(crate) mod editor;
mod ending;
mod entry;
pub(crate) mod leaders;
pub(crate) mod lists;
pub(crate) mod moderation;
pub(crate) mod notice;
mod parts;
pub(crate) mod people;
pub(crate) mod reading;
pub(crate) mod report;
pub(crate) mod scores;
pub(crate) mod server;
pub(crate) mod share;
pub(crate) mod shows;
pub(crate) mod standings;
pub(crate) mod tourney;
mod typed;
pub(crate) mod votes;
pub(crate) mod week;
