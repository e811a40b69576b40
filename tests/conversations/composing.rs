use serde_json::json;
use tablero_sandbox::{Message, Person};
use tablero_tests::Chat;

use super::MATE_IN_TWO;

/// Chooses a tool, a column and a row in the editor.
async fn edit(person: &Person, panel: &Message, tool: &str, square: &str) -> Message {
    let (column, row) = square.split_at(1);
    let panel = person.choose(panel, "1.", &[tool]).await.updated().clone();
    point(person, &panel, column, row).await
}

async fn point(person: &Person, panel: &Message, column: &str, row: &str) -> Message {
    let panel = person.choose(panel, "2.", &[column]).await.updated().clone();
    let menu = panel.menus().last().unwrap().custom_id.clone();
    person.choose(&panel, &menu, &[row]).await.updated().clone()
}

async fn typed(person: &Person, panel: &Message, pieces: &str) -> tablero_sandbox::Reply {
    let form = person.click(panel, "Type").await;
    person.submit(form.modal(), &[("pieces", pieces)]).await
}

/// What a validation ends with, after its progress.
async fn proven(chat: &Chat, message: &Message, words: &str) -> Message {
    let proven = chat.sandbox.until(words, |world| {
        world.message(message.id).filter(|message| message.text().contains(words)).cloned()
    });
    proven.await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_made_piece_by_piece_and_proven() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let panel = bob.command("/problem create").await.message().clone();
    assert!(panel.is_ephemeral() && panel.text().contains("The board is empty"), "{}", panel.text());
    let panel = edit(&bob, &panel, "wK", "d8").await;
    assert!(panel.alt().contains("d8"), "{}", panel.alt());
    let panel = edit(&bob, &panel, "bK", "d5").await;
    let panel = edit(&bob, &panel, "wB", "b4").await;
    // The bishop belongs one square further, as White's; the queen is Black's for a moment.
    let panel = edit(&bob, &panel, ">", "b4").await;
    assert!(panel.text().contains("From **b4**"), "{}", panel.text());
    let panel = point(&bob, &panel, "b", "5").await;
    assert!(panel.alt().contains("b5") && !panel.alt().contains("b4"), "{}", panel.alt());
    let panel = edit(&bob, &panel, "bQ", "e3").await;
    let panel = edit(&bob, &panel, "~", "e3").await;
    let panel = edit(&bob, &panel, "wP", "a1").await;
    assert!(panel.text().contains("pawn"), "a fault is told: {}", panel.text());
    let panel = edit(&bob, &panel, "-", "a1").await;
    let panel = typed(&bob, &panel, "Ne5 Nf5 Rg4 rf4 ng6").await.updated().clone();
    let black = bob.click(&panel, "Side to move").await.updated().clone();
    assert!(black.text().contains("Black to move"), "{}", black.text());
    let panel = bob.click(&black, "Side to move").await.updated().clone();

    let form = bob.click(&panel, "Details").await;
    let fields = [("moves", "2"), ("title", "First steps"), ("theme", "Threat"), ("difficulty", "3")];
    let panel = bob.submit(form.modal(), &fields).await.updated().clone();
    assert!(panel.text().contains("First steps"), "{}", panel.text());
    let report = bob.click(&panel, "Validate").await.updated().clone();
    let report = proven(&chat, &report, "Sound").await;
    assert!(report.text().contains("1.Nd7!") && report.text().contains("Rxg6?"), "{}", report.text());
    let mine = bob.command("/problem mine").await;
    assert!(mine.message().text().contains("First steps"), "{}", mine.message().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_to_the_editor_is_explained_and_changes_nothing() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let panel = bob.command_with("problem create", &[("fen", json!(MATE_IN_TWO))]).await.message().clone();
    let menu = panel.menus().last().unwrap().custom_id.clone();
    let early = bob.choose(&panel, &menu, &["4"]).await;
    assert!(early.updated().text().contains("First choose"), "{}", early.updated().text());
    for (pieces, words) in [("Zg1", "⚠"), ("Kz9", "⚠"), ("-h8", "⚠"), ("8/8/nonsense w", "⚠")] {
        let refused = typed(&bob, &panel, pieces).await;
        assert!(refused.message().is_ephemeral() && refused.message().text().contains(words), "{pieces}");
    }
    for (field, value) in [("moves", "0"), ("moves", "x"), ("difficulty", "9")] {
        let form = bob.click(&panel, "Details").await;
        let refused = bob.submit(form.modal(), &[("moves", "2"), (field, value)]).await;
        assert!(
            refused.message().is_ephemeral() && refused.message().text().contains('⚠'),
            "{field} {value}"
        );
    }
    let shown = bob.click(&panel, "Close").await;
    assert!(shown.updated().text().contains(MATE_IN_TWO), "{}", shown.updated().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_that_does_not_work_is_refused_with_the_reason() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let lone_kings = "8/8/8/3k4/8/8/8/3K3R w - - 0 1";
    let panel = bob.command_with("problem create", &[("fen", json!(lone_kings))]).await.message().clone();
    let report = bob.click(&panel, "Validate").await.updated().clone();
    let report = proven(&chat, &report, "no win in this number").await;
    assert!(report.find_button("✏").is_some(), "it can be edited further");
    let faulty =
        bob.command_with("problem create", &[("fen", json!("8/8/8/8/8/8/8/K7 w"))]).await.message().clone();
    let refused = bob.click(&faulty, "Validate").await;
    assert!(
        refused.message().is_ephemeral() && refused.message().text().contains("king"),
        "{}",
        refused.message().text()
    );
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_problem_again_is_shown_instead_of_made() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let panel = bob.command_with("problem create", &[("fen", json!(MATE_IN_TWO))]).await.message().clone();
    let known = bob.click(&panel, "Validate").await;
    assert!(known.message().text().contains("in the library already"), "{}", known.message().text());
    assert!(known.message().find_button("Solve").is_some());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_position_is_proven_without_keeping_it() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let proven =
        bob.command_with("problem validate", &[("fen", json!(MATE_IN_TWO)), ("moves", json!(2))]).await;
    assert!(proven.message().is_ephemeral());
    assert!(proven.message().text().contains("Sound") && proven.message().text().contains("1.Nd7!"));
    let wrong = bob.command_with("problem validate", &[("fen", json!("8/8/8/8/8/8/8/K6k w"))]).await;
    assert!(wrong.message().text().contains("no win"), "{}", wrong.message().text());
    let illegal = bob.command_with("problem validate", &[("fen", json!("8/8/8/8/8/8/8/Kk6 w"))]).await;
    assert!(illegal.message().text().contains("faults"), "{}", illegal.message().text());
    let nothing = bob.command("/problem validate").await;
    assert!(nothing.message().text().contains("Choose one of your problems"));
    let mine = bob.command("/problem mine").await;
    assert!(mine.message().text().contains("Nothing here"), "{}", mine.message().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_are_shown_listed_edited_exported_and_deleted_by_their_author_alone() {
    let chat = Chat::open().await;
    let (bob, carol) = (chat.person("Bob"), chat.person("Carol"));
    let made = [("fen", json!(MATE_IN_TWO)), ("title", json!("Mine")), ("moves", json!(2))];
    let panel = bob.command_with("problem create", &made).await.message().clone();
    let report = bob.click(&panel, "Validate").await.updated().clone();
    proven(&chat, &report, "Sound").await;
    let id = bob.complete("/problem edit problem:Mine", "problem").await[0].1.clone();
    assert!(carol.complete("/problem edit problem:Mine", "problem").await.is_empty());

    let shown = carol.command(&format!("/problem show problem:{id}")).await;
    assert!(
        shown.message().find_button("Solve").is_some() && shown.message().find_button("Delete").is_none()
    );
    assert!(!shown.message().text().contains("Nd7"), "the solution is not told: {}", shown.message().text());
    for command in ["edit", "delete"] {
        let refused = carol.command(&format!("/problem {command} problem:{id}")).await;
        assert!(refused.message().text().contains("Only its author"), "{}", refused.message().text());
    }
    let forged = carol.forge(shown.message(), &format!("v1:problem:{id}:0:delete!:"), &[]).await;
    assert!(forged.message().text().contains("Only its author"), "{}", forged.message().text());

    let listed = carol.command("/problem list moves:2 order:hardest").await;
    assert!(listed.message().text().contains("Mine"), "{}", listed.message().text());
    let opened = carol.choose(listed.message(), "Open one", &[id.as_str()]).await;
    assert!(opened.message().has_picture());
    let none = carol.command("/problem list theme:Nothing").await;
    assert!(none.message().text().contains("Nothing here"));

    let file = bob.command("/problem export").await;
    let epd = String::from_utf8(file.message().attachments[0].bytes.to_vec()).unwrap();
    assert!(epd.contains("bm #2") && epd.contains(&id), "{epd}");
    let empty = carol.command("/problem export").await;
    assert!(empty.message().attachments.is_empty());

    let edited = bob.command(&format!("/problem edit problem:{id}")).await;
    let form = bob.click(edited.message(), "Details").await;
    let renamed = bob.submit(form.modal(), &[("title", "Renamed")]).await;
    assert!(renamed.updated().text().contains("Renamed"), "{}", renamed.updated().text());
    let asked = bob.command(&format!("/problem delete problem:{id}")).await;
    let kept = bob.click(asked.message(), "No").await;
    let asked = bob.click(kept.updated(), "Delete").await;
    let gone = bob.click(asked.updated(), "Yes, delete it").await;
    assert!(gone.updated().text().contains("gone"));
    let nothing = bob.command(&format!("/problem show problem:{id}")).await;
    assert!(nothing.message().text().contains("no such problem"), "{}", nothing.message().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_library_is_paged_through() {
    let chat = Chat::open().await;
    // One rook mates on the back rank, wherever the white king stands.
    for file in ["c", "d", "e", "f", "g"] {
        for rook in ["a", "b"] {
            let at = |letter: &str| (letter.as_bytes()[0] - b'a') as usize;
            let mut rank = vec!['1'; 8];
            rank[at(file)] = 'K';
            let mut low = vec!['1'; 8];
            low[at(rook)] = 'R';
            let row = |cells: Vec<char>| cells.into_iter().collect::<String>();
            let fen = format!("6k1/5ppp/8/8/8/{}/8/{} w - - 0 1", row(rank), row(low));
            chat.problem(&fen, 1).await;
        }
    }
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let first = bob.command("/problem list").await.message().clone();
    assert_eq!(first.text().matches("Mate in").count(), 10);
    assert!(first.button("Back").disabled && !first.button("More").disabled);
    let second = bob.click(&first, "More").await.updated().clone();
    assert_eq!(second.text().matches("Mate in").count(), 1);
    assert!(second.button("More").disabled);
    let back = bob.click(&second, "Back").await;
    assert_eq!(back.updated().text(), first.text());
    chat.close().await;
}
