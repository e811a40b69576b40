use std::collections::HashMap;

use chrono::NaiveDate;
use tablero_store::{AsyncPgConnection, Board, Community, Period, Ranked, Week};
use uuid::Uuid;

use crate::error::Result;

/// By what people are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    Rating,
    Solved,
    Streak,
    Composer,
}

/// Which leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ladder {
    pub(crate) measure: Measure,
    pub(crate) period: Period,
    /// Of everybody, instead of a community's people.
    pub(crate) everyone: bool,
}

/// Somebody on a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rung {
    /// Counted from 1.
    pub(crate) place: i64,
    pub(crate) ranked: Ranked,
    /// When the community's last week was summed up; `None` if that was not among the first.
    pub(crate) last_place: Option<i32>,
}

impl Measure {
    const ALL: [Measure; 4] = [Measure::Rating, Measure::Solved, Measure::Streak, Measure::Composer];

    fn word(self) -> &'static str {
        match self {
            Measure::Rating => "rating",
            Measure::Solved => "solved",
            Measure::Streak => "streak",
            Measure::Composer => "composer",
        }
    }
}

const PERIODS: [(Period, &str); 3] =
    [(Period::AllTime, "all"), (Period::Month, "month"), (Period::Week, "week")];
const EVERYONE: &str = "everyone";
const HERE: &str = "here";

impl Ladder {
    /// As a post's subject.
    pub(crate) fn write(self) -> String {
        let period =
            PERIODS.iter().find(|(period, _)| *period == self.period).map_or("all", |(_, word)| word);
        let who = if self.everyone { EVERYONE } else { HERE };
        format!("{}:{period}:{who}", self.measure.word())
    }

    pub(crate) fn read(text: &str) -> Option<Ladder> {
        let mut words = text.split(':');
        let [measure, period, who] = [words.next()?, words.next()?, words.next()?];
        Some(Ladder {
            measure: Measure::ALL.into_iter().find(|known| known.word() == measure)?,
            period: PERIODS.iter().find(|(_, word)| *word == period)?.0,
            everyone: who == EVERYONE,
        })
    }

    /// Of everybody; see [`Board::within`].
    pub(crate) fn board(self, today: NaiveDate) -> Board {
        match self.measure {
            Measure::Rating => Board::by_rating(self.period, today),
            Measure::Solved => Board::by_solved(self.period, today),
            Measure::Streak => Board::by_streak(today),
            Measure::Composer => Board::by_composer(),
        }
    }

    /// Under which word a week keeps it.
    fn kept_as(self) -> Option<&'static str> {
        match (self.measure, self.period) {
            (Measure::Composer, _) => None,
            (Measure::Solved, Period::Week) => Some("week"),
            (Measure::Streak, _) | (_, Period::AllTime) => Some(self.measure.word()),
            _ => None,
        }
    }

    /// The first so many as a community sees them.
    pub(crate) async fn top(
        self,
        db: &mut AsyncPgConnection,
        community: &Community,
        today: NaiveDate,
        size: i64,
    ) -> Result<Vec<Rung>> {
        let mut board = self.board(today);
        if !self.everyone {
            board = board.within(&community.provider, &community.external_id);
        }
        let ranked = board.page(db, None, size).await?;
        let last = self.last_places(db, community, today).await?;
        let rung = |(place, ranked): (i64, Ranked)| Rung {
            place,
            last_place: last.get(&ranked.profile_id).copied(),
            ranked,
        };
        Ok((1..).zip(ranked).map(rung).collect())
    }

    /// Everybody's place when the community's last week was summed up.
    pub(crate) async fn last_places(
        self,
        db: &mut AsyncPgConnection,
        community: &Community,
        today: NaiveDate,
    ) -> Result<HashMap<Uuid, i32>> {
        let Some(kind) = self.kept_as().filter(|_| !self.everyone) else { return Ok(HashMap::new()) };
        let Some(starts) = Week::last_before(db, community.id, Period::Week.starts(today)).await? else {
            return Ok(HashMap::new());
        };
        let week = Week { community_id: community.id, starts, kind };
        let placed = week.places(db, 100).await?;
        Ok(placed.into_iter().map(|placed| (placed.profile_id, placed.place)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ladder_is_read_as_it_was_written() {
        for measure in Measure::ALL {
            for (period, _) in PERIODS {
                for everyone in [false, true] {
                    let ladder = Ladder { measure, period, everyone };
                    assert_eq!(Ladder::read(&ladder.write()), Some(ladder));
                }
            }
        }
        assert_eq!(Ladder::read("rating"), None);
    }
}
