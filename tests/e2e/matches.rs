//! SPEC M1 to M9 and E1 to E3: problems are solved and games are played, against people and machines.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tablero_api::v1::new_seat::Who;
use tablero_api::v1::watch_match_response::What;
use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House, MatchClient};
use tonic::Code;

/// A mate in two with one key, Nd7.
const TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";

fn me() -> Option<NewSeat> {
    Some(NewSeat { who: Some(Who::Me(true)) })
}

fn machine(level: &str) -> Option<NewSeat> {
    Some(NewSeat { who: Some(Who::Machine(level.into())) })
}

fn anybody() -> Option<NewSeat> {
    Some(NewSeat { who: Some(Who::Open(true)) })
}

fn somebody(id: &str) -> Option<NewSeat> {
    Some(NewSeat { who: Some(Who::ProfileId(id.into())) })
}

async fn problem(house: &House, position: &str, moves: u32) -> String {
    let mut author = house.problems(Badge::discord("author", "author")).await;
    let request = CreateProblemRequest { position: position.into(), moves, ..Default::default() };
    let problem = author.create_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(problem.state(), ProblemState::Playable);
    problem.id
}

async fn start(client: &mut MatchClient, request: StartMatchRequest) -> Match {
    client.start_match(request).await.unwrap().into_inner().r#match.unwrap()
}

async fn get(client: &mut MatchClient, id: &str) -> Match {
    client.get_match(GetMatchRequest { match_id: id.into() }).await.unwrap().into_inner().r#match.unwrap()
}

fn play(seen: &Match, text: &str) -> PlayMoveRequest {
    PlayMoveRequest { match_id: seen.id.clone(), ply: seen.ply, r#move: text.into(), ..Default::default() }
}

async fn make(client: &mut MatchClient, seen: &Match, text: &str) -> Match {
    let answer = client.play_move(play(seen, text)).await.unwrap().into_inner();
    assert_eq!(answer.taken_back, None);
    answer.r#match.unwrap()
}

/// The match when it is somebody's turn again who is no machine, or over.
async fn settled(client: &mut MatchClient, mut seen: Match) -> Match {
    let asked = Instant::now();
    let owes = |seen: &Match| {
        let seat = if seen.first_to_move { &seen.first } else { &seen.second };
        seen.state() == MatchState::Running
            && matches!(seat.as_ref().unwrap().who, Some(seat::Who::Machine(_)))
    };
    while owes(&seen) {
        assert!(asked.elapsed() < Duration::from_secs(20), "the machine does not move");
        tokio::time::sleep(Duration::from_millis(20)).await;
        seen = get(client, &seen.id).await;
    }
    seen
}

/// A legal move that mates at once, if there is one.
fn mating(seen: &Match) -> Option<String> {
    let texts = seen.legal_moves.iter().map(|legal| legal.play.as_ref().unwrap().text.clone());
    texts.into_iter().find(|text| text.ends_with('#'))
}

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
async fn a_whole_game_is_played_by_two_people_to_its_end() {
    let house = House::open().await;
    let (mut ana, mut bob) =
        (house.matches(house.badge("ana").await).await, house.matches(house.badge("bob").await).await);
    let mut seen =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    assert_eq!(seen.state(), MatchState::Open);
    let accept = AcceptMatchRequest { match_id: seen.id.clone() };
    seen = bob.accept_match(accept).await.unwrap().into_inner().r#match.unwrap();
    for (number, text) in ["f3", "e5", "g4", "Dh4"].into_iter().enumerate() {
        let client = if number % 2 == 0 { &mut ana } else { &mut bob };
        let request = PlayMoveRequest { language: "es-ES".into(), ..play(&seen, text) };
        seen = client.play_move(request).await.unwrap().into_inner().r#match.unwrap();
    }
    assert_eq!(
        (seen.state(), seen.winner(), seen.reason.as_str()),
        (MatchState::Finished, Winner::Second, "checkmate")
    );
    assert_eq!(seen.plays[3].play.as_ref().unwrap().text, "Qh4#");
    ana.play_move(play(&seen, "a3")).await.refused(Code::FailedPrecondition, "MATCH_OVER");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_repeats_itself_is_drawn() {
    let house = House::open().await;
    let (mut ana, mut bob) =
        (house.matches(house.badge("ana").await).await, house.matches(house.badge("bob").await).await);
    let mut seen =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    let accept = AcceptMatchRequest { match_id: seen.id.clone() };
    seen = bob.accept_match(accept).await.unwrap().into_inner().r#match.unwrap();
    for (number, text) in ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(8).enumerate() {
        let client = if number % 2 == 0 { &mut ana } else { &mut bob };
        seen = make(client, &seen, text).await;
    }
    assert_eq!((seen.winner(), seen.reason.as_str()), (Winner::Nobody, "repetition"));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_machines_play_to_the_end_while_somebody_watches() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut ana = house.matches(badge).await;
    let request = StartMatchRequest {
        position: "4k3/8/8/8/8/8/1q6/4K3 b - - 0 1".into(),
        first: machine("easy"),
        second: machine("hard"),
        ..Default::default()
    };
    let begun = start(&mut ana, request).await;
    let mut bob = house.matches(house.badge("bob").await).await;
    let mut news =
        bob.watch_match(WatchMatchRequest { match_id: begun.id, after_ply: 0 }).await.unwrap().into_inner();
    let (mut plies, mut last) = (vec![], None);
    while let Some(told) = news.message().await.unwrap() {
        match told.what.unwrap() {
            What::Play(play) => plies.push(play.ply),
            What::Match(seen) => last = Some(seen),
        }
    }
    let last = last.unwrap();
    assert_eq!(last.state(), MatchState::Finished);
    assert_eq!(plies, (1..=last.ply).collect::<Vec<_>>(), "every play is told once, in order");
    assert_ne!(last.winner(), Winner::First);
}

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
async fn the_same_request_plays_once_and_two_clicks_on_one_board_do_not_both_land() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut ana = house.matches(badge.clone()).await;
    let begun =
        start(&mut ana, StartMatchRequest { first: me(), second: machine("easy"), ..Default::default() })
            .await;
    let request = PlayMoveRequest { request_id: "r1".into(), ..play(&begun, "e4") };
    let tries = (0..5).map(|_| {
        let request = request.clone();
        let (house, badge) = (&house, badge.clone());
        async move { house.matches(badge).await.play_move(request).await }
    });
    for answer in join_all(tries).await {
        let seen = answer.unwrap().into_inner().r#match.unwrap();
        assert_eq!(seen.plays[0].play.as_ref().unwrap().text, "e4");
    }
    let now = get(&mut ana, &begun.id).await;
    let now = settled(&mut ana, now).await;
    assert_eq!(now.ply, 2);

    let clicks = ["d4", "Nf3", "Nc3"].map(|text| {
        let request = play(&now, text);
        let (house, badge) = (&house, badge.clone());
        async move { house.matches(badge).await.play_move(request).await }
    });
    let (landed, late): (Vec<_>, Vec<_>) = join_all(clicks).await.into_iter().partition(Result::is_ok);
    assert_eq!(landed.len(), 1);
    for status in late.into_iter().map(Result::unwrap_err) {
        let reason = &tablero_tests::reasons(&status)[0];
        assert!(reason == "STALE_PLY" || reason == "NOT_YOUR_TURN", "{reason}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_listed_resumed_and_deleted() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut ana = house.matches(badge.clone()).await;
    let request = || StartMatchRequest { first: me(), second: machine("easy"), ..Default::default() };
    let running = start(&mut ana, request()).await;
    let offered = start(&mut ana, StartMatchRequest { second: anybody(), ..request() }).await;
    let over = start(&mut ana, request()).await;
    ana.abandon_match(AbandonMatchRequest { match_id: over.id.clone() }).await.unwrap();
    let mut list = async |list: MatchList| {
        let answer = ana.list_matches(ListMatchesRequest { list: list.into(), ..Default::default() }).await;
        answer.unwrap().into_inner().matches.into_iter().map(|seen| seen.id).collect::<Vec<_>>()
    };
    assert_eq!(list(MatchList::Running).await, std::slice::from_ref(&running.id));
    assert_eq!(list(MatchList::Challenges).await, std::slice::from_ref(&offered.id));
    assert_eq!(list(MatchList::Finished).await, std::slice::from_ref(&over.id));
    assert_eq!(list(MatchList::Unspecified).await.len(), 3);

    let mut ids = vec![];
    let mut page_token = String::new();
    loop {
        let page = ListMatchesRequest { page_size: 1, page_token, ..Default::default() };
        let page = ana.list_matches(page).await.unwrap().into_inner();
        ids.extend(page.matches.into_iter().map(|seen| seen.id));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(ids, [over.id.clone(), offered.id.clone(), running.id.clone()]);
    let nonsense = ListMatchesRequest { page_size: 101, page_token: "x".into(), ..Default::default() };
    ana.list_matches(nonsense).await.faulty(&["BAD_PAGE_SIZE", "BAD_PAGE_TOKEN"]);

    // Another server, another day: the match goes on.
    let second = house.beside().await;
    let mut later = second.matches(badge).await;
    let resumed = get(&mut later, &running.id).await;
    let resumed = make(&mut later, &resumed, "e4").await;
    assert!(settled(&mut later, resumed).await.ply >= 2);

    let delete = DeleteMatchRequest { match_id: over.id.clone(), confirm: true };
    later.delete_match(delete).await.unwrap();
    later.get_match(GetMatchRequest { match_id: over.id }).await.refused(Code::NotFound, "MATCH_NOT_FOUND");
    let declined = later.decline_match(DeclineMatchRequest { match_id: offered.id }).await.unwrap();
    assert_eq!(declined.into_inner().r#match.unwrap().state(), MatchState::Cancelled);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_nobody_takes_expires() {
    let house = House::open().await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let offered =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    house.database.execute("UPDATE matches SET created_at = now() - interval '25 hours'").await;
    // A server sweeps when it starts.
    let _second = house.beside().await;
    let asked = Instant::now();
    while get(&mut ana, &offered.id).await.state() != MatchState::Cancelled {
        assert!(asked.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_player_leaves_the_match_to_the_other() {
    let house = House::open().await;
    let bob_badge = house.badge("bob").await;
    let (mut ana, mut bob) =
        (house.matches(house.badge("ana").await).await, house.matches(bob_badge.clone()).await);
    let offered =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    bob.accept_match(AcceptMatchRequest { match_id: offered.id.clone() }).await.unwrap();
    let alone =
        start(&mut bob, StartMatchRequest { first: me(), second: machine("easy"), ..Default::default() })
            .await;
    let begun = get(&mut ana, &offered.id).await;
    make(&mut ana, &begun, "e4").await;

    let delete = DeleteProfileRequest { password: House::PASSWORD.into(), ..Default::default() };
    let removed = house.client(bob_badge).await.delete_profile(delete).await.unwrap().into_inner();
    assert_eq!(removed.matches, 1);
    let left = get(&mut ana, &offered.id).await;
    assert_eq!(left.second.clone().unwrap().who, Some(seat::Who::DeletedPlayer(true)));
    assert_eq!(
        (left.state(), left.winner(), left.reason.as_str()),
        (MatchState::Finished, Winner::First, "abandoned")
    );
    assert_eq!(left.plays.len(), 1);
    ana.get_match(GetMatchRequest { match_id: alone.id }).await.refused(Code::NotFound, "MATCH_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_is_taken_up_again_after_the_last_play_that_was_seen() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut ana = house.matches(badge.clone()).await;
    let mut seen =
        start(&mut ana, StartMatchRequest { first: me(), second: machine("easy"), ..Default::default() })
            .await;
    let watch = |after_ply| WatchMatchRequest { match_id: seen.id.clone(), after_ply };
    let mut first = ana.watch_match(watch(0)).await.unwrap().into_inner();
    assert!(matches!(first.message().await.unwrap().unwrap().what, Some(What::Match(_))));
    seen = make(&mut ana, &seen, "e4").await;
    let told = first.message().await.unwrap().unwrap().what.unwrap();
    assert!(matches!(&told, What::Play(play) if play.ply == 1), "{told:?}");
    drop(first);

    seen = settled(&mut ana, seen).await;
    let mut again = house
        .matches(badge)
        .await
        .watch_match(WatchMatchRequest { match_id: seen.id.clone(), after_ply: 1 })
        .await
        .unwrap()
        .into_inner();
    let told = again.message().await.unwrap().unwrap().what.unwrap();
    assert!(matches!(&told, What::Play(play) if play.ply == 2), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_on_one_server_is_seen_by_a_watcher_on_another_at_once() {
    let house = House::open().await;
    let second = house.beside().await;
    let (ana_badge, bob_badge) = (house.badge("ana").await, house.badge("bob").await);
    let (mut ana, mut bob) = (house.matches(ana_badge).await, house.matches(bob_badge).await);
    let mut seen =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    let accept = AcceptMatchRequest { match_id: seen.id.clone() };
    seen = bob.accept_match(accept).await.unwrap().into_inner().r#match.unwrap();
    let mut there = second.matches(second.badge("eve").await).await;
    let watch = WatchMatchRequest { match_id: seen.id.clone(), after_ply: 0 };
    let mut news = there.watch_match(watch).await.unwrap().into_inner();
    news.message().await.unwrap();
    let mut delays = vec![];
    for number in 0..21 {
        let (client, text) = match number % 4 {
            0 => (&mut ana, "Nf3"),
            1 => (&mut bob, "Nf6"),
            2 => (&mut ana, "Ng1"),
            _ => (&mut bob, "Ng8"),
        };
        let asked = Instant::now();
        let request = play(&seen, text);
        let played = client.play_move(request);
        let told = async {
            loop {
                match news.message().await.unwrap().unwrap().what.unwrap() {
                    What::Play(play) if play.ply == number + 1 => return asked.elapsed(),
                    _ => {}
                }
            }
        };
        let (played, delay) = tokio::join!(played, told);
        delays.push(delay);
        seen = played.unwrap().into_inner().r#match.unwrap();
        if seen.state() == MatchState::Finished {
            break;
        }
    }
    delays.sort();
    println!(
        "from asking to seeing on the other server: median {:?}, worst {:?}",
        delays[delays.len() / 2],
        delays.last()
    );
    assert!(delays[delays.len() / 2] < Duration::from_millis(100), "{delays:?}");
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
