use tablero_sandbox::permissions::CREATE_PUBLIC_THREADS;
use tablero_tests::Chat;

use crate::seeing::{in_thread, says, when};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_a_machine_has_a_thread_and_is_played_by_menus() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let told = bob.command("/play level:easy").await;
    says(&told.message().text(), &["Bob plays", "Chess", "the easy machine"]);
    let (bob, board) = in_thread(&chat, &bob).await;
    assert_eq!(chat.sandbox.channel(bob.channel()).name, "Bob – the easy machine");
    says(&board.text(), &["**Bob** – **the easy machine**", "Bob to move (White)"]);
    says(board.alt(), &["White", "e1"]);
    assert_eq!(board.menu("1.").options.len(), 10);
    assert_eq!(board.menu("1.").option("e2").unwrap().label, "♙ White pawn e2");

    let picked = bob.choose(&board, "1.", &["e2"]).await;
    let picked = picked.updated();
    assert!(picked.menu("1.").option("e2").unwrap().default);
    let labels: Vec<_> = picked.menu("2.").options.into_iter().map(|option| option.label).collect();
    assert_eq!(labels, ["e3", "e4"]);
    let played = bob.choose(picked, "2.", &["e4"]).await;
    let played = played.updated();
    says(&played.text(), &["1. e4"]);
    let answered = when(&chat, played, |text| text.contains("1. e4 ") && text.contains("Bob to move")).await;
    assert_ne!(answered.picture(), board.picture());
    assert_eq!(bob.sees().len(), 1, "the game is one message");
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_that_moves_first_has_moved() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    bob.command_with("/play", &[("level", "easy".into()), ("side", "The other moves first".into())])
        .await
        .message();
    let (_, board) = in_thread(&chat, &bob).await;
    let moved =
        when(&chat, &board, |text| text.contains("1. ") && text.contains("Bob to move (Black)")).await;
    says(&moved.text(), &["**the easy machine** – **Bob**"]);
    assert!(moved.menu("1.").options.iter().all(|option| option.label.contains("Black")));
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_right_to_make_threads_the_board_is_in_the_channel() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    chat.sandbox.revoke(bob.channel(), CREATE_PUBLIC_THREADS);
    let board = bob
        .command_with("/play", &[("level", "easy".into()), ("side", "The other moves first".into())])
        .await;
    let board = when(&chat, board.message(), |text| text.contains("Bob to move")).await;
    says(&board.text(), &["1. "]);
    assert!(board.has_picture());
    let picked = bob.choose(&board, "1.", &["e7"]).await;
    let played = bob.choose(picked.updated(), "2.", &["e6"]).await;
    when(&chat, played.updated(), |text| text.contains(" e6 2. ")).await;
    assert_eq!(chat.sandbox.threads(bob.channel()).len(), 0);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_is_played_in_a_thread_and_in_direct_messages_too() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob").in_dm();
    let board = bob.command("/play level:easy").await;
    let board = board.message();
    says(&board.text(), &["**Bob** – **the easy machine**"]);
    let picked = bob.choose(board, "1.", &["b1"]).await;
    let played = bob.choose(picked.updated(), "2.", &["Nc3"]).await;
    when(&chat, played.updated(), |text| text.contains("1. Nc3 ") && text.contains("Bob to move")).await;

    let carol = chat.person("Carol");
    carol.command("/play level:easy").await.message();
    let (carol, _) = in_thread(&chat, &carol).await;
    let inside = carol.command("/play level:easy").await;
    assert!(inside.message().has_picture(), "a thread has no threads");
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_turned_by_who_sits_at_it() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    bob.command("/play level:easy").await.message();
    let (bob, board) = in_thread(&chat, &bob).await;
    let ana = ana.at(bob.channel());
    let refused = ana.click(&board, "Flip").await;
    assert!(refused.message().is_ephemeral());
    says(&refused.message().text(), &["No juegas en este tablero"]);
    assert_eq!(chat.sandbox.message(board.id).unwrap().picture(), board.picture());
    let turned = bob.click(&board, "Flip").await;
    assert_ne!(turned.updated().picture(), board.picture());
    let back = bob.click(turned.updated(), "Flip").await;
    assert_eq!(back.updated().picture(), board.picture());
    chat.close().await;
}
