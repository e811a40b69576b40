use diesel_async::SimpleAsyncConnection;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn points_are_two_for_the_key_and_three_for_the_rest_then_errors_then_time() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = running(&house, &ids).await;
    let id = tourney.id.as_str();
    // Ana solves all, with one error; Bob solves all, with none but slower than Eve; Fay finds a key; Gus looks and goes.
    attempt(&house, north("ana"), id, 1, &["Ra2?", "Ra8"]).await;
    attempt(&house, north("ana"), id, 2, &["#"]).await;
    attempt(&house, north("ana"), id, 3, &["Nd7", "#"]).await;
    for name in ["bob", "eve"] {
        for (number, line) in [(1, &["Ra8"][..]), (2, &["Re8"]), (3, &["Nd7", "#"])] {
            let done = attempt(&house, north(name), id, number, line).await;
            assert_eq!((done.state(), done.winner()), (MatchState::Finished, Winner::First));
        }
    }
    attempt(&house, north("fay"), id, 3, &["Nd7"]).await;
    attempt(&house, north("gus"), id, 1, &[]).await;
    for (name, ms) in [("ana", 1), ("bob", 3000), ("eve", 2000), ("fay", 5000)] {
        thought(&house, name, ms).await;
    }
    let seen = get(&house, north("fay"), id).await.unwrap();
    let rows = [("eve", 15, 0), ("bob", 15, 0), ("ana", 15, 1), ("fay", 2, 0), ("gus", 0, 0)];
    let rows = (1..).zip(rows).map(|(place, (name, points, errors))| (place, name.into(), points, errors));
    assert_eq!(table(&seen), rows.collect::<Vec<_>>());
    assert_eq!(seen.entries[0].elapsed_ms, 6000, "summed over the problems begun");
    assert_eq!((seen.entry_count, seen.mine.clone()), (5, Some(seen.entries[3].clone())));
    let mine = seen.problems[2].mine.clone().unwrap();
    assert_eq!((mine.points, mine.errors, mine.over), (2, 0, false));
    assert_eq!(seen.problems[0].mine, None);
    assert_eq!(seen.sides[0].points, 47, "of the best five");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_results_share_a_place() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = running(&house, &ids).await;
    for name in ["ana", "bob"] {
        attempt(&house, north(name), &tourney.id, 1, &["#"]).await;
        thought(&house, name, 100).await;
    }
    attempt(&house, north("eve"), &tourney.id, 1, &[]).await;
    let places: Vec<_> = table(&get(&house, north("eve"), &tourney.id).await.unwrap());
    assert_eq!(places.iter().map(|row| row.0).collect::<Vec<_>>(), [1, 1, 3]);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_has_one_attempt_at_each_problem() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = running(&house, &ids).await;
    let id = tourney.id.as_str();
    let first = start(&house, north("ana"), id, 3).await.unwrap();
    assert_eq!((first.tourney_id.as_str(), first.tourney_number), (id, 3));
    assert_eq!((first.wrong_moves(), first.problem_id.as_str()), (WrongMoves::TakeBack, ids[2].as_str()));
    assert_eq!(first.second.as_ref().unwrap().who, Some(seat::Who::Machine("expert".into())));
    assert_eq!(start(&house, north("ana"), id, 3).await.unwrap().id, first.id);
    let mut ana = house.matches(north("ana")).await;
    ana.abandon_match(AbandonMatchRequest { match_id: first.id.clone() }).await.unwrap();
    ana.delete_match(DeleteMatchRequest { match_id: first.id.clone(), confirm: true }).await.unwrap();
    let again = start(&house, north("ana"), id, 3).await.unwrap();
    assert_eq!(
        (again.id.clone(), again.state()),
        (first.id, MatchState::Finished),
        "also when it was given up and deleted"
    );
    for (number, code, reason) in
        [(0, Code::NotFound, "PROBLEM_NOT_FOUND"), (4, Code::NotFound, "PROBLEM_NOT_FOUND")]
    {
        start(&house, north("ana"), id, number).await.refused(code, reason);
    }
    assert!(
        ana.get_hint(GetHintRequest {
            match_id: start(&house, north("ana"), id, 1).await.unwrap().id,
            step: 1
        })
        .await
        .refused(Code::FailedPrecondition, "TOURNEY_RUNNING")
        .message()
        .contains("tourney")
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_up_keeps_the_points_of_the_key() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = running(&house, &ids).await;
    let game = attempt(&house, north("ana"), &tourney.id, 3, &["Nd7"]).await;
    let mut ana = house.matches(north("ana")).await;
    ana.abandon_match(AbandonMatchRequest { match_id: game.id }).await.unwrap();
    let seen = get(&house, north("ana"), &tourney.id).await.unwrap();
    let mine = seen.problems[2].mine.clone().unwrap();
    assert_eq!((mine.points, mine.over, seen.mine.unwrap().points), (2, true, 2));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_of_black_to_move_is_scored_for_black() {
    let house = House::open().await;
    let id = problem(&house, Badge::discord("library", "library"), TWO_TURNED, 2).await;
    let tourney = running(&house, &[id]).await;
    let game = start(&house, north("ana"), &tourney.id, 1).await.unwrap();
    assert_eq!(game.first.as_ref().unwrap().who, Some(seat::Who::Machine("expert".into())));
    let mut ana = house.matches(north("ana")).await;
    play(&mut ana, &game, "Ne2").await.unwrap();
    house.database.execute("UPDATE matches SET second_ms = 700, first_ms = 1").await;
    let seen = get(&house, north("ana"), &tourney.id).await.unwrap();
    assert_eq!((seen.entries[0].points, seen.entries[0].elapsed_ms), (2, 700));
    let mine = seen.problems[0].mine.clone().unwrap();
    assert_eq!((mine.points, mine.elapsed_ms), (2, 700));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_reached_when_the_time_is_up_stands_for_ever() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = running(&house, &ids).await;
    let id = tourney.id.as_str();
    attempt(&house, north("ana"), id, 1, &["#"]).await;
    let half = attempt(&house, north("bob"), id, 3, &["Nd7"]).await;
    advance(&house, 60);
    let over = until_state(&house, north("bob"), id, TourneyState::Ended).await;
    let rows = vec![(1, "ana".into(), 5, 0), (2, "bob".into(), 2, 0)];
    assert_eq!(table(&over), rows);
    // The match may be played on, but the table is what it is.
    let mut bob = house.matches(north("bob")).await;
    let mate = half
        .legal_moves
        .iter()
        .map(|legal| legal.play.clone().unwrap().text)
        .find(|text| text.ends_with('#'));
    let done = play(&mut bob, &half, &mate.unwrap()).await.unwrap().r#match.unwrap();
    assert_eq!(done.winner(), Winner::First);
    let after = get(&house, north("bob"), id).await.unwrap();
    assert_eq!((table(&after), after.mine.unwrap().points), (rows, 2));
    assert_eq!(
        start(&house, north("bob"), id, 3).await.unwrap().id,
        half.id,
        "what was begun is still there"
    );
    start(&house, north("bob"), id, 1).await.refused(Code::FailedPrecondition, "TOURNEY_OVER");
    start(&house, north("eve"), id, 1).await.refused(Code::FailedPrecondition, "TOURNEY_OVER");
    let late = cancel(&house, north("chief").managing(), id).await;
    late.refused(Code::FailedPrecondition, "TOURNEY_OVER");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_counts_before_the_start_and_between_the_end_and_the_table() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = create(&house, north("chief").managing(), wish(&house, &ids)).await.unwrap();
    let id = tourney.id.as_str();
    start(&house, north("ana"), id, 1).await.refused(Code::FailedPrecondition, "TOURNEY_NOT_STARTED");
    advance(&house, 10);
    let game = start(&house, north("ana"), id, 1).await.unwrap();
    until_state(&house, north("ana"), id, TourneyState::Running).await;
    // As if no calendar had come to it yet: somebody has the tourney in hand.
    let database = house.database.again();
    house.close().await;
    database.store.clock().advance(Duration::from_secs(3600));
    let patience = Instant::now() + Duration::from_secs(60);
    let beside = database.again();
    let mut holder = beside.store.lane(patience).await.unwrap();
    holder.batch_execute("BEGIN; SELECT * FROM tourneys FOR SHARE").await.unwrap();
    let house = House::on(database, |_| {}).await;
    let mut ana = house.matches(north("ana")).await;
    play(&mut ana, &game, "Ra8").await.refused(Code::FailedPrecondition, "TOURNEY_OVER");
    holder.batch_execute("COMMIT").await.unwrap();
    let over = until_state(&house, north("ana"), id, TourneyState::Ended).await;
    assert_eq!(table(&over), [(1, "ana".into(), 0, 0)]);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn authors_leave_their_own_problem_out_and_who_solved_one_before_takes_part() {
    let house = House::open().await;
    let mut ids = problems(&house).await;
    house
        .database
        .execute("UPDATE problems SET author_id = (SELECT id FROM profiles WHERE name = 'library')")
        .await;
    let own = problem(&house, north("ana"), "7k/8/6K1/8/8/8/8/1R6 w - - 0 1", 1).await;
    ids.push(own);
    let mut bob = house.matches(north("bob")).await;
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: ids[0].clone(),
        first: seat(new_seat::Who::Me(true)),
        second: seat(new_seat::Who::Machine("easy".into())),
        ..Default::default()
    };
    let before = bob.start_match(request).await.unwrap().into_inner().r#match.unwrap();
    play(&mut bob, &before, "Ra8").await.unwrap();
    let tourney = running(&house, &ids).await;
    let seen = get(&house, north("ana"), &tourney.id).await.unwrap();
    assert_eq!(
        seen.problems.iter().map(|one| one.is_author).collect::<Vec<_>>(),
        [false, false, false, true]
    );
    start(&house, north("ana"), &tourney.id, 4).await.refused(Code::FailedPrecondition, "OWN_PROBLEM");
    attempt(&house, north("ana"), &tourney.id, 1, &["#"]).await;
    attempt(&house, north("bob"), &tourney.id, 1, &["#"]).await;
    assert_eq!(get(&house, north("bob"), &tourney.id).await.unwrap().mine.unwrap().points, 5);
    house.close().await;
}
