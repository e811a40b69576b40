//! Waiting for what people come to see without having asked for it.

use tablero_sandbox::{Message, Person};
use tablero_tests::Chat;

/// The person in the only thread of the channel, once there is a board in it.
pub(crate) async fn in_thread(chat: &Chat, person: &Person) -> (Person, Message) {
    let channel = person.channel();
    let (thread, board) = chat
        .sandbox
        .until("there is a thread with a board", |world| {
            let thread = world.threads(channel).first()?.id;
            let board = world.messages(thread).into_iter().find(|message| message.has_picture())?;
            Some((thread, board.clone()))
        })
        .await;
    (person.at(thread), board)
}

/// The message once it says what is wanted.
pub(crate) async fn when(chat: &Chat, message: &Message, says: impl Fn(&str) -> bool) -> Message {
    let id = message.id;
    let looked_for = format!("this changes: {}", message.text());
    let changed = |message: &&Message| says(&message.text());
    chat.sandbox.until(&looked_for, |world| world.message(id).filter(changed).cloned()).await
}

/// The newest message that the person sees, once it says what is wanted.
pub(crate) async fn hears(chat: &Chat, person: &Person, words: &str) -> Message {
    let (user, channel) = (person.id(), person.channel());
    chat.sandbox
        .until(&format!("somebody reads {words:?}"), |world| {
            let seen = world.seen_by(user, channel);
            seen.into_iter().rev().find(|message| message.text().contains(words)).cloned()
        })
        .await
}

/// Asserts that a text holds all of these.
#[track_caller]
pub(crate) fn says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{word:?} is missing in {text:?}");
    }
}
