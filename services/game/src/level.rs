use std::{fmt, str::FromStr};

use thiserror::Error;

/// How well a machine plays, the same four words in every game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    Easy,
    Normal,
    Hard,
    Expert,
}

/// The text names no level.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no level is called \"{0}\": there are easy, normal, hard and expert")]
pub struct UnknownLevel(pub String);

impl Level {
    /// From the weakest to the strongest.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Normal, Level::Hard, Level::Expert];

    /// The stable word for machines.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.as_str() == text)
            .ok_or_else(|| UnknownLevel(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_reads_back_as_itself() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("Easy".parse::<Level>(), Err(UnknownLevel("Easy".into())));
        assert!(Level::ALL.is_sorted());
    }
}
