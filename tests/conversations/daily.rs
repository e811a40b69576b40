//! A problem a day in a channel, from its card to its solution.

use std::time::Duration;

use chrono::{TimeDelta, Timelike};
use tablero_sandbox::{Message, Person};
use tablero_tests::{Chat, mating_move};

use super::MATE_IN_TWO;
use crate::boards::{manager, posted};
use crate::seeing::{hears, says, when};

const DAY: Duration = Duration::from_secs(24 * 3600);
/// Longer than a kept message waits between two edits.
const PAUSE: Duration = Duration::from_secs(31);
/// 1.Ra8#.
const MATE_IN_ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";

/// Has a daily problem in #general from the next hour on, and lets that come.
async fn begin(chat: &Chat, language: &str) {
    let now = chat.house.database.store.clock().now();
    let next = now + TimeDelta::hours(1);
    let hour = next.hour();
    let set = format!("/server set daily_channel:general time_zone:UTC hour:{hour} language:{language}");
    let answer = manager(chat).command(&set).await;
    assert!(answer.message().text().contains("Daily problem: <#"), "{}", answer.message().text());
    chat.advance((next - now).to_std().unwrap());
}

/// Solves the mate in two from its panel, in whatever language.
async fn solve(person: &Person, panel: &Message) -> Message {
    let picked = person.choose(panel, "1.", &["e5"]).await;
    let after = person.choose(picked.updated(), "2.", &["e5d7"]).await.updated().clone();
    let (panel, mate) = mating_move(person, &after).await;
    person.choose(&panel, "2.", &[mate.as_str()]).await.updated().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_goes_from_its_card_to_its_solution_across_a_restart() {
    let mut chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    begin(&chat, "English").await;
    let card = posted(&chat, "general", "Daily problem #1").await;
    says(&card.text(), &["**Mate in 2**", "nobody has solved it yet", "ends <t:"]);
    assert!(card.has_picture() && card.pings.is_empty() && !card.text().contains("Nd7"));
    assert_eq!(card.buttons().len(), 1);

    // Bob finds no way to be told, and solves it at the second attempt.
    let bob = chat.person("Bob");
    let panel = bob.click(&card, "Solve").await.message().clone();
    assert!(panel.is_ephemeral());
    let hint = bob.click(&panel, "Hint").await;
    says(&hint.message().text(), &["daily problem", "nothing gives it away"]);
    let asked = bob.click(&panel, "Give up").await;
    let given_up = bob.click(asked.updated(), "Yes").await.updated().clone();
    says(&given_up.text(), &["today's daily problem", "the solution comes <t:"]);
    let refused = bob.click(&given_up, "Solution").await;
    says(&refused.message().text(), &["its solution comes <t:", "when the day is over"]);
    let proof = bob.command(&format!("/problem validate fen:{MATE_IN_TWO} moves:3")).await;
    says(&proof.message().text(), &["nothing gives it away"]);
    let again = bob.click(&given_up, "Try again").await.updated().clone();
    let solved = solve(&bob, &again).await;
    says(&solved.text(), &["Solved!", "your streak is 1 day", "come <t:"]);
    for form in ["picture", "animation", "FEN", "PGN"] {
        let shared = bob.command(&format!("/share as:{form}")).await;
        assert!(shared.message().is_ephemeral(), "{form}: {}", shared.message().text());
        says(&shared.message().text(), &["nothing gives it away"]);
    }

    chat.restart_bot().await;
    chat.advance(PAUSE);
    let card = when(&chat, &card, |text| text.contains("1 person has solved it")).await;
    assert!(!card.text().contains("Bob"), "{}", card.text());
    let carol = chat.person("Carol");
    let panel = carol.click(&card, "Solve").await.message().clone();
    solve(&carol, &panel).await;
    let shown = bob.command("/daily").await.message().clone();
    assert!(!shown.is_ephemeral());
    says(&shown.text(), &["Daily problem #1", "2 people have solved it"]);
    shown.button("Solve");
    let own = hears(&chat, &bob, "Your streak here").await;
    assert!(own.is_ephemeral());
    says(&own.text(), &["Your streak here: 1 day", "You have solved today's"]);

    chat.advance(DAY);
    let end = posted(&chat, "general", "**Solution:**").await;
    says(
        &end.text(),
        &[
            "Daily problem #1",
            "Nd7",
            "⚡ First to solve: **Bob**",
            "🥇 Carol · 0 errors",
            "🥈 Bob · 1 error ·",
        ],
    );
    says(&end.text(), &["🔥 Streaks: ", "Bob 1 day"]);
    assert!(end.attachments[0].filename.ends_with(".gif") && end.pings.is_empty());
    when(&chat, &card, |text| text.contains("the day is over")).await;
    let solution = bob.click(&solved, "Solution").await;
    assert!(solution.message().text().contains("Nd7"), "{}", solution.message().text());
    // Nothing else is in the library: there is no second day, and the command tells of the first.
    let past = bob.command("/daily").await.message().clone();
    says(&past.text(), &["Daily problem #1", "**Solution:**", "The next one comes <t:"]);
    let ends = chat.sandbox.messages("general");
    assert_eq!(ends.iter().filter(|message| message.text().contains("First to solve")).count(), 1);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spanish_server_has_its_day_in_spanish() {
    let mut chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    begin(&chat, "Español").await;
    let card = posted(&chat, "general", "Problema del día n.º 1").await;
    says(&card.text(), &["**Mate en 2**", "nadie lo ha resuelto aún", "termina <t:"]);
    let ana = chat.person("Ana");
    let panel = ana.click(&card, "Resolver").await.message().clone();
    let asked = ana.click(&panel, "Rendirse").await;
    let given_up = ana.click(asked.updated(), "Sí").await.updated().clone();
    says(&given_up.text(), &["Es el problema del día", "la solución llega <t:"]);
    let refused = ana.click(&given_up, "Solución").await;
    says(&refused.message().text(), &["su solución llega <t:"]);
    chat.restart_bot().await;
    let again = ana.click(&card, "Resolver").await.message().clone();
    let solved = solve(&ana, &again).await;
    says(&solved.text(), &["¡Resuelto!", "tu racha es de 1 día"]);
    chat.advance(PAUSE);
    when(&chat, &card, |text| text.contains("1 persona lo ha resuelto")).await;
    ana.command("/diario").await;
    let own = hears(&chat, &ana, "Tu racha aquí").await;
    says(&own.text(), &["Tu racha aquí: 1 día", "El de hoy lo has resuelto."]);
    chat.problem(MATE_IN_ONE, 1).await;
    chat.advance(DAY);
    let end = posted(&chat, "general", "**Solución:**").await;
    says(
        &end.text(),
        &["Cd7", "⚡ Primero en resolver: **Ana**", "🥇 Ana · 1 error ·", "🔥 Rachas: Ana 1 día"],
    );
    assert!(end.attachments[0].filename.ends_with(".gif"));
    let next = posted(&chat, "general", "Problema del día n.º 2").await;
    says(&next.text(), &["**Mate en 1**"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_no_daily_problem_is_told_how_to_get_one() {
    let chat = Chat::open().await;
    let none = chat.person("Bob").command("/daily").await;
    assert!(none.message().is_ephemeral());
    says(&none.message().text(), &["no daily problem here yet", "/server set"]);
    let ninguno = chat.person("Ana").command("/diario").await;
    says(&ninguno.message().text(), &["aún no hay problema del día"]);
    let direct = chat.person("Bob").in_dm().command("/daily").await;
    says(&direct.message().text(), &["belongs into a server"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_that_its_author_takes_away_leaves_the_card_without_a_board() {
    let chat = Chat::open().await;
    let problem = chat.problem(MATE_IN_TWO, 2).await;
    begin(&chat, "English").await;
    let card = posted(&chat, "general", "Daily problem #1").await;
    let author =
        tablero_tests::Badge::key(tablero_tests::SERVICE_KEY).acting_for("test", "library", "library");
    let request = tablero_api::v1::DeleteProblemRequest { problem_id: problem.id, ..Default::default() };
    chat.house.problems(author).await.delete_problem(request).await.unwrap();
    let gone = chat.person("Bob").click(&card, "Solve").await;
    says(&gone.message().text(), &["no such problem"]);
    let shown = chat.person("Bob").command("/daily").await.message().clone();
    says(&shown.text(), &["Daily problem #1", "This problem was taken away", "Nobody loses a streak"]);
    assert!(shown.buttons().is_empty() && !shown.has_picture());
    chat.advance(DAY);
    let end = posted(&chat, "general", "🏁").await;
    says(&end.text(), &["This problem was taken away", "Nobody solved it in time."]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_found_today_is_shared_tomorrow() {
    let chat = Chat::open().await;
    let problem = chat.problem(MATE_IN_TWO, 2).await;
    begin(&chat, "English").await;
    let card = posted(&chat, "general", "Daily problem #1").await;
    let bob = chat.person("Bob");
    let panel = bob.click(&card, "Solve").await.message().clone();
    solve(&bob, &panel).await;
    let shares = ["/share as:PGN".to_owned(), format!("/share problem:{} as:animation", problem.id)];
    for share in &shares {
        let refused = bob.command(share).await;
        assert!(refused.message().is_ephemeral(), "{share}");
        says(&refused.message().text(), &["nothing gives it away"]);
    }
    chat.advance(DAY);
    posted(&chat, "general", "**Solution:**").await;
    for share in &shares {
        let shared = bob.command(share).await;
        assert!(!shared.message().is_ephemeral(), "{share}: {}", shared.message().text());
        assert!(shared.message().attachments[0].filename.starts_with("SPOILER_"));
    }
    chat.close().await;
}
