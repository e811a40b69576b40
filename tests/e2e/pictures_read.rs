//! Boards read from pictures, for any client.

use std::time::{Duration, Instant};

use futures_util::stream;
use tablero_api::v1::seen_board::SeenBy;
use tablero_api::v1::*;
use tablero_picture::draw::{Studio, Style};
use tablero_picture::{Diagram, Ground, Mark, MarkKind};
use tablero_tests::{Badge, Expect, House, PictureClient};
use tonic::{Code, Response, Status};

const PLACEMENT: &str = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR";

/// A mate on f7 with its last move shown.
fn picture(flipped: bool) -> Vec<u8> {
    let mut diagram = Diagram::empty(8, 8, Ground::Chequered);
    let mut cells = diagram.cells.iter_mut();
    for letter in PLACEMENT.chars().filter(|letter| *letter != '/') {
        match letter.to_digit(10) {
            Some(empty) => cells.by_ref().take(empty as usize).for_each(drop),
            None => {
                let side = if letter.is_uppercase() { 'w' } else { 'b' };
                cells.next().unwrap().piece = Some(format!("{side}{}", letter.to_ascii_uppercase()));
            }
        }
    }
    let shown = ["h5", "f7"].map(|name| diagram.cell_named(name).unwrap());
    diagram.marks = shown.map(|cell| Mark { cell, kind: MarkKind::LastMove }).to_vec();
    Studio::new().png(&diagram, &Style { flipped, ..Style::default() }).unwrap()
}

async fn read(client: &mut PictureClient, file: &[u8]) -> Result<Response<ReadBoardResponse>, Status> {
    let chunks: Vec<_> =
        file.chunks(64 << 10).map(|chunk| ReadBoardRequest { chunk: chunk.to_vec() }).collect();
    client.read_board(stream::iter(chunks)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_read_from_either_side() {
    let house = House::open().await;
    let mut ana = house.pictures(house.badge("ana").await).await;
    for flipped in [false, true] {
        let boards = read(&mut ana, &picture(flipped)).await.unwrap().into_inner().boards;
        let [board] = &boards[..] else { panic!("{boards:?}") };
        assert_eq!(board.position, format!("{PLACEMENT} b - - 0 1"));
        assert_eq!((board.flipped, board.flipped_by()), (flipped, SeenBy::Coordinates));
        assert_eq!(board.side_to_move, "black");
        assert!(board.confidence > 0.5 && board.doubtful_squares.is_empty(), "{board:?}");
        let [first, .., last] = &board.squares[..] else { panic!("no squares") };
        assert_eq!((first.square.as_str(), first.piece.as_str(), board.squares.len()), ("a8", "bR", 64));
        assert_eq!((last.square.as_str(), last.piece.as_str()), ("h1", "wR"));
        let diagram = board.diagram.as_ref().unwrap();
        assert_eq!((diagram.cells.len(), diagram.cells[0].piece.as_str()), (64, "bR"));
        assert_eq!(board.corners.len(), 4);
        assert!(board.corners[2].x - board.corners[0].x > 500.0, "{:?}", board.corners);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_refused_with_its_reason() {
    let house = House::open().await;
    let mut ana = house.pictures(house.badge("ana").await).await;
    let whole = picture(false);
    let blank = {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 200, 200);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.write_header().unwrap().write_image_data(&[230; 40_000]).unwrap();
        file
    };
    for (file, reason) in [
        (&b""[..], "NOT_AN_IMAGE"),
        (b"not a picture", "NOT_AN_IMAGE"),
        (&whole[..whole.len() / 2], "NOT_AN_IMAGE"),
        (b"BM\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "UNSUPPORTED_FORMAT"),
        (&vec![0; (10 << 20) + 1], "TOO_LARGE"),
        (&blank, "NO_BOARD"),
    ] {
        read(&mut ana, file).await.faulty(&[reason]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reads_without_a_badge() {
    let house = House::open().await;
    let mut nobody = house.pictures(Badge::nobody()).await;
    read(&mut nobody, &picture(false)).await.refused(Code::Unauthenticated, "NOT_LOGGED_IN");
    let mut bot = house.pictures(Badge::discord("42", "Ana")).await;
    assert_eq!(read(&mut bot, &picture(false)).await.unwrap().into_inner().boards.len(), 1);
}

/// A picture whose last byte never comes.
fn unfinished() -> impl futures_util::Stream<Item = ReadBoardRequest> {
    let begun = ReadBoardRequest { chunk: b"\x89PNG".to_vec() };
    stream::StreamExt::chain(stream::iter([begun]), stream::pending())
}

/// Tries until it goes as wanted, or for ten seconds.
async fn until(
    client: &mut PictureClient,
    wanted: impl Fn(&Result<Response<ReadBoardResponse>, Status>) -> bool,
) {
    let (file, began) = (picture(false), Instant::now());
    loop {
        let answer = read(client, &file).await;
        if wanted(&answer) {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "{answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_sends_two_pictures_at_once_and_who_goes_away_makes_room() {
    let house = House::open().await;
    let ana = house.pictures(house.badge("ana").await).await;
    let mut bob = house.pictures(house.badge("bob").await).await;
    let sending: Vec<_> = (0..2)
        .map(|_| {
            let mut ana = ana.clone();
            tokio::spawn(async move { ana.read_board(unfinished()).await.map(drop) })
        })
        .collect();
    let mut again = ana.clone();
    let busy = |answer: &Result<_, Status>| {
        answer.as_ref().is_err_and(|status: &Status| status.code() == Code::ResourceExhausted)
    };
    until(&mut again, busy).await;
    read(&mut again, &picture(false)).await.refused_for_now("OVERLOADED");
    read(&mut bob, &picture(false)).await.unwrap();
    sending.iter().for_each(tokio::task::JoinHandle::abort);
    until(&mut again, Result::is_ok).await;
}
