//! A bot without a library: plain HTTP requests and a plain websocket.

use std::io::Read;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use tablero_sandbox::Sandbox;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// REST requests with the right token.
#[derive(Clone)]
pub struct Rest {
    http: reqwest::Client,
    url: String,
    token: String,
    pub app: String,
}

impl Rest {
    pub fn of(sandbox: &Sandbox) -> Rest {
        let http = reqwest::Client::new();
        Rest { http, url: sandbox.url(), token: sandbox.token(), app: sandbox.bot().to_string() }
    }

    pub fn with_token(self, token: &str) -> Rest {
        Rest { token: token.to_owned(), ..self }
    }

    pub async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let request = self.http.request(method, format!("{}/api/v10{path}", self.url));
        let request = request.header("authorization", format!("Bot {}", self.token));
        let request = if body.is_null() {
            request
        } else {
            request.header("content-type", "application/json").body(body.to_string())
        };
        answer(request).await
    }

    /// A multipart request, put together by hand.
    pub async fn send_files(&self, method: Method, path: &str, body: Value, files: &[&str]) -> (u16, Value) {
        let mut text =
            format!("--x\r\ncontent-disposition: form-data; name=\"payload_json\"\r\n\r\n{body}\r\n");
        for (index, name) in files.iter().enumerate() {
            let head =
                format!("content-disposition: form-data; name=\"files[{index}]\"; filename=\"{name}\"");
            text += &format!("--x\r\n{head}\r\n\r\nbytes of {name}\r\n");
        }
        text += "--x--\r\n";
        let request = self.http.request(method, format!("{}/api/v10{path}", self.url));
        let request = request.header("authorization", format!("Bot {}", self.token));
        answer(request.header("content-type", "multipart/form-data; boundary=x").body(text)).await
    }

    pub async fn get(&self, path: &str) -> (u16, Value) {
        self.send(Method::GET, path, Value::Null).await
    }

    pub async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::POST, path, body).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::PATCH, path, body).await
    }

    pub async fn put(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::PUT, path, body).await
    }

    pub async fn delete(&self, path: &str) -> (u16, Value) {
        self.send(Method::DELETE, path, Value::Null).await
    }

    /// Registers one command called `ask` and a menu entry called `Look`.
    pub async fn register(&self) {
        let commands = json!([
            {"name": "ask", "description": "Asks", "options": [
                {"type": 3, "name": "what", "description": "What", "autocomplete": true}]},
            {"name": "Look", "type": 3},
        ]);
        let (status, _) = self.put(&format!("/applications/{}/commands", self.app), commands).await;
        assert_eq!(status, 200);
    }

    /// Answers an interaction as it came over the wire.
    pub async fn answer(&self, interaction: &Value, body: Value) -> (u16, Value) {
        let (id, token) = (interaction["id"].as_str().unwrap(), interaction["token"].as_str().unwrap());
        self.post(&format!("/interactions/{id}/{token}/callback"), body).await
    }

    /// The path of an interaction's webhook.
    pub fn webhook(&self, interaction: &Value) -> String {
        format!("/webhooks/{}/{}", self.app, interaction["token"].as_str().unwrap())
    }
}

async fn answer(request: reqwest::RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// A gateway connection.
pub struct Wire {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    token: String,
}

pub const NOTHING: u64 = 0;
pub const USUAL: u64 = 1 | 1 << 9 | 1 << 12;

impl Wire {
    /// Connects and hears the greeting.
    pub async fn connect(sandbox: &Sandbox) -> Wire {
        let url = sandbox.url().replacen("http", "ws", 1) + "/gateway?v=10&encoding=json";
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let mut wire = Wire { socket, token: sandbox.token() };
        let hello = wire.next().await.unwrap();
        assert_eq!(hello["op"], 10);
        assert!(hello["d"]["heartbeat_interval"].as_u64().unwrap() > 0);
        wire
    }

    /// Connects and identifies; the payload of READY comes along.
    pub async fn ready(sandbox: &Sandbox) -> (Wire, Value) {
        let mut wire = Wire::connect(sandbox).await;
        wire.identify(USUAL, false).await;
        let ready = wire.event("READY").await;
        (wire, ready)
    }

    pub async fn identify(&mut self, intents: u64, compress: bool) {
        let properties = json!({"os": "linux", "browser": "wire", "device": "wire"});
        let data =
            json!({"token": self.token, "intents": intents, "compress": compress, "properties": properties});
        self.say(json!({"op": 2, "d": data})).await;
    }

    pub async fn say(&mut self, payload: Value) {
        self.socket.send(Message::Text(payload.to_string())).await.unwrap();
    }

    /// The next payload, or the code with which the other side closed.
    pub async fn next(&mut self) -> Result<Value, u16> {
        loop {
            let frame =
                tokio::time::timeout(Duration::from_secs(20), self.socket.next()).await.expect("silence");
            match frame {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Binary(bytes))) => {
                    let mut text = String::new();
                    flate2::read::ZlibDecoder::new(bytes.as_slice()).read_to_string(&mut text).unwrap();
                    return Ok(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(1005, |it| it.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    }

    /// The data of the next event of this name; others are passed over.
    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            let payload = self.next().await.expect("an event rather than the end");
            if payload["t"] == name {
                return payload["d"].clone();
            }
        }
    }
}
