use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_move_says_why_and_changes_nothing() {
    let house = House::open().await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let position = "4k3/8/8/8/4r3/8/3NR3/R3K3 w - - 0 1";
    let request = StartMatchRequest {
        position: position.into(),
        first: me(),
        second: machine("easy"),
        ..Default::default()
    };
    let begun = start(&mut ana, request).await;
    for (text, reason) in [
        ("nonsense", "UNREADABLE"),
        ("", "UNREADABLE"),
        ("Qd4", "NO_SUCH_PIECE"),
        ("b2b3", "EMPTY_SQUARE"),
        ("e4e5", "NOT_YOURS"),
        ("a1b2", "CANNOT_REACH"),
        ("Rd3", "CANNOT_REACH"),
        ("e2f2", "LEAVES_KING_IN_CHECK"),
        ("O-O-O", "CANNOT_CASTLE"),
    ] {
        let status = ana.play_move(play(&begun, text)).await.unwrap_err();
        assert_eq!(
            (status.code(), tablero_tests::reasons(&status)[0].as_str()),
            (Code::InvalidArgument, reason),
            "{text}"
        );
    }
    let now = get(&mut ana, &begun.id).await;
    assert_eq!((now.ply, now.position), (0, begun.position));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_action_out_of_place_is_refused_with_its_reason() {
    let house = House::open().await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let mut bob = house.matches(house.badge("bob").await).await;
    let mut eve = house.matches(house.badge("eve").await).await;
    let offered =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    let id = || offered.id.clone();
    let accept = || AcceptMatchRequest { match_id: id() };
    ana.accept_match(accept()).await.refused(Code::FailedPrecondition, "OWN_CHALLENGE");
    eve.decline_match(DeclineMatchRequest { match_id: id() })
        .await
        .refused(Code::PermissionDenied, "NOT_YOUR_MATCH");
    ana.abandon_match(AbandonMatchRequest { match_id: id() })
        .await
        .refused(Code::FailedPrecondition, "NOT_STARTED");
    bob.accept_match(accept()).await.unwrap();
    eve.accept_match(accept()).await.refused(Code::FailedPrecondition, "SEAT_TAKEN");
    ana.decline_match(DeclineMatchRequest { match_id: id() })
        .await
        .refused(Code::FailedPrecondition, "SEAT_TAKEN");

    let begun = get(&mut ana, &offered.id).await;
    eve.play_move(play(&begun, "e4")).await.refused(Code::PermissionDenied, "NOT_YOUR_MATCH");
    bob.play_move(play(&begun, "e5")).await.refused(Code::FailedPrecondition, "NOT_YOUR_TURN");
    let after = make(&mut ana, &begun, "e4").await;
    ana.play_move(play(&begun, "d4")).await.refused(Code::Aborted, "STALE_PLY");
    ana.play_move(play(&after, "d4")).await.refused(Code::FailedPrecondition, "NOT_YOUR_TURN");
    let hint = |step| GetHintRequest { match_id: id(), step };
    bob.get_hint(hint(1)).await.refused(Code::FailedPrecondition, "NO_PROBLEM");
    bob.get_hint(hint(4)).await.faulty(&["BAD_STEP"]);
    eve.get_hint(hint(1)).await.refused(Code::PermissionDenied, "NOT_YOUR_MATCH");
    let delete = |confirm| DeleteMatchRequest { match_id: id(), confirm };
    ana.delete_match(delete(false)).await.refused(Code::FailedPrecondition, "CONFIRMATION_NEEDED");
    ana.delete_match(delete(true)).await.refused(Code::FailedPrecondition, "STILL_RUNNING");
    eve.abandon_match(AbandonMatchRequest { match_id: id() })
        .await
        .refused(Code::PermissionDenied, "NOT_YOUR_MATCH");

    let given_up = bob
        .abandon_match(AbandonMatchRequest { match_id: id() })
        .await
        .unwrap()
        .into_inner()
        .r#match
        .unwrap();
    assert_eq!((given_up.winner(), given_up.reason.as_str()), (Winner::First, "abandoned"));
    ana.abandon_match(AbandonMatchRequest { match_id: id() })
        .await
        .refused(Code::FailedPrecondition, "MATCH_OVER");
    eve.accept_match(accept()).await.refused(Code::FailedPrecondition, "MATCH_OVER");
    eve.delete_match(delete(true)).await.refused(Code::PermissionDenied, "NOT_YOUR_MATCH");
    let unknown = GetMatchRequest { match_id: "00000000-0000-4000-8000-00000000ffff".into() };
    eve.get_match(unknown).await.refused(Code::NotFound, "MATCH_NOT_FOUND");
    eve.get_match(GetMatchRequest { match_id: "?".into() }).await.faulty(&["BAD_ID"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_makes_no_sense_is_not_started() {
    let house = House::open().await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let any = || StartMatchRequest { first: me(), second: machine("easy"), ..Default::default() };
    let cases: Vec<(StartMatchRequest, Vec<&str>)> = vec![
        (StartMatchRequest::default(), vec!["NO_SEAT", "NO_SEAT"]),
        (StartMatchRequest { first: me(), second: me(), ..any() }, vec!["SAME_PERSON"]),
        (StartMatchRequest { second: machine("godlike"), ..any() }, vec!["UNKNOWN_LEVEL"]),
        (StartMatchRequest { second: somebody("x"), ..any() }, vec!["BAD_ID"]),
        (StartMatchRequest { game: "go".into(), ..any() }, vec!["UNKNOWN_GAME"]),
        (
            StartMatchRequest { position: "8/8/8/8/8/8/8/kK5P b".into(), ..any() },
            vec!["PAWN_ON_END_RANK", "KINGS_TOUCH"],
        ),
        (StartMatchRequest { position: "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".into(), ..any() }, vec!["GAME_OVER"]),
        (StartMatchRequest { problem_id: "x".into(), ..any() }, vec!["BAD_ID"]),
    ];
    for (request, reasons) in cases {
        ana.start_match(request).await.faulty(&reasons);
    }
    let nowhere = "00000000-0000-4000-8000-00000000ffff";
    let request = StartMatchRequest { problem_id: nowhere.into(), ..any() };
    ana.start_match(request).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    let request = StartMatchRequest { second: somebody(nowhere), ..any() };
    ana.start_match(request).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
    let mut author = house.problems(Badge::discord("author", "author")).await;
    let draft = CreateProblemRequest { position: TWO.into(), moves: 2, draft: true, ..Default::default() };
    let draft = author.create_problem(draft).await.unwrap().into_inner().problem.unwrap();
    let request = StartMatchRequest { problem_id: draft.id, ..any() };
    ana.start_match(request.clone()).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    let mut author = house.matches(Badge::discord("author", "author")).await;
    author.start_match(request).await.refused(Code::FailedPrecondition, "PROBLEM_NOT_PLAYABLE");
}
