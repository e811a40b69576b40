use super::*;

async fn lose(house: &House, who: Badge, problem: &Problem) {
    let request = to_solve(&problem.id, WrongMoves::Stand);
    let mut client = house.matches(who.clone()).await;
    let game = client.start_match(request).await.unwrap().into_inner().r#match.unwrap();
    let ended = play(house, who, &game, "Kf6").await.r#match.unwrap();
    assert_eq!(ended.winner(), Winner::Second);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_streak_grows_stands_until_the_end_and_breaks() {
    let house = House::open().await;
    library(&house, 6).await;
    first_day(&house).await;
    assert_eq!(streak(&house, "ana").await, (0, 0));
    for days in 1..=3 {
        solve_daily(&house, "ana").await;
        solve_daily(&house, "ana").await;
        assert_eq!(streak(&house, "ana").await, (days, days), "a second solve of the day changes nothing");
        next_day(&house).await;
        assert_eq!(streak(&house, "ana").await, (days, days), "while today's is open");
    }
    let close = moment(open(&house, "ana").await.close_time);
    go_to(&house, close - TimeDelta::seconds(30)).await;
    assert_eq!(streak(&house, "ana").await, (3, 3));
    go_to(&house, close).await;
    assert_eq!(streak(&house, "ana").await, (0, 3), "one was left out");
    solve_daily(&house, "ana").await;
    assert_eq!(streak(&house, "ana").await, (1, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_counts_before_the_day_or_after_its_end() {
    let house = House::open().await;
    let problems = library(&house, 1).await;
    solve(&house, member("ana"), &problems[0]).await;
    let first = first_day(&house).await;
    assert!(!open(&house, "ana").await.solved, "it was solved before its day");
    let game = begin(&house, member("bob"), &problems[0]).await;
    go_to(&house, moment(first.close_time)).await;
    // The match was begun in time, but that is not what counts.
    play(&house, member("bob"), &game, &key(&problems[0].position)).await;
    solve(&house, member("ana"), &problems[0]).await;
    let over = last(&house).await;
    assert_eq!((over.daily.unwrap().solver_count, over.entries.len()), (0, 0));
    assert_eq!((streak(&house, "ana").await, streak(&house, "bob").await), ((0, 0), (0, 0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_zone_of_the_place_decides_and_not_that_of_utc() {
    let house = House::open().await;
    library(&house, 6).await;
    // A day in Auckland from nine in the evening: it spans two dates in UTC, and begins on another one than in Auckland's winter.
    let opens = set(&house, HERE, "Pacific/Auckland", 21).await;
    go_to(&house, opens).await;
    for days in 1..=2 {
        let day = open(&house, "ana").await;
        // An hour before the end it is the next date everywhere.
        go_to(&house, moment(day.close_time) - TimeDelta::hours(1)).await;
        solve_daily(&house, "ana").await;
        assert_eq!(streak(&house, "ana").await, (days, days));
        go_to(&house, moment(day.close_time)).await;
    }
    solve_daily(&house, "ana").await;
    assert_eq!(streak(&house, "ana").await, (3, 3), "right after it opened");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_could_not_solve_breaks_nothing() {
    let house = House::open().await;
    library(&house, 4).await;
    first_day(&house).await;
    for name in ["ana", "bob", "eve"] {
        solve_daily(&house, name).await;
    }
    // Ana's own: her solving it does not count, and need not.
    let own = problem(&house, member("ana"), 9).await;
    let second = next_day(&house).await;
    assert_eq!(second.problem.unwrap().id, own.id);
    solve_daily(&house, "ana").await;
    solve_daily(&house, "bob").await;
    assert!(!open(&house, "ana").await.solved);
    next_day(&house).await;
    assert_eq!(names(&last(&house).await.entries), ["bob"]);
    assert_eq!(streak(&house, "ana").await, (1, 1));
    assert_eq!(streak(&house, "bob").await, (2, 2));
    assert_eq!(streak(&house, "eve").await, (0, 1));
    solve_daily(&house, "ana").await;
    solve_daily(&house, "bob").await;
    // The fourth is taken away before Bob comes.
    let gone = problem(&house, member("author"), 10).await;
    next_day(&house).await;
    solve_daily(&house, "ana").await;
    let request = DeleteProblemRequest { problem_id: gone.id, ..Default::default() };
    house.problems(member("author")).await.delete_problem(request).await.unwrap();
    next_day(&house).await;
    assert_eq!(streak(&house, "ana").await, (3, 3));
    assert_eq!(streak(&house, "bob").await, (3, 3));
    solve_daily(&house, "bob").await;
    assert_eq!(streak(&house, "bob").await, (4, 4));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_by_errors_then_time_and_tells_who_was_first() {
    let house = House::open().await;
    library(&house, 3).await;
    let problem = first_day(&house).await.problem.unwrap();
    // Eve errs and is the first to solve.
    let game = begin(&house, member("eve"), &problem).await;
    assert!(play(&house, member("eve"), &game, "Kf6").await.taken_back.is_some());
    play(&house, member("eve"), &game, &key(&problem.position)).await;
    solve_daily(&house, "ana").await;
    solve_daily(&house, "bob").await;
    let so_far = daily(&house, "ana").await;
    assert_eq!(so_far.daily.as_ref().unwrap().solver_count, 3);
    assert!(so_far.last.is_none(), "who and how is not told before the end");
    // Times are the server's; for this test they are set.
    house
        .database
        .execute("UPDATE daily_results SET elapsed_ms = CASE p.name WHEN 'ana' THEN 9000 WHEN 'bob' THEN 8000 ELSE 10 END FROM profiles p WHERE p.id = profile_id")
        .await;
    next_day(&house).await;
    let over = last(&house).await;
    assert_eq!(names(&over.entries), ["bob", "ana", "eve"]);
    assert_eq!(over.entries.iter().map(|entry| entry.place).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(over.entries.iter().map(|entry| entry.errors).collect::<Vec<_>>(), [0, 0, 1]);
    let first = over.first.unwrap();
    assert_eq!((first.profile.unwrap().name.as_str(), first.place), ("eve", 3));
    let longest: Vec<_> = over.streaks.iter().map(|streak| streak.days).collect();
    assert_eq!(longest, [1, 1, 1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_better_by_beginning_anew() {
    let house = House::open().await;
    library(&house, 1).await;
    let problem = first_day(&house).await.problem.unwrap();
    // Ana loses one, gives up another in which she erred twice, leaves a third with an error, and then knows how.
    lose(&house, member("ana"), &problem).await;
    let game = begin(&house, member("ana"), &problem).await;
    for _ in 0..2 {
        play(&house, member("ana"), &game, "Kf6").await;
    }
    let request = AbandonMatchRequest { match_id: game.id };
    house.matches(member("ana")).await.abandon_match(request).await.unwrap();
    let left = begin(&house, member("ana"), &problem).await;
    play(&house, member("ana"), &left, "Kf6").await;
    assert!(!open(&house, "ana").await.solved);
    solve(&house, member("ana"), &problem).await;
    let game = begin(&house, member("bob"), &problem).await;
    play(&house, member("bob"), &game, "Kf6").await;
    play(&house, member("bob"), &game, &key(&problem.position)).await;
    // After the first solve nothing changes it.
    lose(&house, member("bob"), &problem).await;
    solve(&house, member("bob"), &problem).await;
    house.database.store.clock().advance(DAY);
    caught_up(&house).await;
    let over = last(&house).await;
    let results: Vec<_> =
        names(&over.entries).into_iter().zip(over.entries.iter().map(|entry| entry.errors)).collect();
    assert_eq!(results, [("bob", 1), ("ana", 1 + 3 + 1)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_hides_is_in_no_table() {
    let house = House::open().await;
    library(&house, 2).await;
    first_day(&house).await;
    for name in ["ana", "bob", "eve"] {
        solve_daily(&house, name).await;
    }
    // Ana from this place, Bob from everywhere.
    let request = SetVisibilityRequest { community: None, hidden: true };
    house.rankings(member("ana")).await.set_visibility(request).await.unwrap();
    let request = UpdateProfileRequest {
        update_mask: Some(FieldMask { paths: vec!["settings.hidden".into()] }),
        settings: Some(Settings { hidden: true, ..Default::default() }),
        ..Default::default()
    };
    house.client(member("bob")).await.update_profile(request).await.unwrap();
    next_day(&house).await;
    let over = last(&house).await;
    assert_eq!(names(&over.entries), ["eve"]);
    assert_eq!(names(over.first.as_slice()), ["eve"], "though others were before her");
    assert_eq!(over.daily.unwrap().solver_count, 3);
    let streaks = daily(&house, "ana").await;
    assert_eq!(streaks.streaks.len(), 1);
    assert_eq!(streaks.streak.unwrap().days, 1, "one's own is told to oneself");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_place_has_its_own_streaks_and_a_solve_counts_where_one_belongs() {
    let house = House::open().await;
    library(&house, 1).await;
    let hour = (now(&house) + TimeDelta::hours(1)).hour();
    for place in [HERE, "guild-2"] {
        set(&house, place, "UTC", hour).await;
    }
    go_to(&house, now(&house) + TimeDelta::hours(1)).await;
    let problem = open(&house, "ana").await.problem.unwrap();
    let there = try_daily(&house, member_of("bob", "guild-2")).await.unwrap().daily.unwrap();
    assert_eq!(there.problem.unwrap().id, problem.id, "there is no other");
    // Ana belongs here, Bob there, Eve to both; where they are when they solve it is no matter.
    try_daily(&house, member_of("eve", "guild-2")).await.unwrap();
    solve(&house, stranger("ana"), &problem).await;
    solve(&house, member_of("bob", "guild-2"), &problem).await;
    solve(&house, member("eve"), &problem).await;
    go_to(&house, now(&house) + TimeDelta::days(1)).await;
    let here = last(&house).await;
    let mut people = names(&here.entries);
    people.sort();
    assert_eq!(people, ["ana", "eve"]);
    let there = try_daily(&house, member_of("bob", "guild-2")).await.unwrap().last.unwrap();
    let mut people = names(&there.entries);
    people.sort();
    assert_eq!(people, ["bob", "eve"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_streak_goes_over_to_the_profile_that_is_linked() {
    let house = House::open().await;
    library(&house, 3).await;
    first_day(&house).await;
    solve_daily(&house, "ana").await;
    next_day(&house).await;
    let account = house.badge("ana-at-home").await;
    let mut ana = house.client(member("ana")).await;
    let code = ana.create_link_code(CreateLinkCodeRequest {}).await.unwrap().into_inner().code;
    let request = RedeemLinkCodeRequest { code };
    house.client(account).await.redeem_link_code(request).await.unwrap();
    assert_eq!(streak(&house, "ana").await, (1, 1));
    solve_daily(&house, "ana").await;
    assert_eq!(streak(&house, "ana").await, (2, 2));
    assert_eq!(names(&last(&house).await.entries), ["ana-at-home"]);
}
