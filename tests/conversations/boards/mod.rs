//! SPEC D3 and K2: leaderboards that live in channels, weeks that are summed up, and who is on them.

mod hiding;
mod keeping;
mod setting;

use std::time::Duration;

use tablero_sandbox::{Message, permissions};
use tablero_tests::Chat;

/// Longer than a kept board waits between two edits.
pub(crate) const PAUSE: Duration = Duration::from_secs(31);

/// The message of a channel that says this, once it is there.
pub(crate) async fn posted(chat: &Chat, channel: &str, words: &str) -> Message {
    let channel = chat.sandbox.channel(channel).id;
    chat.sandbox
        .until(&format!("a channel says {words:?}"), |world| {
            let messages = world.messages(channel);
            messages.into_iter().rev().find(|message| message.text().contains(words)).cloned()
        })
        .await
}

pub(crate) fn manager(chat: &Chat) -> tablero_sandbox::Person {
    chat.sandbox.member_permissions("Chess Café", "Carol", permissions::MEMBER | permissions::MANAGE_GUILD);
    chat.person("Carol")
}
