use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_sound_problem_becomes_playable_in_the_same_call() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let request = CreateProblemRequest {
        title: " First\n try ".into(),
        theme: "Zugzwang".into(),
        difficulty: 2,
        ..new("3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8", 2)
    };
    let problem = create(&mut ana, request).await;
    assert_eq!(problem.state(), ProblemState::Playable);
    assert_eq!((problem.verdict(), keys(&problem)), (Verdict::Sound, vec!["Nd7".to_owned()]));
    assert_eq!((problem.title.as_str(), problem.position.as_str()), ("First try", SOUND));
    assert_eq!(problem.diagram.as_ref().unwrap().cells[3].piece, "wK");
    assert_eq!(get(&mut ana, &problem.id).await.unwrap(), problem);

    let mut bob = house.problems(house.badge("bob").await).await;
    let seen = get(&mut bob, &problem.id).await.unwrap();
    assert_eq!(seen.report, None, "the solution is nobody else's business");
    assert_eq!(Problem { report: None, ..problem }, seen);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_proven_stays_with_its_author_and_says_why() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let mut bob = house.problems(house.badge("bob").await).await;
    for (position, moves, verdict) in [(HOPELESS, 2, Verdict::NoMate), (SOUND, 3, Verdict::Short)] {
        let problem = create(&mut ana, new(position, moves)).await;
        assert_eq!((problem.state(), problem.verdict()), (ProblemState::Refused, verdict));
        get(&mut bob, &problem.id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    }
    let cooked = create(&mut ana, new(COOKED, 2)).await;
    assert_eq!((cooked.state(), cooked.verdict()), (ProblemState::Playable, Verdict::Cooked));
    assert_eq!(keys(&cooked), ["Kf7", "Kg6"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_a_new_problem_is_named_at_once_and_nothing_is_made() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    ana.create_problem(new(ILLEGAL, 2)).await.faulty(&["PAWN_ON_END_RANK", "KINGS_TOUCH"]);
    ana.create_problem(new("", 2)).await.faulty(&["EMPTY_BOARD"]);
    let request = CreateProblemRequest {
        title: "x".repeat(81),
        theme: "x".repeat(41),
        difficulty: 6,
        rules: "size=9".into(),
        ..new(&"8/".repeat(600), 10)
    };
    ana.create_problem(request).await.faulty(&[
        "TITLE_TOO_LONG",
        "THEME_TOO_LONG",
        "BAD_MOVES",
        "BAD_DIFFICULTY",
        "POSITION_TOO_LONG",
        "BAD_RULES",
    ]);
    let request = CreateProblemRequest { game: "checkers".into(), ..new(SOUND, 2) };
    ana.create_problem(request).await.faulty(&["UNKNOWN_GAME"]);
    let mine = ListProblemsRequest {
        filter: Some(ProblemFilter { mine: true, ..Default::default() }),
        ..Default::default()
    };
    assert_eq!(ana.list_problems(mine).await.unwrap().into_inner().problems, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_problem_is_refused_in_every_disguise_and_the_existing_one_is_named() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let first = create(&mut ana, new(SOUND, 2)).await;
    let mut bob = house.problems(house.badge("bob").await).await;
    for twin in [SOUND, SOUND_TURNED] {
        let status = bob.create_problem(new(twin, 2)).await.refused(Code::AlreadyExists, "PROBLEM_EXISTS");
        assert_eq!(status.get_error_details().error_info().unwrap().metadata["problem_id"], first.id);
    }
    // With another number of moves it is another problem, if not a sound one.
    assert_eq!(create(&mut bob, new(SOUND, 3)).await.verdict(), Verdict::Short);
    // A draft is nobody's business, until it is submitted.
    let copy = create(&mut bob, draft(SOUND_TURNED, 2)).await;
    let submit = SubmitProblemRequest { problem_id: copy.id };
    bob.submit_problem(submit).await.refused(Code::AlreadyExists, "PROBLEM_EXISTS");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_make_one_problem_at_once_one_does() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let tries =
        (0..6).map(|_| async { house.problems(badge.clone()).await.create_problem(new(SOUND, 2)).await });
    let (made, others): (Vec<_>, Vec<_>) = join_all(tries).await.into_iter().partition(Result::is_ok);
    assert_eq!((made.len(), others.len()), (1, 5));
    for other in others {
        other.refused(Code::AlreadyExists, "PROBLEM_EXISTS");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_grows_from_an_empty_board_to_a_playable_problem() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let empty = create(&mut ana, draft("", 2)).await;
    assert_eq!(empty.state(), ProblemState::Draft);
    assert_eq!(empty.faults[0].reason, "EMPTY_BOARD");
    let submit = SubmitProblemRequest { problem_id: empty.id.clone() };
    ana.submit_problem(submit.clone()).await.faulty(&["EMPTY_BOARD"]);

    let request = UpdateProblemRequest { position: SOUND.into(), ..update(&empty.id, &["position"]) };
    let filled = ana.update_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!((filled.state(), filled.faults.len()), (ProblemState::Draft, 0));
    let mut bob = house.problems(house.badge("bob").await).await;
    get(&mut bob, &empty.id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");

    let done = ana.submit_problem(submit.clone()).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(done.state(), ProblemState::Playable);
    get(&mut bob, &empty.id).await.unwrap();
    ana.submit_problem(submit).await.refused(Code::FailedPrecondition, "ALREADY_PLAYABLE");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_problem_is_validated_again_and_leaves_the_list_if_that_fails() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let problem = create(&mut ana, new(SOUND, 2)).await;
    let request = UpdateProblemRequest { theme: "Threat".into(), ..update(&problem.id, &["theme"]) };
    let relabelled = ana.update_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!((relabelled.state(), relabelled.theme.as_str()), (ProblemState::Playable, "Threat"));
    assert_eq!(relabelled.report, problem.report);

    let broken = UpdateProblemRequest { position: ILLEGAL.into(), ..update(&problem.id, &["position"]) };
    ana.update_problem(broken).await.faulty(&["PAWN_ON_END_RANK", "KINGS_TOUCH"]);
    assert_eq!(get(&mut ana, &problem.id).await.unwrap(), relabelled);

    let request = UpdateProblemRequest { position: HOPELESS.into(), ..update(&problem.id, &["position"]) };
    let worse = ana.update_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!((worse.state(), worse.verdict()), (ProblemState::Refused, Verdict::NoMate));
    assert_eq!(list(&mut ana, ProblemFilter::default()).await, Vec::<String>::new());

    let request = UpdateProblemRequest {
        position: COOKED.into(),
        moves: 2,
        ..update(&problem.id, &["position", "moves"])
    };
    let better = ana.update_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(better.state(), ProblemState::Playable);
}
