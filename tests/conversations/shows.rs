//! Machines that play for people who look on.

use tablero_sandbox::Message;
use tablero_sandbox::permissions::CREATE_PUBLIC_THREADS;
use tablero_tests::Chat;

use crate::MATE_IN_TWO;
use crate::seeing::{in_thread, says, when};

/// More problems for a library, each a mate in two.
const OTHERS: [&str; 2] = ["2n5/8/k1B2Q2/B7/5K2/8/8/8 w - - 0 1", "7k/2Q5/4K1n1/2R2B2/8/8/8/8 w - - 0 1"];

async fn library(chat: &Chat) {
    for position in [MATE_IN_TWO, OTHERS[0], OTHERS[1]] {
        chat.problem(position, 2).await;
    }
}

/// Lets every game last long enough to be looked at.
async fn slow_down(chat: &Chat) {
    let slow = "CREATE FUNCTION slow() RETURNS trigger AS \
                'BEGIN PERFORM pg_sleep(0.7); RETURN NEW; END' LANGUAGE plpgsql; \
                CREATE TRIGGER slow BEFORE INSERT ON plays FOR EACH ROW EXECUTE FUNCTION slow(); \
                CREATE TRIGGER slow BEFORE UPDATE ON simulation_games FOR EACH ROW EXECUTE FUNCTION slow();";
    chat.house.database.execute(slow).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_play_in_one_message_of_a_thread() {
    let chat = Chat::open().await;
    slow_down(&chat).await;
    let bob = chat.person("Bob");
    let told = bob.command("/watch first:easy second:easy").await;
    says(&told.message().text(), &["easy", "against", "thread"]);
    let (bob, board) = in_thread(&chat, &bob).await;
    says(&board.text(), &["**the easy machine** – **the easy machine**"]);
    assert!(board.menus().is_empty() && board.buttons().len() == 1, "one can only look on");
    let (early, late) = (
        when(&chat, &board, |text| text.contains("1. ")).await,
        when(&chat, &board, |text| text.contains(" 3. ")).await,
    );
    assert_ne!(early.picture(), late.picture());
    assert_eq!(bob.sees().len(), 1, "no message for every move");
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_play_a_problem_to_its_end_in_a_channel_without_threads() {
    let chat = Chat::open().await;
    let problem = chat.problem(MATE_IN_TWO, 2).await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    chat.sandbox.revoke(bob.channel(), CREATE_PUBLIC_THREADS);
    for (person, result) in [(&bob, "the expert machine wins: checkmate"), (&ana, "Gana la máquina experta")]
    {
        let options =
            [("first", "expert".into()), ("second", "easy".into()), ("problem", problem.id.as_str().into())];
        let shown = person.command_with("/watch", &options).await;
        let ended = when(&chat, shown.message(), |text| text.contains(result)).await;
        says(&ended.text(), &["1. ", "#"]);
        assert!(ended.find_button("Go on watching").is_none());
    }
    assert!(chat.sandbox.threads(bob.channel()).is_empty());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_show_goes_on_after_the_bot_was_restarted() {
    let mut chat = Chat::open().await;
    slow_down(&chat).await;
    let bob = chat.person("Bob").in_dm();
    let shown = bob.command("/watch first:easy second:easy").await;
    let shown = when(&chat, shown.message(), |text| text.contains("1. ")).await;
    chat.restart_bot().await;
    let frozen = chat.sandbox.message(shown.id).unwrap();
    let carried_on = bob.click(&frozen, "Go on watching").await;
    let at_first = carried_on.updated().text();
    when(&chat, &frozen, |text| text != at_first && text != frozen.text()).await;
    chat.close().await;
}

async fn table(chat: &Chat, message: &Message, done: &str) -> String {
    when(chat, message, |text| text.contains(done)).await.text()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_machines_are_compared_over_problems() {
    let chat = Chat::open().await;
    library(&chat).await;
    slow_down(&chat).await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let begun = bob.command("/simulate first:expert second:easy count:3").await;
    let begun = begun.message();
    says(&begun.text(), &["**expert** against **easy** over 3 problems", "0/6"]);
    assert!(!begun.is_ephemeral());
    let progress =
        when(&chat, begun, |text| ["2/6", "3/6", "4/6", "5/6"].iter().any(|done| text.contains(done))).await;
    says(&progress.text(), &["▰", "▱"]);
    let ended = table(&chat, begun, "🏆").await;
    says(&ended, &["**expert** solved more", "solved", "moves", "time", "expert           3/3"]);
    assert!(chat.sandbox.message(begun.id).unwrap().buttons().is_empty());

    let one = ana.command("/simular primera:experta segunda:experta cuántos:1").await;
    says(&one.message().text(), &["**experta** contra **experta** en 1 problema\n"]);
    says(&table(&chat, one.message(), "Empate").await, &["resueltos", "1/1"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_started_a_simulation_stops_it() {
    let mut chat = Chat::open().await;
    library(&chat).await;
    slow_down(&chat).await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let begun = bob.command("/simulate first:easy second:easy count:3").await;
    let refused = ana.click(begun.message(), "Stop").await;
    assert!(refused.message().is_ephemeral());
    says(&refused.message().text(), &["Solo quien empezó"]);
    chat.restart_bot().await;
    let looked = ana.click(begun.message(), "Refresh").await;
    says(&looked.updated().text(), &["/6"]);
    let stopped = bob.click(begun.message(), "Stop").await;
    says(&stopped.updated().text(), &["Stopped after", "of 6 games"]);
    assert!(stopped.updated().buttons().is_empty());
    let late = bob.click(begun.message(), "Stop").await;
    assert!(late.message().is_ephemeral());
    says(&late.message().text(), &["over"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_that_cannot_be_are_refused_to_the_person_alone() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    for (command, english) in [
        ("/watch game:go", "do not know that game"),
        ("/watch options:colour=red", "do not fit the game"),
        ("/watch problem:17", "not an id of ours"),
        ("/simulate first:easy second:hard", "No problem fits"),
        ("/simulate first:easy second:hard game:go", "No problem fits"),
    ] {
        let refused = bob.command(command).await;
        assert!(refused.message().is_ephemeral(), "{command}");
        says(&refused.message().text(), &["⚠️", english]);
    }
    let refused = ana.command("/simular primera:fácil segunda:fácil jugadas:9").await;
    says(&refused.message().text(), &["Ningún problema encaja"]);
    assert!(chat.sandbox.threads(bob.channel()).is_empty());
    chat.close().await;
}
