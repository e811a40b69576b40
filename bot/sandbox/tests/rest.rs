//! What REST does and refuses, asked without a library.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tablero_sandbox::{Id, Sandbox, SandboxOptions, permissions};

use crate::support::{Stage, sandbox, start};
use crate::wire::{Rest, Wire};

fn code(answer: &(u16, Value)) -> (u16, u64) {
    (answer.0, answer.1["code"].as_u64().unwrap_or(0))
}

/// Posts a message as the bot; its path comes back.
async fn posted(rest: &Rest, channel: Id) -> (String, Value) {
    let (status, message) =
        rest.post(&format!("/channels/{channel}/messages"), json!({"content": "hi"})).await;
    assert_eq!(status, 200);
    (format!("/channels/{channel}/messages/{}", message["id"].as_str().unwrap()), message)
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_refused() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox).with_token("wrong");
    assert_eq!(rest.get("/users/@me").await.0, 401);
    assert_eq!(rest.get("/gateway").await.0, 200);
    assert!(sandbox.complaints()[0].contains("401"));
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_addresses_are_refused_and_complained_of() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    assert_eq!(rest.get("/nothing/here").await.0, 404);
    let outside = reqwest::get(format!("{}/elsewhere", sandbox.url())).await.unwrap();
    assert_eq!(outside.status(), 404);
    assert_eq!(sandbox.complaints().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_things_have_codes_of_their_own() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let channel = sandbox.channel("general").id;
    let guild = sandbox.guild("Tablero Lab");
    let eva = sandbox.person("Eva").id();
    let commands = format!("/applications/{}/commands/1", rest.app);
    let cases = [
        ("/channels/1".to_owned(), 10003),
        (format!("/channels/{channel}/messages/1"), 10008),
        ("/guilds/1".to_owned(), 10004),
        ("/users/1".to_owned(), 10013),
        (format!("/guilds/{guild}/members/{eva}"), 10007),
        (commands, 10063),
        (format!("/webhooks/{}/token/messages/@original", rest.app), 10015),
    ];
    for (path, wanted) in cases {
        assert_eq!(code(&rest.get(&path).await), (404, wanted), "{path}");
    }
    let callback = rest.post("/interactions/1/token/callback", json!({"type": 5})).await;
    assert_eq!(code(&callback), (404, 10062));
    assert_eq!(sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_bodies_are_refused() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let path = format!("/channels/{}/messages", sandbox.channel("general").id);
    assert_eq!(code(&rest.post(&path, json!({"content": ""})).await), (400, 50006));
    let long = rest.post(&path, json!({"content": "x".repeat(2001)})).await;
    assert_eq!(code(&long), (400, 50035));
    assert_eq!(long.1["errors"]["content"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
    let http = reqwest::Client::new();
    let request = http.post(format!("{}/api/v10{path}", sandbox.url())).body("{");
    let broken = request.header("authorization", format!("Bot {}", sandbox.token())).send().await.unwrap();
    assert_eq!(broken.status(), 400);
    assert_eq!(sandbox.complaints().len(), 3);
    assert!(sandbox.messages("general").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_attachments_is_exhaustive() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let path = format!("/channels/{}/messages", sandbox.channel("general").id);
    let body = json!({"attachments": [{"id": 0, "description": "first"}, {"id": 1}]});
    let (status, message) = rest.send_files(Method::POST, &path, body, &["a.png", "b.txt"]).await;
    assert_eq!(status, 200);
    let kept = message["attachments"][0]["id"].clone();
    assert_eq!(message["attachments"][0]["description"], "first");
    let one = format!("{path}/{}", message["id"].as_str().unwrap());
    let (_, same) = rest.patch(&one, json!({"content": "words"})).await;
    assert_eq!(same["attachments"].as_array().unwrap().len(), 2);
    let body = json!({"attachments": [{"id": kept}, {"id": 0, "filename": "c.png"}]});
    let (_, edited) = rest.send_files(Method::PATCH, &one, body, &["x.png"]).await;
    let names: Vec<&Value> =
        edited["attachments"].as_array().unwrap().iter().map(|it| &it["filename"]).collect();
    assert_eq!(names, ["a.png", "c.png"]);
    let file = reqwest::get(edited["attachments"][1]["url"].as_str().unwrap()).await.unwrap();
    assert_eq!(file.headers()["content-type"], "image/png");
    assert_eq!(file.text().await.unwrap(), "bytes of x.png");
    let lost = rest.patch(&one, json!({"attachments": [{"id": 7}]})).await;
    assert_eq!(code(&lost), (400, 50035));
    let bare = rest.patch(&one, json!({"content": "", "attachments": []})).await;
    assert_eq!(code(&bare), (400, 50006));
}

#[tokio::test(flavor = "multi_thread")]
async fn embeds_show_the_files_that_they_name() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let path = format!("/channels/{}/messages", sandbox.channel("general").id);
    let body = json!({"embeds": [{"title": "t", "image": {"url": "attachment://a.png"}}], "attachments": [{"id": 0}]});
    let (_, message) = rest.send_files(Method::POST, &path, body, &["a.png"]).await;
    assert_eq!(message["attachments"], json!([]));
    assert!(message["embeds"][0]["image"]["url"].as_str().unwrap().starts_with(&sandbox.url()));
    assert!(sandbox.messages("general")[0].has_picture());
    assert_eq!(sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn permissions_decide() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let channel = sandbox.channel("problems").id;
    let (one, _) = posted(&rest, channel).await;
    let messages = format!("/channels/{channel}/messages");
    let thread = json!({"name": "talk", "type": 11});
    sandbox.revoke(channel, permissions::CREATE_PUBLIC_THREADS | permissions::PIN_MESSAGES);
    assert_eq!(code(&rest.post(&format!("/channels/{channel}/threads"), thread.clone()).await), (403, 50013));
    assert_eq!(code(&rest.put(&format!("{messages}/pins/1"), Value::Null).await), (403, 50013));
    sandbox.revoke(channel, permissions::SEND_MESSAGES);
    assert_eq!(code(&rest.post(&messages, json!({"content": "x"})).await), (403, 50013));
    sandbox.bot_permissions(channel, 0);
    assert_eq!(code(&rest.get(&one).await), (403, 50001));
    sandbox.bot_permissions(channel, permissions::BOT);
    let (status, opened) = rest.post(&format!("/channels/{channel}/threads"), thread).await;
    assert_eq!(status, 201);
    sandbox.revoke(channel, permissions::SEND_MESSAGES_IN_THREADS);
    let inside = format!("/channels/{}/messages", opened["id"].as_str().unwrap());
    assert_eq!(code(&rest.post(&inside, json!({"content": "x"})).await), (403, 50013));
    assert_eq!(sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_hang_on_messages_and_pins_stay() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let channel = sandbox.channel("problems").id;
    let (one, message) = posted(&rest, channel).await;
    let (status, thread) = rest.post(&format!("{one}/threads"), json!({"name": "solutions"})).await;
    assert_eq!((status, &thread["id"], &thread["type"]), (201, &message["id"], &json!(11)));
    assert_eq!(code(&rest.post(&format!("{one}/threads"), json!({"name": "again"})).await), (400, 160_004));
    assert_eq!(sandbox.threads(channel)[0].name, "solutions");
    let inside = sandbox.person("Ana").at("problems").at("solutions");
    inside.post("mate!", Vec::new()).await;
    assert_eq!(inside.sees().len(), 1);
    let id = message["id"].as_str().unwrap();
    assert_eq!(rest.put(&format!("/channels/{channel}/messages/pins/{id}"), Value::Null).await.0, 204);
    assert_eq!(
        rest.get(&format!("/channels/{channel}/messages/pins")).await.1["items"][0]["message"]["id"],
        id
    );
    assert_eq!(rest.delete(&format!("/channels/{channel}/pins/{id}")).await.0, 204);
    assert_eq!(rest.get(&format!("/channels/{channel}/pins")).await.1, json!([]));
    assert_eq!(
        rest.patch(&format!("/channels/{id}"), json!({"archived": true, "locked": true})).await.0,
        200
    );
    assert_eq!(
        code(&rest.post(&format!("/channels/{id}/messages"), json!({"content": "x"})).await),
        (400, 50083)
    );
    sandbox.delete_channel(channel);
    assert_eq!(code(&rest.get(&format!("/channels/{id}")).await), (404, 10003));
}

#[tokio::test(flavor = "multi_thread")]
async fn other_peoples_messages_are_theirs() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let ana = sandbox.person("Ana");
    let message = ana.post("mine", Vec::new()).await;
    let path = format!("/channels/{}/messages/{}", ana.channel(), message.id);
    assert_eq!(code(&rest.patch(&path, json!({"content": "yours"})).await), (403, 50005));
    assert_eq!(rest.get(&path).await.1["content"], "");
    sandbox.revoke(ana.channel(), permissions::MANAGE_MESSAGES);
    assert_eq!(code(&rest.delete(&path).await), (403, 50013));
    sandbox.bot_permissions(ana.channel(), permissions::BOT);
    assert_eq!(rest.delete(&path).await.0, 204);
    assert!(ana.sees().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn ordered_answers_come_once() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let path = format!("/channels/{}/messages", sandbox.channel("general").id);
    sandbox.rate_limit_next(&path, Duration::from_millis(1500));
    sandbox.fail_next(&path, 500, json!({"message": "oops", "code": 0}), &[]);
    let limited = rest.post(&path, json!({"content": "x"})).await;
    assert_eq!((limited.0, &limited.1["retry_after"]), (429, &json!(1.5)));
    assert_eq!(rest.post(&path, json!({"content": "x"})).await.0, 500);
    assert_eq!(rest.post(&path, json!({"content": "x"})).await.0, 200);
    assert_eq!(sandbox.messages("general").len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_messages_can_be_edited_only_so_often() {
    let sandbox = start(SandboxOptions { old_edits: 2, ..SandboxOptions::default() }).await;
    let rest = Rest::of(&sandbox);
    let (one, _) = posted(&rest, sandbox.channel("general").id).await;
    let edit = async || rest.patch(&one, json!({"content": "again"})).await;
    for _ in 0..3 {
        assert_eq!(edit().await.0, 200);
    }
    sandbox.advance(Duration::from_secs(3700));
    assert_eq!([edit().await.0, edit().await.0], [200, 200]);
    assert_eq!(code(&edit().await), (429, 30046));
    sandbox.advance(Duration::from_secs(3700));
    assert_eq!(edit().await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_for_one_person_are_reached_by_their_token_alone() {
    let sandbox = sandbox().await;
    let (rest, (mut wire, _)) = (Rest::of(&sandbox), Wire::ready(&sandbox).await);
    rest.register().await;
    let ana = sandbox.person("Ana");
    let pending = ana.command("/ask");
    let asked = wire.event("INTERACTION_CREATE").await;
    rest.answer(&asked, json!({"type": 4, "data": {"content": "psst", "flags": 64}})).await;
    let message = pending.await.message().clone();
    assert_eq!(
        code(&rest.get(&format!("/channels/{}/messages/{}", ana.channel(), message.id)).await),
        (404, 10008)
    );
    let hook = rest.webhook(&asked);
    assert_eq!(rest.get(&format!("{hook}/messages/@original")).await.1["id"], message.id.to_string());
    let (_, more) = rest.post(&hook, json!({"content": "and aloud"})).await;
    assert_eq!(more["interaction_metadata"]["original_response_message_id"], message.id.to_string());
    assert_eq!(sandbox.person("Bob").sees().len(), 1);
    let second = format!("{hook}/messages/{}", more["id"].as_str().unwrap());
    assert_eq!(rest.patch(&second, json!({"content": "louder"})).await.0, 200);
    assert_eq!(rest.delete(&second).await.0, 204);
    assert_eq!(code(&rest.get(&second).await), (404, 10008));
    assert_eq!(rest.delete(&format!("{hook}/messages/@original")).await.0, 204);
    assert!(ana.sees().is_empty());
    assert_eq!(sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pings_go_where_they_are_allowed() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let (channel, ana) = (sandbox.channel("general").id, sandbox.person("Ana").id());
    let path = format!("/channels/{channel}/messages");
    let text = format!("<@{ana}> leads");
    rest.post(&path, json!({"content": text})).await;
    rest.post(&path, json!({"content": text, "allowed_mentions": {"parse": []}})).await;
    let pings: Vec<usize> = sandbox.messages(channel).iter().map(|it| it.pings.len()).collect();
    assert_eq!(pings, [1, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_real_bot_hears_of_missing_permissions() {
    let stage = Stage::set().await;
    let dan = stage.sandbox.person("Dan").at("problems");
    assert_eq!(dan.command("/setup").await.message().content, "done");
    let pinned = stage.sandbox.messages("problems")[0].clone();
    assert!(pinned.pinned && pinned.content == "pinned");
    assert_eq!(stage.sandbox.threads("problems")[0].name, "talk");
    stage.sandbox.revoke("problems", permissions::CREATE_PUBLIC_THREADS);
    assert_eq!(dan.command("/setup").await.message().content, "refused 50013");
    assert_eq!(stage.sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_for_organisers_are_closed_to_others() {
    let stage = Stage::set().await;
    let sandbox: &Sandbox = &stage.sandbox;
    let ana = sandbox.person("Ana");
    let refused = std::panic::catch_unwind(|| drop(ana.command("/setup")));
    assert!(refused.is_err());
    sandbox.member_permissions("Chess Café", "Ana", permissions::MEMBER | permissions::MANAGE_GUILD);
    assert_eq!(ana.command("/setup").await.message().content, "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn private_threads_open_to_those_who_are_invited() {
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let channel = sandbox.channel("problems").id;
    let (_, thread) =
        rest.post(&format!("/channels/{channel}/threads"), json!({"name": "secret", "type": 12})).await;
    let id = thread["id"].as_str().unwrap();
    let [ana, bob, carol] = ["Ana", "Bob", "Carol"].map(|name| sandbox.person(name));
    assert_eq!(rest.put(&format!("/channels/{id}/thread-members/{}", ana.id()), Value::Null).await.0, 204);
    let text = format!("<@{}> too", bob.id());
    assert_eq!(rest.post(&format!("/channels/{id}/messages"), json!({"content": text})).await.0, 200);
    assert_eq!((ana.at(id).sees().len(), bob.at(id).sees().len()), (1, 1));
    assert!(std::panic::catch_unwind(|| carol.at(id)).is_err());
}
