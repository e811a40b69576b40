//! Matches and solutions as text that others read.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use tablero_api::v1::new_seat::Who;
use tablero_api::v1::*;
use tablero_game::Language;
use tablero_tests::{Badge, Expect, House, MatchClient, python, workspace};
use tonic::{Code, Status};

/// A mate in two with one key, Nd7; 1.Rxg6? fails to 1...Re4!
const TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";
/// Black mates in one, on move 17: Ra1#.
const BLACK: &str = "r7/8/8/8/8/6k1/8/7K b - - 0 17";
/// Wins for the side to move in a move each.
const OTHELLO: (&str, &str, &str) = ("othello", "size=4", "xxxx/xxxx/xxxx/xoo1 x");

fn seat(who: Who) -> Option<NewSeat> {
    Some(NewSeat { who: Some(who) })
}

async fn compose(house: &House, author: Badge, position: &str, moves: u32) -> String {
    let request = CreateProblemRequest {
        position: position.into(),
        moves,
        title: "A \"study\"".into(),
        ..Default::default()
    };
    let made =
        house.problems(author).await.create_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(made.state(), ProblemState::Playable);
    made.id
}

async fn start(client: &mut MatchClient, request: StartMatchRequest) -> Match {
    client.start_match(request).await.unwrap().into_inner().r#match.unwrap()
}

async fn play(client: &mut MatchClient, match_id: &str, text: &str) -> PlayMoveResponse {
    let ply = get(client, match_id).await.ply;
    let request =
        PlayMoveRequest { match_id: match_id.into(), ply, r#move: text.into(), ..Default::default() };
    client.play_move(request).await.unwrap().into_inner()
}

async fn get(client: &mut MatchClient, match_id: &str) -> Match {
    let request = GetMatchRequest { match_id: match_id.into() };
    client.get_match(request).await.unwrap().into_inner().r#match.unwrap()
}

/// A game that two people have begun, the one who offered it with the first move.
async fn between(house: &House, first: &Badge, second: &Badge, request: StartMatchRequest) -> String {
    let request = StartMatchRequest { first: seat(Who::Me(true)), second: seat(Who::Open(true)), ..request };
    let id = start(&mut house.matches(first.clone()).await, request).await.id;
    let accept = AcceptMatchRequest { match_id: id.clone() };
    house.matches(second.clone()).await.accept_match(accept).await.unwrap();
    id
}

async fn notation(client: &mut MatchClient, match_id: &str) -> Result<Notation, Status> {
    let request = GetMatchNotationRequest { match_id: match_id.into() };
    Ok(client.get_match_notation(request).await?.into_inner().notation.unwrap())
}

async fn solution(house: &House, who: Badge, problem_id: &str) -> Result<Notation, Status> {
    let request = GetSolutionNotationRequest { problem_id: problem_id.into() };
    let answer = house.problems(who).await.get_solution_notation(request).await?;
    Ok(answer.into_inner().notation.unwrap())
}

/// What python-chess finds in a PGN; `None` where there is none.
async fn read(notation: &Notation) -> Option<Value> {
    assert_eq!(notation.kind(), NotationKind::Pgn, "{}", notation.text);
    assert!(notation.text.lines().all(|line| line.len() <= 80 || line.starts_with('[')), "{}", notation.text);
    let text = notation.text.clone();
    let found = tokio::task::spawn_blocking(move || {
        let mut reader = Command::new(python()?)
            .arg(workspace().join("tests/python/pgn.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        reader.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = reader.wait_with_output().unwrap();
        assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
        Some(serde_json::from_slice::<Value>(&output.stdout).unwrap())
    });
    let found = found.await.unwrap()?;
    assert_eq!(found["more"], false, "one game and no more: {}", notation.text);
    Some(found)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_chess_is_a_pgn_that_others_read() {
    let house = House::open().await;
    let (ana, bob) = (house.badge("ana").await, house.badge("Bo-b.2").await);
    let id = between(&house, &ana, &bob, StartMatchRequest::default()).await;
    let (mut first, mut second) = (house.matches(ana).await, house.matches(bob).await);
    let begun = notation(&mut second, &id).await.unwrap();
    assert!(begun.text.ends_with("\n\n*\n"), "{}", begun.text);
    play(&mut first, &id, "f3").await;
    play(&mut second, &id, "e5").await;
    let running = notation(&mut first, &id).await.unwrap();
    assert!(running.text.contains("[Termination \"unterminated\"]"), "{}", running.text);
    assert!(running.text.ends_with("1. f3 e5 *\n"), "{}", running.text);
    play(&mut first, &id, "g4").await;
    play(&mut second, &id, "Qh4").await;
    let over = notation(&mut first, &id).await.unwrap();
    assert!(!over.text.contains("FEN"), "{}", over.text);
    let Some(found) = read(&over).await else { return };
    let tag = |name: &str| found["tags"][name].as_str().unwrap_or_default().to_owned();
    assert_eq!([tag("Event"), tag("Site"), tag("Round")], ["Game", "Tablero", "-"]);
    assert_eq!([tag("White"), tag("Black"), tag("Result")], ["ana", "Bo-b.2", "0-1"]);
    let day = get(&mut first, &id).await.create_time.unwrap().to_string();
    assert_eq!(tag("Date"), day[..10].replace('-', "."));
    assert_eq!(tag("Termination"), "normal");
    assert_eq!(found["line"], serde_json::json!(["f2f3", "e7e5", "g2g4", "d8h4"]));
    assert_eq!(found["mate"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_solve_is_a_pgn_from_its_position_with_its_errors_as_variations() {
    let house = House::open().await;
    let ana = house.badge("ana").await;
    let id = compose(&house, house.badge("author").await, TWO, 2).await;
    let mut matches = house.matches(ana).await;
    let request = StartMatchRequest {
        problem_id: id,
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("expert".into())),
        wrong_moves: WrongMoves::TakeBack.into(),
        ..Default::default()
    };
    let begun = start(&mut matches, request.clone()).await;
    assert!(play(&mut matches, &begun.id, "Rxg6").await.taken_back.is_some());
    let only_tried = notation(&mut matches, &begun.id).await.unwrap();
    assert!(only_tried.text.contains("{tried: Rxg6? Re4!}"), "{}", only_tried.text);
    read(&only_tried).await;
    play(&mut matches, &begun.id, "Nd7").await;
    let mut seen = get(&mut matches, &begun.id).await;
    while seen.ply < 2 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        seen = get(&mut matches, &begun.id).await;
    }
    let legal = seen.legal_moves.iter().map(|legal| legal.play.clone().unwrap().text);
    let mate = legal.into_iter().find(|text| text.ends_with('#')).unwrap();
    play(&mut matches, &begun.id, &mate).await;
    let over = notation(&mut matches, &begun.id).await.unwrap();
    assert!(over.text.contains("1. Nd7 (1. Rxg6 $2 Re4 $1) 1... "), "{}", over.text);
    let Some(found) = read(&over).await else { return };
    assert_eq!((&found["tags"]["SetUp"], &found["start"]), (&"1".into(), &TWO.into()));
    assert_eq!(
        (&found["tags"]["White"], &found["tags"]["Black"]),
        (&"ana".into(), &"Tablero (expert)".into())
    );
    assert_eq!((&found["tags"]["Event"], &found["tags"]["Result"]), (&"Mate in 2".into(), &"1-0".into()));
    assert_eq!(found["tries"], serde_json::json!([["g4g6", "f4e4"]]));
    assert_eq!((found["line"].as_array().unwrap().len(), &found["line"][0]), (3, &"e5d7".into()));
    assert_eq!(found["mate"], true);

    let given_up = start(&mut matches, request).await.id;
    matches.abandon_match(AbandonMatchRequest { match_id: given_up.clone() }).await.unwrap();
    let given_up = notation(&mut matches, &given_up).await.unwrap();
    let found = read(&given_up).await.unwrap();
    let tags = &found["tags"];
    assert_eq!((&tags["Result"], &tags["Termination"]), (&"0-1".into(), &"abandoned".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn move_numbers_go_on_from_the_position_and_black_may_begin() {
    let house = House::open().await;
    let author = house.badge("author").await;
    let id = compose(&house, author.clone(), BLACK, 1).await;
    let told = solution(&house, author, &id).await.unwrap();
    assert!(told.text.contains("\n17... Ra1# "), "{}", told.text);
    let Some(found) = read(&told).await else { return };
    assert_eq!((&found["start"], &found["tags"]["Result"]), (&BLACK.into(), &"0-1".into()));
    assert_eq!((&found["line"], &found["mate"]), (&serde_json::json!(["a8a1"]), &true.into()));
    // That reader leaves the standard's escapes as they are.
    assert_eq!(found["tags"]["Event"], "A \\\"study\\\"");
    assert_eq!((&found["tags"]["Annotator"], &found["comment"]), (&"author".into(), &"Mate in 1".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_solution_is_written_for_who_may_know_it() {
    let house = House::open().await;
    let (author, ana) = (house.badge("author").await, house.badge("ana").await);
    let id = compose(&house, author.clone(), TWO, 2).await;
    solution(&house, ana.clone(), &id).await.refused(Code::PermissionDenied, "NOT_FINISHED");
    let mut matches = house.matches(ana.clone()).await;
    let request = StartMatchRequest {
        problem_id: id.clone(),
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        ..Default::default()
    };
    let match_id = start(&mut matches, request).await.id;
    solution(&house, ana.clone(), &id).await.refused(Code::PermissionDenied, "NOT_FINISHED");
    matches.abandon_match(AbandonMatchRequest { match_id }).await.unwrap();
    let told = solution(&house, ana.clone(), &id).await.unwrap();
    assert_eq!(told, solution(&house, author.clone(), &id).await.unwrap());
    if let Some(found) = read(&told).await {
        assert_eq!((&found["line"][0], &found["mate"]), (&"e5d7".into(), &true.into()));
    }
    let draft = CreateProblemRequest { position: BLACK.into(), moves: 1, draft: true, ..Default::default() };
    let draft = house.problems(author.clone()).await.create_problem(draft).await.unwrap().into_inner();
    let draft = draft.problem.unwrap().id;
    solution(&house, author, &draft).await.refused(Code::FailedPrecondition, "PROBLEM_NOT_PLAYABLE");
    solution(&house, ana.clone(), &draft).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    solution(&house, ana, "x").await.faulty(&["BAD_ID"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_games_are_plain_transcripts_that_play_through() {
    let house = House::open().await;
    let (ana, bob) = (house.badge("ana").await, house.badge("bob").await);
    let (mut first, mut second) = (house.matches(ana.clone()).await, house.matches(bob.clone()).await);
    let (game, rules, position) = OTHELLO;
    let request = StartMatchRequest {
        game: game.into(),
        rules: rules.into(),
        position: position.into(),
        ..Default::default()
    };
    let id = between(&house, &ana, &bob, request).await;
    play(&mut first, &id, "d4").await;
    let told = notation(&mut first, &id).await.unwrap();
    assert_eq!(told.kind(), NotationKind::Transcript);
    for line in ["Game: othello", "First: ana (x)", "Second: bob (o)", "Result: x wins (16-0)", "1. x d4"] {
        assert!(told.text.lines().any(|found| found == line), "{line:?} is missing in {}", told.text);
    }

    let request = StartMatchRequest { game: "boom".into(), ..Default::default() };
    let id = between(&house, &ana, &bob, request).await;
    for _ in 0..6 {
        let seen = get(&mut first, &id).await;
        let client = if seen.first_to_move { &mut first } else { &mut second };
        let code = seen.legal_moves[0].play.clone().unwrap().code;
        play(client, &id, &code).await;
    }
    let told = notation(&mut second, &id).await.unwrap();
    assert_eq!(told.kind(), NotationKind::Transcript);
    let seen = get(&mut first, &id).await;
    let (head, course) = told.text.split_once("\n\n").unwrap();
    let value = |name: &str| {
        let line = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("no {name} in {head}"))
    };
    let mut table =
        tablero_game::find(value("Game")).unwrap().decode(value("Rules"), value("Start")).unwrap();
    for word in course.split_whitespace().filter(|word| !word.ends_with('.') && !["x", "o"].contains(word)) {
        table.play(word, Language::English).unwrap();
    }
    assert_eq!(table.position(), seen.position);
    assert_eq!(value("Result"), "*");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_written_for_who_may_see_it() {
    let house = House::open().await;
    let (ana, bob) = (house.badge("ana").await, house.badge("bob").await);
    let bobs = house.client(bob.clone()).await.get_my_profile(GetMyProfileRequest {}).await.unwrap();
    let bobs = bobs.into_inner().profile.unwrap().profile.unwrap().id;
    let request = StartMatchRequest {
        first: seat(Who::Me(true)),
        second: seat(Who::ProfileId(bobs)),
        ..Default::default()
    };
    let id = start(&mut house.matches(ana).await, request).await.id;
    let mut eve = house.matches(house.badge("eve").await).await;
    notation(&mut eve, &id).await.refused(Code::NotFound, "MATCH_NOT_FOUND");
    notation(&mut eve, "x").await.faulty(&["BAD_ID"]);
    notation(&mut house.matches(bob).await, &id).await.unwrap();
}
