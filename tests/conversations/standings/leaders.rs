use tablero_tests::{Badge, Chat};

use super::{ANOTHER, ONE, Way, in_cafe, solve};
use crate::seeing::says;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_has_a_leaderboard_of_its_own() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let nobody = bob.command("/leaderboard show").await;
    says(&nobody.message().text(), &["Rating · this server", "Nobody yet", "/solve"]);
    let (one, another) = (chat.problem(ONE, 1).await, chat.problem(ANOTHER, 1).await);
    let bobs_badge = in_cafe(&chat, &bob.id().to_string(), "Bob");
    solve(&chat, bobs_badge.clone(), &one, "Ra8", Way::default()).await;
    solve(&chat, bobs_badge, &another, "Qb8", Way::default()).await;
    solve(&chat, in_cafe(&chat, "2", "@everyone"), &one, "Ra8", Way { errors: 1, hint: false }).await;
    solve(&chat, Badge::discord("3", "Faraway"), &one, "Ra8", Way::default()).await;

    let here = bob.command("/leaderboard show by:problems solved").await;
    let here = here.message();
    says(&here.text(), &["🏆 **Problems solved · this server**", "🥇 **Bob** · 2", "🥈 everyone · 1"]);
    assert!(!here.text().contains("Faraway"));
    assert!(here.pings.is_empty() && !here.pings_everyone);
    says(here.alt(), &["Problems solved", "Bob · 2"]);
    let all = ana.command("/clasificación mostrar por:puntuación quiénes:todos").await;
    says(&all.message().text(), &["🏆 **Puntuación · todos**", "Bob", "Faraway"]);
    assert_ne!(all.message().picture(), here.picture());
    for (command, title) in [
        ("/leaderboard show by:streak", "Days in a row · this server"),
        ("/leaderboard show by:problems solved when:this week", "Problems solved · this week"),
        ("/leaderboard show when:this month who:everyone", "Rating · this month · everyone"),
    ] {
        says(&bob.command(command).await.message().text(), &[title, "**Bob**"]);
    }
    chat.house.database.execute("UPDATE solve_counts SET starts = starts - 40 WHERE period <> 'all'").await;
    let week = bob.command("/leaderboard show by:problems solved when:this week").await;
    says(&week.message().text(), &["Nobody yet"]);
    let elsewhere = bob.in_guild("Tablero Lab").command("/leaderboard show by:problems solved").await;
    assert!(!elsewhere.message().text().contains("everyone ·"), "{}", elsewhere.message().text());
    let direct = bob.in_dm().command("/leaderboard show").await;
    says(&direct.message().text(), &["· everyone", "Faraway"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaderboard_of_more_than_ten_has_pages_and_shows_ones_own_place() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let problem = chat.problem(ONE, 1).await;
    for number in 10..22 {
        let badge = in_cafe(&chat, &number.to_string(), &format!("p{number}"));
        solve(&chat, badge, &problem, "Ra8", Way::default()).await;
    }
    let bobs_badge = in_cafe(&chat, &bob.id().to_string(), "Bob");
    solve(&chat, bobs_badge, &problem, "Ra8", Way { errors: 1, hint: false }).await;
    let first = bob.command("/leaderboard show").await;
    let first = first.message();
    says(&first.text(), &["🥇 ", "`10.` ", "…\n`13.` **Bob**"]);
    let second = bob.click(first, "More").await;
    let second = second.updated();
    says(&second.text(), &["`11.` ", "`13.` **Bob**"]);
    assert!(second.button("More").disabled && !second.text().contains('…'));
    assert_ne!(second.picture(), first.picture());
    let back = bob.click(second, "Back").await;
    assert_eq!(back.updated().text(), first.text());
    chat.close().await;
}
