use std::time::Duration;

use serde_json::json;
use tablero_tests::{Chat, mating_move};

use super::MATE_IN_TWO;

#[tokio::test(flavor = "multi_thread")]
async fn a_solve_goes_on_after_the_bot_was_restarted() {
    let mut chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let card = bob.command("/solve").await.message().clone();
    let panel = bob.click(&card, "Solve").await.message().clone();
    let picked = bob.choose(&panel, "1.", &["e5"]).await.updated().clone();
    chat.restart_bot().await;
    let after = bob.choose(&picked, "2.", &["e5d7"]).await.updated().clone();
    chat.restart_bot().await;
    let (panel, mate) = mating_move(&bob, &after).await;
    let solved = bob.choose(&panel, "2.", &[mate.as_str()]).await;
    assert!(solved.updated().text().contains("Solved!"), "{}", solved.updated().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_solve_goes_on_after_the_server_was_restarted() {
    let mut chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let card = bob.command("/solve").await.message().clone();
    let panel = bob.click(&card, "Solve").await.message().clone();
    let picked = bob.choose(&panel, "1.", &["e5"]).await.updated().clone();
    chat = chat.restart_server().await;
    let after = bob.choose(&picked, "2.", &["e5d7"]).await.updated().clone();
    assert!(after.text().contains("1. Nd7"), "{}", after.text());
    let (panel, mate) = mating_move(&bob, &after).await;
    let solved = bob.choose(&panel, "2.", &[mate.as_str()]).await;
    assert!(solved.updated().text().contains("Solved!"), "{}", solved.updated().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_server_is_away_people_are_told_to_come_back() {
    let mut chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let card = bob.command("/solve").await.message().clone();
    let away = chat.close_server().await;
    let sorry = bob.click(&card, "Solve").await;
    assert!(sorry.message().is_ephemeral());
    assert!(sorry.message().text().contains("Nothing is lost"), "{}", sorry.message().text());
    let lo_siento = ana.command("/resolver").await;
    assert!(lo_siento.message().text().contains("No se ha perdido nada"), "{}", lo_siento.message().text());
    chat = away.open_server().await;
    let panel = bob.click(&card, "Solve").await;
    assert!(panel.message().text().contains("Mate in 2"), "{}", panel.message().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_reconnects_loses_nothing() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let card = bob.command("/solve").await.message().clone();
    let panel = bob.click(&card, "Solve").await.message().clone();
    let picked = bob.choose(&panel, "1.", &["e5"]).await.updated().clone();
    chat.sandbox.reconnect();
    let after = bob.choose(&picked, "2.", &["e5d7"]).await.updated().clone();
    assert!(after.text().contains("1. Nd7"), "{}", after.text());
    chat.sandbox.drop_connections();
    chat.sandbox.ready().await;
    let (panel, mate) = mating_move(&bob, &after).await;
    let solved = bob.choose(&panel, "2.", &[mate.as_str()]).await;
    assert!(solved.updated().text().contains("Solved!"), "{}", solved.updated().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_of_another_time_are_answered_kindly() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let card = bob.command("/solve").await.message().clone();
    for old in ["v0:card:1:0:solve:", "game:42:flip", "v1:nothing:x:0:go:"] {
        let reply = bob.forge(&card, old, &[]).await;
        assert!(reply.message().is_ephemeral() && reply.message().text().contains("another time"), "{old}");
    }
    let bad = bob.forge(&card, "v1:solve:not-an-id:0:look:0", &[]).await;
    assert!(bad.message().is_ephemeral() && bad.message().text().contains('⚠'), "{}", bad.message().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_discord_refuses_at_first_are_registered_later() {
    let mut chat = Chat::open().await;
    let busy = json!({"message": "Service Unavailable", "code": 0});
    chat.sandbox.fail_next("/applications", 503, busy, &[]);
    chat.restart_bot().await;
    let registered = chat.sandbox.until("the commands arrive again", |world| {
        let puts = world.requests().filter(|request| request.method == "PUT").count();
        (puts >= 3).then_some(())
    });
    tokio::time::timeout(Duration::from_secs(15), registered).await.expect("the bot tries again");
    chat.close().await;
}
