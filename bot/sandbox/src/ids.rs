//! Snowflakes: Discord's ids, which tell the time.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The first millisecond of 2015, where Discord's ids begin.
const EPOCH_MS: u64 = 1_420_070_400_000;

/// The id of anything in Discord; later things have greater ids. JSON carries it as a string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u64);

impl Id {
    pub const fn new(id: u64) -> Id {
        Id(id)
    }

    pub const fn get(self) -> u64 {
        self.0
    }

    /// The least id that can be made at this time.
    pub(crate) fn first_at(unix_ms: u64) -> Id {
        Id(unix_ms.saturating_sub(EPOCH_MS) << 22)
    }

    pub(crate) fn next(self) -> Id {
        Id(self.0 + 1)
    }

    /// Reads an id as requests carry it: a string of digits, or an integer.
    pub(crate) fn read(value: &Value) -> Option<Id> {
        match value {
            Value::String(text) => text.parse().ok(),
            Value::Number(number) => number.as_u64().map(Id),
            _ => None,
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Id, ParseIntError> {
        text.parse().map(Id)
    }
}

impl From<u64> for Id {
    fn from(id: u64) -> Id {
        Id(id)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Id::read(&value).ok_or_else(|| D::Error::custom("an id is a string of digits"))
    }
}
