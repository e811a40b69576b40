//! Boards as pictures, for any client.

use tablero_api::v1::draw_board_request::Board;
use tablero_api::v1::new_seat::Who;
use tablero_api::v1::picture_service_client::PictureServiceClient;
use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, Folder, House, PictureClient, Tablero, metric};
use tonic::Code;
use tonic::codegen::InterceptedService;
use tonic::transport::Endpoint;

/// A mate in two with one key, Nd7.
const TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";

fn position(text: &str, moves: &[&str]) -> DrawBoardRequest {
    let moves = moves.iter().map(ToString::to_string).collect();
    let board = DrawnPosition { position: text.into(), moves, ..Default::default() };
    DrawBoardRequest { board: Some(Board::Position(board)), size: 240, ..Default::default() }
}

fn problem(id: &str) -> DrawBoardRequest {
    DrawBoardRequest { board: Some(Board::ProblemId(id.into())), size: 240, ..Default::default() }
}

fn of_match(id: &str) -> DrawBoardRequest {
    DrawBoardRequest { board: Some(Board::MatchId(id.into())), size: 240, ..Default::default() }
}

async fn draw(client: &mut PictureClient, request: DrawBoardRequest) -> DrawBoardResponse {
    client.draw_board(request).await.unwrap().into_inner()
}

/// The width of what must be a PNG, read to its last pixel.
fn png_width(answer: &DrawBoardResponse) -> u32 {
    assert_eq!(answer.mime_type, "image/png");
    assert!(answer.picture.starts_with(b"\x89PNG\r\n\x1a\n"));
    let mut reader = png::Decoder::new(std::io::Cursor::new(&answer.picture)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap().width
}

/// The width of what must be a GIF, and how many frames it has.
fn gif_width_and_frames(answer: &DrawBoardResponse) -> (u16, usize) {
    assert_eq!(answer.mime_type, "image/gif");
    let mut decoder = gif::DecodeOptions::new().read_info(answer.picture.as_slice()).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    (decoder.width(), frames)
}

async fn new_problem(house: &House, badge: Badge, draft: bool) -> String {
    let mut author = house.problems(badge).await;
    let request = CreateProblemRequest { position: TWO.into(), moves: 2, draft, ..Default::default() };
    author.create_problem(request).await.unwrap().into_inner().problem.unwrap().id
}

/// A match of the badge's owner, who begins, against bob of Discord.
async fn running(house: &House, badge: Badge, problem_id: &str) -> String {
    let seat = |who| Some(NewSeat { who: Some(who) });
    let (first, second) = (seat(Who::Me(true)), seat(Who::Open(true)));
    let request = StartMatchRequest { problem_id: problem_id.into(), first, second, ..Default::default() };
    let offered = house.matches(badge).await.start_match(request).await.unwrap().into_inner();
    let id = offered.r#match.unwrap().id;
    let mut bob = house.matches(Badge::discord("bob", "bob")).await;
    bob.accept_match(AcceptMatchRequest { match_id: id.clone() }).await.unwrap();
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_drawn_in_the_asked_size_and_told_in_the_asked_language() {
    let house = House::open().await;
    let mut ana = house.pictures(house.badge("ana").await).await;
    let english = draw(&mut ana, position(TWO, &[])).await;
    assert_eq!(png_width(&english), 240);
    assert!(english.alt_text.starts_with("White to move. Pieces: white king d8,"), "{}", english.alt_text);
    let spanish = DrawBoardRequest { language: "es-ES".into(), size: 0, ..position("", &["Cf3"]) };
    let spanish = draw(&mut ana, spanish).await;
    assert_eq!(png_width(&spanish), 720);
    assert!(spanish.alt_text.starts_with("Juegan negras."), "{}", spanish.alt_text);
    assert!(spanish.alt_text.ends_with("Última jugada: g1, f3."), "{}", spanish.alt_text);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_option_of_the_look_changes_the_picture() {
    let house = House::open().await;
    let mut ana = house.pictures(house.badge("ana").await).await;
    let plain = position(TWO, &["Nd7"]);
    let arrow = DrawnArrow { from_square: "e5".into(), to_square: "d7".into() };
    let mut seen = Vec::new();
    for request in [
        plain.clone(),
        DrawBoardRequest { flipped: true, ..plain.clone() },
        DrawBoardRequest { theme: "contrast".into(), ..plain.clone() },
        DrawBoardRequest { marks: vec!["b6".into(), "f6".into()], ..plain.clone() },
        DrawBoardRequest { arrows: vec![arrow], ..plain.clone() },
        DrawBoardRequest { hide_last_move: true, ..plain.clone() },
        DrawBoardRequest { hide_coordinates: true, ..plain.clone() },
        DrawBoardRequest { language: "es".into(), board: position(TWO, &["Cd7"]).board, ..plain },
    ] {
        let answer = draw(&mut ana, request.clone()).await;
        assert!(!seen.contains(&answer.picture), "{request:?} looks like something else");
        seen.push(answer.picture);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_has_a_frame_for_the_beginning_and_one_for_each_move() {
    let house = House::open().await;
    let mut ana = house.pictures(house.badge("ana").await).await;
    for (moves, frames) in [(&["e4", "e5", "Nf3", "Nc6", "Bb5"][..], 6), (&[], 1)] {
        let line = DrawBoardRequest { animated: true, ..position("", moves) };
        assert_eq!(gif_width_and_frames(&draw(&mut ana, line).await), (240, frames));
    }
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().take(255).copied().collect::<Vec<_>>();
    let longest = DrawBoardRequest { animated: true, size: 1024, ..position("", &shuffle) };
    assert_eq!(gif_width_and_frames(&draw(&mut ana, longest).await), (1024, 256));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_drawn_with_what_it_asks_for() {
    let house = House::open().await;
    let id = new_problem(&house, house.badge("ana").await, false).await;
    let mut bob = house.pictures(house.badge("bob").await).await;
    let answer = draw(&mut bob, problem(&id)).await;
    assert_eq!(png_width(&answer), 240);
    assert!(answer.alt_text.starts_with("White to move. Mate in 2. Pieces:"), "{}", answer.alt_text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_drawn_for_its_author_alone() {
    let house = House::open().await;
    let author = house.badge("ana").await;
    let id = new_problem(&house, author.clone(), true).await;
    assert_eq!(png_width(&draw(&mut house.pictures(author).await, problem(&id)).await), 240);
    let mut bob = house.pictures(house.badge("bob").await).await;
    bob.draw_board(problem(&id)).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_drawn_as_it_stands_and_as_it_went() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let id = running(&house, badge.clone(), "").await;
    let mut matches = house.matches(badge).await;
    let mut opponent = house.matches(Badge::discord("bob", "bob")).await;
    for (ply, text) in ["e4", "e5", "Nf3"].into_iter().enumerate() {
        let player = if ply % 2 == 0 { &mut matches } else { &mut opponent };
        let (match_id, r#move) = (id.clone(), text.into());
        let play = PlayMoveRequest { match_id, ply: ply as u32, r#move, ..Default::default() };
        player.play_move(play).await.unwrap();
    }
    let mut watcher = house.pictures(house.badge("eva").await).await;
    let now = draw(&mut watcher, of_match(&id)).await;
    assert_eq!(png_width(&now), 240);
    assert!(now.alt_text.ends_with("Last move: g1, f3."), "{}", now.alt_text);
    let whole = DrawBoardRequest { animated: true, ..of_match(&id) };
    let whole = draw(&mut watcher, whole).await;
    assert_eq!((gif_width_and_frames(&whole), whole.alt_text), ((240, 4), now.alt_text));
    let hidden = DrawBoardRequest { hide_last_move: true, ..of_match(&id) };
    let hidden = draw(&mut watcher, hidden).await;
    assert!(hidden.picture != now.picture && !hidden.alt_text.contains("Last move"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_match_of_a_problem_tells_the_moves_left() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let problem_id = new_problem(&house, badge.clone(), false).await;
    let id = running(&house, badge.clone(), &problem_id).await;
    let mut pictures = house.pictures(badge.clone()).await;
    for (text, words) in [("", "2 moves left"), ("Nd7", "1 move left")] {
        if !text.is_empty() {
            let play = PlayMoveRequest { match_id: id.clone(), r#move: text.into(), ..Default::default() };
            house.matches(badge.clone()).await.play_move(play).await.unwrap();
        }
        let now = draw(&mut pictures, of_match(&id)).await;
        assert!(now.alt_text.contains(words), "{}", now.alt_text);
        let whole = draw(&mut pictures, DrawBoardRequest { animated: true, ..of_match(&id) }).await;
        assert_eq!(whole.alt_text, now.alt_text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_is_refused_with_its_reason() {
    let house = House::open().await;
    let mut ana = house.pictures(house.badge("ana").await).await;
    let start = || position("", &[]);
    let board = |board: DrawnPosition| DrawBoardRequest { board: Some(Board::Position(board)), ..start() };
    let arrow = |from: &str, to: &str| DrawnArrow { from_square: from.into(), to_square: to.into() };
    for (request, reasons) in [
        (DrawBoardRequest::default(), &["NO_BOARD"][..]),
        (problem("x"), &["BAD_ID"]),
        (of_match("x"), &["BAD_ID"]),
        (board(DrawnPosition { game: "go".into(), ..Default::default() }), &["UNKNOWN_GAME"]),
        (board(DrawnPosition { rules: "size=9".into(), ..Default::default() }), &["BAD_RULES"]),
        (position(&"8/".repeat(501), &[]), &["POSITION_TOO_LONG"]),
        (position("8/8/8/8/8/8/8/kK6 w", &[]), &["KINGS_TOUCH"]),
        (position("", &["e4"; 256]), &["TOO_MANY_MOVES"]),
        (position("", &["e4", "e4"]), &["CANNOT_REACH"]),
        (position("", &[&"x".repeat(100_000)]), &["UNREADABLE"]),
        (DrawBoardRequest { size: 119, ..start() }, &["BAD_SIZE"]),
        (DrawBoardRequest { size: 65_536 + 720, ..start() }, &["BAD_SIZE"]),
        (DrawBoardRequest { size: 1025, animated: true, ..start() }, &["BAD_SIZE"]),
        (DrawBoardRequest { theme: "purple".into(), ..start() }, &["UNKNOWN_THEME"]),
        (DrawBoardRequest { marks: vec!["x".repeat(100_000); 2], ..start() }, &["UNKNOWN_SQUARE"]),
        (DrawBoardRequest { marks: vec!["e4".into(); 65], ..start() }, &["TOO_MANY_MARKS"]),
        (DrawBoardRequest { arrows: vec![arrow("a1", "a9")], ..start() }, &["UNKNOWN_SQUARE"]),
        (DrawBoardRequest { arrows: vec![arrow("a1", "a8"); 5000], ..start() }, &["TOO_MANY_ARROWS"]),
        (DrawBoardRequest { arrows: vec![arrow("a1", "a1")], ..start() }, &["BAD_ARROW"]),
        (
            DrawBoardRequest { size: 5, theme: "purple".into(), marks: vec!["z".into()], ..start() },
            &["BAD_SIZE", "UNKNOWN_THEME", "UNKNOWN_SQUARE"],
        ),
    ] {
        ana.draw_board(request).await.faulty(reasons);
    }
    let nowhere = "00000000-0000-4000-8000-000000000000";
    ana.draw_board(problem(nowhere)).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    ana.draw_board(of_match(nowhere)).await.refused(Code::NotFound, "MATCH_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_equal_picture_is_drawn_once() {
    let folder = Folder::new();
    let key = tablero_tests::SERVICE_KEY;
    let arguments = ["--no-starter", "--service-key", key];
    let tablero =
        Tablero::start(env!("CARGO_BIN_EXE_tablero-under-test"), &folder.path().join("d"), &arguments);
    let channel =
        Endpoint::from_shared(format!("http://{}", tablero.address)).unwrap().connect().await.unwrap();
    let pictures = |who: &str| {
        PictureServiceClient::new(InterceptedService::new(channel.clone(), Badge::discord(who, who)))
    };
    let (mut ana, mut bob) = (pictures("ana"), pictures("bob"));
    let first = draw(&mut ana, position("", &["e4"])).await;
    for request in [position("", &["e4"]), position("", &["e2e4"])] {
        assert_eq!(draw(&mut bob, request).await, first);
    }
    draw(&mut bob, position("", &["d4"])).await;
    let drawn = metric(tablero.metrics, "tablero_pictures_total{from=\"drawing\"}").await;
    let kept = metric(tablero.metrics, "tablero_pictures_total{from=\"cache\"}").await;
    assert_eq!((drawn, kept), (2.0, 2.0));
}
