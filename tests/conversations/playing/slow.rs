use tablero_tests::Chat;
use tokio::task::JoinHandle;

use super::bob_against_carol;
use crate::seeing::{hears, in_thread, says, when};

/// Lets the server wait for longer than an answer may take, from now on.
async fn slow_down(chat: &Chat) -> JoinHandle<()> {
    let lock = "BEGIN; LOCK TABLE profiles, matches IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(1.5); COMMIT";
    let locked = "SELECT count(*) FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' \
                  AND relation = 'matches'::regclass";
    let (database, watched) = (chat.house.database.clone(), chat.house.database.clone());
    let locking = tokio::spawn(async move { database.execute(lock).await });
    while watched.count(locked).await == 0 {
        tokio::task::yield_now().await;
    }
    locking
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_that_took_long_is_still_for_the_person_alone() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    bob.command("/matches").await.message();
    let slow = slow_down(&chat).await;
    let first = bob.command("/play game:go").first_answer().await;
    assert!(first.message().is_thinking());
    let refused = hears(&chat, &bob, "do not know that game").await;
    assert!(refused.is_ephemeral());
    assert!(ana.sees().is_empty(), "others see nothing of it");
    slow.await.unwrap();
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_took_long_is_still_seen_by_everybody() {
    let chat = Chat::open().await;
    let (bob, carol, _) = bob_against_carol(&chat).await;
    let slow = slow_down(&chat).await;
    let first = bob.command("/move move:e4").first_answer().await;
    assert!(first.message().is_thinking());
    let seen = hears(&chat, &carol, "1. e4").await;
    assert!(!seen.is_ephemeral());
    slow.await.unwrap();
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_answers_where_a_late_move_was_shown() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    bob.command("/play level:easy").await.message();
    let (bob, _) = in_thread(&chat, &bob).await;
    let slow = slow_down(&chat).await;
    let first = bob.command("/move move:e4").first_answer().await;
    assert!(first.message().is_thinking());
    let shown = hears(&chat, &bob, "1. e4").await;
    let answered = when(&chat, &shown, |text| text.contains("Bob to move")).await;
    says(&answered.text(), &["1. e4 "]);
    slow.await.unwrap();
    chat.close().await;
}
