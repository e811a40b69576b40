use serde_json::json;
use tablero_tests::Chat;

use super::seeing::{in_thread, says, when};

#[tokio::test(flavor = "multi_thread")]
async fn boom_is_played_with_a_button_for_each_column() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    bob.command("/play game:boom level:easy").await;
    let (bob, board) = in_thread(&chat, &bob).await;
    assert_eq!(board.buttons().iter().filter(|button| button.label.parse::<u8>().is_ok()).count(), 7);
    let played = bob.click(&board, "4").await;
    let played = when(&chat, played.shown(), |text| text.contains("4")).await;
    assert!(!played.alt().is_empty());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn othello_is_played_on_the_board_that_its_options_say() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let games = bob.complete("/play game:oth", "game").await;
    assert_eq!(games, [("Othello".to_owned(), "othello".to_owned())]);
    let sizes = bob.complete("/play game:othello options:size=", "options").await;
    assert!(sizes.iter().any(|(_, value)| value == "size=6"), "{sizes:?}");
    let more = bob.complete("/play game:othello options:size=6 ax", "options").await;
    assert!(more.iter().all(|(_, value)| value.starts_with("size=6 axes=")), "{more:?}");

    let asked = [("game", json!("othello")), ("options", json!("size=6 axes=hvd")), ("level", json!("easy"))];
    bob.command_with("play", &asked).await;
    let (bob, board) = in_thread(&chat, &bob).await;
    let menu = board.menu("Choose your move");
    assert_eq!(menu.options.len(), 4, "{menu:?}");
    let first = menu.options[0].value.clone();
    let played = bob.choose(&board, "Choose your move", &[first.as_str()]).await;
    let answered = when(&chat, played.shown(), |text| text.contains("Bob to move")).await;
    says(&answered.text(), &[&format!("1. {first}")]);

    let refused =
        bob.command_with("play", &[("game", json!("othello")), ("options", json!("size=99"))]).await;
    assert!(refused.message().is_ephemeral() && refused.message().text().contains('⚠'));
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_of_boom_is_made_and_proven() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let position = "7/7/7/7/7/ooo4/xxx3o x 8";
    let asked = [("game", json!("boom")), ("fen", json!(position)), ("moves", json!(1))];
    let panel = bob.command_with("problem create", &asked).await.message().clone();
    says(&panel.text(), &["Win in 1"]);
    let report = bob.click(&panel, "Validate").await;
    let report = when(&chat, report.shown(), |text| text.contains("Cooked")).await;
    says(&report.text(), &["1.4!", "then 4"]);
    let card = bob.command("/solve moves:1").await;
    assert!(card.message().is_ephemeral(), "one's own problem is not suggested");
    let carol = chat.person("Carol");
    let card = carol.command("/solve moves:1").await;
    let panel = carol.click(card.message(), "Solve").await;
    let solved = carol.click(panel.message(), "4").await;
    says(&solved.updated().text(), &["Solved!"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn othellos_scores_are_ranked_by_each_of_eight_columns() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let nobody = bob.command("/leaderboard show by:Othello: best against easy").await;
    says(&nobody.message().text(), &["Othello", "Nobody yet"]);
    // One square is left: whoever takes it ends the game with every disc.
    let asked = [
        ("game", json!("othello")),
        ("options", json!("size=4")),
        ("position", json!("xxxx/xxxx/xxxx/xxo1 x 0,0")),
        ("level", json!("easy")),
    ];
    bob.command_with("play", &asked).await;
    let (at_board, board) = in_thread(&chat, &bob).await;
    let last = board.menu("Choose your move").options[0].value.clone();
    let over = at_board.choose(&board, "Choose your move", &[last.as_str()]).await;
    says(&over.updated().text(), &["Bob wins"]);
    let columns = ["best against easy", "best against normal", "best against hard", "best against people"];
    let columns = columns.into_iter().chain([
        "mean against easy",
        "mean against normal",
        "mean against hard",
        "mean against people",
    ]);
    for column in columns {
        let table = bob.command(&format!("/leaderboard show by:Othello: {column}")).await;
        let shown = if column.ends_with("easy") { "Bob · 16" } else { "Bob · –" };
        says(&table.message().text(), &["Othello", shown]);
        assert!(table.message().has_picture() && !table.message().alt().is_empty());
    }
    chat.close().await;
}
