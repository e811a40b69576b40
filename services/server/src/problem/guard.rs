use chrono::{DateTime, Utc};
use tablero_game::Entry;
use tablero_store::{AsyncPgConnection, Guard, Problem};
use uuid::Uuid;

use super::draft::spelled_rules;
use crate::error::{Error, Refusal, Result};

/// Refuses what could tell somebody the answer to a problem while it is kept from them.
pub(crate) async fn unguarded(
    db: &mut AsyncPgConnection,
    problem: Uuid,
    profile: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    refuse(Problem::guard(db, problem, profile, now).await?)
}

/// The same of a position, whichever way it is turned. One that cannot be a problem has no answer.
pub(crate) async fn unguarded_position(
    db: &mut AsyncPgConnection,
    game: &Entry,
    rules: &str,
    position: &str,
    profile: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let canonical = game.sketch(rules, position, &[]).ok().and_then(|sketch| sketch.canonical);
    let Some(canonical) = canonical else { return Ok(()) };
    let rules = spelled_rules(game, rules);
    refuse(Problem::position_guard(db, (game.name, &rules, &canonical), profile, now).await?)
}

pub(crate) fn refuse(guard: Option<Guard>) -> Result<()> {
    match guard {
        None => Ok(()),
        Some(Guard::Daily) => Err(Error::Refused(Refusal::DailyOpen)),
        Some(Guard::Tourney) => Err(Error::Refused(Refusal::TourneyRunning)),
    }
}
