//! Everything there is: people, servers, channels, messages, interactions. All in memory.

mod channels;
mod commands;
mod events;
mod files;
mod guilds;
mod interactions;
mod journal;
mod messages;
mod seed;
mod state;
mod users;

pub use channels::Channel;
pub use files::Attachment;
pub use guilds::Guild;
pub use interactions::Kind;
pub use journal::{Latency, Request};
pub use messages::{Message, State};
pub use state::World;
pub use users::User;

pub(crate) use channels::{PRIVATE_THREAD, PUBLIC_THREAD, TEXT};
pub(crate) use commands::{Command, is_named};
pub(crate) use events::Page;
pub(crate) use files::{kind_of_file, tidy_name};
pub(crate) use interactions::{Answer, Deed, Interaction};
pub(crate) use journal::{Journal, Planned};
pub(crate) use messages::{EPHEMERAL, Origin, without_nulls};
