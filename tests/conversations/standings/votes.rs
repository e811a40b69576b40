use tablero_api::v1::{CreateProblemRequest, Problem, VoteProblemRequest};
use tablero_tests::{Badge, Chat, mating_move};

use super::{ONE, Way, in_cafe, solve};
use crate::boards::{PAUSE, posted};
use crate::seeing::{says, when};

/// A problem that somebody of the sandbox's first server made.
async fn made_by(chat: &Chat, badge: Badge) -> Problem {
    let request = CreateProblemRequest { position: ONE.into(), moves: 1, ..Default::default() };
    let made = chat.house.problems(badge).await.create_problem(request).await.unwrap();
    made.into_inner().problem.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_solved_a_problem_votes_on_it_by_a_button_and_may_think_again() {
    let chat = Chat::open().await;
    let (bob, carol, ana) = (chat.person("Bob"), chat.person("Carol"), chat.person("Ana"));
    let problem = made_by(&chat, in_cafe(&chat, &carol.id().to_string(), "Carol")).await;
    let card = bob.command(&format!("/solve problem:{}", problem.id)).await;
    assert!(!card.message().text().contains('★'), "nobody has voted: {}", card.message().text());
    let panel = bob.click(card.message(), "Solve").await;
    let (panel, mate) = mating_move(&bob, panel.message()).await;
    let solved = bob.choose(&panel, "2.", &[mate.as_str()]).await.updated().clone();
    says(&solved.text(), &["Solved!", "How did you like it?"]);

    let voted = bob.click(&solved, "2 ★").await;
    assert!(voted.message().is_ephemeral());
    says(&voted.message().text(), &["★★☆☆☆", "★ 2.7 (1 vote)"]);
    let again = bob.click(&solved, "5 ★").await;
    says(&again.message().text(), &["★★★★★", "★ 3.7 (1 vote)"]);
    let card = ana.command(&format!("/resolver problema:{}", problem.id)).await;
    says(&card.message().text(), &["★ 3.7 (1 voto)"]);

    let id = solved.button("5 ★").custom_id;
    let forged = ana.forge(card.message(), &id, &[]).await;
    assert!(forged.message().is_ephemeral());
    says(&forged.message().text(), &["Primero resuélvelo"]);
    let own = carol.forge(card.message(), &id, &[]).await;
    says(&own.message().text(), &["it is left to others"]);
    let listed = bob.command("/leaderboard show by:composers when:this week").await;
    says(&listed.message().text(), &["🏆 **Composers · this server**", "🥇 Carol · 1567"]);
    assert!(listed.message().pings.is_empty());
    let page = bob.command("/profile show member:Carol").await;
    says(&page.message().text(), &["As a composer **1567** (problems with votes: 1)"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_reaches_a_pinned_leaderboard_of_composers() {
    let chat = Chat::open().await;
    let (carol, dan) = (chat.person("Carol"), chat.person("Dan"));
    let problem = made_by(&chat, in_cafe(&chat, &carol.id().to_string(), "Carol")).await;
    let kept = dan.command("/leaderboard pin by:composers channel:leaderboard").await;
    says(&kept.message().text(), &["Composers · this server"]);
    let board = posted(&chat, "leaderboard", "Nobody yet").await;
    let voter = in_cafe(&chat, "1", "p1");
    solve(&chat, voter.clone(), &problem, "Ra8", Way::default()).await;
    let request = VoteProblemRequest { problem_id: problem.id.clone(), stars: 5 };
    chat.house.problems(voter).await.vote_problem(request).await.unwrap();
    chat.advance(PAUSE);
    when(&chat, &board, |text| text.contains("🥇 Carol · 1567")).await;
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_problem_of_the_week_is_a_card_for_everybody() {
    let chat = Chat::open().await;
    let (bob, ana) = (chat.person("Bob"), chat.person("Ana"));
    let none = bob.command("/problem of-the-week").await;
    assert!(none.message().is_ephemeral());
    says(&none.message().text(), &["three votes"]);
    let problem = chat.problem(ONE, 1).await;
    for number in 1..=3 {
        let badge = in_cafe(&chat, &number.to_string(), &format!("p{number}"));
        solve(&chat, badge.clone(), &problem, "Ra8", Way::default()).await;
        let request = VoteProblemRequest { problem_id: problem.id.clone(), stars: 5 };
        chat.house.problems(badge).await.vote_problem(request).await.unwrap();
    }
    let best = ana.command("/problema de-la-semana").await;
    let best = best.message();
    assert!(!best.is_ephemeral() && best.has_picture());
    says(&best.text(), &["El problema de la semana", "Mate en 1", "★ 4.2 (3 votos)"]);
    assert!(bob.click(best, "🧩").await.message().is_ephemeral());
    chat.close().await;
}
