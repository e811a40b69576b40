use chrono_tz::Tz;
use tablero_store::CommunityChange;

use crate::error::Fault;
use crate::profile::is_external_id;

/// What somebody wants to change; what is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SettingsChange {
    pub(crate) language: Option<String>,
    pub(crate) time_zone: Option<String>,
    pub(crate) games: Option<Vec<String>>,
    /// Empty for none.
    pub(crate) daily_channel: Option<String>,
    pub(crate) daily_hour: Option<u32>,
    /// Empty for none.
    pub(crate) board_channel: Option<String>,
}

impl SettingsChange {
    /// Every rule that it breaks.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |field, reason, words: String| faults.push(Fault::new(field, reason, words));
        if self.language.as_deref().is_some_and(|language| !["", "en", "es"].contains(&language)) {
            fault("settings.language", "BAD_LANGUAGE", "the language is `en`, `es` or empty".into());
        }
        if let Some(zone) = self.time_zone.as_deref().filter(|zone| zone.parse::<Tz>().is_err()) {
            let words = format!("there is no time zone {zone:?}; one is called, for example, Europe/Madrid");
            fault("settings.time_zone", "BAD_TIME_ZONE", words);
        }
        for game in self.games.iter().flatten().filter(|game| tablero_game::find(game).is_none()) {
            fault("settings.games", "UNKNOWN_GAME", format!("there is no game {game:?}"));
        }
        for (field, channel) in [
            ("settings.daily_channel_id", &self.daily_channel),
            ("settings.board_channel_id", &self.board_channel),
        ] {
            if channel.as_deref().is_some_and(|channel| !channel.is_empty() && !is_external_id(channel)) {
                let words = "a channel's id has 1 to 64 visible ASCII characters";
                fault(field, "BAD_CHANNEL", words.into());
            }
        }
        if self.daily_hour.is_some_and(|hour| hour > 23) {
            fault("settings.daily_hour", "BAD_HOUR", "an hour is one of 0 to 23".into());
        }
        faults
    }

    /// Puts it into effect, but for the appointments.
    pub(super) fn apply(&self, to: &mut CommunityChange) {
        let wish = self.clone();
        let channel = |wish: String| Some(wish).filter(|channel| !channel.is_empty());
        if let Some(language) = wish.language {
            to.language = language;
        }
        if let Some(zone) = wish.time_zone {
            to.time_zone = zone;
        }
        if let Some(games) = wish.games {
            to.games = games;
        }
        if let Some(daily) = wish.daily_channel {
            to.daily_channel = channel(daily);
        }
        if let Some(hour) = wish.daily_hour {
            to.daily_hour = i16::try_from(hour).unwrap_or(0);
        }
        if let Some(board) = wish.board_channel {
            to.board_channel = channel(board);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_a_wish_is_told_at_once() {
        let wish = SettingsChange {
            language: Some("fr".into()),
            time_zone: Some("Mars/Olympus".into()),
            games: Some(vec!["chess".into(), "go".into()]),
            daily_channel: Some("a b".into()),
            daily_hour: Some(24),
            board_channel: Some(String::new()),
        };
        let reasons: Vec<_> = wish.faults().iter().map(|fault| fault.reason).collect();
        assert_eq!(reasons, ["BAD_LANGUAGE", "BAD_TIME_ZONE", "UNKNOWN_GAME", "BAD_CHANNEL", "BAD_HOUR"]);
    }
}
