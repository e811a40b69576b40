use chrono::{DateTime, TimeDelta, Utc};
use tablero_store::{AsyncConnection, AsyncPgConnection, Post, PostKind, Tourney, TourneyState};

use super::desk::order_post;
use crate::error::Result;

/// Before looking again at what could not be had.
const BREATH: TimeDelta = TimeDelta::milliseconds(100);

/// Starts and ends every tourney whose time has come, and tells when the next one's does.
pub(crate) async fn turn(db: &mut AsyncPgConnection, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>> {
    while db.transaction(async |db| turn_one(db, now).await).await? {}
    let next = Tourney::next_due(db).await?;
    // What is due and still there, somebody else has in hand.
    Ok(next.map(|at| at.max(now + BREATH)))
}

/// False if there is none.
async fn turn_one(db: &mut AsyncPgConnection, now: DateTime<Utc>) -> Result<bool> {
    let Some(tourney) = Tourney::due(db, now).await? else { return Ok(false) };
    match tourney.state() {
        TourneyState::Announced => start(db, &tourney).await?,
        _ => end(db, &tourney, now).await?,
    }
    Post::touch(db, PostKind::Tourney, &tourney.id.to_string(), now).await?;
    Ok(true)
}

/// A guest that has not answered by now does not take part.
async fn start(db: &mut AsyncPgConnection, tourney: &Tourney) -> Result<()> {
    tourney.set_guest(db, tourney.guest_channel.as_deref()).await?;
    tourney.set_state(db, TourneyState::Running).await?;
    Ok(())
}

/// Writes the table down for ever, and has the podium posted to each side.
async fn end(db: &mut AsyncPgConnection, tourney: &Tourney, now: DateTime<Utc>) -> Result<()> {
    tourney.freeze(db).await?;
    tourney.set_state(db, TourneyState::Ended).await?;
    let guest = tourney.guest_id.zip(tourney.guest_channel.as_deref());
    for side in std::iter::once((tourney.host_id, tourney.host_channel.as_str())).chain(guest) {
        order_post(db, tourney, PostKind::TourneyEnd, side, tourney.creator_id, now).await?;
    }
    Ok(())
}
