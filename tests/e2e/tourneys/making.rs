use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_tourney_is_announced_without_its_secrets_also_to_who_made_it() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let made = create(&house, north("chief").managing(), wish(&house, &ids)).await.unwrap();
    assert_eq!((made.state(), made.title.as_str()), (TourneyState::Announced, "Friday"));
    let length = made.end_time.as_ref().unwrap().seconds - made.start_time.as_ref().unwrap().seconds;
    assert_eq!(length, 3600);
    assert_eq!(made.sides.len(), 1);
    assert_eq!((made.sides[0].name.as_str(), made.sides[0].mine, made.sides[0].place), ("North", true, 0));
    let kinds: Vec<_> = made.problems.iter().map(|one| (one.number, one.game.as_str(), one.moves)).collect();
    assert_eq!(kinds, [(1, "chess", 1), (2, "chess", 1), (3, "chess", 2)]);
    let chief = get(&house, north("chief").managing(), &made.id).await.unwrap();
    let library = get(&house, north("library"), &made.id).await.unwrap();
    for seen in [&made, &chief, &library] {
        let told = format!("{seen:?}");
        assert!(ids.iter().all(|id| !told.contains(id)) && !told.contains("secret"), "{told}");
        assert!(seen.problems.iter().all(|one| !one.is_author));
    }
    advance(&house, 10);
    let running = get(&house, north("ana"), &made.id).await.unwrap();
    assert_eq!(running.state(), TourneyState::Running);
    assert_eq!(running.problems.iter().map(|one| one.problem_id.clone()).collect::<Vec<_>>(), ids);
    assert_eq!(running.problems[2].title, "secret 2");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_a_wish_is_named() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let chief = || north("chief").managing();
    let good = wish(&house, &ids);
    let at = |seconds: i64| Some(Timestamp { seconds, nanos: 0 });
    let request = CreateTourneyRequest {
        title: " ".into(),
        channel_id: "a channel".into(),
        start_time: at((now(&house) - TimeDelta::minutes(2)).timestamp()),
        minutes: 4,
        problem_ids: vec![ids[0].clone(), ids[0].clone()],
        ..good.clone()
    };
    let refused = create(&house, chief(), request).await;
    refused.faulty(&["BAD_TITLE", "BAD_CHANNEL", "BAD_START", "BAD_LENGTH", "SAME_PROBLEM"]);
    let changed = |change: &dyn Fn(&mut CreateTourneyRequest)| {
        let mut request = good.clone();
        change(&mut request);
        create(&house, chief(), request)
    };
    let far = (now(&house) + TimeDelta::days(91)).timestamp();
    changed(&|wish| wish.start_time = at(far)).await.faulty(&["BAD_START"]);
    changed(&|wish| wish.start_time = at(i64::MAX)).await.faulty(&["BAD_START"]);
    changed(&|wish| wish.minutes = 10_081).await.faulty(&["BAD_LENGTH"]);
    changed(&|wish| wish.title = "x".repeat(81)).await.faulty(&["BAD_TITLE"]);
    changed(&|wish| wish.problem_ids.clear()).await.faulty(&["NO_PROBLEMS"]);
    changed(&|wish| wish.count = 3).await.faulty(&["NO_PROBLEMS"]);
    changed(&|wish| wish.problem_ids = vec!["x".into()]).await.faulty(&["BAD_ID"]);
    changed(&|wish| wish.guest = community("n")).await.faulty(&["BAD_COMMUNITY"]);
    changed(&|wish| wish.guest = community("")).await.faulty(&["BAD_COMMUNITY"]);
    let nowhere = changed(&|wish| wish.guest = community("nowhere")).await;
    nowhere.refused(Code::NotFound, "COMMUNITY_NOT_FOUND");
    let gone = changed(&|wish| wish.problem_ids.push("67e55044-10b1-426f-9247-bb680e5fe0c8".into())).await;
    gone.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    let chosen = |count, moves, game: &str| {
        let request = CreateTourneyRequest { count, moves, game: game.into(), ..wish(&house, &[]) };
        create(&house, chief(), request)
    };
    chosen(21, 0, "").await.faulty(&["BAD_COUNT"]);
    chosen(2, 10, "go").await.faulty(&["UNKNOWN_GAME", "BAD_MOVES"]);
    chosen(4, 0, "").await.refused(Code::FailedPrecondition, "NOT_ENOUGH_PROBLEMS");
    chosen(2, 2, "").await.refused(Code::FailedPrecondition, "NOT_ENOUGH_PROBLEMS");
    assert_eq!(house.database.count("SELECT count(*) FROM tourneys").await, 0);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_managers_make_cancel_and_answer_and_only_their_own() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let good = wish(&house, &ids);
    create(&house, north("ana"), good.clone()).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
    let session = house.badge("session").await;
    create(&house, session.clone(), good.clone()).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
    let nowhere = Badge::discord("ana", "ana").managing();
    create(&house, nowhere, good.clone()).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");

    meet(&house, south("boss")).await;
    let request = CreateTourneyRequest { guest: community("s"), ..good };
    let made = create(&house, north("chief").managing(), request).await.unwrap();
    let east = || Badge::discord("eve", "eve").in_community("e");
    for stranger in [session, east(), east().managing()] {
        get(&house, stranger.clone(), &made.id).await.refused(Code::NotFound, "TOURNEY_NOT_FOUND");
        start(&house, stranger.clone(), &made.id, 1).await.refused(Code::NotFound, "TOURNEY_NOT_FOUND");
        let reason = |status: &Status| tablero_tests::reasons(status)[0].clone();
        let cancelled = cancel(&house, stranger.clone(), &made.id).await.unwrap_err();
        let answered = answer(&house, stranger.clone(), &made.id, true).await.unwrap_err();
        for refused in [cancelled, answered] {
            assert!(
                ["NOT_A_MANAGER", "TOURNEY_NOT_FOUND"].contains(&reason(&refused).as_str()),
                "{refused:?}"
            );
        }
    }
    for nobody in [north("ana"), south("bob"), south("boss").managing()] {
        cancel(&house, nobody, &made.id).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
    }
    for nobody in [south("bob"), north("ana"), north("chief").managing()] {
        answer(&house, nobody, &made.id, true).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
    }
    get(&house, north("ana"), "x").await.faulty(&["BAD_ID"]);
    let cancelled = cancel(&house, north("deputy").managing(), &made.id).await.unwrap();
    assert_eq!(cancelled.state(), TourneyState::Cancelled);
    let again = cancel(&house, north("chief").managing(), &made.id).await;
    again.refused(Code::FailedPrecondition, "TOURNEY_OVER");
    let late = answer(&house, south("boss").managing(), &made.id, true).await;
    late.refused(Code::FailedPrecondition, "TOURNEY_OVER");
    advance(&house, 10);
    start(&house, north("ana"), &made.id, 1).await.refused(Code::FailedPrecondition, "TOURNEY_OVER");
    let seen = get(&house, north("ana"), &made.id).await.unwrap();
    assert!(seen.problems.iter().all(|one| one.problem_id.is_empty()), "what never ran stays secret");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_community_has_at_most_five_tourneys_that_are_not_over() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(create(&house, north("chief").managing(), wish(&house, &ids)).await.unwrap());
    }
    let sixth = create(&house, north("chief").managing(), wish(&house, &ids)).await;
    sixth.refused(Code::FailedPrecondition, "TOO_MANY_TOURNEYS");
    create(&house, south("boss").managing(), wish(&house, &ids)).await.unwrap();
    cancel(&house, north("chief").managing(), &made[0].id).await.unwrap();
    create(&house, north("chief").managing(), wish(&house, &ids)).await.unwrap();
    let mut client = house.rankings(north("ana")).await;
    let listed = client.list_tourneys(ListTourneysRequest::default()).await.unwrap().into_inner().tourneys;
    assert_eq!(listed.len(), 6);
    let request = ListTourneysRequest { community: community("s") };
    client.list_tourneys(request).await.refused(Code::PermissionDenied, "NOT_A_MEMBER");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_set_by_count_is_unknown_to_both_sides_and_gets_harder() {
    let house = House::open().await;
    let library = || Badge::discord("library", "library");
    // Kings and a rook: each of these has its mates in one.
    let squares = ["a1", "b1", "c1", "d1", "e1", "f1"];
    let mut ids = Vec::new();
    for (at, square) in squares.iter().enumerate() {
        let row = [at.to_string(), "R".into(), (7 - at).to_string()].concat().replace('0', "");
        let id = problem(&house, library(), &format!("7k/8/6K1/8/8/8/8/{row} w - - 0 1"), 1).await;
        let rating = 1000 + 100 * at;
        house
            .database
            .execute(&format!("UPDATE problems SET rating = {rating}, title = '{square}' WHERE id = '{id}'"))
            .await;
        ids.push(id);
    }
    // The south knows the first, the north has made the last.
    let (ana, bob) = (meet(&house, north("ana")).await, meet(&house, south("bob")).await);
    house
        .database
        .execute(&format!(
            "INSERT INTO attempts (profile_id, problem_id, rated, solved) VALUES ('{bob}', '{}', true, true); \
             UPDATE problems SET author_id = '{ana}' WHERE id = '{}'",
            ids[0], ids[5]
        ))
        .await;
    let request = CreateTourneyRequest { count: 4, guest: community("s"), ..wish(&house, &[]) };
    let made = create(&house, north("chief").managing(), request.clone()).await.unwrap();
    advance(&house, 10);
    let titles = |tourney: &Tourney| tourney.problems.iter().map(|one| one.title.clone()).collect::<Vec<_>>();
    let running = get(&house, north("ana"), &made.id).await.unwrap();
    assert_eq!(titles(&running), squares[1..5]);

    let request = CreateTourneyRequest { count: 6, start_time: None, ..request };
    let all = create(&house, north("chief").managing(), request).await.unwrap();
    assert_eq!(titles(&all), squares, "where the unknown do not suffice, the known are taken");
    let othello = CreateTourneyRequest { count: 1, game: "othello".into(), ..wish(&house, &[]) };
    let refused = create(&house, north("chief").managing(), othello).await;
    refused.refused(Code::FailedPrecondition, "NOT_ENOUGH_PROBLEMS");
    house.database.execute("UPDATE communities SET games = '{othello}' WHERE external_id = 's'").await;
    let request = CreateTourneyRequest { count: 1, guest: community("s"), ..wish(&house, &[]) };
    let refused = create(&house, north("chief").managing(), request).await;
    refused.refused(Code::FailedPrecondition, "NOT_ENOUGH_PROBLEMS");
    house.close().await;
}
