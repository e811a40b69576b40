use tablero_tests::Chat;

use super::{bob_against_carol, types};
use crate::MATE_IN_TWO;
use crate::seeing::{hears, says};

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_listed_resumed_and_deleted_after_a_question() {
    let mut chat = Chat::open().await;
    let bob = chat.person("Bob");
    let none = bob.command("/matches").await;
    says(&none.message().text(), &["No matches yet", "/play"]);
    let (there, carol, board) = bob_against_carol(&chat).await;
    types(&there, &board, "e4").await.updated();
    chat.restart_bot().await;

    let list = carol.command("/matches").await;
    let list = list.message();
    assert!(list.is_ephemeral());
    says(&list.text(), &["▶️ **Chess**: Bob – Carol"]);
    let resumed = carol.choose(list, "Open one", &["Chess: Bob – Carol"]).await;
    let resumed = resumed.message();
    says(&resumed.text(), &["`1. e4`", "Carol to move"]);
    let moved = types(&carol, resumed, "e5").await;
    says(&moved.updated().text(), &["`1. e4 e5`"]);
    let asked = carol.click(moved.updated(), "Resign").await;
    carol.click(&asked, "Yes, resign").await.updated();
    hears(&chat, &there, "Bob wins").await;

    let list = bob.command("/matches").await;
    says(&list.message().text(), &["🏁 **Chess**: Bob – Carol"]);
    let over = bob.choose(list.message(), "Open one", &["Chess: Bob – Carol"]).await;
    let over = over.message();
    assert!(over.is_ephemeral());
    says(&over.text(), &["Bob wins"]);
    let asked = bob.click(over, "Delete from my list").await;
    says(&asked.updated().text(), &["for good?"]);
    let kept = bob.click(asked.updated(), "No, keep it").await;
    says(&kept.updated().text(), &["🏁 **Chess**: Bob – Carol"]);
    let gone = bob.click(asked.updated(), "Yes, delete it").await;
    says(&gone.updated().text(), &["gone"]);
    says(&bob.command("/matches").await.message().text(), &["No matches yet"]);
    says(&carol.command("/matches").await.message().text(), &["Bob – Carol"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_and_a_problem_are_found_in_the_list() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let (bob, carol) = (chat.person("Bob"), chat.person("Carol"));
    bob.command("/play opponent:Carol").await.message();
    let card = carol.command("/solve").await;
    carol.click(&card, "Solve").await.message();
    let list = carol.command("/matches").await;
    says(
        &list.message().text(),
        &["⏳ **Chess**: Bob – Carol", "▶️ **Mate in 2**: Carol – the expert machine"],
    );
    let offer = carol.choose(list.message(), "Open one", &["Chess: Bob – Carol"]).await;
    says(&offer.message().text(), &["Bob challenges Carol", "Chess"]);
    offer.message().button("Accept");
    let panel = carol.choose(list.message(), "Open one", &["Mate in 2: Carol – the expert machine"]).await;
    assert!(panel.message().is_ephemeral());
    says(&panel.message().text(), &["Mate in 2", "White to move"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_ten_matches_have_pages() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob").in_dm();
    for _ in 0..11 {
        bob.command("/play level:easy").await.message();
    }
    let list = bob.command("/matches").await;
    let list = list.message();
    assert_eq!(list.text().lines().count(), 10);
    assert!(list.button("Back").disabled);
    let more = bob.click(list, "More").await;
    let more = more.updated();
    assert_eq!(more.text().lines().count(), 1);
    assert!(more.button("More").disabled && !more.button("Back").disabled);
    chat.close().await;
}
