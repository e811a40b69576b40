use tablero_api::v1::Problem;
use tablero_tests::Chat;

use crate::seeing::{in_thread, says};
use crate::{BLACK_MATES_IN_TWO, MATE_IN_TWO};

#[tokio::test(flavor = "multi_thread")]
async fn only_who_is_challenged_accepts() {
    let chat = Chat::open().await;
    let (ana, bob, carol) = (chat.person("Ana"), chat.person("Bob"), chat.person("Carol"));
    let offer = bob.command("/play opponent:Carol").await;
    let offer = offer.message();
    says(&offer.text(), &["Bob challenges Carol", "Chess", "**Bob** – **Carol**"]);
    assert!(offer.pings.is_empty());
    for (person, words) in [(&bob, "own challenge"), (&ana, "para otra persona")] {
        let refused = person.click(offer, "Accept").await;
        assert!(refused.message().is_ephemeral());
        says(&refused.message().text(), &[words]);
    }
    let meddled = ana.click(offer, "Decline").await;
    assert!(meddled.message().is_ephemeral(), "{}", meddled.message().text());
    says(&meddled.message().text(), &["para otra persona"]);
    assert_eq!(chat.sandbox.message(offer.id).unwrap().text(), offer.text());

    let accepted = carol.click(offer, "Accept").await;
    says(&accepted.updated().text(), &["Carol accepts"]);
    let (bob, board) = in_thread(&chat, &bob).await;
    assert_eq!(chat.sandbox.channel(bob.channel()).name, "Bob – Carol");
    says(&board.text(), &["Bob to move (White)"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_declined_or_withdrawn() {
    let chat = Chat::open().await;
    let (bob, carol) = (chat.person("Bob"), chat.person("Carol"));
    let offer = bob.command("/play opponent:Carol").await;
    let declined = carol.click(&offer, "Decline").await;
    says(&declined.updated().text(), &["Carol declines"]);
    assert!(declined.updated().buttons().is_empty() && !declined.updated().has_picture());

    let offer = bob.command("/play opponent:Carol").await;
    let withdrawn = bob.click(&offer, "Decline").await;
    says(&withdrawn.updated().text(), &["Bob withdraws"]);
    let late = carol.click(&offer, "Accept").await;
    assert!(late.message().is_ephemeral());
    says(&late.message().text(), &["over"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_challenge_is_for_whoever_is_first() {
    let chat = Chat::open().await;
    let (ana, bob, carol) = (chat.person("Ana"), chat.person("Bob"), chat.person("Carol"));
    let offer = bob.command("/play open:true").await;
    let offer = offer.message();
    says(&offer.text(), &["Bob challenges anybody", "Chess"]);
    assert!(bob.click(offer, "Accept").await.message().text().contains("own challenge"));
    carol.click(offer, "Accept").await.updated();
    let slow = ana.click(offer, "Accept").await;
    assert!(slow.message().is_ephemeral());
    says(&slow.message().text(), &["alguien fue más rápido"]);
    let (_, board) = in_thread(&chat, &bob).await;
    says(&board.text(), &["**Bob** – **Carol**"]);
    chat.close().await;
}

/// Bob plays a problem with Carol and chooses who moves first: who sits where, and who begins.
async fn begins(chat: &Chat, problem: &Problem, side: &str, pair: &str, turn: &str) {
    let channel = if side == "I move first" { "problems" } else { "general" };
    let (bob, carol) = (chat.person("Bob").at(channel), chat.person("Carol").at(channel));
    let options =
        [("opponent", "Carol".into()), ("side", side.into()), ("problem", problem.id.as_str().into())];
    let offer = bob.command_with("/play", &options).await;
    let attacks = if turn.starts_with("Bob") { "Bob attacks" } else { "Carol attacks" };
    says(&offer.message().text(), &["**Mate in 2**", pair, attacks]);
    carol.click(&offer, "Accept").await.updated();
    let (_, board) = in_thread(chat, &bob).await;
    says(&board.text(), &["**Mate in 2** · 2 left", turn]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_moves_first_in_a_problem_attacks() {
    let chat = Chat::open().await;
    let problem = chat.problem(MATE_IN_TWO, 2).await;
    begins(&chat, &problem, "I move first", "**Bob** – **Carol**", "Bob to move (White)").await;
    begins(&chat, &problem, "The other moves first", "**Carol** – **Bob**", "Carol to move (White)").await;
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn black_moves_first_in_a_problem_where_black_mates() {
    let chat = Chat::open().await;
    let problem = chat.problem(BLACK_MATES_IN_TWO, 2).await;
    begins(&chat, &problem, "I move first", "**Carol** – **Bob**", "Bob to move (Black)").await;
    begins(&chat, &problem, "The other moves first", "**Bob** – **Carol**", "Carol to move (Black)").await;
    chat.close().await;
}
