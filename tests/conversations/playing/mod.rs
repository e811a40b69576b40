//! Whole games, against machines and each other.

mod ends;
mod keeping;
mod machines;
mod offers;
mod refusals;
mod slow;
mod typing;

use tablero_sandbox::{Message, Person};
use tablero_tests::Chat;

use crate::seeing::in_thread;

/// Bob with White against Carol, as each of them stands in the thread of their game.
async fn bob_against_carol(chat: &Chat) -> (Person, Person, Message) {
    let (bob, carol) = (chat.person("Bob"), chat.person("Carol"));
    let offer = bob.command("/play opponent:Carol").await;
    carol.click(&offer, "Accept").await.updated();
    let (bob, board) = in_thread(chat, &bob).await;
    let carol = carol.at(bob.channel());
    (bob, carol, board)
}

/// Plays a move by typing it.
async fn types(person: &Person, board: &Message, line: &str) -> tablero_sandbox::Reply {
    let form = person.click(board, "Type").await;
    person.submit(form.modal(), &[("line", line)]).await
}
