use tablero_sandbox::{Message, Person};
use tablero_tests::{Chat, mating_move};

use super::{BLACK_MATES_IN_TWO, MATE_IN_TWO};

/// 1.Kf7 leaves 1...Kh7 alone.
const FORCED: &str = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";

/// The private panel of somebody who pressed Solve on a fresh card.
async fn panel(person: &Person) -> Message {
    let card = person.command("/solve moves:2").await;
    person.click(card.message(), "🧩").await.message().clone()
}

/// Plays 1.Nd7 from the panel by menus.
async fn key(person: &Person, panel: &Message) -> Message {
    let picked = person.choose(panel, "1.", &["e5"]).await;
    person.choose(picked.updated(), "2.", &["e5d7"]).await.updated().clone()
}

async fn finish(person: &Person, panel: &Message) -> Message {
    let (panel, mate) = mating_move(person, panel).await;
    person.choose(&panel, "2.", &[mate.as_str()]).await.updated().clone()
}

async fn public_line(chat: &Chat, person: &Person, who: &str) -> String {
    let told = chat.sandbox.until("everybody hears of it", |world| {
        let mut messages = world.messages(person.channel()).into_iter().map(Message::text);
        messages.find(|text| text.contains("🧩") && text.contains(who))
    });
    told.await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mate_in_two_is_solved_by_menus_alone_and_everybody_hears_of_it() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let card = bob.command("/solve moves:2").await;
    let card = card.message();
    assert!(!card.is_ephemeral());
    assert!(card.text().contains("Mate in 2"), "{}", card.text());
    for piece in ["king d8", "queen e3", "rook g4", "white knight e5", "black king d5"] {
        assert!(card.alt().to_lowercase().contains(piece), "{piece} is not in {:?}", card.alt());
    }
    assert_eq!(card.buttons().len(), 1, "the card has nothing to press but Solve");

    let panel = bob.click(card, "Solve").await;
    assert!(panel.message().is_ephemeral());
    let after = key(&bob, panel.message()).await;
    assert!(after.text().contains("1. Nd7"), "{}", after.text());

    let solved = finish(&bob, &after).await;
    assert!(solved.text().contains("Solved!") && solved.text().contains("Place 1"), "{}", solved.text());
    assert!(solved.text().contains("Your rating"), "{}", solved.text());
    assert!(!solved.alt().contains("to move"), "nobody is to move: {}", solved.alt());
    let line = public_line(&chat, &bob, "Bob").await;
    assert!(line.contains("Mate in 2 · 1 try · no hint"), "{line}");
    assert!(!line.contains("Nd7"), "{line}");

    let solution = bob.click(&solved, "Solution").await;
    let solution = solution.message();
    assert!(solution.is_ephemeral() && solution.text().contains("Nd7"), "{}", solution.text());
    assert!(solution.attachments[0].filename.ends_with(".gif"));
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_try_is_refuted_on_the_board_and_taken_back() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let panel = panel(&bob).await;
    let picked = bob.choose(&panel, "1.", &["g4"]).await;
    let wrong = bob.choose(picked.updated(), "2.", &["Rxg6"]).await;
    let wrong = wrong.updated();
    assert!(wrong.text().contains("Rxg6?") && wrong.text().contains("Re4!"), "{}", wrong.text());
    assert!(
        wrong.alt().to_lowercase().contains("rook e4"),
        "the refutation is on the board: {}",
        wrong.alt()
    );

    let after = key(&bob, wrong).await;
    let solved = finish(&bob, &after).await;
    assert!(solved.text().contains("2 tries"), "{}", solved.text());
    assert!(public_line(&chat, &bob, "Bob").await.contains("2 tries"));
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_may_be_typed_with_numbers_and_replies() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let panel = panel(&bob).await;
    let form = bob.click(&panel, "Type").await;
    let unreadable = bob.submit(form.modal(), &[("line", "castle somewhere")]).await;
    assert!(unreadable.updated().text().contains('⚠'), "{}", unreadable.updated().text());
    assert!(unreadable.updated().has_picture());

    let form = bob.click(&panel, "Type").await;
    let illegal = bob.submit(form.modal(), &[("line", "Qh8")]).await;
    assert!(illegal.updated().text().contains('⚠'), "{}", illegal.updated().text());

    let form = bob.click(&panel, "Type").await;
    let played = bob.submit(form.modal(), &[("line", "1.Nd7")]).await;
    assert!(played.updated().text().contains("1. Nd7"), "{}", played.updated().text());

    let forced = chat.problem(FORCED, 2).await;
    let card = bob.command(&format!("/solve problem:{}", forced.id)).await;
    let panel = bob.click(card.message(), "Solve").await;
    let form = bob.click(panel.message(), "Type").await;
    let solved = bob.submit(form.modal(), &[("line", "1.Kf7 Kh7 2.Rh1#")]).await;
    assert!(solved.updated().text().contains("Solved!"), "{}", solved.updated().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_tell_the_piece_then_the_square_then_the_move() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let panel = panel(&bob).await;
    let first = bob.click(&panel, "Hint").await;
    assert!(first.updated().text().contains("**e5**"), "{}", first.updated().text());
    assert_ne!(first.updated().picture(), panel.picture(), "the square is marked");
    let second = bob.click(first.updated(), "Hint").await;
    assert!(second.updated().text().contains("**d7**"), "{}", second.updated().text());
    let third = bob.click(second.updated(), "Hint").await;
    assert!(third.updated().text().contains("**Nd7**"), "{}", third.updated().text());

    let after = key(&bob, third.updated()).await;
    let solved = finish(&bob, &after).await;
    assert!(solved.text().contains("with a hint"), "{}", solved.text());
    assert!(!solved.text().contains("rating"), "a hinted solve is not rated: {}", solved.text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chosen_piece_shows_where_it_may_go() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let panel = panel(&bob).await;
    let knight = bob.choose(&panel, "1.", &["e5"]).await;
    assert_ne!(knight.updated().picture(), panel.picture());
    let other = bob.choose(knight.updated(), "1.", &["f5"]).await;
    assert_ne!(other.updated().picture(), knight.updated().picture());
    let again = bob.choose(other.updated(), "1.", &["e5"]).await;
    assert_eq!(again.updated().picture(), knight.updated().picture());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_flipped_and_flipped_back() {
    let chat = Chat::open().await;
    chat.problem(BLACK_MATES_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let panel = panel(&bob).await;
    let flipped = bob.click(&panel, "Flip").await;
    assert_ne!(flipped.updated().picture(), panel.picture());
    let back = bob.click(flipped.updated(), "Flip").await;
    assert_eq!(back.updated().picture(), panel.picture());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_up_sees_the_solution_and_may_try_again() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let panel = panel(&bob).await;
    let asked = bob.click(&panel, "Give up").await;
    let on = bob.click(asked.updated(), "No, go on").await;
    assert!(on.updated().has_picture() && on.updated().find_menu("1.").is_some());
    let asked = bob.click(on.updated(), "Give up").await;
    let over = bob.click(asked.updated(), "Yes").await;
    assert!(over.updated().text().contains("Not solved"), "{}", over.updated().text());
    let solution = bob.click(over.updated(), "Solution").await;
    assert!(solution.message().text().contains("Nd7"));
    let again = bob.click(over.updated(), "Try again").await;
    let after = key(&bob, again.updated()).await;
    assert!(after.text().contains("1. Nd7"));
    let next = bob.click(over.updated(), "Next problem").await;
    assert!(next.message().is_ephemeral() && next.message().text().contains("tried every problem"));
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_solve_the_same_card_at_once_without_seeing_each_other() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let (bob, carol) = (chat.person("Bob"), chat.person("Carol"));
    let card = bob.command("/solve").await;
    let (bobs, carols) =
        tokio::join!(bob.click(card.message(), "Solve"), carol.click(card.message(), "Solve"));
    let (bobs, carols) = tokio::join!(key(&bob, bobs.message()), key(&carol, carols.message()));
    assert!(carol.sees().iter().all(|message| message.id != bobs.id), "Carol sees Bob's panel");
    let (bobs, carols) = tokio::join!(finish(&bob, &bobs), finish(&carol, &carols));
    assert!(bobs.text().contains("Solved!") && carols.text().contains("Solved!"));
    public_line(&chat, &bob, "Bob").await;
    public_line(&chat, &carol, "Carol").await;
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_click_is_answered_with_the_board_as_it_is() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let panel = panel(&bob).await;
    let picked = bob.choose(&panel, "1.", &["e5"]).await.updated().clone();
    bob.choose(&picked, "2.", &["e5d7"]).await;
    // The client still shows the board from before the move.
    let stale = bob.choose(&picked, "2.", &["e5d7"]).await;
    assert!(stale.updated().text().contains("moved on"), "{}", stale.updated().text());
    assert!(stale.updated().text().contains("1. Nd7"), "{}", stale.updated().text());
    let stale = bob.choose(&panel, "1.", &["e5"]).await;
    assert!(stale.updated().text().contains("moved on"), "{}", stale.updated().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_left_panel_is_continued_from_the_card_a_quarter_of_an_hour_later() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let card = bob.command("/solve").await.message().clone();
    let panel = bob.click(&card, "Solve").await.message().clone();
    key(&bob, &panel).await;
    chat.sandbox.advance(std::time::Duration::from_secs(16 * 60));
    let again = bob.click(&card, "Solve").await;
    assert!(again.message().text().contains("1. Nd7"), "{}", again.message().text());
    let same = bob.click(again.message(), "Continue").await;
    assert!(finish(&bob, same.updated()).await.text().contains("Solved!"));
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_elses_panel_cannot_be_played() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let (bob, carol) = (chat.person("Bob"), chat.person("Carol"));
    let card = bob.command("/solve moves:2").await.message().clone();
    let panel = bob.click(&card, "Solve").await.message().clone();
    let id = panel.menu("1.").custom_id.replace(":pick:", ":play:");
    let forged = carol.forge(&card, &id, &["e5d7"]).await;
    assert!(
        forged.message().is_ephemeral() && forged.message().text().contains("do not sit"),
        "{}",
        forged.message().text()
    );
    let still = bob.click(&panel, "Continue").await;
    assert!(!still.updated().text().contains("Nd7"));
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_found_is_said_to_the_person_alone() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let none = bob.command("/solve moves:3").await;
    assert!(none.message().is_ephemeral() && none.message().text().contains("tried every problem"));
    for (bad, words) in
        [("not-an-id", "not an id"), ("67e55044-10b1-426f-9247-bb680e5fe0c8", "no such problem")]
    {
        let reply = bob.command(&format!("/solve problem:{bad}")).await;
        assert!(
            reply.message().is_ephemeral() && reply.message().text().contains(words),
            "{}",
            reply.message().text()
        );
    }
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_are_offered_while_one_types() {
    let chat = Chat::open().await;
    let problem = chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let offered = bob.complete("/solve problem:mate", "problem").await;
    assert_eq!(offered.len(), 1);
    assert_eq!(offered[0].1, problem.id);
    assert_eq!(bob.complete("/solve problem:nothing", "problem").await.len(), 0);
    let card = bob.command(&format!("/solve problem:{}", problem.id)).await;
    assert!(card.message().text().contains("Mate in 2"));
    chat.close().await;
}
