use tablero_sandbox::Person;
use tablero_tests::Chat;

use super::{bob_against_carol, types};
use crate::MATE_IN_TWO;
use crate::seeing::{in_thread, says, when};

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_cannot_be_is_refused_with_the_reason_and_changes_nothing() {
    let chat = Chat::open().await;
    let (bob, _, board) = bob_against_carol(&chat).await;
    for (typed, words) in
        [("Qh5", "queen"), ("e5", "e5"), ("horse to f3", "cannot read"), ("Nd2", "d2"), ("j9", "cannot read")]
    {
        let refused = types(&bob, &board, typed).await;
        let refused = refused.message();
        assert!(refused.is_ephemeral());
        says(&refused.text(), &[words]);
        let by_command = bob.command_with("/move", &[("move", typed.into())]).await;
        assert_eq!(by_command.message().text(), refused.text());
        assert!(by_command.message().is_ephemeral());
    }
    assert_eq!(chat.sandbox.message(board.id).unwrap().text(), board.text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spanish_letters_are_read_from_who_reads_spanish() {
    let chat = Chat::open().await;
    let ana = chat.person("Ana");
    ana.command("/jugar nivel:fácil").await.message();
    let (ana, board) = in_thread(&chat, &ana).await;
    says(&board.text(), &["**Ana** – **la máquina fácil**", "Juega Ana (blancas)"]);
    assert_eq!(board.menu("1.").option("g1").unwrap().label, "♘ Caballo blanco g1");
    let form = ana.click(&board, "Escribir").await;
    let played = ana.submit(form.modal(), &[("line", "Cf3")]).await;
    when(&chat, played.updated(), |text| text.contains("1. Cf3 ") && text.contains("Juega Ana")).await;
    chat.close().await;
}

/// The moves that are offered to somebody who has typed this much.
async fn completes(person: &Person, typed: &str) -> Vec<String> {
    let found = person.complete(&format!("/move move:{typed}"), "move").await;
    found.into_iter().map(|(name, _)| name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_completed_for_who_is_to_move_and_after_a_restart_too() {
    let mut chat = Chat::open().await;
    let (bob, carol, board) = bob_against_carol(&chat).await;
    assert_eq!(completes(&bob, "e").await, ["e3", "e4"]);
    types(&bob, &board, "e4").await.updated();
    assert_eq!(completes(&carol, "N").await, ["Na6", "Nc6", "Nf6", "Nh6"]);
    carol.command("/move move:e5").await.message();
    assert_eq!(completes(&bob, "Q").await, ["Qe2", "Qf3", "Qg4", "Qh5"]);
    chat.restart_bot().await;
    assert_eq!(completes(&bob, "q").await, ["Qe2", "Qf3", "Qg4", "Qh5"]);
    assert_eq!(bob.complete("/move move:z", "move").await, []);
    let played = bob.command("/move move:Qh5").await;
    says(&played.message().text(), &["2. Qh5"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_that_is_being_solved_is_completed_and_played_in_private() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let nobody = bob.command("/move move:Nd7").await;
    says(&nobody.message().text(), &["not your turn anywhere"]);
    let card = bob.command("/solve").await;
    bob.click(&card, "Solve").await.message();
    assert_eq!(completes(&bob, "Nd").await, ["Nd3", "Nd7", "Nd4", "Nd6"]);
    let played = bob.command("/move move:Nd7").await;
    assert!(played.message().is_ephemeral(), "others are still solving");
    says(&played.message().text(), &["1. Nd7"]);
    chat.close().await;
}
