use tablero_tests::Chat;

use super::{bob_against_carol, types};
use crate::seeing::{hears, says, when};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_the_fools_mate_by_form_menu_and_command() {
    let chat = Chat::open().await;
    let (bob, carol, board) = bob_against_carol(&chat).await;
    let first = types(&bob, &board, "f3").await;
    let first = first.updated();
    says(&first.text(), &["`1. f3`", "Carol to move (Black)"]);

    let picked = carol.choose(first, "1.", &["e7"]).await;
    let seen_by_carol = picked.updated().picture().to_vec();
    let second = carol.choose(picked.updated(), "2.", &["e5"]).await;
    let second = second.updated();
    says(&second.text(), &["`1. f3 e5`", "Bob to move (White)"]);
    says(second.alt(), &["Last move: e7, e5"]);

    let third = bob.command("/move move:g4").await;
    let third = third.message();
    assert!(!third.is_ephemeral(), "the other side must see it");
    says(&third.text(), &["`1. f3 e5 2. g4`", "Carol to move (Black)"]);
    let from_black = third.picture().to_vec();
    let from_white = bob.click(third, "Flip").await.updated().picture().to_vec();
    assert_ne!(from_black, from_white, "a board is seen from the mover's side");
    assert_ne!(seen_by_carol, from_black);

    let mated = carol.command("/move move:Qh4").await;
    let mated = mated.message();
    says(&mated.text(), &["Carol wins: checkmate", "2. g4 Qh4#"]);
    says(mated.alt(), &["Check", "e1", "h4"]);
    assert!(mated.menus().is_empty() && mated.find_button("Resign").is_none());
    let film = bob.click(mated, "Replay").await;
    assert!(film.message().is_ephemeral() && film.message().attachments[0].filename.ends_with(".gif"));

    let old = bob.click(third, "Refresh").await;
    says(&old.updated().text(), &["Carol wins: checkmate"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bystander_changes_nothing() {
    let chat = Chat::open().await;
    let (bob, carol, board) = bob_against_carol(&chat).await;
    let ana = chat.person("Ana").at(bob.channel());
    let picked = bob.choose(&board, "1.", &["e2"]).await;
    let picked = picked.updated();
    let tries = [
        ana.choose(picked, "1.", &["d2"]).await,
        ana.choose(picked, "2.", &["e4"]).await,
        ana.click(picked, "Resign").await,
        types(&ana, picked, "e4").await,
    ];
    for refused in tries {
        assert!(refused.message().is_ephemeral());
        says(&refused.message().text(), &["No juegas en este tablero", "/jugar"]);
    }
    let early = carol.choose(picked, "2.", &["e4"]).await;
    assert!(early.message().is_ephemeral());
    says(&early.message().text(), &["not your turn"]);
    let now = chat.sandbox.message(board.id).unwrap();
    assert_eq!((now.text(), now.picture()), (picked.text(), picked.picture()));
    bob.choose(picked, "2.", &["e4"]).await.updated();
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_on_an_old_board_shows_the_board_of_now() {
    let chat = Chat::open().await;
    let (bob, carol, board) = bob_against_carol(&chat).await;
    let picked = bob.choose(&board, "1.", &["e2"]).await;
    let picked = picked.updated().clone();
    let played = types(&bob, &picked, "d4").await;
    says(&played.updated().text(), &["1. d4"]);
    for stale in [bob.choose(&picked, "2.", &["e4"]).await, bob.choose(&board, "1.", &["g1"]).await] {
        says(&stale.updated().text(), &["has moved on", "`1. d4`", "Carol to move"]);
    }
    let answered = types(&carol, &board, "d5").await;
    says(&answered.updated().text(), &["has moved on"]);
    assert!(!answered.updated().text().contains("d5"), "an old form plays nothing");
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_sits_at_a_board_resigns_and_after_a_question() {
    let chat = Chat::open().await;
    let (bob, carol, board) = bob_against_carol(&chat).await;
    let asked = carol.click(&board, "Resign").await;
    let asked = asked.message();
    assert!(asked.is_ephemeral());
    says(&asked.text(), &["Really resign?"]);
    assert_eq!(chat.sandbox.message(board.id).unwrap().text(), board.text(), "nothing has happened yet");
    let done = carol.click(asked, "Yes, resign").await;
    says(&done.updated().text(), &["You resigned"]);
    let told = hears(&chat, &bob, "Bob wins").await;
    assert!(!told.is_ephemeral());
    says(&told.text(), &["Carol gave up"]);
    let board = when(&chat, &board, |text| text.contains("Bob wins")).await;
    assert!(board.menus().is_empty());
    let late = bob.command("/move move:e4").await;
    says(&late.message().text(), &["not your turn anywhere", "/play"]);
    assert!(late.message().is_ephemeral());
    chat.close().await;
}
