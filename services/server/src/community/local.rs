use chrono::{DateTime, Days, LocalResult, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// The first moment after another at which it is that hour somewhere.
pub(crate) fn next_hour(zone: Tz, hour: u32, after: DateTime<Utc>) -> DateTime<Utc> {
    let day = after.with_timezone(&zone).date_naive();
    let days = (0..4).filter_map(|ahead| day.checked_add_days(Days::new(ahead)));
    let moments = days.filter_map(|day| hour_of(zone, day, hour));
    moments.filter(|moment| *moment > after).min().unwrap_or(after + TimeDelta::days(1))
}

/// When it is that hour of a day. Where the clocks jump over it, the first moment after; where it comes twice, the first.
fn hour_of(zone: Tz, day: NaiveDate, hour: u32) -> Option<DateTime<Utc>> {
    const LONGEST_JUMP: i64 = 25 * 60;
    let wanted = day.and_hms_opt(hour, 0, 0)?;
    (0..LONGEST_JUMP).find_map(|minutes| earliest(zone, wanted + TimeDelta::minutes(minutes)))
}

fn earliest(zone: Tz, local: NaiveDateTime) -> Option<DateTime<Utc>> {
    match zone.from_local_datetime(&local) {
        LocalResult::Single(moment) | LocalResult::Ambiguous(moment, _) => Some(moment.to_utc()),
        LocalResult::None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn next(zone: &str, hour: u32, after: &str) -> DateTime<Utc> {
        next_hour(zone.parse().unwrap(), hour, at(after))
    }

    #[test]
    fn the_next_hour_is_today_or_tomorrow() {
        assert_eq!(next("UTC", 9, "2026-11-18T08:59:59Z"), at("2026-11-18T09:00:00Z"));
        assert_eq!(next("UTC", 9, "2026-11-18T09:00:00Z"), at("2026-11-19T09:00:00Z"));
        assert_eq!(next("Asia/Tokyo", 9, "2026-11-18T08:00:00Z"), at("2026-11-19T00:00:00Z"));
        assert_eq!(next("Pacific/Kiritimati", 0, "2026-11-18T11:00:00Z"), at("2026-11-19T10:00:00Z"));
    }

    #[test]
    fn it_stays_the_same_hour_when_the_clocks_change() {
        assert_eq!(next("Europe/Madrid", 9, "2027-03-27T09:00:00Z"), at("2027-03-28T07:00:00Z"));
        assert_eq!(next("Europe/Madrid", 9, "2026-10-24T12:00:00Z"), at("2026-10-25T08:00:00Z"));
    }

    #[test]
    fn an_hour_that_the_clocks_jump_over_is_the_first_moment_after() {
        assert_eq!(next("Europe/Madrid", 2, "2027-03-27T12:00:00Z"), at("2027-03-28T01:00:00Z"));
        assert_eq!(next("Europe/Madrid", 2, "2027-03-28T01:00:00Z"), at("2027-03-29T00:00:00Z"));
    }

    #[test]
    fn an_hour_that_comes_twice_is_the_first() {
        assert_eq!(next("Europe/Madrid", 2, "2026-10-24T12:00:00Z"), at("2026-10-25T00:00:00Z"));
        assert_eq!(next("Europe/Madrid", 2, "2026-10-25T00:30:00Z"), at("2026-10-26T01:00:00Z"));
    }

    #[test]
    fn a_day_that_a_place_left_out_has_its_hour_when_the_next_begins() {
        // Samoa went to the other side of the date line over the 30th of December 2011.
        assert_eq!(next("Pacific/Apia", 9, "2011-12-29T20:00:00Z"), at("2011-12-30T10:00:00Z"));
        assert_eq!(next("Pacific/Apia", 9, "2011-12-30T10:00:00Z"), at("2011-12-30T19:00:00Z"));
    }
}
