//! One connection of a bot.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use super::intents;
use super::sessions::Signal;
use crate::shared::Shared;

const UNKNOWN_OPCODE: u16 = 4001;
const DECODE_ERROR: u16 = 4002;
const NOT_AUTHENTICATED: u16 = 4003;
const AUTHENTICATION_FAILED: u16 = 4004;
const ALREADY_AUTHENTICATED: u16 = 4005;
const SESSION_TIMED_OUT: u16 = 4009;
const INVALID_SHARD: u16 = 4010;
const INVALID_INTENTS: u16 = 4013;
const DISALLOWED_INTENTS: u16 = 4014;

/// Opens the gateway for one connection.
pub(crate) async fn connect(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        let (sender, inbox) = unbounded_channel();
        let mut line = Line { shared, socket, sender, inbox, session: None, compress: false };
        let for_good = line.talk().await;
        line.hang_up(for_good);
    })
}

struct Line {
    shared: Arc<Shared>,
    socket: WebSocket,
    sender: UnboundedSender<Signal>,
    inbox: UnboundedReceiver<Signal>,
    session: Option<String>,
    compress: bool,
}

/// Why a line ends: by our code, without a word, or by the bot (for good, or to come back).
enum End {
    Close(u16),
    Cut,
    Left { for_good: bool },
}

impl Line {
    /// Talks until the line ends; true when the session ends with it.
    async fn talk(&mut self) -> bool {
        match self.conversation().await {
            End::Close(code) => {
                let frame = CloseFrame { code, reason: "".into() };
                // The bot may be gone already.
                let _ = self.socket.send(Frame::Close(Some(frame))).await;
                matches!(code, AUTHENTICATION_FAILED | INVALID_SHARD | INVALID_INTENTS | DISALLOWED_INTENTS)
            }
            End::Cut => false,
            End::Left { for_good } => {
                // Reading on lets the closing handshake finish; without it clients wait for seconds.
                let _ = tokio::time::timeout(Duration::from_secs(5), self.socket.recv()).await;
                for_good
            }
        }
    }

    fn hang_up(&self, for_good: bool) {
        self.shared.write(|world| {
            if let Some(id) = &self.session {
                world.sessions.leave(id, &self.sender, for_good);
            }
            world.tell_world();
        });
    }

    async fn conversation(&mut self) -> End {
        let interval = self.shared.options.heartbeat;
        let hello =
            json!({"op": 10, "s": null, "t": null, "d": {"heartbeat_interval": interval.as_millis() as u64}});
        if self.send(&hello).await.is_err() {
            return End::Left { for_good: false };
        }
        let mut silent_after = Instant::now() + 2 * interval;
        loop {
            let ended = tokio::select! {
                frame = self.socket.recv() => match frame {
                    Some(Ok(Frame::Text(text))) => {
                        silent_after = Instant::now() + 2 * interval;
                        self.hear(&text).await
                    }
                    Some(Ok(Frame::Close(frame))) => Some(self.closed(frame.map_or(1005, |it| it.code))),
                    Some(Ok(_)) => None,
                    Some(Err(_)) | None => Some(End::Left { for_good: false }),
                },
                signal = self.inbox.recv() => match signal {
                    Some(Signal::Send(payload)) => {
                        self.send(&payload).await.err().map(|_| End::Left { for_good: false })
                    }
                    Some(Signal::Close(code)) => Some(End::Close(code)),
                    Some(Signal::Invalid(resumable)) => self.invalidate(resumable).await,
                    Some(Signal::Cut) | None => Some(End::Cut),
                },
                () = tokio::time::sleep_until(silent_after) => Some(End::Close(SESSION_TIMED_OUT)),
                () = self.shared.stopped() => Some(End::Close(1001)),
            };
            if let Some(end) = ended {
                return end;
            }
        }
    }

    fn closed(&self, code: u16) -> End {
        self.shared.write(|world| world.sessions.closes.push(code));
        End::Left { for_good: matches!(code, 1000 | 1001) }
    }

    async fn hear(&mut self, text: &str) -> Option<End> {
        let Ok(payload) = serde_json::from_str::<Value>(text) else { return Some(End::Close(DECODE_ERROR)) };
        let op = payload["op"].as_u64();
        if op != Some(1) {
            self.shared.write(|world| world.sessions.heard.push(payload.clone()));
        }
        match op {
            Some(1) => {
                let ack = json!({"op": 11, "s": null, "t": null, "d": null});
                self.send(&ack).await.err().map(|_| End::Left { for_good: false })
            }
            Some(2) => self.identify(&payload["d"]),
            Some(6) => self.resume(&payload["d"]).await,
            Some(3 | 4 | 8 | 31) if self.session.is_some() => None,
            Some(3 | 4 | 8 | 31) => Some(End::Close(NOT_AUTHENTICATED)),
            _ => Some(End::Close(UNKNOWN_OPCODE)),
        }
    }

    fn identify(&mut self, data: &Value) -> Option<End> {
        if self.session.is_some() {
            return Some(End::Close(ALREADY_AUTHENTICATED));
        }
        if !self.knows_token(&data["token"]) {
            return Some(End::Close(AUTHENTICATION_FAILED));
        }
        let wanted = data["intents"].as_u64().unwrap_or(u64::MAX);
        if wanted & !intents::KNOWN != 0 {
            return Some(End::Close(INVALID_INTENTS));
        }
        if wanted & intents::PRIVILEGED & !self.shared.options.privileged_intents != 0 {
            return Some(End::Close(DISALLOWED_INTENTS));
        }
        let shard = (data["shard"][0].as_u64().unwrap_or(0), data["shard"][1].as_u64().unwrap_or(1));
        if shard.0 >= shard.1 {
            return Some(End::Close(INVALID_SHARD));
        }
        self.compress = data["compress"] == true;
        let sender = self.sender.clone();
        self.session = Some(self.shared.write(|world| {
            let id = world.sessions.begin(wanted, shard, sender);
            let minded: Vec<_> =
                world.guilds.keys().copied().filter(|it| (it.get() >> 22) % shard.1 == shard.0).collect();
            let guilds: Vec<Value> = minded.iter().map(|id| json!({"id": id, "unavailable": true})).collect();
            let ready = json!({
                "v": 10, "user": world.user_json(world.bot), "guilds": guilds, "session_id": id,
                "shard": [shard.0, shard.1], "resume_gateway_url": world.gateway_url(),
                "application": {"id": world.bot, "flags": 0},
            });
            world.sessions.greet(&id, "READY", ready);
            for guild in minded {
                let announced = world.guilds.get(&guild).map(|guild| world.guild_create_json(guild));
                world.sessions.greet(&id, "GUILD_CREATE", announced.unwrap_or_default());
            }
            world.tell_world();
            id
        }));
        None
    }

    async fn resume(&mut self, data: &Value) -> Option<End> {
        if self.session.is_some() {
            return Some(End::Close(ALREADY_AUTHENTICATED));
        }
        if !self.knows_token(&data["token"]) {
            return Some(End::Close(AUTHENTICATION_FAILED));
        }
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let seen = data["seq"].as_u64().unwrap_or(0);
        let sender = self.sender.clone();
        let resumed = self.shared.write(|world| {
            let resumed = world.sessions.resume(&id, seen, sender);
            world.tell_world();
            resumed
        });
        if resumed {
            self.session = Some(id);
            return None;
        }
        self.invalidate(false).await
    }

    /// The bot may identify again on the same line.
    async fn invalidate(&mut self, resumable: bool) -> Option<End> {
        if !resumable {
            self.session = None;
        }
        let invalid = json!({"op": 9, "s": null, "t": null, "d": resumable});
        self.send(&invalid).await.err().map(|_| End::Left { for_good: false })
    }

    fn knows_token(&self, token: &Value) -> bool {
        let known = self.shared.read(|world| world.token.clone());
        token.as_str().is_some_and(|token| token.trim_start_matches("Bot ") == known)
    }

    /// Each payload is its own zlib stream where the bot asked for compression.
    async fn send(&mut self, payload: &Value) -> Result<(), axum::Error> {
        let text = payload.to_string();
        let frame = match self.compress.then(|| deflate(text.as_bytes())) {
            Some(Ok(bytes)) => Frame::Binary(bytes.into()),
            _ => Frame::Text(text.into()),
        };
        self.socket.send(frame).await
    }
}

fn deflate(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}
