//! The sandbox and its rules against Discord's own description of its API.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Stage, description, sandbox};
use crate::wire::{Rest, Wire};

/// True, with a line in the output, where the description is not at hand.
fn skipped() -> bool {
    let absent = description().is_none();
    if absent {
        println!("skipped: no ../shared/discord/openapi.json and no TABLERO_SHARED");
    }
    absent
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_conversation_agrees_with_the_description() {
    if skipped() {
        return;
    }
    let stage = Stage::set().await;
    let (ana, dan) = (stage.sandbox.person("Ana"), stage.sandbox.person("Dan").in_guild("Tablero Lab"));
    let shown = ana.command("/show").await;
    ana.click(&shown, "Flip").await;
    ana.click(&shown, "Later").await;
    let opened = ana.click(&shown, "Type").await;
    ana.submit(opened.modal(), &[("move", "e4")]).await;
    ana.choose(&shown, "Rival", &["Bob"]).await;
    ana.complete("/move move:e", "move").await;
    ana.command("/move move:e4 theme:Threat").await;
    ana.command("/hint").await;
    ana.in_dm().command("/show").await;
    dan.command("/setup").await;
    dan.menu_command("Read board", shown.message()).await;
    assert_eq!(stage.sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_agrees_with_the_description() {
    if skipped() {
        return;
    }
    let sandbox = sandbox().await;
    let (rest, (mut wire, _)) = (Rest::of(&sandbox), Wire::ready(&sandbox).await);
    rest.register().await;
    let ana = sandbox.person("Ana");
    let (channel, guild) = (ana.channel(), sandbox.guild("Chess Café"));
    let app = format!("/applications/{}", rest.app);
    let (status, direct) =
        rest.post("/users/@me/channels", json!({"recipient_id": ana.id().to_string()})).await;
    assert_eq!(status, 200);
    let (_, message) = rest.post(&format!("/channels/{channel}/messages"), json!({"content": "x"})).await;
    let message = message["id"].as_str().unwrap().to_owned();
    let (_, thread) =
        rest.post(&format!("/channels/{channel}/threads"), json!({"name": "t", "type": 11})).await;
    let (status, command) =
        rest.post(&format!("{app}/commands"), json!({"name": "more", "description": "d"})).await;
    assert_eq!(status, 201);
    let command = format!("{app}/commands/{}", command["id"].as_str().unwrap());
    rest.put(&format!("{app}/guilds/{guild}/commands"), json!([{"name": "here", "description": "d"}])).await;
    for path in [
        "/gateway".to_owned(),
        "/gateway/bot".to_owned(),
        "/oauth2/applications/@me".to_owned(),
        "/users/@me".to_owned(),
        "/users/@me/guilds".to_owned(),
        format!("/users/{}", ana.id()),
        format!("/guilds/{guild}"),
        format!("/guilds/{guild}/channels"),
        format!("/guilds/{guild}/roles"),
        format!("/guilds/{guild}/members?limit=10"),
        format!("/guilds/{guild}/members/{}", ana.id()),
        format!("/guilds/{guild}/threads/active"),
        format!("/channels/{channel}"),
        format!("/channels/{}", direct["id"].as_str().unwrap()),
        format!("/channels/{}", thread["id"].as_str().unwrap()),
        format!("/channels/{channel}/messages?limit=5"),
        format!("/channels/{channel}/messages/{message}"),
        format!("{app}/commands"),
        format!("{app}/guilds/{guild}/commands"),
        command.clone(),
    ] {
        assert_eq!(rest.get(&path).await.0, 200, "{path}");
    }
    assert_eq!(rest.patch(&command, json!({"description": "better"})).await.1["description"], "better");
    assert_eq!(rest.delete(&command).await.0, 204);
    assert_eq!(rest.post(&format!("/channels/{channel}/typing"), Value::Null).await.0, 204);
    let react = format!("/channels/{channel}/messages/{message}/reactions/%E2%99%9F/@me");
    assert_eq!(rest.put(&react, Value::Null).await.0, 204);
    let (_, reacted) = rest.get(&format!("/channels/{channel}/messages/{message}")).await;
    assert_eq!(reacted["reactions"][0]["emoji"]["name"], "♟");
    ana.command("/ask").first_answer_to(&rest, &mut wire).await;
    assert_eq!(sandbox.complaints(), [""; 0]);
}

trait Answered {
    async fn first_answer_to(self, rest: &Rest, wire: &mut Wire);
}

impl Answered for tablero_sandbox::Pending {
    /// Answers with the response asked for, and looks at its shape.
    async fn first_answer_to(self, rest: &Rest, wire: &mut Wire) {
        let asked = wire.event("INTERACTION_CREATE").await;
        let path = format!(
            "/interactions/{}/{}/callback?with_response=true",
            asked["id"].as_str().unwrap(),
            asked["token"].as_str().unwrap()
        );
        let (status, described) = rest.post(&path, json!({"type": 4, "data": {"content": "y"}})).await;
        assert_eq!((status, &described["resource"]["message"]["content"]), (200, &json!("y")));
        self.await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_with_everything_agrees_with_the_description() {
    if skipped() {
        return;
    }
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let row = |it: Value| json!({"type": 1, "components": [it]});
    let embed = json!({
        "title": "t", "description": "d", "url": "https://example.org", "color": 255,
        "timestamp": "2026-01-01T00:00:00Z", "footer": {"text": "f", "icon_url": "attachment://a.png"},
        "image": {"url": "attachment://a.png"}, "thumbnail": {"url": "https://example.org/b.png"},
        "author": {"name": "n", "url": "https://example.org"},
        "fields": [{"name": "n", "value": "v"}, {"name": "n", "value": "v", "inline": true}],
    });
    let option =
        json!({"label": "l", "value": "v", "description": "d", "emoji": {"name": "♟"}, "default": true});
    let body = json!({
        "content": format!("<@{}> everything", sandbox.person("Ana").id()), "embeds": [embed],
        "attachments": [{"id": 0, "description": "alt"}],
        "allowed_mentions": {"parse": [], "users": [sandbox.person("Ana").id()]},
        "components": [
            {"type": 1, "components": [
                {"type": 2, "style": 4, "custom_id": "b", "label": "l", "emoji": {"name": "♟"}, "disabled": true},
                {"type": 2, "style": 5, "url": "https://example.org", "label": "l"}]},
            row(json!({"type": 3, "custom_id": "s", "placeholder": "p", "options": [option]})),
            row(json!({"type": 5, "custom_id": "u", "min_values": 0, "max_values": 3})),
            row(json!({"type": 6, "custom_id": "r"})),
            row(json!({"type": 8, "custom_id": "c", "channel_types": [0]})),
        ],
    });
    let path = format!("/channels/{}/messages", sandbox.channel("general").id);
    let (status, message) = rest.send_files(Method::POST, &path, body.clone(), &["a.png"]).await;
    assert_eq!((status, message["mentions"].as_array().unwrap().len()), (200, 1));
    let reply = json!({"content": "re", "message_reference": {"message_id": message["id"]}});
    assert_eq!(rest.post(&path, reply).await.1["type"], 19);
    let one = format!("{path}/{}", message["id"].as_str().unwrap());
    assert_eq!(rest.patch(&one, json!({"content": null, "components": []})).await.1["content"], "");
    assert_eq!(sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_that_only_the_description_knows_are_refused() {
    if skipped() {
        return;
    }
    let sandbox = sandbox().await;
    let rest = Rest::of(&sandbox);
    let messages = format!("/channels/{}/messages", sandbox.channel("general").id);
    let commands = format!("/applications/{}/commands", rest.app);
    let cases = [
        (Method::POST, &messages, json!({"contnet": "misspelt"})),
        (Method::POST, &messages, json!({"content": 5})),
        (Method::POST, &messages, json!({"content": "x", "embeds": [{"color": "red"}]})),
        (
            Method::PUT,
            &commands,
            json!([{"name": "x", "description": "d", "options": [{"type": 3, "name": "o", "description": "d", "required": "yes"}]}]),
        ),
    ];
    for (index, (method, path, body)) in cases.into_iter().enumerate() {
        let (status, answer) = rest.send(method, path, body.clone()).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50035)), "{body}");
        assert_eq!(sandbox.complaints().len(), index + 1);
    }
    let (status, _) = rest.send(Method::PUT, &messages, json!({"content": "x"})).await;
    assert_eq!(status, 405);
}
