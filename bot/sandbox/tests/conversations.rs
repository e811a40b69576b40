//! People talk with the bot.

use serde_json::{Value, json};

use crate::bot::PNG;
use crate::support::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn a_command_brings_a_picture_with_its_words_and_buttons() {
    let stage = Stage::set().await;
    let ana = stage.sandbox.person("Ana").at("problems");
    let reply = ana.command("/show").await;
    let message = reply.message();
    assert_eq!(message.text(), "board for es-ES");
    assert_eq!((message.picture(), message.alt()), (PNG, "A board"));
    assert_eq!(message.buttons().len(), 4);
    assert!(message.button("Off").disabled && !message.is_ephemeral());
    assert_eq!(message.menu("Square").options.len(), 2);
    assert_eq!(ana.sees().len(), 1);
    assert_eq!(stage.sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_understood_in_other_languages() {
    let stage = Stage::set().await;
    let ana = stage.sandbox.person("Ana");
    assert_eq!(ana.command("/tablero").await.message().content, "board for es-ES");
    let reply = ana.command("/move jugada:e4 count:3 theme:Amenaza rival:Bob").await;
    assert_eq!(reply.message().content, r#""e4" Some(3) Some(Threat) Some("Bob")"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn values_may_hold_spaces_and_colons() {
    let stage = Stage::set().await;
    let bob = stage.sandbox.person("Bob").in_guild("Tablero Lab");
    let reply = bob.command("/problem create fen:8/8 w - - 0 1 moves:2").await;
    assert_eq!(reply.message().content, "[8/8 w - - 0 1] in 2");
    let reply =
        bob.command_with("problem create", &[("fen", json!("a moves:9 b")), ("moves", json!(3))]).await;
    assert_eq!(reply.message().content, "[a moves:9 b] in 3");
    assert_eq!(bob.command("/problem list").await.message().content, "none");
}

#[tokio::test(flavor = "multi_thread")]
async fn autocomplete_offers_choices() {
    let stage = Stage::set().await;
    let carol = stage.sandbox.person("Carol");
    let choices = carol.complete("/move move:N", "move").await;
    let names: Vec<&str> = choices.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["move Nf3", "move Nc3"]);
    assert_eq!(choices[0].1, "Nf3");
    assert_eq!(carol.complete("/move", "move").await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_updates_its_message_and_replaces_the_picture() {
    let stage = Stage::set().await;
    let ana = stage.sandbox.person("Ana");
    let shown = ana.command("/show").await;
    let flipped = ana.click(&shown, "Flip").await;
    let message = flipped.updated();
    assert_eq!(
        (message.content.as_str(), message.alt(), message.attachments.len()),
        ("flipped", "Flipped", 1)
    );
    assert_eq!(message.id, shown.message().id);
    assert!(message.was_edited());
    let later = ana.click(message, "game:42:later").await;
    assert_eq!(later.updated().content, "later is now");
    assert_eq!(later.updated().alt(), "Flipped");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_modal_is_opened_filled_and_sent() {
    let stage = Stage::set().await;
    let ana = stage.sandbox.person("Ana");
    let shown = ana.command("/show").await;
    let opened = ana.click(&shown, "Type").await;
    assert_eq!(opened.modal().inputs[0].label, "Your move");
    let reply = ana.submit(opened.modal(), &[("Your move", "Qxf7#")]).await;
    assert_eq!(reply.message().content, "typed Qxf7#");
    assert!(reply.message().is_ephemeral());
}

#[tokio::test(flavor = "multi_thread")]
async fn menus_take_texts_and_users() {
    let stage = Stage::set().await;
    let (ana, bob) = (stage.sandbox.person("Ana"), stage.sandbox.person("Bob"));
    let shown = ana.command("/show").await;
    assert_eq!(bob.choose(&shown, "Square", &["C4"]).await.message().content, "chose c4");
    let reply = bob.choose(&shown, "game:42:rival", &["Ana"]).await;
    assert_eq!(reply.message().content, format!("chose {}", ana.id()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deferred_answer_for_one_pair_of_eyes_stays_so() {
    let stage = Stage::set().await;
    let (ana, bob) = (stage.sandbox.person("Ana"), stage.sandbox.person("Bob"));
    let hint = ana.command("/hint").await;
    assert_eq!(hint.message().content, "look at the back rank");
    assert!(hint.message().is_ephemeral());
    assert_eq!((ana.sees().len(), bob.sees().len()), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_reach_the_bot() {
    let stage = Stage::set().await;
    let eva = stage.sandbox.person("Eva");
    let file = eva.upload("game.pgn", b"1. e4 e5".to_vec());
    let reply = eva.command_with("weigh", &[("file", Value::from(&file))]).await;
    assert_eq!(reply.message().content, "8 bytes of game.pgn");
}

#[tokio::test(flavor = "multi_thread")]
async fn context_menus_work_on_messages_and_users() {
    let stage = Stage::set().await;
    let bob = stage.sandbox.person("Bob");
    let posted = bob.post("my board", vec![bob.upload("board.png", PNG)]).await;
    let reply = stage.sandbox.person("Ana").menu_command("Read board", &posted).await;
    assert_eq!(reply.message().content, "\"my board\" with 1 files");
    assert_eq!(bob.user_command("Profile", "Ana").await.message().content, "profile of ana");
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_messages_know_the_commands_that_are_allowed_there() {
    let stage = Stage::set().await;
    let dan = stage.sandbox.person("Dan").in_dm();
    assert_eq!(dan.command("/show").await.message().content, "board for en-US");
    let refused = std::panic::catch_unwind(|| drop(dan.command("/setup")));
    assert!(refused.is_err());
    assert_eq!(stage.sandbox.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn words_reach_the_bot_only_when_they_are_meant_for_it() {
    let stage = Stage::set().await;
    let ana = stage.sandbox.person("Ana");
    ana.post("hello all", Vec::new()).await;
    let mention = format!("hello <@{}>", stage.sandbox.bot());
    let asked = ana.post(&mention, Vec::new()).await;
    let channel = ana.channel();
    let answers = stage.sandbox.until("the bot answers", |world| {
        let answers: Vec<_> =
            world.messages(channel).into_iter().filter(|it| it.author == world.bot()).cloned().collect();
        (!answers.is_empty()).then_some(answers)
    });
    assert_eq!(answers.await.len(), 1);
    assert_eq!(stage.sandbox.messages(channel).len(), 3);
    assert!(stage.sandbox.delete_message(asked.id) && !stage.sandbox.delete_message(asked.id));
}
