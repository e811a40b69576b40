//! What was asked, what was wrong, how fast the bot was.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use serde_json::Value;

use super::Kind;
use crate::ids::Id;

const KEPT: usize = 2000;

/// A request of the bot and what was answered. Files are named, not kept.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    /// Without `/api/v10`.
    pub path: String,
    pub query: String,
    pub body: Value,
    pub files: Vec<String>,
    pub status: u16,
    pub answer: Value,
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let brief = |value: &Value| value.to_string().chars().take(300).collect::<String>();
        write!(f, "{} {} {} -> {}", self.method, self.path, brief(&self.body), self.status)?;
        if self.status >= 400 {
            write!(f, " {}", brief(&self.answer))?;
        }
        Ok(())
    }
}

/// How long the bot took to its first answer.
#[derive(Clone, Debug)]
pub struct Latency {
    pub interaction: Id,
    pub kind: Kind,
    /// The command's name or the component's `custom_id`.
    pub name: String,
    pub elapsed: Duration,
}

/// An answer that a test ordered.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub(crate) prefix: String,
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) headers: Vec<(String, String)>,
}

#[derive(Debug, Default)]
pub(crate) struct Journal {
    requests: VecDeque<Request>,
    complaints: Vec<String>,
    latencies: Vec<Latency>,
    planned: Vec<Planned>,
}

impl Journal {
    pub(crate) fn requests(&self) -> impl DoubleEndedIterator<Item = &Request> {
        self.requests.iter()
    }

    pub(crate) fn complaints(&self) -> &[String] {
        &self.complaints
    }

    pub(crate) fn latencies(&self) -> &[Latency] {
        &self.latencies
    }

    pub(crate) fn note(&mut self, request: Request) {
        self.requests.push_back(request);
        if self.requests.len() > KEPT {
            self.requests.pop_front();
        }
    }

    pub(crate) fn complain(&mut self, text: String) {
        tracing::warn!(complaint = %text, "the sandbox complains");
        if self.complaints.len() < KEPT {
            self.complaints.push(text);
        }
    }

    pub(crate) fn time(&mut self, latency: Latency) {
        self.latencies.push(latency);
        if self.latencies.len() > 10 * KEPT {
            self.latencies.drain(..KEPT);
        }
    }

    pub(crate) fn plan(&mut self, planned: Planned) {
        self.planned.push(planned);
    }

    /// The answer ordered for this path, once.
    pub(crate) fn planned_for(&mut self, path: &str) -> Option<Planned> {
        let index = self.planned.iter().position(|it| path.starts_with(&it.prefix))?;
        Some(self.planned.remove(index))
    }
}
