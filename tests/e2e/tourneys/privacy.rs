use super::*;

fn seat(who: new_seat::Who) -> Option<NewSeat> {
    Some(NewSeat { who: Some(who) })
}

fn machine() -> Option<NewSeat> {
    seat(new_seat::Who::Machine("expert".into()))
}

fn me() -> Option<NewSeat> {
    seat(new_seat::Who::Me(true))
}

fn from_problem(id: &str) -> StartMatchRequest {
    StartMatchRequest { problem_id: id.into(), first: me(), second: machine(), ..Default::default() }
}

fn from_position(position: &str) -> StartMatchRequest {
    StartMatchRequest { position: position.into(), first: machine(), second: machine(), ..Default::default() }
}

async fn solution(house: &House, who: Badge, id: &str) -> Result<GetSolutionResponse, Status> {
    let request = GetSolutionRequest { problem_id: id.into() };
    house.problems(who).await.get_solution(request).await.map(tonic::Response::into_inner)
}

async fn validate(house: &House, who: Badge, position: &str, moves: u32) -> Result<(), Status> {
    let request = ValidateRequest { position: position.into(), moves, ..Default::default() };
    house.validation(who).await.validate(request).await.map(drop)
}

async fn simulate(house: &House, who: Badge, problem_ids: &[String]) -> Result<Simulation, Status> {
    let request = StartSimulationRequest {
        first_level: "expert".into(),
        second_level: "expert".into(),
        problem_ids: problem_ids.to_vec(),
        count: 10,
        ..Default::default()
    };
    let started = house.matches(who).await.start_simulation(request).await;
    started.map(|answer| answer.into_inner().simulation.unwrap())
}

/// The moves of a simulation's games, once they are played.
async fn lines(house: &House, who: Badge, id: &str) -> Vec<String> {
    let request = WatchSimulationRequest { simulation_id: id.into() };
    let mut news = house.matches(who).await.watch_simulation(request).await.unwrap().into_inner();
    let mut last = None;
    while let Some(answer) = news.message().await.unwrap() {
        last = answer.simulation;
    }
    last.unwrap().games.into_iter().map(|game| game.line.join(" ")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn while_it_runs_nobody_sees_how_another_solves() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = running(&house, &ids).await;
    let game = attempt(&house, north("ana"), &tourney.id, 3, &["Nd7"]).await;
    let stranger = Badge::discord("eve", "eve").in_community("e");
    let all = [north("bob"), north("chief").managing(), north("library"), stranger, house.badge("sam").await];
    for who in &all {
        let mut client = house.matches(who.clone()).await;
        let request = GetMatchRequest { match_id: game.id.clone() };
        client.get_match(request).await.refused(Code::NotFound, "MATCH_NOT_FOUND");
        let request = WatchMatchRequest { match_id: game.id.clone(), after_ply: 0 };
        client.watch_match(request).await.map(drop).refused(Code::NotFound, "MATCH_NOT_FOUND");
        let listed = client.list_matches(ListMatchesRequest::default()).await.unwrap().into_inner();
        assert_eq!(listed.matches, []);
        let board = Some(draw_board_request::Board::MatchId(game.id.clone()));
        let request = DrawBoardRequest { board, ..Default::default() };
        let drawn = house.pictures(who.clone()).await.draw_board(request).await;
        drawn.refused(Code::NotFound, "MATCH_NOT_FOUND");
        let request = AbandonMatchRequest { match_id: game.id.clone() };
        client.abandon_match(request).await.refused(Code::NotFound, "MATCH_NOT_FOUND");
    }
    let mut ana = house.matches(north("ana")).await;
    assert_eq!(ana.list_matches(ListMatchesRequest::default()).await.unwrap().into_inner().matches.len(), 1);
    advance(&house, 60);
    for who in &all {
        let request = GetMatchRequest { match_id: game.id.clone() };
        let seen = house.matches(who.clone()).await.get_match(request).await.unwrap().into_inner();
        assert_eq!(seen.r#match.unwrap().id, game.id, "when it is over everybody may look");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_who_was_there_before_the_start_is_sent_away() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let mut sam = house.matches(house.badge("sam").await).await;
    let game = sam.start_match(from_problem(&ids[2])).await.unwrap().into_inner().r#match.unwrap();
    let mut bob = house.matches(north("bob")).await;
    let request = WatchMatchRequest { match_id: game.id.clone(), after_ply: 0 };
    let mut news = bob.watch_match(request).await.unwrap().into_inner();
    assert!(news.message().await.unwrap().is_some());
    running(&house, &ids).await;
    play(&mut sam, &game, "Nd7").await.unwrap();
    news.message().await.refused(Code::NotFound, "MATCH_NOT_FOUND");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_answers_are_kept_from_its_people_everywhere() {
    let house = House::open().await;
    let ids = problems(&house).await;
    // Bob has solved it before, and so knows the solution; he also has a match of it under way.
    let mut bob = house.matches(north("bob")).await;
    let solved = bob.start_match(from_problem(&ids[0])).await.unwrap().into_inner().r#match.unwrap();
    play(&mut bob, &solved, "Ra8").await.unwrap();
    solution(&house, north("bob"), &ids[0]).await.unwrap();
    let under_way = bob.start_match(from_problem(&ids[2])).await.unwrap().into_inner().r#match.unwrap();
    let open = StartMatchRequest { second: seat(new_seat::Who::Open(true)), ..from_problem(&ids[2]) };
    let mut sam = house.matches(house.badge("sam").await).await;
    let offered = sam.start_match(open.clone()).await.unwrap().into_inner().r#match.unwrap();
    let simulation = simulate(&house, north("bob"), &ids[..1]).await.unwrap();
    let tourney = running(&house, &ids).await;
    attempt(&house, north("bob"), &tourney.id, 1, &["#"]).await;

    let code = Code::FailedPrecondition;
    let refused = "TOURNEY_RUNNING";
    for id in &ids {
        solution(&house, north("bob"), id).await.refused(code, refused);
        bob.start_match(from_problem(id)).await.refused(code, refused);
    }
    let two_machines = StartMatchRequest { first: machine(), ..from_problem(&ids[2]) };
    bob.start_match(two_machines).await.refused(code, refused);
    for position in [TWO, TWO_TURNED] {
        bob.start_match(from_position(position)).await.refused(code, refused);
        for moves in [1, 2, 3] {
            validate(&house, north("bob"), position, moves).await.refused(code, refused);
            let request = CreateProblemRequest { position: position.into(), moves, ..Default::default() };
            house.problems(north("bob")).await.create_problem(request).await.refused(code, refused);
        }
    }
    let request = GetHintRequest { match_id: under_way.id.clone(), step: 1 };
    bob.get_hint(request).await.refused(code, refused);
    play(&mut bob, &under_way, "Nd7").await.refused(code, refused);
    let request = AcceptMatchRequest { match_id: offered.id.clone() };
    bob.accept_match(request).await.refused(Code::NotFound, "MATCH_NOT_FOUND");
    simulate(&house, north("bob"), &ids[2..]).await.refused(code, refused);
    simulate(&house, north("bob"), &[]).await.refused(code, "NO_SUCH_PROBLEMS");

    assert_eq!(lines(&house, north("bob"), &simulation.id).await, [""; 2]);
    let nothing = house.problems(north("ana")).await.suggest_problem(SuggestProblemRequest::default()).await;
    nothing.refused(Code::NotFound, "NO_PROBLEM_LEFT");

    // Others, and the author, are not concerned.
    let library = Badge::discord("library", "library").in_community("n");
    solution(&house, library.clone(), &ids[2]).await.unwrap();
    validate(&house, library, TWO, 2).await.unwrap();
    let eve = Badge::discord("eve", "eve").in_community("e");
    house.matches(eve.clone()).await.start_match(from_problem(&ids[2])).await.unwrap();
    validate(&house, eve, TWO, 2).await.unwrap();

    assert_eq!(lines(&house, north("library"), &simulation.id).await.concat().matches('#').count(), 2);
    advance(&house, 60);
    until_state(&house, north("bob"), &tourney.id, TourneyState::Ended).await;
    for who in ["bob", "spectator"] {
        for id in &ids {
            solution(&house, north(who), id).await.unwrap();
        }
    }
    validate(&house, north("bob"), TWO, 2).await.unwrap();
    play(&mut bob, &under_way, "Nd7").await.unwrap();
    let eve = Badge::discord("fay", "fay").in_community("e");
    solution(&house, eve, &ids[2]).await.refused(Code::PermissionDenied, "NOT_FINISHED");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_that_is_deleted_in_the_middle_keeps_its_points_and_its_answer() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = running(&house, &ids).await;
    let game = attempt(&house, north("ana"), &tourney.id, 3, &["Nd7"]).await;
    let mut library = house.problems(Badge::discord("library", "library")).await;
    library
        .delete_problem(DeleteProblemRequest { problem_id: ids[2].clone(), ..Default::default() })
        .await
        .unwrap();
    let mut ana = house.matches(north("ana")).await;
    let hint = ana.get_hint(GetHintRequest { match_id: game.id.clone(), step: 1 }).await;
    hint.refused(Code::FailedPrecondition, "TOURNEY_RUNNING");
    let hidden = house.matches(north("bob")).await.get_match(GetMatchRequest { match_id: game.id }).await;
    hidden.refused(Code::NotFound, "MATCH_NOT_FOUND");
    start(&house, north("bob"), &tourney.id, 3).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    let seen = get(&house, north("ana"), &tourney.id).await.unwrap();
    assert_eq!((seen.mine.unwrap().points, seen.problems[2].moves), (2, 0));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_answers_are_kept_from_both_sides_and_from_no_guest_that_declined() {
    let house = House::open().await;
    let ids = problems(&house).await;
    contest(&house, &ids).await;
    for who in [north("ana"), south("bob")] {
        let refused = validate(&house, who, TWO, 2).await;
        refused.refused(Code::FailedPrecondition, "TOURNEY_RUNNING");
    }
    let house = House::open().await;
    let ids = problems(&house).await;
    meet(&house, south("boss")).await;
    let request = CreateTourneyRequest { guest: community("s"), ..wish(&house, &ids) };
    create(&house, north("chief").managing(), request).await.unwrap();
    advance(&house, 10);
    validate(&house, south("bob"), TWO, 2).await.unwrap();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn before_the_start_and_after_a_cancellation_nothing_is_kept() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = create(&house, north("chief").managing(), wish(&house, &ids)).await.unwrap();
    validate(&house, north("ana"), TWO, 2).await.unwrap();
    advance(&house, 10);
    validate(&house, north("ana"), TWO, 2).await.refused(Code::FailedPrecondition, "TOURNEY_RUNNING");
    let game = attempt(&house, north("ana"), &tourney.id, 3, &["Nd7"]).await;
    cancel(&house, north("chief").managing(), &tourney.id).await.unwrap();
    validate(&house, north("ana"), TWO, 2).await.unwrap();
    let mut ana = house.matches(north("ana")).await;
    ana.get_hint(GetHintRequest { match_id: game.id, step: 1 }).await.unwrap();
    house.close().await;
}
