use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use tablero_store::{
    AsyncConnection, AsyncPgConnection, Community, NewPost, Period, Placed, Post, PostKind, Week,
};

use super::local::next_hour;
use crate::error::{Error, Result};
use crate::ladder::{Ladder, Measure};

/// So many of each list are kept.
const KEPT: i64 = 100;
/// So many are told.
const TOLD: i64 = 10;

/// How a community stood when a week was over, with places when the week before was.
#[derive(Debug)]
pub(crate) struct Summary {
    /// Its Monday.
    pub(crate) starts: NaiveDate,
    pub(crate) solved: Vec<(Placed, Option<i32>)>,
    pub(crate) rating: Vec<(Placed, Option<i32>)>,
}

/// When the week is summed up that runs at some moment: at the community's hour, once it is Monday in UTC.
pub(super) fn next_week(zone: Tz, hour: u32, now: DateTime<Utc>) -> DateTime<Utc> {
    let monday = Period::Week.starts(now.date_naive()) + Days::new(7);
    next_hour(zone, hour, monday.and_time(NaiveTime::MIN).and_utc() - TimeDelta::seconds(1))
}

/// Sums up every week that is over, and tells when the next one is.
pub(super) async fn turn(db: &mut AsyncPgConnection, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>> {
    while db.transaction(async |db| sum_up_one(db, now).await).await? {}
    Ok(Community::next_week(db).await?)
}

/// False if there is none.
async fn sum_up_one(db: &mut AsyncPgConnection, now: DateTime<Utc>) -> Result<bool> {
    let Some(community) = Community::with_week_due(db, now).await? else { return Ok(false) };
    let starts = Period::Week.starts(now.date_naive()) - Days::new(7);
    let today = now.date_naive();
    let here = |measure, period| Ladder { measure, period, everyone: false };
    for (kind, board) in [
        ("rating", here(Measure::Rating, Period::AllTime).board(today)),
        ("solved", here(Measure::Solved, Period::AllTime).board(today)),
        ("streak", here(Measure::Streak, Period::AllTime).board(today)),
        ("week", here(Measure::Solved, Period::Week).board(starts)),
    ] {
        let ranked = board.within(&community.provider, &community.external_id).page(db, None, KEPT).await?;
        Week { community_id: community.id, starts, kind }.keep(db, &ranked).await?;
    }
    if let Some(channel) = &community.board_channel {
        let post = NewPost {
            community_id: community.id,
            kind: PostKind::Week,
            subject: &starts.to_string(),
            channel,
            creator_id: community.keeper_id,
            due_at: now,
        };
        post.order(db).await?;
    }
    Post::touch_all_boards(db, Some(community.id), now).await?;
    let zone = zone_of(&community)?;
    let next = next_week(zone, community.daily_hour.unsigned_abs().into(), now);
    community.set_next_week(db, Some(next)).await?;
    Ok(true)
}

pub(super) fn zone_of(community: &Community) -> Result<Tz> {
    let unknown = |_| Error::Internal(format!("no time zone {}", community.time_zone).into());
    community.time_zone.parse().map_err(unknown)
}

/// A week that was summed up.
pub(crate) async fn summary(
    db: &mut AsyncPgConnection,
    community: &Community,
    starts: NaiveDate,
) -> Result<Summary> {
    let before = Week::last_before(db, community.id, starts).await?;
    let mut lists = Vec::new();
    for kind in ["week", "rating"] {
        let week = |starts| Week { community_id: community.id, starts, kind };
        let told = week(starts).places(db, TOLD).await?;
        let last = match before {
            Some(before) => week(before).places(db, KEPT).await?,
            None => Vec::new(),
        };
        let last_place = |placed: &Placed| {
            last.iter().find(|last| last.profile_id == placed.profile_id).map(|last| last.place)
        };
        lists.push(told.into_iter().map(|placed| (placed.clone(), last_place(&placed))).collect());
    }
    let rating = lists.pop().unwrap_or_default();
    let solved = lists.pop().unwrap_or_default();
    Ok(Summary { starts, solved, rating })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_is_summed_up_at_the_hour_of_the_place_once_it_is_monday_in_utc() {
        let next = |zone: &str, now: &str| next_week(zone.parse().unwrap(), 9, now.parse().unwrap());
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(next("Europe/Madrid", "2026-11-18T12:00:00Z"), at("2026-11-23T08:00:00Z"));
        // Where it is nine on Monday while it is still Sunday in UTC, it is done at nine on Tuesday.
        assert_eq!(next("Pacific/Auckland", "2026-11-18T12:00:00Z"), at("2026-11-23T20:00:00Z"));
        assert_eq!(next("Europe/Madrid", "2026-11-23T08:00:00Z"), at("2026-11-30T08:00:00Z"));
    }
}
