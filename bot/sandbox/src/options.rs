//! What can be set before the sandbox starts.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// The defaults suit tests: a free port of this machine, Discord's own limits, no API description.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    pub listen: SocketAddr,
    /// Discord's `openapi.json`, where it is at hand: requests and answers are then held against it.
    pub oracle: Option<PathBuf>,
    /// How long the bot has for its first answer.
    pub answer_within: Duration,
    pub heartbeat: Duration,
    /// Intent bits that need Discord's consent, and that this bot has it for.
    pub privileged_intents: u64,
    /// How often an hour messages of a channel that are older than an hour may be edited.
    pub old_edits: usize,
}

impl Default for SandboxOptions {
    fn default() -> SandboxOptions {
        SandboxOptions {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            oracle: None,
            answer_within: Duration::from_secs(3),
            heartbeat: Duration::from_millis(41_250),
            privileged_intents: 0,
            old_edits: 120,
        }
    }
}
