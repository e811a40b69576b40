//! The gateway: sessions, events, heartbeats, reconnects.

pub(crate) mod intents;
mod line;
mod sessions;

pub(crate) use line::connect;
pub(crate) use sessions::{Sessions, Signal};
