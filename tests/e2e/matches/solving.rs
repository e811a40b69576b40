use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_solved_against_a_machine_of_every_level() {
    let house = House::open().await;
    let problem_id = problem(&house, TWO, 2).await;
    for level in ["easy", "normal", "hard", "expert"] {
        let mut ana = house.matches(house.badge(&format!("ana-{level}")).await).await;
        let request = StartMatchRequest {
            problem_id: problem_id.clone(),
            first: me(),
            second: machine(level),
            ..Default::default()
        };
        let begun = start(&mut ana, request).await;
        assert_eq!((begun.state(), begun.moves, begun.moves_left), (MatchState::Running, 2, 2));
        assert!(begun.first_attacks && begun.first_to_move && begun.side_to_move == "white");
        let key = make(&mut ana, &begun, "Nd7").await;
        let replied = settled(&mut ana, key).await;
        assert_eq!((replied.ply, replied.moves_left), (2, 1));
        let last = &replied.plays[1];
        let marked = replied.diagram.as_ref().unwrap().marks.len();
        assert!(marked >= 2 && !last.to_square.is_empty());
        let mate = mating(&replied).unwrap_or_else(|| panic!("{level} escaped: {:?}", replied.plays));
        let solved = make(&mut ana, &replied, &mate).await;
        assert_eq!(
            (solved.state(), solved.winner(), solved.reason.as_str()),
            (MatchState::Finished, Winner::First, "checkmate")
        );
        assert_eq!((solved.legal_moves.len(), solved.side_to_move.as_str()), (0, ""));
    }
    let mut viewer = house.problems(Badge::discord("author", "author")).await;
    let seen =
        viewer.get_problem(GetProblemRequest { problem_id }).await.unwrap().into_inner().problem.unwrap();
    assert_eq!((seen.play_count, seen.solve_count), (4, 4));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_comes_with_the_move_it_answers() {
    let house = House::open().await;
    let problem_id = problem(&house, TWO, 2).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let mut together = 0;
    for _ in 0..10 {
        let request = StartMatchRequest {
            problem_id: problem_id.clone(),
            first: me(),
            second: machine("expert"),
            ..Default::default()
        };
        let begun = start(&mut ana, request).await;
        together += usize::from(make(&mut ana, &begun, "Nd7").await.ply == 2);
    }
    assert!(together >= 8, "{together} of 10");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_move_that_stands_loses_to_the_expert() {
    let house = House::open().await;
    let problem_id = problem(&house, TWO, 2).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let request =
        StartMatchRequest { problem_id, first: me(), second: machine("expert"), ..Default::default() };
    let begun = start(&mut ana, request).await;
    let wrong = make(&mut ana, &begun, "Rxg6").await;
    let refuted = settled(&mut ana, wrong).await;
    assert_eq!(refuted.plays[1].play.as_ref().unwrap().text, "Re4", "the one refutation");
    assert_eq!(mating(&refuted), None);
    let hint = GetHintRequest { match_id: refuted.id.clone(), step: 1 };
    ana.get_hint(hint).await.refused(Code::FailedPrecondition, "NO_LONGER_WON");
    let lost = make(&mut ana, &refuted, "Qxe4+").await;
    assert_eq!(
        (lost.state(), lost.winner(), lost.reason.as_str()),
        (MatchState::Finished, Winner::Second, "out_of_moves")
    );
    assert_eq!((lost.errors, lost.moves_left), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_move_that_is_taken_back_counts_as_an_error_and_shows_its_refutation() {
    let house = House::open().await;
    let problem_id = problem(&house, TWO, 2).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let request = StartMatchRequest {
        problem_id,
        first: me(),
        second: machine("expert"),
        wrong_moves: WrongMoves::TakeBack.into(),
        ..Default::default()
    };
    let begun = start(&mut ana, request).await;
    let request = PlayMoveRequest { request_id: "once".into(), ..play(&begun, "Rxg6") };
    for _ in 0..2 {
        // The same request again is the same mistake.
        let answer = ana.play_move(request.clone()).await.unwrap().into_inner();
        let taken_back = answer.taken_back.unwrap();
        assert_eq!(taken_back.play.unwrap().text, "Rxg6");
        assert_eq!(taken_back.refutation.unwrap().text, "Re4");
        let still = answer.r#match.unwrap();
        assert_eq!((still.ply, still.errors, still.position == begun.position), (0, 1, true));
    }
    let replied = make(&mut ana, &begun, "Nd7").await;
    let replied = settled(&mut ana, replied).await;
    let solved = make(&mut ana, &replied, &mating(&replied).unwrap()).await;
    assert_eq!((solved.winner(), solved.errors), (Winner::First, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_defends_against_a_machine_that_attacks() {
    let house = House::open().await;
    let problem_id = problem(&house, TWO, 2).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let request =
        StartMatchRequest { problem_id, first: machine("expert"), second: me(), ..Default::default() };
    let begun = start(&mut ana, request).await;
    let begun = settled(&mut ana, begun).await;
    assert_eq!(begun.plays[0].play.as_ref().unwrap().text, "Nd7");
    let mated = make(&mut ana, &begun, "Re4").await;
    let mated = settled(&mut ana, mated).await;
    assert_eq!((mated.winner(), mated.reason.as_str()), (Winner::First, "checkmate"));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_problem_with_black_to_move() {
    let house = House::open().await;
    let problem_id = problem(&house, "8/8/8/8/8/3q4/2k5/K7 b - - 0 1", 1).await;
    let bob_badge = house.badge("bob").await;
    let bob_id = house.client(bob_badge.clone()).await.get_my_profile(GetMyProfileRequest {}).await;
    let bob_id = bob_id.unwrap().into_inner().profile.unwrap().profile.unwrap().id;
    let (mut ana, mut bob) = (house.matches(house.badge("ana").await).await, house.matches(bob_badge).await);
    let request =
        StartMatchRequest { problem_id, first: somebody(&bob_id), second: me(), ..Default::default() };
    let offered = start(&mut ana, request).await;
    assert_eq!((offered.state(), offered.first_attacks), (MatchState::Open, false));
    let early = ana.play_move(play(&offered, "Qb2")).await;
    early.refused(Code::FailedPrecondition, "NOT_STARTED");
    let accept = AcceptMatchRequest { match_id: offered.id.clone() };
    let begun = bob.accept_match(accept).await.unwrap().into_inner().r#match.unwrap();
    assert_eq!((begun.state(), begun.first_to_move), (MatchState::Running, false));
    bob.play_move(play(&begun, "Ka2")).await.refused(Code::FailedPrecondition, "NOT_YOUR_TURN");
    let won = make(&mut ana, &begun, &mating(&begun).unwrap()).await;
    assert_eq!(won.winner(), Winner::Second);
    assert!(won.second.unwrap().elapsed_ms < 60_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_come_in_three_steps_and_are_noted() {
    let house = House::open().await;
    let problem_id = problem(&house, TWO, 2).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let request =
        StartMatchRequest { problem_id, first: me(), second: machine("easy"), ..Default::default() };
    let begun = start(&mut ana, request).await;
    let mut hint = async |step| {
        let request = GetHintRequest { match_id: begun.id.clone(), step };
        let hint = ana.get_hint(request).await.unwrap().into_inner();
        (
            hint.from_square,
            hint.to_square,
            hint.play.map(|play| play.text),
            get(&mut ana, &begun.id).await.hints,
        )
    };
    assert_eq!(hint(1).await, ("e5".into(), String::new(), None, 1));
    assert_eq!(hint(2).await, ("e5".into(), "d7".into(), None, 2));
    assert_eq!(hint(3).await, ("e5".into(), "d7".into(), Some("Nd7".into()), 3));
    assert_eq!(hint(1).await.3, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_author_may_play_the_own_problem_without_closing_it() {
    let house = House::open().await;
    let problem_id = problem(&house, TWO, 2).await;
    let mut author = house.matches(Badge::discord("author", "author")).await;
    let request = StartMatchRequest {
        problem_id: problem_id.clone(),
        first: me(),
        second: machine("easy"),
        ..Default::default()
    };
    start(&mut author, request).await;
    let mut problems = house.problems(Badge::discord("author", "author")).await;
    let seen =
        problems.get_problem(GetProblemRequest { problem_id }).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(seen.play_count, 0);
}
