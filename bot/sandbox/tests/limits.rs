//! Three seconds, fifteen minutes, one answer.

use std::time::Duration;

use serde_json::json;
use tablero_sandbox::{Kind, SandboxOptions, State};

use crate::support::{Stage, sandbox, start};
use crate::wire::{Rest, Wire};

const MINUTE: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread")]
async fn silence_for_three_seconds_is_a_failure() {
    let stage = Stage::on(start(SandboxOptions::default()).await).await;
    let ana = stage.sandbox.person("Ana");
    let pending = ana.command("/silent");
    stage.sandbox.advance(Duration::from_millis(3100));
    assert!(pending.await.failed());
    let seen = ana.latest();
    assert_eq!((seen.state, seen.content.as_str()), (State::Failed, "The application did not respond"));
    assert!(stage.sandbox.person("Bob").sees().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_answer_finds_no_interaction() {
    let sandbox = sandbox().await;
    let (rest, (mut wire, _)) = (Rest::of(&sandbox), Wire::ready(&sandbox).await);
    rest.register().await;
    let pending = sandbox.person("Ana").command("/ask");
    let asked = wire.event("INTERACTION_CREATE").await;
    sandbox.advance(Duration::from_secs(16));
    assert!(pending.await.failed());
    let (status, body) = rest.answer(&asked, json!({"type": 4, "data": {"content": "late"}})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10062)));
    let (status, body) = rest.post(&rest.webhook(&asked), json!({"content": "later"})).await;
    assert_eq!((status, &body["code"]), (404, &json!(10015)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_to_answer_can_be_lengthened() {
    let options = SandboxOptions { answer_within: 10 * MINUTE, ..SandboxOptions::default() };
    let sandbox = start(options).await;
    let (rest, (mut wire, _)) = (Rest::of(&sandbox), Wire::ready(&sandbox).await);
    rest.register().await;
    let pending = sandbox.person("Ana").command("/ask");
    let asked = wire.event("INTERACTION_CREATE").await;
    sandbox.advance(9 * MINUTE);
    assert_eq!(rest.answer(&asked, json!({"type": 4, "data": {"content": "in time"}})).await.0, 204);
    assert_eq!(pending.await.message().content, "in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deferred_answer_may_take_minutes() {
    let stage = Stage::set().await;
    let ana = stage.sandbox.person("Ana");
    let pending = ana.command("/ponder");
    let channel = ana.channel();
    stage
        .sandbox
        .until("the bot thinks", |world| {
            world.messages(channel).pop().filter(|it| it.is_thinking()).map(drop)
        })
        .await;
    stage.sandbox.advance(14 * MINUTE);
    ana.post("go on", Vec::new()).await;
    assert_eq!(pending.await.message().content, "ready");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_fifteen_minutes_the_token_is_dead() {
    let stage = Stage::set().await;
    let ana = stage.sandbox.person("Ana");
    let pending = ana.command("/ponder");
    let channel = ana.channel();
    stage
        .sandbox
        .until("the bot thinks", |world| {
            world.messages(channel).pop().filter(|it| it.is_thinking()).map(drop)
        })
        .await;
    stage.sandbox.advance(16 * MINUTE);
    assert!(pending.await.failed());
    ana.post("go on", Vec::new()).await;
    let late = |text: &str| text.starts_with("late: Invalid Webhook Token");
    let told = stage.sandbox.until("the bot tells", |world| {
        world.messages(channel).into_iter().find(|it| late(&it.content)).map(|it| it.content.clone())
    });
    assert!(late(&told.await));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_is_answered_once() {
    let sandbox = sandbox().await;
    let (rest, (mut wire, _)) = (Rest::of(&sandbox), Wire::ready(&sandbox).await);
    rest.register().await;
    let pending = sandbox.person("Ana").command("/ask what:x");
    let asked = wire.event("INTERACTION_CREATE").await;
    let first = json!({"type": 4, "data": {"content": "one"}});
    assert_eq!(rest.answer(&asked, first.clone()).await.0, 204);
    let (status, body) = rest.answer(&asked, first).await;
    assert_eq!((status, &body["code"]), (400, &json!(40060)));
    assert_eq!(pending.await.message().content, "one");
    assert!(sandbox.complaints()[0].contains("40060"));
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_must_suit_what_was_asked() {
    let sandbox = sandbox().await;
    let (rest, (mut wire, _)) = (Rest::of(&sandbox), Wire::ready(&sandbox).await);
    rest.register().await;
    let pending = sandbox.person("Ana").command("/ask");
    let asked = wire.event("INTERACTION_CREATE").await;
    for unfit in [
        json!({"type": 8, "data": {"choices": []}}),
        json!({"type": 6}),
        json!({"type": 7, "data": {"content": "x"}}),
        json!({"type": 1}),
    ] {
        let (status, body) = rest.answer(&asked, unfit).await;
        assert_eq!((status, &body["code"]), (400, &json!(50035)));
    }
    assert_eq!(rest.answer(&asked, json!({"type": 5, "data": {"flags": 64}})).await.0, 204);
    let edited =
        rest.patch(&format!("{}/messages/@original", rest.webhook(&asked)), json!({"content": "now"})).await;
    assert_eq!((edited.0, &edited.1["content"], &edited.1["flags"]), (200, &json!("now"), &json!(64)));
    assert!(pending.await.message().is_ephemeral());
}

#[tokio::test(flavor = "multi_thread")]
async fn first_answers_are_timed_by_kind() {
    let stage = Stage::set().await;
    let ana = stage.sandbox.person("Ana");
    let shown = ana.command("/show").await;
    let opened = ana.click(&shown, "Type").await;
    ana.submit(opened.modal(), &[("move", "e4")]).await;
    ana.complete("/move", "move").await;
    let kinds: Vec<Kind> = stage.sandbox.latencies().iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [Kind::Command, Kind::Component, Kind::Modal, Kind::Autocomplete]);
    assert!(stage.sandbox.latencies().iter().all(|it| !it.elapsed.is_zero()));
}
