use chrono::{DateTime, TimeDelta, Utc};
use tablero_store::{AsyncPgConnection, Community, Problem, ProblemState, SetWish};
use uuid::Uuid;

use crate::error::{Error, Fault, Missing, Refusal, Result};
use crate::problem::check_moves;
use crate::profile::is_external_id;

const LONGEST_TITLE: usize = 80;
const MOST_PROBLEMS: usize = 20;
/// Five minutes to seven days.
const MINUTES: std::ops::RangeInclusive<u32> = 5..=7 * 24 * 60;
/// What takes a moment to be sent is still now.
const LATE: TimeDelta = TimeDelta::minutes(1);
const FARTHEST: TimeDelta = TimeDelta::days(90);

/// A tourney that somebody wants to announce.
#[derive(Debug, Clone)]
pub(crate) struct WishedTourney {
    pub(crate) title: String,
    pub(crate) start: Start,
    pub(crate) minutes: u32,
    pub(crate) channel: String,
    pub(crate) set: WishedSet,
    /// Provider and external id.
    pub(crate) guest: Option<(String, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    At(DateTime<Utc>),
    In(TimeDelta),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WishedSet {
    Named(Vec<Uuid>),
    /// Of any moves if 0, of any game if empty.
    Chosen {
        count: u32,
        moves: u32,
        game: String,
    },
}

impl WishedTourney {
    /// Every rule that it breaks.
    pub(super) fn faults(&self, now: DateTime<Utc>) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |field, reason, words: String| faults.push(Fault::new(field, reason, words));
        if !(1..=LONGEST_TITLE).contains(&self.title.chars().count()) {
            fault("title", "BAD_TITLE", format!("a title has 1 to {LONGEST_TITLE} characters"));
        }
        if !is_external_id(&self.channel) {
            let words = "a channel's id has 1 to 64 visible ASCII characters";
            fault("channel_id", "BAD_CHANNEL", words.into());
        }
        if !(now - LATE..=now + FARTHEST).contains(&self.start.after(now)) {
            let words = format!("a tourney starts now or within {} days", FARTHEST.num_days());
            fault("start_time", "BAD_START", words);
        }
        if !MINUTES.contains(&self.minutes) {
            let words = format!("a tourney takes {} to {} minutes", MINUTES.start(), MINUTES.end());
            fault("minutes", "BAD_LENGTH", words);
        }
        faults.extend(self.set.faults());
        faults
    }
}

impl Start {
    pub(super) fn after(self, now: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Start::At(moment) => moment,
            Start::In(delay) => now + delay,
        }
    }
}

impl WishedSet {
    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let (field, count) = match self {
            WishedSet::Named(problems) => ("problem_ids", problems.len()),
            WishedSet::Chosen { count, .. } => ("count", *count as usize),
        };
        if !(1..=MOST_PROBLEMS).contains(&count) {
            let words = format!("a tourney has 1 to {MOST_PROBLEMS} problems");
            faults.push(Fault::new(field, "BAD_COUNT", words));
        }
        match self {
            WishedSet::Named(problems) => {
                let twice = problems.iter().enumerate().any(|(at, problem)| problems[..at].contains(problem));
                let words = "a problem is in a tourney once";
                faults.extend(twice.then(|| Fault::new("problem_ids", "SAME_PROBLEM", words)));
            }
            WishedSet::Chosen { moves, game, .. } => {
                let known = tablero_game::find(game);
                if known.is_none() && !game.is_empty() {
                    let words = format!("there is no game {game:?}");
                    faults.push(Fault::new("game", "UNKNOWN_GAME", words));
                }
                faults.extend(
                    Some(*moves)
                        .filter(|moves| *moves > 0)
                        .and_then(|moves| check_moves(moves, known.filter(|_| !game.is_empty())).err()),
                );
            }
        }
        faults
    }

    /// The problems, for the people of some communities.
    pub(super) async fn find(&self, db: &mut AsyncPgConnection, sides: &[&Community]) -> Result<Vec<Uuid>> {
        let (count, moves, game) = match self {
            WishedSet::Named(problems) => {
                for id in problems {
                    let found = Problem::by_id(db, *id).await?.map(|(problem, _)| problem.state);
                    if found != Some(ProblemState::Playable) {
                        return Err(Error::Missing(Missing::Problem));
                    }
                }
                return Ok(problems.clone());
            }
            WishedSet::Chosen { count, moves, game } => (*count, *moves, game),
        };
        let games: Vec<String> = tablero_game::games()
            .iter()
            .map(|entry| entry.name.to_owned())
            .filter(|name| game.is_empty() || game == name)
            .filter(|name| sides.iter().all(|side| side.games.is_empty() || side.games.contains(name)))
            .collect();
        let wish = SetWish {
            count: i32::try_from(count).unwrap_or(i32::MAX),
            games,
            moves: i16::try_from(moves).ok().filter(|moves| *moves > 0),
            sides: sides.iter().map(|side| side.id).collect(),
        };
        let chosen = wish.choose(db).await?;
        match chosen.len() == count as usize {
            true => Ok(chosen),
            false => Err(Error::Refused(Refusal::NotEnoughProblems)),
        }
    }
}
