//! The sandbox's own notion of now, which tests may push ahead.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::DateTime;

#[derive(Debug, Default)]
pub(crate) struct Clock {
    ahead: Duration,
}

impl Clock {
    pub(crate) fn now_ms(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default() + self.ahead;
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    pub(crate) fn advance(&mut self, by: Duration) {
        self.ahead += by;
    }
}

/// A time as Discord writes it.
pub(crate) fn stamp(unix_ms: u64) -> String {
    let ms = i64::try_from(unix_ms).unwrap_or(i64::MAX);
    DateTime::from_timestamp_millis(ms).unwrap_or_default().format("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}
