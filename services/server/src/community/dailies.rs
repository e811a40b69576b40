use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use tablero_store::{AsyncConnection, AsyncPgConnection, Community, Daily, NewPost, Post, PostKind};

use super::local::next_hour;
use super::weeks::zone_of;
use crate::error::Result;

/// Who was not there for so many days is not active.
const ACTIVE_DAYS: u64 = 30;

/// When a community's next daily problem opens: at its hour, but on a date after that of the last one and not before that has ended.
pub(super) fn next_daily(
    zone: Tz,
    hour: u32,
    now: DateTime<Utc>,
    last: Option<(NaiveDate, DateTime<Utc>)>,
) -> DateTime<Utc> {
    let mut next = next_hour(zone, hour, now);
    let Some((day, closes_at)) = last else { return next };
    while date_in(zone, next) <= day {
        next = next_hour(zone, hour, next);
    }
    next.max(closes_at)
}

fn date_in(zone: Tz, at: DateTime<Utc>) -> NaiveDate {
    at.with_timezone(&zone).date_naive()
}

/// Opens and ends every daily problem that is due, and tells when the next one is.
pub(super) async fn turn(db: &mut AsyncPgConnection, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>> {
    while db.transaction(async |db| see_to_one(db, now).await).await? {}
    let due = [Community::next_daily(db).await?, Daily::next_end(db).await?];
    Ok(due.into_iter().flatten().min())
}

/// False if nothing is due.
async fn see_to_one(db: &mut AsyncPgConnection, now: DateTime<Utc>) -> Result<bool> {
    let Some(community) = Community::with_daily_due(db, now).await? else { return Ok(false) };
    let last = Daily::last(db, community.id).await?;
    if let Some(over) = last.as_ref().filter(|last| last.state == "open" && last.closes_at <= now) {
        end(db, over, now).await?;
    }
    if community.next_daily_at.is_some_and(|at| at <= now) {
        open(db, &community, last, now).await?;
    }
    Ok(true)
}

async fn end(db: &mut AsyncPgConnection, daily: &Daily, now: DateTime<Utc>) -> Result<()> {
    daily.end(db).await?;
    daily.touch_others(db, now).await?;
    let subject = daily.day.to_string();
    let post = NewPost {
        community_id: daily.community_id,
        kind: PostKind::DailyEnd,
        subject: &subject,
        channel: &daily.channel,
        creator_id: None,
        due_at: now,
    };
    post.order(db).await?;
    Ok(Post::touch_in(db, Some(daily.community_id), PostKind::Daily, &subject, now).await?)
}

/// Opens a community's next daily problem if it may and there is one, and makes the next appointment.
async fn open(
    db: &mut AsyncPgConnection,
    community: &Community,
    last: Option<Daily>,
    now: DateTime<Utc>,
) -> Result<()> {
    let (zone, hour) = (zone_of(community)?, community.daily_hour.unsigned_abs().into());
    let day = date_in(zone, now);
    let free = last.as_ref().is_none_or(|last| last.day < day && last.closes_at <= now);
    let active_after = now.date_naive() - Days::new(ACTIVE_DAYS);
    let chosen = match &community.daily_channel {
        Some(channel) if free => community.choose_daily(db, active_after).await?.zip(Some(channel)),
        _ => None,
    };
    let mut known = last.as_ref().map(|last| (last.day, last.closes_at));
    if let Some((problem, channel)) = chosen {
        let closes_at = next_daily(zone, hour, now, Some((day, now)));
        let daily = Daily {
            community_id: community.id,
            number: last.map_or(0, |last| last.number) + 1,
            day,
            problem_id: Some(problem),
            channel: channel.clone(),
            opens_at: now,
            closes_at,
            state: "open".into(),
        };
        daily.insert(db).await?;
        let post = NewPost {
            community_id: community.id,
            kind: PostKind::Daily,
            subject: &day.to_string(),
            channel,
            creator_id: community.keeper_id,
            due_at: now,
        };
        post.order(db).await?;
        known = Some((day, closes_at));
    }
    let next = community.daily_channel.is_some().then(|| next_daily(zone, hour, now, known));
    community.set_next_daily(db, next).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn next(zone: &str, hour: u32, now: &str, last: Option<(&str, &str)>) -> DateTime<Utc> {
        let last = last.map(|(day, closes)| (day.parse().unwrap(), at(closes)));
        next_daily(zone.parse().unwrap(), hour, at(now), last)
    }

    /// When a day ends that opens now.
    fn end(zone: &str, hour: u32, now: &str) -> DateTime<Utc> {
        let zone: Tz = zone.parse().unwrap();
        next_daily(zone, hour, at(now), Some((date_in(zone, at(now)), at(now))))
    }

    #[test]
    fn a_day_lasts_until_the_hour_of_the_next_whatever_the_clocks_do() {
        assert_eq!(end("Europe/Madrid", 9, "2026-11-18T08:00:00.1Z"), at("2026-11-19T08:00:00Z"));
        // 25 hours, and 23.
        assert_eq!(end("Europe/Madrid", 9, "2026-10-24T07:00:00.1Z"), at("2026-10-25T08:00:00Z"));
        assert_eq!(end("Europe/Madrid", 9, "2027-03-27T08:00:00.1Z"), at("2027-03-28T07:00:00Z"));
        // The hour that comes twice, and the one that does not come.
        assert_eq!(end("Europe/Madrid", 2, "2026-10-25T00:00:00.1Z"), at("2026-10-26T01:00:00Z"));
        assert_eq!(end("Europe/Madrid", 2, "2027-03-27T01:00:00.1Z"), at("2027-03-28T01:00:00Z"));
        assert_eq!(end("Europe/Madrid", 2, "2027-03-28T01:00:00.1Z"), at("2027-03-29T00:00:00Z"));
        assert_eq!(end("Europe/Madrid", 0, "2026-10-24T22:00:00.1Z"), at("2026-10-25T23:00:00Z"));
    }

    #[test]
    fn a_day_that_opens_late_still_lasts_until_the_next_has_its_hour() {
        assert_eq!(end("Europe/Madrid", 9, "2026-11-18T22:59:00Z"), at("2026-11-19T08:00:00Z"));
        assert_eq!(end("Europe/Madrid", 9, "2026-11-18T07:59:00Z"), at("2026-11-19T08:00:00Z"));
    }

    #[test]
    fn a_later_hour_does_not_bring_a_second_day_of_the_same_date() {
        let last = Some(("2026-11-18", "2026-11-19T09:00:00Z"));
        assert_eq!(next("UTC", 15, "2026-11-18T10:00:00Z", last), at("2026-11-19T15:00:00Z"));
    }

    #[test]
    fn an_earlier_hour_does_not_cut_a_day_short() {
        let last = Some(("2026-11-18", "2026-11-19T15:00:00Z"));
        assert_eq!(next("UTC", 9, "2026-11-18T16:00:00Z", last), at("2026-11-19T15:00:00Z"));
    }

    #[test]
    fn who_moves_to_where_it_is_yesterday_waits_for_a_new_date() {
        let last = Some(("2026-11-18", "2026-11-18T19:00:00Z"));
        assert_eq!(next("Pacific/Honolulu", 9, "2026-11-17T20:00:00Z", last), at("2026-11-19T19:00:00Z"));
    }
}
