//! Sessions outlive their connections, so that a bot can resume.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::ids::Id;

/// How many events are kept for a bot that is away.
const KEPT: usize = 1000;

/// What a connection is told to do.
#[derive(Clone, Debug)]
pub(crate) enum Signal {
    Send(Value),
    Close(u16),
    /// The session is no longer valid; whether it can be resumed.
    Invalid(bool),
    /// Cut without a word.
    Cut,
}

#[derive(Debug)]
pub(crate) struct Session {
    id: String,
    pub(crate) intents: u64,
    shard: (u64, u64),
    sequence: u64,
    kept: VecDeque<(u64, Value)>,
    line: Option<UnboundedSender<Signal>>,
    /// Greater for a line that was opened later.
    opened: u64,
}

impl Session {
    fn send(&mut self, event: &str, data: Value) {
        self.sequence += 1;
        let payload = json!({"op": 0, "t": event, "s": self.sequence, "d": data});
        self.kept.push_back((self.sequence, payload.clone()));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
        if let Some(line) = &self.line {
            // A line that has just broken is noticed by its own task; the event stays kept.
            let _ = line.send(Signal::Send(payload));
        }
    }

    fn minds(&self, guild: Option<Id>) -> bool {
        let (index, count) = self.shard;
        // Direct messages belong to the first shard.
        let wanted = guild.map_or(0, |guild| (guild.get() >> 22) % count.max(1));
        wanted == index
    }
}

#[derive(Debug, Default)]
pub(crate) struct Sessions {
    all: Vec<Session>,
    opened: u64,
    /// What bots sent, in order: `IDENTIFY`, `RESUME` and so on, without heartbeats.
    pub(crate) heard: Vec<Value>,
    /// The codes with which bots closed their lines.
    pub(crate) closes: Vec<u16>,
}

impl Sessions {
    pub(crate) fn connected(&self) -> bool {
        self.all.iter().any(|it| it.line.is_some())
    }

    pub(crate) fn begin(&mut self, intents: u64, shard: (u64, u64), line: UnboundedSender<Signal>) -> String {
        self.opened += 1;
        let id = format!("session-{}", self.opened);
        self.all.push(Session {
            id: id.clone(),
            intents,
            shard,
            sequence: 0,
            kept: VecDeque::new(),
            line: Some(line),
            opened: self.opened,
        });
        id
    }

    /// Takes a session up again; the missed events are sent at once. False where it cannot be.
    pub(crate) fn resume(&mut self, id: &str, seen: u64, line: UnboundedSender<Signal>) -> bool {
        self.opened += 1;
        let opened = self.opened;
        let Some(session) = self.all.iter_mut().find(|it| it.id == id) else { return false };
        let oldest = session.kept.front().map_or(session.sequence + 1, |(first, _)| *first);
        if seen > session.sequence || seen + 1 < oldest {
            return false;
        }
        for (_, payload) in session.kept.iter().filter(|(sequence, _)| *sequence > seen) {
            // The line belongs to the caller, who is there.
            let _ = line.send(Signal::Send(payload.clone()));
        }
        if let Some(old) = session.line.replace(line) {
            let _ = old.send(Signal::Cut);
        }
        session.opened = opened;
        session.send("RESUMED", json!({}));
        true
    }

    /// The line broke; the session waits unless the bot said good-bye.
    pub(crate) fn leave(&mut self, id: &str, line: &UnboundedSender<Signal>, for_good: bool) {
        let Some(index) = self.all.iter().position(|it| it.id == id) else { return };
        let session = &mut self.all[index];
        if !session.line.as_ref().is_some_and(|own| own.same_channel(line)) {
            return;
        }
        session.line = None;
        if for_good {
            self.all.remove(index);
        }
    }

    /// Sends to one session, such as the greeting.
    pub(crate) fn greet(&mut self, id: &str, event: &str, data: Value) {
        if let Some(session) = self.all.iter_mut().find(|it| it.id == id) {
            session.send(event, data);
        }
    }

    /// Sends to every session that asked for such events.
    pub(crate) fn dispatch(
        &mut self,
        event: &str,
        intent: u64,
        guild: Option<Id>,
        data: impl Fn(u64) -> Value,
    ) {
        for session in self.all.iter_mut().filter(|it| it.intents & intent != 0 && it.minds(guild)) {
            let data = data(session.intents);
            session.send(event, data);
        }
    }

    /// Sends to the newest line, or keeps it for the newest session that may come back.
    pub(crate) fn dispatch_to_one(&mut self, event: &str, data: &Value, guild: Option<Id>) {
        let newest =
            self.all.iter_mut().filter(|it| it.minds(guild)).max_by_key(|it| (it.line.is_some(), it.opened));
        if let Some(session) = newest {
            session.send(event, data.clone());
        }
    }

    /// Does this to every open line.
    pub(crate) fn signal(&mut self, signal: &Signal) {
        for line in self.all.iter().filter_map(|it| it.line.as_ref()) {
            // A line that has just broken needs no signal.
            let _ = line.send(signal.clone());
        }
    }

    /// Forgets all sessions, so that none can be resumed.
    pub(crate) fn forget(&mut self) {
        self.all.clear();
    }
}
