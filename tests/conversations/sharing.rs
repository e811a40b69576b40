//! Showing everybody a problem, a solve or a match, without spoiling anything by accident.

use tablero_sandbox::{Message, Person};
use tablero_tests::{Chat, mating_move};

use super::MATE_IN_TWO;
use crate::seeing::says;

/// What everybody in the channel sees, pinging nobody.
async fn shared(person: &Person, command: &str) -> Message {
    let reply = person.command(command).await;
    let message = reply.message().clone();
    assert!(!message.is_ephemeral(), "{}", message.text());
    assert!(message.pings.is_empty() && !message.pings_everyone);
    message
}

/// Solves the mate in two, with a wrong try first.
async fn solve(person: &Person) {
    let card = person.command("/solve moves:2").await;
    let panel = person.click(card.message(), "🧩").await;
    let form = person.click(panel.message(), "Type").await;
    let wrong = person.submit(form.modal(), &[("line", "Rxg6")]).await.updated().clone();
    let form = person.click(&wrong, "Type").await;
    let after = person.submit(form.modal(), &[("line", "Nd7")]).await.updated().clone();
    let (shown, mate) = mating_move(person, &after).await;
    let solved = person.choose(&shown, "2.", &[mate.as_str()]).await;
    says(&solved.updated().text(), &["Solved!"]);
}

fn file(message: &Message) -> (&str, String) {
    let file = &message.attachments[0];
    (&file.filename, String::from_utf8_lossy(&file.bytes).into_owned())
}

/// A message that tells the solution nowhere but behind what covers it.
fn covers(message: &Message) {
    let open: String = message.text().split("||").step_by(2).collect();
    assert!(!open.contains("Nd7") && !open.contains("Cd7"), "{}", message.text());
    for file in &message.attachments {
        assert!(file.filename.starts_with("SPOILER_"), "{}", file.filename);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_shared_unsolved_by_anybody_and_its_solution_by_who_knows_it() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let problem = chat.problem(MATE_IN_TWO, 2).await;
    let id = &problem.id;
    let picture = shared(&bob, &format!("/share problem:{id}")).await;
    says(&picture.text(), &["📤 **Bob** shares a problem", "Mate in 2"]);
    assert!(picture.has_picture() && !picture.attachments[0].filename.starts_with("SPOILER_"));
    assert!(ana.click(&picture, "🧩").await.message().is_ephemeral(), "everybody may solve it");
    let fen = shared(&bob, &format!("/share problem:{id} as:FEN")).await;
    says(&fen.text(), &[&format!("`{MATE_IN_TWO}`")]);
    for form in ["animation", "PGN"] {
        let refused = bob.command(&format!("/share problem:{id} as:{form}")).await;
        assert!(refused.message().is_ephemeral());
        says(&refused.message().text(), &["First solve it or give it up"]);
    }

    solve(&bob).await;
    let film = shared(&bob, &format!("/share problem:{id} as:animation")).await;
    covers(&film);
    says(&film.text(), &["||Nd7 "]);
    assert_eq!(file(&film).0, "SPOILER_solution.gif");
    let pgn = shared(&bob, &format!("/share problem:{id} as:PGN")).await;
    covers(&pgn);
    let (name, text) = file(&pgn);
    assert_eq!(name, "SPOILER_chess.pgn");
    says(&text, &["[SetUp \"1\"]", &format!("[FEN \"{MATE_IN_TWO}\"]"), "1. Nd7 "]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_solve_is_shared_covered() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let problem = chat.problem(MATE_IN_TWO, 2).await;
    let nothing = ana.command("/compartir").await;
    assert!(nothing.message().is_ephemeral());
    says(&nothing.message().text(), &["Todavía no has resuelto nada"]);
    solve(&bob).await;
    let picture = shared(&bob, "/share").await;
    says(&picture.text(), &["📤 **Bob** shares a solve: **Mate in 2** · 2 tries"]);
    assert_eq!(file(&picture).0, "SPOILER_board.png");
    let film = shared(&bob, "/share as:animation").await;
    assert_eq!(file(&film).0, "SPOILER_match.gif");
    let fen = shared(&bob, "/share as:FEN").await;
    says(&fen.text(), &["\n||`"]);
    let pgn = shared(&bob, "/share as:PGN").await;
    let (name, text) = file(&pgn);
    assert_eq!(name, "SPOILER_chess.pgn");
    says(&text, &["1. Nd7 (1. Rxg6 $2 Re4 $1)", "[White \"Bob\"]", "[Result \"1-0\"]"]);
    for message in [&picture, &film, &fen, &pgn] {
        covers(message);
    }
    let dan = chat.person("Dan");
    dan.command(&format!("/moderate hide reason:rude problem:{}", problem.id)).await.message();
    let hidden = bob.command("/share").await;
    assert!(hidden.message().is_ephemeral());
    says(&hidden.message().text(), &["no such problem"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_shared_openly_and_a_game_without_pgn_says_so() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    bob.command("/play level:easy game:othello").await.message();
    let offered = bob.complete("/share match:oth", "match").await;
    assert_eq!(offered.len(), 1);
    says(&offered[0].0, &["Othello", "Bob"]);
    let id = &offered[0].1;
    let picture = shared(&bob, &format!("/share match:{id}")).await;
    says(&picture.text(), &["📤 **Bob** shares a match: **Othello**: Bob – the easy machine"]);
    assert_eq!(file(&picture).0, "board.png");
    assert_eq!(file(&shared(&bob, &format!("/share match:{id} as:animation")).await).0, "match.gif");
    says(&shared(&bob, &format!("/share match:{id} as:FEN")).await.text(), &["\n`8/8/"]);
    let transcript = shared(&ana, &format!("/compartir partida:{id} como:PGN")).await;
    says(&transcript.text(), &["comparte una partida", "Othello no tiene PGN"]);
    let (name, text) = file(&transcript);
    assert_eq!(name, "othello.txt");
    says(&text, &["Game: othello", "First: Bob (x)", "Second: Tablero (easy) (o)"]);
    assert_eq!(ana.complete("/compartir partida:", "match").await.len(), 0, "these are not Ana's");
    chat.close().await;
}
