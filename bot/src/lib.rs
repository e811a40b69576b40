//! The Discord bot. It asks the server, draws, and forgets: what a component needs rides in its `custom_id`.

mod api;
mod bot;
mod commands;
mod error;
mod house;
mod id;
mod options;
mod panels;
mod pen;
mod poster;
mod router;
mod screen;
mod talk;
mod words;

pub use api::BadServer;
pub use bot::{Bot, BotError};
pub use options::{DiscordOptions, ServerAddress};
