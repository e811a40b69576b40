//! Connections: greeted, refused, broken, resumed.

use std::time::Duration;

use serde_json::{Value, json};
use tablero_sandbox::{Sandbox, SandboxOptions, World};

use crate::support::{Stage, sandbox, start};
use crate::wire::{NOTHING, Rest, USUAL, Wire};

const IDENTIFY: u64 = 2;
const RESUME: u64 = 6;

type Break = fn(&Sandbox);

fn heard(world: &World, op: u64) -> usize {
    world.gateway_messages().iter().filter(|it| it["op"] == op).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_real_bot_survives_every_kind_of_break() {
    let stage = Stage::set().await;
    let sandbox = &stage.sandbox;
    let ana = sandbox.person("Ana");
    let breaks: [(&str, u64, Break); 5] = [
        ("a request to reconnect", RESUME, Sandbox::reconnect),
        ("a cut line", RESUME, Sandbox::drop_connections),
        ("a close code", RESUME, |it| it.close_connections(4000)),
        ("an invalid session that can be resumed", RESUME, |it| it.invalidate_sessions(true)),
        ("an invalid session", IDENTIFY, |it| it.invalidate_sessions(false)),
    ];
    for (what, op, break_it) in breaks {
        let before = sandbox.read(|world| heard(world, op));
        break_it(sandbox);
        sandbox.until(what, |world| (heard(world, op) > before && world.connected()).then_some(())).await;
        assert_eq!(ana.command("/show").await.message().content, "board for es-ES", "after {what}");
    }
    assert_eq!(sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_real_bot_says_good_bye() {
    let stage = Stage::set().await;
    stage.shards.shutdown_all().await;
    stage.sandbox.until("the line is closed", |world| (!world.connected()).then_some(())).await;
    assert_eq!(stage.sandbox.close_codes(), [1000]);
}

#[tokio::test(flavor = "multi_thread")]
async fn ready_is_followed_by_every_server() {
    let sandbox = sandbox().await;
    let (mut wire, ready) = Wire::ready(&sandbox).await;
    assert_eq!(ready["user"]["id"], sandbox.bot().to_string());
    assert!(ready["resume_gateway_url"].as_str().unwrap().starts_with("ws://127.0.0.1:"));
    let names =
        [wire.event("GUILD_CREATE").await, wire.event("GUILD_CREATE").await].map(|it| it["name"].clone());
    assert_eq!(names, ["Chess Café", "Tablero Lab"]);
    wire.say(json!({"op": 1, "d": 3})).await;
    assert_eq!(wire.next().await.unwrap()["op"], 11);
}

#[tokio::test(flavor = "multi_thread")]
async fn payloads_are_compressed_when_asked() {
    let sandbox = sandbox().await;
    let mut wire = Wire::connect(&sandbox).await;
    wire.identify(USUAL, true).await;
    assert_eq!(wire.event("GUILD_CREATE").await["name"], "Chess Café");
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_that_break_the_protocol_are_closed() {
    let sandbox = sandbox().await;
    let identify = |token: &str, intents: u64| json!({"op": 2, "d": {"token": token, "intents": intents}});
    let token = sandbox.token();
    let cases: [(Value, u16); 6] = [
        (identify("wrong", USUAL), 4004),
        (identify(&token, USUAL | 1 << 15), 4014),
        (identify(&token, 1 << 40), 4013),
        (json!({"op": 3, "d": {}}), 4003),
        (json!({"op": 99}), 4001),
        (json!({"op": 2, "d": {"token": token, "intents": 0, "shard": [2, 2]}}), 4010),
    ];
    for (payload, code) in cases {
        let mut wire = Wire::connect(&sandbox).await;
        wire.say(payload.clone()).await;
        assert_eq!(wire.next().await, Err(code), "{payload}");
    }
    let (mut wire, _) = Wire::ready(&sandbox).await;
    wire.identify(USUAL, false).await;
    let end = loop {
        if let Err(code) = wire.next().await {
            break code;
        }
    };
    assert_eq!(end, 4005);
}

#[tokio::test(flavor = "multi_thread")]
async fn missed_events_are_sent_after_resuming() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    rest.register().await;
    let (mut wire, ready) = Wire::ready(&sandbox).await;
    wire.event("GUILD_CREATE").await;
    wire.event("GUILD_CREATE").await;
    sandbox.drop_connections();
    assert_eq!(wire.next().await, Err(1006));
    sandbox.until("the line is gone", |world| (!world.connected()).then_some(())).await;
    let pending = sandbox.person("Ana").command("/ask");
    let mut wire = Wire::connect(&sandbox).await;
    let data = json!({"token": sandbox.token(), "session_id": ready["session_id"], "seq": 3});
    wire.say(json!({"op": 6, "d": data})).await;
    let asked = wire.next().await.unwrap();
    assert_eq!((&asked["t"], &asked["s"]), (&json!("INTERACTION_CREATE"), &json!(4)));
    assert_eq!(wire.next().await.unwrap()["t"], "RESUMED");
    assert_eq!(rest.answer(&asked["d"], json!({"type": 4, "data": {"content": "back"}})).await.0, 204);
    assert_eq!(pending.await.message().content, "back");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_not_known_is_invalid() {
    let sandbox = sandbox().await;
    let mut wire = Wire::connect(&sandbox).await;
    wire.say(json!({"op": 6, "d": {"token": sandbox.token(), "session_id": "none", "seq": 1}})).await;
    assert_eq!(wire.next().await.unwrap(), json!({"op": 9, "d": false, "s": null, "t": null}));
    wire.identify(NOTHING, false).await;
    wire.event("READY").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_of_several_bots_gets_the_interactions() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    rest.register().await;
    let (mut old, _) = Wire::ready(&sandbox).await;
    let (mut new, _) = Wire::ready(&sandbox).await;
    let pending = sandbox.person("Ana").command("/ask");
    let asked = new.event("INTERACTION_CREATE").await;
    assert_eq!(rest.answer(&asked, json!({"type": 4, "data": {"content": "here"}})).await.0, 204);
    pending.await;
    // The answer's own message comes to both; no interaction came to the old one before it.
    let first = loop {
        let payload = old.next().await.unwrap();
        if payload["t"] != "READY" && payload["t"] != "GUILD_CREATE" {
            break payload;
        }
    };
    assert_eq!(first["t"], "MESSAGE_CREATE");
}

#[tokio::test(flavor = "multi_thread")]
async fn contents_are_hidden_from_bots_that_may_not_read_all() {
    let sandbox = sandbox().await;
    let (mut wire, _) = Wire::ready(&sandbox).await;
    let ana = sandbox.person("Ana");
    ana.post("secret", Vec::new()).await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "");
    ana.in_dm().post("for you", Vec::new()).await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "for you");
    let options = SandboxOptions { privileged_intents: 1 << 15, ..SandboxOptions::default() };
    let open = start(options).await;
    let mut wire = Wire::connect(&open).await;
    wire.identify(USUAL | 1 << 15, false).await;
    wire.event("READY").await;
    open.person("Ana").post("open", Vec::new()).await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "open");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_bot_is_closed() {
    let options = SandboxOptions { heartbeat: Duration::from_millis(50), ..SandboxOptions::default() };
    let sandbox = start(options).await;
    let mut wire = Wire::connect(&sandbox).await;
    assert_eq!(wire.next().await, Err(4009));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_sandbox_ends_its_lines() {
    let sandbox = sandbox().await;
    let (mut wire, _) = Wire::ready(&sandbox).await;
    drop(sandbox);
    let end = loop {
        if let Err(code) = wire.next().await {
            break code;
        }
    };
    assert_eq!(end, 1001);
}
