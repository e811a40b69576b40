//! The page's interface, over HTTP.

use std::time::Duration;

use futures_util::StreamExt;
use serde_json::{Value, json};
use tablero_sandbox::Sandbox;

use crate::support::{Stage, sandbox};

struct Page {
    http: reqwest::Client,
    url: String,
}

impl Page {
    fn of(sandbox: &Sandbox) -> Page {
        Page { http: reqwest::Client::new(), url: format!("{}/page/api", sandbox.url()) }
    }

    async fn get(&self, path: &str) -> (u16, Value) {
        read(self.http.get(format!("{}/{path}", self.url))).await
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let request =
            self.http.post(format!("{}/{path}", self.url)).header("content-type", "application/json");
        read(request.body(body.to_string())).await
    }

    async fn world(&self, user: impl std::fmt::Display) -> Value {
        self.get(&format!("world?user={user}")).await.1
    }
}

async fn read(request: reqwest::RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or(Value::Null))
}

/// The stream of news, event by event.
struct News {
    bytes: futures_util::stream::BoxStream<'static, reqwest::Result<axum::body::Bytes>>,
    text: String,
}

impl News {
    async fn of(page: &Page, user: impl std::fmt::Display) -> News {
        let response = page.http.get(format!("{}/events?user={user}", page.url)).send().await.unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        News { bytes: response.bytes_stream().boxed(), text: String::new() }
    }

    async fn next(&mut self, kind: &str) -> Value {
        loop {
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let data = event.strip_prefix("data: ").map(|it| serde_json::from_str::<Value>(it).unwrap());
                self.text = rest.to_owned();
                if let Some(data) = data.filter(|it| it["type"] == kind) {
                    return data;
                }
            }
            let more = tokio::time::timeout(Duration::from_secs(20), self.bytes.next()).await.expect("news");
            self.text += std::str::from_utf8(&more.unwrap().unwrap()).unwrap();
        }
    }
}

fn command(world: &Value, name: &str) -> Value {
    world["commands"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap()["id"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_its_files_are_served() {
    let sandbox = sandbox().await;
    let index = reqwest::get(sandbox.url()).await.unwrap();
    assert_eq!(index.headers()["content-type"], "text/html; charset=utf-8");
    assert!(index.text().await.unwrap().contains("/page/app.js"));
    let script = reqwest::get(format!("{}/page/app.js", sandbox.url())).await.unwrap();
    assert_eq!(
        (script.status().as_u16(), &script.headers()["content-type"]),
        (200, &"text/javascript; charset=utf-8".parse().unwrap())
    );
    assert_eq!(reqwest::get(format!("{}/page/secret", sandbox.url())).await.unwrap().status(), 404);
    assert_eq!(sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_has_a_world_of_their_own() {
    let stage = Stage::set().await;
    let page = Page::of(&stage.sandbox);
    let (ana, eva, dan) = (
        stage.sandbox.person("Ana").id(),
        stage.sandbox.person("Eva").id(),
        stage.sandbox.person("Dan").id(),
    );
    let first = page.get("world").await.1;
    assert_eq!(first["me"]["id"], ana.to_string());
    assert_eq!((&first["connected"], &first["me"]["locale"]), (&json!(true), &json!("es-ES")));
    assert_eq!(first["guilds"].as_array().unwrap().len(), 2);
    assert_eq!(page.world(eva).await["guilds"].as_array().unwrap().len(), 1);
    let manages = |world: &Value| world["can_manage"].as_object().unwrap().values().all(|it| it == true);
    assert!(manages(&page.world(dan).await) && !manages(&first));
    assert_eq!(first["guilds"][0]["channels"][0]["name"], "general");
    let (_, channel) = page.post("dm", json!({"user": eva})).await;
    assert_eq!(page.world(eva).await["dms"][0]["id"], channel["id"]);
    assert_eq!(page.world(ana).await["dms"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_goes_through_the_page() {
    let stage = Stage::set().await;
    let page = Page::of(&stage.sandbox);
    let ana = stage.sandbox.person("Ana");
    let (user, channel) = (ana.id(), ana.channel());
    let world = page.world(user).await;
    let mut news = News::of(&page, user).await;
    let show = json!({"user": user, "channel": channel, "command_id": command(&world, "show"), "type": 1, "options": []});
    let (status, sent) = page.post("command", show).await;
    assert_eq!(status, 200);
    let message = news.next("MESSAGE").await["message"].clone();
    assert_eq!(message["interaction"]["id"], sent["interaction_id"]);
    assert_eq!(
        (&message["state"], &message["ephemeral"], &message["interaction"]["name"]),
        (&json!("done"), &json!(false), &json!("show"))
    );
    let click = |id: &str| json!({"user": user, "message_id": message["id"], "custom_id": id, "component_type": 2, "values": []});
    let (_, opened) = page.post("component", click("game:42:type")).await;
    let modal = news.next("MODAL").await;
    assert_eq!(
        (&modal["interaction_id"], &modal["modal"]["title"]),
        (&opened["interaction_id"], &json!("Move"))
    );
    let filled = json!({"user": user, "interaction_id": opened["interaction_id"], "custom_id": "game:42:modal", "fields": {"move": "e4"}});
    assert_eq!(page.post("modal", filled).await.0, 200);
    let answer = news.next("MESSAGE").await["message"].clone();
    assert_eq!((&answer["content"], &answer["ephemeral"]), (&json!("typed e4"), &json!(true)));
    let place = |user: String| format!("messages?user={user}&channel={channel}");
    assert_eq!(page.get(&place(user.to_string())).await.1.as_array().unwrap().len(), 2);
    let bob = stage.sandbox.person("Bob").id();
    assert_eq!(page.get(&place(bob.to_string())).await.1.as_array().unwrap().len(), 1);
    assert_eq!(page.post("dismiss", json!({"user": bob, "message_id": answer["id"]})).await.0, 404);
    assert_eq!(page.post("dismiss", json!({"user": user, "message_id": answer["id"]})).await.0, 200);
    assert_eq!(news.next("MESSAGE_DELETE").await["message_id"], answer["id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn autocomplete_uploads_and_words_go_through_the_page() {
    let stage = Stage::set().await;
    let page = Page::of(&stage.sandbox);
    let bob = stage.sandbox.person("Bob");
    let (user, channel) = (bob.id(), bob.channel());
    let world = page.world(user).await;
    let options = json!([{"name": "move", "type": 3, "value": "N", "focused": true}]);
    let body = json!({"user": user, "channel": channel, "command_id": command(&world, "move"), "type": 1, "options": options});
    let (status, offered) = page.post("autocomplete", body).await;
    assert_eq!((status, &offered["choices"][0]["value"]), (200, &json!("Nf3")));
    let request =
        page.http.post(format!("{}/upload?user={user}&filename=game%20one.pgn", page.url)).body("1. e4");
    let (status, file) = read(request).await;
    assert_eq!((status, &file["filename"], &file["size"]), (200, &json!("game_one.pgn"), &json!(5)));
    let mut news = News::of(&page, user).await;
    let options = json!([{"name": "file", "type": 11, "value": file["id"]}]);
    let body = json!({"user": user, "channel": channel, "command_id": command(&world, "weigh"), "type": 1, "options": options});
    assert_eq!(page.post("command", body).await.0, 200);
    assert_eq!(news.next("MESSAGE").await["message"]["content"], "5 bytes of game_one.pgn");
    let body = json!({"user": user, "channel": channel, "content": "look", "attachments": [file["id"]]});
    let (status, message) = page.post("message", body).await;
    assert_eq!((status, message["attachments"].as_array().unwrap().len()), (200, 1));
    assert_eq!(page.post("locale", json!({"user": user, "locale": "es-ES"})).await.0, 200);
    news.next("WORLD").await;
    assert_eq!(page.world(user).await["me"]["locale"], "es-ES");
}

#[tokio::test(flavor = "multi_thread")]
async fn silence_of_the_bot_is_told() {
    let stage = Stage::set().await;
    let page = Page::of(&stage.sandbox);
    let ana = stage.sandbox.person("Ana");
    let mut news = News::of(&page, ana.id()).await;
    let world = page.world(ana.id()).await;
    let body = json!({"user": ana.id(), "channel": ana.channel(), "command_id": command(&world, "silent"), "type": 1});
    let (_, sent) = page.post("command", body).await;
    stage.sandbox.advance(Duration::from_secs(16));
    let failed = news.next("FAILED").await;
    assert_eq!(
        (&failed["interaction_id"], &failed["reason"]),
        (&sent["interaction_id"], &json!("the application did not respond"))
    );
    assert_eq!(news.next("MESSAGE").await["message"]["state"], "failed");
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_is_refused_with_a_sentence() {
    let stage = Stage::set().await;
    let page = Page::of(&stage.sandbox);
    let ana = stage.sandbox.person("Ana");
    let (user, channel, bot) = (ana.id(), ana.channel(), stage.sandbox.bot());
    let lab = stage.sandbox.person("Dan").in_guild("Tablero Lab").channel();
    let world = page.world(user).await;
    let (show, play, setup) = (command(&world, "show"), command(&world, "move"), command(&world, "setup"));
    let shown = ana.command("/show").await.message().id;
    let used = |id: &Value, options: Value| json!({"user": user, "channel": channel, "command_id": id, "type": 1, "options": options});
    let option = |name: &str, value: Value| json!([{"name": name, "type": 3, "value": value}]);
    let click = |id: &str, kind: u64, values: Value| json!({"user": user, "message_id": shown, "custom_id": id, "component_type": kind, "values": values});
    let cases = [
        ("command", json!({}), 422),
        ("command", json!({"user": "me", "channel": channel, "command_id": show, "type": 1}), 422),
        ("command", json!({"user": "1", "channel": channel, "command_id": show, "type": 1}), 404),
        ("command", json!({"user": bot, "channel": channel, "command_id": show, "type": 1}), 404),
        ("command", json!({"user": user, "channel": "1", "command_id": show, "type": 1}), 400),
        ("command", json!({"user": user, "channel": channel, "command_id": "1", "type": 1}), 404),
        ("command", json!({"user": user, "channel": channel, "command_id": show, "type": 3}), 400),
        ("command", used(&play, json!([])), 400),
        ("command", used(&play, option("move", json!(5))), 400),
        ("command", used(&play, option("nonsense", json!("x"))), 400),
        ("command", used(&setup, json!([])), 400),
        (
            "autocomplete",
            used(&play, json!([{"name": "count", "type": 4, "value": "1", "focused": true}])),
            400,
        ),
        ("component", click("game:42:off", 2, json!([])), 400),
        ("component", click("game:42:none", 2, json!([])), 404),
        ("component", click("game:42:flip", 3, json!([])), 404),
        ("component", click("game:42:square", 3, json!(["z9"])), 400),
        ("component", click("game:42:square", 3, json!(["d3", "c4"])), 400),
        ("component", json!({"user": user, "message_id": "1", "custom_id": "x", "component_type": 2}), 404),
        ("modal", json!({"user": user, "interaction_id": "1", "custom_id": "m", "fields": {}}), 404),
        ("message", json!({"user": user, "channel": channel, "content": " "}), 400),
        ("message", json!({"user": user, "channel": channel, "content": "x".repeat(2001)}), 400),
        ("message", json!({"user": user, "channel": channel, "attachments": ["1"]}), 400),
        ("locale", json!({"user": user, "locale": "klingon"}), 400),
        ("dm", json!({"user": "1"}), 404),
        ("dismiss", json!({"user": user, "message_id": shown}), 404),
        ("nonsense", json!({}), 404),
    ];
    for (path, body, wanted) in cases {
        let (status, answer) = page.post(path, body.clone()).await;
        assert_eq!(status, wanted, "{path} {body}");
        assert!(answer["error"].as_str().is_some_and(|it| !it.is_empty()), "{path} {body}");
    }
    let eva = stage.sandbox.person("Eva").id();
    assert_eq!(page.get(&format!("messages?user={eva}&channel={lab}")).await.0, 403);
    assert_eq!(page.get("messages?user=x").await.0, 400);
    assert_eq!(page.get("events?user=1").await.0, 404);
    assert_eq!(page.get("world?user=1").await.0, 404);
    let plain = page.http.post(format!("{}/dm", page.url)).body("{}");
    assert_eq!(read(plain).await.0, 415);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_cannot_drive_the_page() {
    let sandbox = sandbox().await;
    let page = Page::of(&sandbox);
    let asked =
        |name: &'static str, value: String| page.http.get(format!("{}/world", page.url)).header(name, value);
    assert_eq!(read(asked("origin", sandbox.url())).await.0, 200);
    assert_eq!(read(asked("origin", "https://evil.example".to_owned())).await.0, 403);
    assert_eq!(read(asked("host", "evil.example".to_owned())).await.0, 403);
}
