use serde_json::json;
use tablero_picture::draw::{Studio, Style};
use tablero_picture::{Cell, Diagram, Ground};
use tablero_sandbox::{Message, Person, Reply};
use tablero_tests::Chat;

use super::MATE_IN_TWO;

/// A FEN's placement as we draw it.
fn drawn(placement: &str) -> Diagram {
    let mut diagram = Diagram::empty(8, 8, Ground::Chequered);
    let letters = placement.chars().filter(|c| *c != '/');
    let squares = letters.flat_map(|c| match c.to_digit(10) {
        Some(empty) => vec![None; empty as usize],
        None => vec![Some(format!("{}{}", if c.is_uppercase() { 'w' } else { 'b' }, c.to_uppercase()))],
    });
    diagram.cells = squares.map(|piece| Cell { piece, dimmed: false }).collect();
    diagram
}

fn png(diagram: &Diagram) -> Vec<u8> {
    Studio::new().png(diagram, &Style::default()).unwrap()
}

/// The same with another piece shining through on a square.
fn smudged(diagram: &Diagram, square: &str, piece: &str) -> Vec<u8> {
    let mut other = diagram.clone();
    let at = usize::from(diagram.cell_named(square).unwrap());
    other.cells[at].piece = Some(piece.into());
    let [(one, info), (two, _)] = [diagram, &other].map(|diagram| pixels(&png(diagram)));
    let mixed: Vec<u8> = one.iter().zip(&two).map(|(a, b)| a.midpoint(*b)).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, info.0, info.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&mixed).unwrap();
    file
}

/// The colours of a picture, with its width and height.
fn pixels(file: &[u8]) -> (Vec<u8>, (u32, u32)) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (pixels, (info.width, info.height))
}

fn placement() -> &'static str {
    MATE_IN_TWO.split(' ').next().unwrap()
}

async fn from_image(person: &Person, name: &str, bytes: Vec<u8>) -> Reply {
    let file = person.upload(name, bytes);
    person.command_with("problem from-image", &[("image", json!(file.id))]).await
}

async fn asked_for_moves(person: &Person, panel: &Message, button: &str, moves: &str) -> Reply {
    let form = person.click(panel, button).await;
    person.submit(form.modal(), &[("moves", moves)]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_in_the_channel_becomes_a_proven_problem() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let file = bob.upload("board.png", png(&drawn(placement())));
    let posted = chat.person("Carol").post("look at this", vec![file]).await;
    let read = bob.menu_command("Read board", &posted).await;
    let panel = read.message();
    assert!(panel.is_ephemeral() && panel.text().contains(placement()), "{}", panel.text());
    assert!(panel.alt().contains("white queen e3"), "{}", panel.alt());

    let fen = bob.click(panel, "FEN").await;
    assert!(fen.message().text().contains(MATE_IN_TWO), "{}", fen.message().text());
    let proven = asked_for_moves(&bob, panel, "Validate", "2").await;
    assert!(proven.message().text().contains("Sound"), "{}", proven.message().text());
    let refused = asked_for_moves(&bob, panel, "Validate", "77").await;
    assert!(refused.message().is_ephemeral() && refused.message().text().contains('⚠'));

    let solving = asked_for_moves(&bob, panel, "Solve", "2").await;
    let board = solving.updated();
    assert!(board.text().contains("Mate in 2") && board.find_menu("1.").is_some(), "{}", board.text());
    let mine = bob.command("/problem mine").await;
    assert!(mine.message().text().contains("Mate in 2"));
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reading_is_flipped_given_another_side_corrected_and_kept_as_a_draft() {
    let mut chat = Chat::open().await;
    let bob = chat.person("Bob");
    let read = from_image(&bob, "board.png", png(&drawn(placement()))).await;
    let flipped = bob.click(read.message(), "Flip").await.updated().clone();
    assert!(flipped.alt().contains("white queen d6"), "{}", flipped.alt());
    chat.restart_bot().await;
    let back = bob.click(&flipped, "Flip").await.updated().clone();
    let black = bob.click(&back, "Side to move").await.updated().clone();
    assert!(black.text().contains("Black to move"), "{}", black.text());
    let form = bob.click(&black, "Type").await;
    let typed = bob.submit(form.modal(), &[("pieces", "Pa2 -g6")]).await.updated().clone();
    assert!(typed.alt().contains("white pawn a2") && !typed.alt().contains("g6"), "{}", typed.alt());
    let form = bob.click(&typed, "Type").await;
    let refused = bob.submit(form.modal(), &[("pieces", "Zz9")]).await;
    assert!(refused.message().is_ephemeral() && refused.message().text().contains('⚠'));
    let editor = bob.click(&typed, "Save as a draft").await;
    assert!(editor.updated().find_menu("1.").is_some() && editor.updated().text().contains("Black to move"));
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_doubtful_square_is_asked_about_and_corrected() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let read = from_image(&bob, "board.png", smudged(&drawn(placement()), "e3", "bN")).await;
    let panel = read.message();
    assert!(panel.text().contains("Please look at") && panel.text().contains("e3"), "{}", panel.text());
    let asked = bob.choose(panel, "Correct", &["e3"]).await.updated().clone();
    let right = bob.choose(&asked, "What stands", &["wQ"]).await.updated().clone();
    assert!(!right.text().contains("Please look at") || !right.text().contains("**e3**"), "{}", right.text());
    assert!(right.text().contains(placement()), "{}", right.text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_two_boards_in_a_picture_one_is_chosen() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let other = "4k3/8/8/8/8/8/4P3/4K3";
    let files =
        vec![bob.upload("one.png", png(&drawn(placement()))), bob.upload("two.png", png(&drawn(other)))];
    let posted = bob.post("two of them", files).await;
    let read = bob.menu_command("Read board", &posted).await;
    assert!(read.message().text().contains("2 boards"), "{}", read.message().text());
    let chosen = bob.choose(read.message(), "Choose a board", &["Board 2"]).await;
    assert!(chosen.updated().text().contains(other), "{}", chosen.updated().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_board_is_answered_kindly() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let blank = png(&Diagram::empty(1, 1, Ground::Plain));
    let none = from_image(&bob, "holiday.png", blank.clone()).await;
    assert!(
        none.message().is_ephemeral() && none.message().text().contains("no board"),
        "{}",
        none.message().text()
    );
    let ninguno = from_image(&ana, "vacaciones.png", blank).await;
    assert!(ninguno.message().text().contains("No veo ningún tablero"), "{}", ninguno.message().text());
    let broken = from_image(&bob, "broken.png", b"\x89PNG and nothing else".to_vec()).await;
    assert!(broken.message().text().contains("cannot open"), "{}", broken.message().text());
    let words = bob.post("no picture here", Vec::new()).await;
    let nothing = bob.menu_command("Read board", &words).await;
    assert!(nothing.message().text().contains("There is no picture"), "{}", nothing.message().text());
    chat.close().await;
}
