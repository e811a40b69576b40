use tablero_tests::{Chat, mating_move};

use super::MATE_IN_TWO;

#[tokio::test(flavor = "multi_thread")]
async fn a_mate_in_two_is_solved_by_menus_alone_and_everybody_hears_of_it() {
    let chat = Chat::open().await;
    let problem = chat.problem(MATE_IN_TWO, 2).await;
    let bob = chat.person("Bob");
    let card = bob.command("/solve moves:2").await;
    let card = card.message();
    assert!(!card.is_ephemeral());
    assert!(card.text().contains("Mate in 2"), "{}", card.text());
    assert!(card.alt().contains("White"), "{}", card.alt());

    let panel = bob.click(card, "Solve").await;
    let panel = panel.message();
    assert!(panel.is_ephemeral());
    let picked = bob.choose(panel, "1.", &["e5"]).await;
    let picked = picked.updated();
    let after = bob.choose(picked, "2.", &["Nd7"]).await;
    let after = after.updated();
    assert!(after.text().contains("1. Nd7"), "{}", after.text());

    let (panel, mate) = mating_move(&bob, after).await;
    let solved = bob.choose(&panel, "2.", &[mate.as_str()]).await;
    let solved = solved.updated();
    assert!(solved.text().contains("Solved!") && solved.text().contains("Place 1"), "{}", solved.text());
    assert!(solved.text().contains("rating"), "{}", solved.text());

    let line = chat.sandbox.until("everybody hears of it", |world| {
        let messages = world.messages(bob.channel());
        messages.iter().find(|message| message.text().contains("solved it")).map(|message| message.text())
    });
    let line = line.await;
    assert!(line.contains("Bob") && line.contains("Mate in 2 · 1 try · no hint"), "{line}");
    assert!(!line.contains("Nd7"), "{line}");

    let solution = bob.click(solved, "Solution").await;
    let solution = solution.message();
    assert!(solution.is_ephemeral() && solution.text().contains("Nd7"), "{}", solution.text());
    assert!(solution.attachments[0].filename.ends_with(".gif"));
    let _ = problem;
    chat.close().await;
}
