//! REST v10, as far as a bot like ours asks.

mod answer;
mod call;
mod callbacks;
mod channels;
mod commands;
mod messages;
mod meta;
mod refusal;
mod routes;
mod threads;
mod webhooks;

pub(crate) use answer::handle;
pub(crate) use call::{Call, Upload};
pub(crate) use refusal::Refusal;

use serde_json::Value;

/// An answer that is not a refusal.
#[derive(Debug)]
pub(crate) enum Success {
    Ok(Value),
    Created(Value),
    NoContent,
}

pub(crate) type Outcome = Result<Success, Refusal>;
