use super::*;

/// A problem that is Ana's and Bob's daily one; Eve belongs nowhere, and the author belongs there too.
async fn riddle(house: &House) -> Problem {
    let made = problem(house, member("author"), 3).await;
    for name in ["ana", "bob"] {
        try_daily(house, member(name)).await.refused(Code::NotFound, "NO_DAILY");
    }
    let daily = first_day(house).await.problem.unwrap();
    assert_eq!(daily.id, made.id);
    daily
}

fn guarded<T: std::fmt::Debug>(answer: Result<T, Status>) {
    answer.refused(Code::FailedPrecondition, "DAILY_OPEN");
}

async fn over(house: &House) {
    house.database.store.clock().advance(DAY);
    caught_up(house).await;
}

async fn solution(house: &House, who: Badge, problem: &Problem) -> Result<Vec<Play>, Status> {
    let request = GetSolutionRequest { problem_id: problem.id.clone() };
    Ok(house.problems(who).await.get_solution(request).await?.into_inner().line)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_solution_is_told_when_the_day_is_over() {
    let house = House::open().await;
    let problem = riddle(&house).await;
    guarded(solution(&house, member("ana"), &problem).await);
    solve_daily(&house, "ana").await;
    guarded(solution(&house, member("ana"), &problem).await);
    // The same person without their place.
    guarded(solution(&house, stranger("ana"), &problem).await);
    assert_eq!(solution(&house, member("author"), &problem).await.unwrap().len(), 1);
    solve(&house, stranger("eve"), &problem).await;
    assert_eq!(solution(&house, stranger("eve"), &problem).await.unwrap().len(), 1);
    let telling = daily(&house, "bob").await;
    assert!(telling.last.is_none() && telling.daily.unwrap().problem.unwrap().report.is_none());
    over(&house).await;
    assert_eq!(solution(&house, member("ana"), &problem).await.unwrap().len(), 1);
    assert_eq!(last(&house).await.line.len(), 1);
    solution(&house, member("bob"), &problem).await.refused(Code::PermissionDenied, "NOT_FINISHED");
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_no_hints() {
    let house = House::open().await;
    let problem = riddle(&house).await;
    let hint = async |who: Badge| {
        let game = begin(&house, who.clone(), &problem).await;
        let request = GetHintRequest { match_id: game.id, step: 3 };
        house.matches(who).await.get_hint(request).await
    };
    guarded(hint(member("ana")).await);
    hint(stranger("eve")).await.unwrap();
    over(&house).await;
    hint(member("ana")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn its_position_is_not_validated_however_it_is_turned() {
    let house = House::open().await;
    let problem = riddle(&house).await;
    let ask = async |who: Badge, position: &str, moves: u32| {
        let request = ValidateRequest { position: position.into(), moves, ..Default::default() };
        house.validation(who).await.validate(request).await.map(drop)
    };
    let mirrored = "k7/8/1K6/8/8/8/8/4R3 w - - 0 1";
    let exchanged = "3r4/8/8/8/8/6k1/8/7K b - - 0 1";
    for position in [&problem.position, mirrored, exchanged, "7k/8/6K1/8/8/8/8/3R4 w"] {
        for moves in [1, 2] {
            guarded(ask(member("ana"), position, moves).await);
            ask(member("author"), position, moves).await.unwrap();
            ask(stranger("eve"), position, moves).await.unwrap();
        }
    }
    ask(member("ana"), &mate(4), 1).await.unwrap();
    over(&house).await;
    ask(member("ana"), &problem.position, 1).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_has_it_proven_as_a_problem_of_their_own() {
    let house = House::open().await;
    let problem = riddle(&house).await;
    let mut ana = house.problems(member("ana")).await;
    let wanted = |moves, draft| CreateProblemRequest {
        position: problem.position.clone(),
        moves,
        draft,
        ..Default::default()
    };
    guarded(ana.create_problem(wanted(2, false)).await);
    guarded(ana.create_problem(wanted(1, false)).await);
    let draft = ana.create_problem(wanted(2, true)).await.unwrap().into_inner().problem.unwrap();
    guarded(ana.submit_problem(SubmitProblemRequest { problem_id: draft.id.clone() }).await);
    let line = ImportProblemsRequest { line: "7k/8/6K1/8/8/8/8/3R4 w - - bm #2;".into() };
    let mut lines = ana.import_problems(tokio_stream(line)).await.unwrap().into_inner();
    match lines.message().await.unwrap().unwrap().outcome {
        Some(import_problems_response::Outcome::Faults(faults)) => {
            assert_eq!(faults.faults[0].reason, "DAILY_OPEN");
        }
        other => panic!("{other:?} is no refusal"),
    }
    let other = super::problem(&house, member("ana"), 20).await;
    let request = UpdateProblemRequest {
        problem_id: other.id,
        update_mask: Some(FieldMask { paths: vec!["position".into(), "moves".into()] }),
        position: problem.position.clone(),
        moves: 2,
        ..Default::default()
    };
    guarded(ana.update_problem(request).await);
    over(&house).await;
    let proven = ana.submit_problem(SubmitProblemRequest { problem_id: draft.id }).await.unwrap();
    assert_eq!(proven.into_inner().problem.unwrap().state(), ProblemState::Refused);
}

fn tokio_stream<T>(one: T) -> futures_util::stream::Iter<std::array::IntoIter<T, 1>> {
    futures_util::stream::iter([one])
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_played_in_no_other_way_than_to_solve_it() {
    let house = House::open().await;
    let problem = riddle(&house).await;
    let seat = |who| Some(NewSeat { who: Some(who) });
    let bob = house.client(member("bob")).await.get_my_profile(GetMyProfileRequest {}).await.unwrap();
    let bob = bob.into_inner().profile.unwrap().profile.unwrap().id;
    let machine = || Who::Machine("expert".into());
    let ways = [
        (machine(), Who::Me(true)),
        (machine(), machine()),
        (Who::Me(true), Who::ProfileId(bob.clone())),
        (Who::ProfileId(bob.clone()), Who::Me(true)),
        (Who::Me(true), Who::Open(true)),
        (Who::Open(true), machine()),
        (Who::ProfileId(bob), machine()),
    ];
    let start = async |who: Badge, first: Who, second: Who, request: StartMatchRequest| {
        let request = StartMatchRequest { first: seat(first), second: seat(second), ..request };
        house.matches(who).await.start_match(request).await
    };
    let on_it = StartMatchRequest { problem_id: problem.id.clone(), ..Default::default() };
    let from_it = StartMatchRequest { position: problem.position.clone(), ..Default::default() };
    for (first, second) in ways.clone() {
        guarded(start(member("ana"), first.clone(), second.clone(), on_it.clone()).await);
        guarded(start(member("ana"), first, second, from_it.clone()).await);
    }
    guarded(start(member("ana"), Who::Me(true), machine(), from_it.clone()).await);
    start(member("ana"), Who::Me(true), machine(), on_it.clone()).await.unwrap();
    start(member("author"), machine(), machine(), on_it.clone()).await.unwrap();
    start(stranger("eve"), machine(), Who::Me(true), from_it.clone()).await.unwrap();
    // What others offer is not accepted either.
    let offer = start(stranger("eve"), Who::Me(true), Who::Open(true), on_it.clone()).await.unwrap();
    let match_id = offer.into_inner().r#match.unwrap().id;
    guarded(house.matches(member("ana")).await.accept_match(AcceptMatchRequest { match_id }).await);
    let ana = house.client(member("ana")).await.get_my_profile(GetMyProfileRequest {}).await.unwrap();
    let ana = ana.into_inner().profile.unwrap().profile.unwrap().id;
    let offer = start(stranger("eve"), Who::Me(true), Who::ProfileId(ana), on_it.clone()).await.unwrap();
    let match_id = offer.into_inner().r#match.unwrap().id;
    guarded(house.matches(member("ana")).await.accept_match(AcceptMatchRequest { match_id }).await);
    over(&house).await;
    for (first, second) in ways {
        start(member("ana"), first, second, on_it.clone()).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_peoples_matches_of_it_are_not_seen() {
    let house = House::open().await;
    let riddle = problem(&house, member("author"), 3).await;
    // Ana has let machines play it before.
    let seat = || Some(NewSeat { who: Some(Who::Machine("expert".into())) });
    let request = StartMatchRequest {
        problem_id: riddle.id.clone(),
        first: seat(),
        second: seat(),
        ..Default::default()
    };
    let mut ana = house.matches(member("ana")).await;
    let machines = ana.start_match(request).await.unwrap().into_inner().r#match.unwrap();
    let get = |game: &Match| GetMatchRequest { match_id: game.id.clone() };
    let mut watched =
        ana.watch_match(WatchMatchRequest { match_id: machines.id.clone(), after_ply: 0 }).await.unwrap();
    while watched.get_mut().message().await.unwrap().is_some() {}
    ana.get_match(get(&machines)).await.unwrap();

    let open = first_day(&house).await.problem.unwrap();
    assert_eq!(open.id, riddle.id);
    let (own, bobs, eves) = (
        begin(&house, member("ana"), &open).await,
        begin(&house, member("bob"), &open).await,
        begin(&house, stranger("eve"), &open).await,
    );
    play(&house, member("bob"), &bobs, &key(&open.position)).await;
    for game in [&bobs, &eves, &machines] {
        guarded(ana.get_match(get(game)).await);
        let request = WatchMatchRequest { match_id: game.id.clone(), after_ply: 0 };
        guarded(ana.watch_match(request).await);
        let request = DrawBoardRequest {
            board: Some(draw_board_request::Board::MatchId(game.id.clone())),
            animated: true,
            ..Default::default()
        };
        guarded(house.pictures(member("ana")).await.draw_board(request).await);
    }
    ana.get_match(get(&own)).await.unwrap();
    let listed = async |who: Badge| {
        let request = ListMatchesRequest { page_size: 50, ..Default::default() };
        let matches = house.matches(who).await.list_matches(request).await.unwrap().into_inner().matches;
        matches.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(listed(member("ana")).await, std::slice::from_ref(&own.id));
    assert_eq!(listed(member("bob")).await, std::slice::from_ref(&bobs.id));
    house.matches(member("author")).await.get_match(get(&bobs)).await.unwrap();
    house.matches(stranger("fay")).await.get_match(get(&bobs)).await.unwrap();
    over(&house).await;
    ana.get_match(get(&bobs)).await.unwrap();
    assert_eq!(listed(member("ana")).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_watching_when_it_becomes_a_riddle_is_shown_the_door() {
    let house = House::open().await;
    let riddle = problem(&house, member("author"), 3).await;
    let game = begin(&house, stranger("eve"), &riddle).await;
    let mut ana = house.matches(member("ana")).await;
    let request = WatchMatchRequest { match_id: game.id.clone(), after_ply: 0 };
    let mut news = ana.watch_match(request).await.unwrap().into_inner();
    news.message().await.unwrap().unwrap();
    first_day(&house).await;
    play(&house, stranger("eve"), &game, &key(&riddle.position)).await;
    guarded(news.message().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_somebody_that_was_begun_before_waits_until_the_day_is_over() {
    let house = House::open().await;
    let riddle = problem(&house, member("author"), 3).await;
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: riddle.id.clone(),
        first: seat(Who::Me(true)),
        second: seat(Who::Open(true)),
        ..Default::default()
    };
    let mut ana = house.matches(member("ana")).await;
    let match_id = ana.start_match(request).await.unwrap().into_inner().r#match.unwrap().id;
    let accept = AcceptMatchRequest { match_id: match_id.clone() };
    house.matches(stranger("eve")).await.accept_match(accept).await.unwrap();
    first_day(&house).await;
    let play = PlayMoveRequest { match_id, r#move: key(&riddle.position), ..Default::default() };
    guarded(ana.play_move(play.clone()).await);
    over(&house).await;
    ana.play_move(play).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn simulations_do_not_tell_it() {
    let house = House::open().await;
    let (riddle, plain) =
        (problem(&house, member("author"), 3).await, problem(&house, stranger("library"), 4).await);
    let wanted = |problem_ids: Vec<String>| StartSimulationRequest {
        first_level: "expert".into(),
        second_level: "easy".into(),
        problem_ids,
        count: 10,
        ..Default::default()
    };
    let open = first_day(&house).await.problem.unwrap();
    assert_eq!(open.id, riddle.id);
    let mut ana = house.matches(member("ana")).await;
    guarded(ana.start_simulation(wanted(vec![plain.id.clone(), riddle.id.clone()])).await);
    let of = |simulation: &Simulation| {
        let mut ids: Vec<_> = simulation.games.iter().map(|game| game.problem_id.clone()).collect();
        ids.dedup();
        ids
    };
    let chosen = ana.start_simulation(wanted(vec![])).await.unwrap().into_inner().simulation.unwrap();
    assert_eq!(of(&chosen), std::slice::from_ref(&plain.id), "a filter does not let it through");
    // One of somebody else's, who may.
    let mut eve = house.matches(stranger("eve")).await;
    let both = wanted(vec![plain.id.clone(), riddle.id.clone()]);
    let id = eve.start_simulation(both).await.unwrap().into_inner().simulation.unwrap().id;
    let request = WatchSimulationRequest { simulation_id: id.clone() };
    let mut stream = ana.watch_simulation(request).await.unwrap().into_inner();
    let mut end = None;
    while let Some(news) = stream.message().await.unwrap() {
        end = news.simulation;
    }
    let lines = |simulation: &Simulation, problem: &Problem| {
        let games = simulation.games.iter().filter(|game| game.problem_id == problem.id);
        games.map(|game| game.line.len()).sum::<usize>()
    };
    let end = end.unwrap();
    assert_eq!(end.state(), SimulationState::Finished);
    assert!(lines(&end, &plain) > 0 && lines(&end, &riddle) == 0, "{end:?}");
    let request = GetSimulationRequest { simulation_id: id };
    let seen = ana.get_simulation(request.clone()).await.unwrap().into_inner().simulation.unwrap();
    assert_eq!(lines(&seen, &riddle), 0);
    let seen = eve.get_simulation(request.clone()).await.unwrap().into_inner().simulation.unwrap();
    assert!(lines(&seen, &riddle) > 0);
    over(&house).await;
    let seen = ana.get_simulation(request).await.unwrap().into_inner().simulation.unwrap();
    assert!(lines(&seen, &riddle) > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_whose_day_ends_earlier_does_not_tell_those_of_another() {
    let house = House::open().await;
    library(&house, 1).await;
    let next = now(&house) + TimeDelta::hours(1);
    for place in [HERE, "early"] {
        try_daily(&house, member_of("eve", place)).await.refused(Code::NotFound, "NO_DAILY");
        set(&house, place, "UTC", next.hour()).await;
    }
    try_daily(&house, member_of("bob", "early")).await.refused(Code::NotFound, "NO_DAILY");
    go_to(&house, next).await;
    // An hour later there, as if its clocks were ahead.
    house
        .database
        .execute("UPDATE dailies d SET closes_at = closes_at - interval '1 hour' FROM communities c WHERE c.id = d.community_id AND c.external_id = 'early'")
        .await;
    let mut posts = super::posts::watch(&house).await;
    for _ in 0..2 {
        let card = super::posts::next(&mut posts).await;
        super::posts::report(&house, &card, PostOutcome::Written, &format!("1{}", card.id)).await;
    }
    go_to(&house, next + TimeDelta::hours(23)).await;
    let told = async |who: &str| {
        let today = try_daily(&house, member_of(who, "early")).await.unwrap();
        today.last.expect("one that is over").line.len()
    };
    assert_eq!((told("bob").await, told("eve").await), (1, 0), "Eve has still to solve it here");
    let ends = async |posts: &mut super::posts::Posts| loop {
        let post = super::posts::next(posts).await;
        super::posts::report(&house, &post, PostOutcome::Written, &format!("1{}", post.id)).await;
        if let Some(post::What::DailyEnd(end)) = post.what {
            return (post.community.unwrap().external_id, end.line.len(), end.boards.len());
        }
    };
    assert_eq!(ends(&mut posts).await, ("early".into(), 0, 0), "and she reads that channel too");
    go_to(&house, next + TimeDelta::hours(24)).await;
    let mut then = [ends(&mut posts).await, ends(&mut posts).await];
    then.sort();
    assert_eq!(then, [("early".into(), 1, 2), (HERE.into(), 1, 2)]);
    assert_eq!(told("eve").await, 1);
}
