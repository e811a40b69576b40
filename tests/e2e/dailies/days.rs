use chrono::{Datelike, NaiveDate, Weekday};

use super::*;

/// The last Sunday of a month, on which the clocks of Europe change at one in UTC.
fn last_sunday(year: i32, month: u32) -> NaiveDate {
    let end = NaiveDate::from_ymd_opt(year, month, 31).unwrap();
    end.iter_days().rev().find(|day| day.weekday() == Weekday::Sun).unwrap()
}

fn hours(daily: &Daily) -> i64 {
    let long = moment(daily.close_time) - moment(daily.open_time);
    (long + TimeDelta::minutes(1)).num_hours()
}

fn at(day: NaiveDate, hour: u32) -> DateTime<Utc> {
    day.and_hms_opt(hour, 0, 0).unwrap().and_utc()
}

#[tokio::test(flavor = "multi_thread")]
async fn it_opens_at_the_hour_of_the_place_and_ends_when_the_next_opens() {
    let house = House::open().await;
    library(&house, 6).await;
    let tomorrow = now(&house).date_naive() + chrono::Days::new(1);
    // Nine in Tokyo is midnight in UTC; nine in Honolulu, which has no other time in summer, is seven in the evening.
    let tokyo = set(&house, "tokyo", "Asia/Tokyo", 9).await;
    assert_eq!(tokyo, at(tomorrow, 0));
    go_to(&house, tokyo).await;
    let daily = try_daily(&house, member_of("ana", "tokyo")).await.unwrap().daily.unwrap();
    assert_eq!((daily.number, daily.day.as_str()), (1, tomorrow.to_string().as_str()));
    assert_eq!(moment(daily.close_time), at(tomorrow, 0) + TimeDelta::days(1));
    assert!(moment(daily.open_time) - tokyo < TimeDelta::minutes(1));
    assert_eq!((daily.solver_count, daily.solved, daily.over), (0, false, false));
    let honolulu = set(&house, "honolulu", "Pacific/Honolulu", 9).await;
    assert_eq!(honolulu, at(tomorrow, 19));
    go_to(&house, at(tomorrow, 18)).await;
    try_daily(&house, member_of("bob", "honolulu")).await.refused(Code::NotFound, "NO_DAILY");
    go_to(&house, honolulu).await;
    let late = try_daily(&house, member_of("bob", "honolulu")).await.unwrap().daily.unwrap();
    assert_eq!(late.day, tomorrow.to_string());
    // The next one in Tokyo comes at its hour, and not before.
    go_to(&house, at(tomorrow, 0) + TimeDelta::days(1)).await;
    let after = try_daily(&house, member_of("ana", "tokyo")).await.unwrap();
    assert_eq!(after.daily.unwrap().number, 2);
    let last = after.last.unwrap();
    assert_eq!(last.daily.as_ref().unwrap().number, 1);
    assert!(last.daily.unwrap().over && last.entries.is_empty() && last.first.is_none());
    assert_eq!((last.line.len(), last.boards.len()), (1, 2), "the solution, and its boards");
    let still = try_daily(&house, member_of("bob", "honolulu")).await.unwrap();
    assert!(still.last.is_none() && still.daily.unwrap().number == 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_day_on_which_clocks_change_is_an_hour_shorter_or_longer() {
    let house = House::open().await;
    library(&house, 8).await;
    let year = now(&house).year() + 1;
    for (month, before, after, long) in [(3, 8, 7, 23), (10, 7, 8, 25)] {
        let sunday = last_sunday(year, month);
        let saturday = sunday.pred_opt().unwrap();
        house.database.execute("UPDATE communities SET next_daily_at = NULL").await;
        go_to(&house, at(saturday, 2)).await;
        let opens = set(&house, HERE, "Europe/Madrid", 9).await;
        assert_eq!(opens, at(saturday, before));
        go_to(&house, opens).await;
        let changing = open(&house, "ana").await;
        assert_eq!((changing.day.clone(), hours(&changing)), (saturday.to_string(), long));
        assert_eq!(moment(changing.close_time), at(sunday, after));
        solve_daily(&house, "ana").await;
        go_to(&house, at(sunday, after) - TimeDelta::minutes(1)).await;
        assert_eq!(open(&house, "ana").await.number, changing.number, "it is not over before nine in Madrid");
        go_to(&house, at(sunday, after)).await;
        let next = open(&house, "ana").await;
        assert_eq!(
            (next.day.clone(), next.number, hours(&next)),
            (sunday.to_string(), changing.number + 1, 24)
        );
        solve_daily(&house, "ana").await;
        assert_eq!(streak(&house, "ana").await.0, 2);
        go_to(&house, at(sunday, after) + TimeDelta::days(1)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hour_that_comes_twice_or_never_brings_one_day_each() {
    let house = House::open().await;
    library(&house, 8).await;
    let year = now(&house).year() + 1;
    // Half past one in UTC is two in the old and in the new time; in spring there is no two o'clock.
    for (month, twos) in [(3, [(0, 1), (1, 1), (2, 0)]), (10, [(0, 0), (1, 0), (2, 1)])] {
        let saturday = last_sunday(year, month).pred_opt().unwrap();
        house.database.execute("UPDATE communities SET next_daily_at = NULL").await;
        go_to(&house, at(saturday, 0) - TimeDelta::hours(2)).await;
        set(&house, HERE, "Europe/Madrid", 2).await;
        for (days, hour) in twos {
            let day = saturday + chrono::Days::new(days);
            go_to(&house, at(day, hour)).await;
            let daily = open(&house, "ana").await;
            assert_eq!(daily.day, day.to_string());
            assert!(moment(daily.open_time) - at(day, hour) < TimeDelta::minutes(1));
        }
        let count = house.database.count("SELECT count(*) FROM dailies").await;
        assert_eq!(count % 3, 0, "one for each date");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_settings_do_not_double_move_or_shorten_a_day() {
    let house = House::open().await;
    library(&house, 8).await;
    let first = first_day(&house).await;
    let (opened, closes) = (moment(first.open_time), moment(first.close_time));
    solve_daily(&house, "ana").await;
    // An hour later, then in a zone where it is yesterday, then where it is tomorrow: the date has had its day.
    for zone in ["UTC", "Pacific/Pago_Pago", "Pacific/Kiritimati"] {
        let hour = (now(&house) + TimeDelta::hours(1)).hour();
        let next = set(&house, HERE, zone, hour).await;
        assert!(next >= closes, "{zone}: {next} is before {closes}");
        go_to(&house, now(&house) + TimeDelta::hours(2)).await;
        let still = open(&house, "ana").await;
        assert_eq!((still.number, &still.day), (1, &first.day), "{zone}");
        assert_eq!(moment(still.open_time), opened);
        assert_eq!(moment(still.close_time), closes);
        assert!(still.solved);
    }
    // At an earlier hour, the next waits until this one is over.
    let hour = (opened - TimeDelta::hours(3)).hour();
    let next = set(&house, HERE, "UTC", hour).await;
    assert!(next >= closes);
    go_to(&house, closes - TimeDelta::minutes(1)).await;
    assert_eq!(open(&house, "ana").await.number, 1);
    go_to(&house, next).await;
    assert_eq!(open(&house, "ana").await.number, 2);
    let dates = house.database.count("SELECT count(DISTINCT day) FROM dailies").await;
    assert_eq!(dates, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_is_switched_off_still_ends() {
    let house = House::open().await;
    library(&house, 3).await;
    let first = first_day(&house).await;
    solve_daily(&house, "ana").await;
    change(&house, HERE, &["daily_channel_id"], CommunitySettings::default()).await;
    assert_eq!(open(&house, "ana").await.number, 1);
    go_to(&house, moment(first.close_time)).await;
    let today = daily(&house, "ana").await;
    assert!(today.daily.is_none() && today.next_time.is_none());
    assert_eq!(names(&today.last.unwrap().entries), ["ana"]);
    let posts = "SELECT count(*) FROM posts WHERE kind = 'daily_end' AND channel = '77'";
    assert_eq!(house.database.count(posts).await, 1);
    // Whenever it is switched on again, the streak goes on.
    house.database.store.clock().advance(DAY * 10);
    assert_eq!(streak(&house, "ana").await, (1, 1));
    let hour = (now(&house) + TimeDelta::hours(1)).hour();
    let again = set(&house, HERE, "UTC", hour).await;
    go_to(&house, again).await;
    solve_daily(&house, "ana").await;
    assert_eq!(streak(&house, "ana").await, (2, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_servers_one_opens_and_ends_it() {
    let house = House::open().await;
    library(&house, 6).await;
    let others = [house.beside().await, house.beside().await, house.beside().await];
    let places: Vec<String> = (0..8).map(|n| format!("place-{n}")).collect();
    let hour = (now(&house) + TimeDelta::hours(1)).hour();
    for place in &places {
        set(&house, place, "UTC", hour).await;
    }
    for day in 1..=3 {
        go_to(&house, now(&house) + TimeDelta::hours(if day == 1 { 1 } else { 24 })).await;
        let of = |what: &str| format!("SELECT count(*) FROM {what}");
        assert_eq!(house.database.count(&of("dailies")).await, 8 * day);
        assert_eq!(house.database.count(&of("dailies WHERE state = 'open'")).await, 8);
        assert_eq!(house.database.count(&of("posts WHERE kind = 'daily'")).await, 8 * day);
        assert_eq!(house.database.count(&of("posts WHERE kind = 'daily_end'")).await, 8 * (day - 1));
    }
    for other in others {
        other.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_were_away_open_one_late_and_none_of_the_days_missed() {
    let house = House::open().await;
    library(&house, 4).await;
    let first = first_day(&house).await;
    let database = house.database.again();
    house.close().await;
    database.store.clock().advance(DAY * 3 + Duration::from_secs(3600));
    let house = House::on(database, |_| {}).await;
    caught_up(&house).await;
    let today = daily(&house, "ana").await;
    let late = today.daily.unwrap();
    assert_eq!(late.number, 2);
    assert_eq!(moment(late.close_time), moment(first.close_time) + TimeDelta::days(3));
    assert_eq!(today.last.unwrap().daily.unwrap().number, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_that_is_deleted_leaves_the_day_without_one() {
    let house = House::open().await;
    library(&house, 2).await;
    let own = problem(&house, member("author"), 9).await;
    let first = first_day(&house).await;
    assert_eq!(first.problem.as_ref().unwrap().id, own.id);
    solve_daily(&house, "ana").await;
    let request = DeleteProblemRequest { problem_id: own.id, ..Default::default() };
    house.problems(member("author")).await.delete_problem(request).await.unwrap();
    let gone = open(&house, "ana").await;
    assert!(gone.problem.is_none() && gone.solved);
    assert_eq!((gone.number, gone.solver_count), (1, 1));
    next_day(&house).await;
    let over = last(&house).await;
    assert!(over.daily.unwrap().problem.is_none() && over.line.is_empty() && over.boards.is_empty());
    assert_eq!(names(&over.entries), ["ana"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_place_hides_is_not_given_and_the_open_one_is_taken_back() {
    let house = House::open().await;
    let problems = library(&house, 2).await;
    let hide = async |problem: &str| {
        let mut boss = house.problems(member("boss").managing()).await;
        let request =
            HideProblemRequest { problem_id: problem.into(), reason: "odd".into(), ..Default::default() };
        boss.hide_problem(request).await.unwrap();
    };
    hide(&problems[0].id).await;
    let first = first_day(&house).await;
    assert_eq!(first.problem.unwrap().id, problems[1].id);
    solve_daily(&house, "ana").await;
    problem(&house, stranger("library"), 7).await;
    let second = next_day(&house).await;
    hide(&second.problem.unwrap().id).await;
    assert!(open(&house, "ana").await.problem.is_none());
    house.database.store.clock().advance(DAY);
    caught_up(&house).await;
    assert_eq!(streak(&house, "ana").await, (1, 1), "who could not solve it has lost nothing");
    assert!(last(&house).await.line.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_open_one_is_not_changed_under_the_solvers_hands() {
    let house = House::open().await;
    let own = problem(&house, member("author"), 9).await;
    first_day(&house).await;
    let mut author = house.problems(member("author")).await;
    let change = |path: &str| UpdateProblemRequest {
        problem_id: own.id.clone(),
        update_mask: Some(FieldMask { paths: vec![path.into()] }),
        position: mate(10),
        title: "Rook to the back rank".into(),
        ..Default::default()
    };
    author.update_problem(change("position")).await.refused(Code::FailedPrecondition, "DAILY_OPEN");
    author.update_problem(change("title")).await.unwrap();
    assert_eq!(open(&house, "ana").await.problem.unwrap().title, "Rook to the back rank");
}
