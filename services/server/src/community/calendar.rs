use std::time::{Duration, Instant};

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use tablero_store::{Post, Store};
use tracing::warn;

use super::{dailies, weeks};
use crate::error::Result;
use crate::events::{Event, Events};
use crate::tourney;

/// What one look into the calendar may take.
const STEP: Duration = Duration::from_secs(10);
/// How often to look if nothing says so.
const LOOK_EVERY: TimeDelta = TimeDelta::minutes(1);
/// After something went wrong.
const PAUSE: TimeDelta = TimeDelta::seconds(1);

/// Does what is due, for ever. Any number of servers may do so at once: each thing is done by one.
pub(crate) async fn keep_calendar(store: Store, events: Events) {
    let mut news = events.subscribe();
    let mut day = None;
    loop {
        let now = store.clock().now();
        let next = match turn(&store, now, &mut day).await {
            Ok(next) => next,
            Err(error) => {
                warn!(?error, "could not look into the calendar; trying again");
                now + PAUSE
            }
        };
        let next = next.min(now + LOOK_EVERY);
        tokio::select! {
            () = store.clock().until(next) => {}
            () = async { while !matches!(news.next().await, Event::Gap | Event::Community) {} } => {}
        }
    }
}

/// Does everything that is due, and tells when something is again. On another day than the one that was last seen, weeks, months
/// and streaks may have ended.
async fn turn(store: &Store, now: DateTime<Utc>, day: &mut Option<NaiveDate>) -> Result<DateTime<Utc>> {
    let mut db = store.lane(Instant::now() + STEP).await?;
    let turns = [
        ("weeks", weeks::turn(&mut db, now).await),
        ("daily problems", dailies::turn(&mut db, now).await),
        ("tourneys", tourney::turn(&mut db, now).await),
    ];
    // What fails keeps nothing else from being done.
    let due = turns.map(|(what, turned)| {
        turned.unwrap_or_else(|error| {
            warn!(?error, what, "could not do what is due; trying again");
            Some(now + PAUSE)
        })
    });
    let today = now.date_naive();
    if *day != Some(today) {
        Post::touch_all_boards(&mut db, None, now).await?;
        *day = Some(today);
    }
    let tomorrow = (today + Days::new(1)).and_time(NaiveTime::MIN).and_utc();
    Ok(due.into_iter().flatten().fold(tomorrow, DateTime::min))
}
