use tablero_sandbox::permissions;
use tablero_tests::Chat;

use super::{PAUSE, manager, posted};
use crate::seeing::{hears, says, when};
use crate::standings::{ANOTHER, ONE, Way, in_cafe, solve};

#[tokio::test(flavor = "multi_thread")]
async fn a_pinned_leaderboard_keeps_itself_up_to_date_and_outlives_restarts_and_its_own_message() {
    let mut chat = Chat::open().await;
    let carol = manager(&chat);
    let (one, another) = (chat.problem(ONE, 1).await, chat.problem(ANOTHER, 1).await);
    let reply = carol.command("/leaderboard pin by:problems solved channel:leaderboard").await;
    assert!(reply.message().is_ephemeral());
    says(&reply.message().text(), &["Problems solved · this server", "keeps itself up to date"]);
    let board = posted(&chat, "leaderboard", "Nobody yet").await;
    let pinned =
        chat.sandbox.until("it is pinned", |world| world.message(board.id).filter(|it| it.pinned).cloned());
    assert!(pinned.await.has_picture());
    let (bob, ana) = (chat.person("Bob"), chat.person("Ana"));
    let badge = |person: &tablero_sandbox::Person, name: &str| in_cafe(&chat, &person.id().to_string(), name);
    let (bobs, anas) = (badge(&bob, "Bob"), badge(&ana, "Ana"));
    solve(&chat, bobs.clone(), &one, "Ra8", Way::default()).await;
    solve(&chat, anas.clone(), &one, "Ra8", Way::default()).await;
    solve(&chat, anas, &another, "Qb8", Way::default()).await;
    chat.advance(PAUSE);
    let shown = when(&chat, &board, |text| text.contains("🥇 Ana · 2")).await;
    says(&shown.text(), &["🥈 Bob · 1", "hide me"]);
    says(shown.alt(), &["Problems solved", "Ana · 2"]);
    assert!(shown.pings.is_empty() && !shown.pings_everyone);
    // Two solves, one edit.
    assert_eq!(edits(&chat, board.id.get()).await, 1);

    chat.restart_bot().await;
    solve(&chat, bobs.clone(), &another, "Qb8", Way::default()).await;
    chat.advance(PAUSE);
    when(&chat, &board, |text| text.contains("Bob · 2")).await;
    chat = chat.restart_server().await;
    let third = chat.problem("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1).await;
    solve(&chat, bobs.clone(), &third, "Ra8", Way::default()).await;
    chat.advance(PAUSE);
    when(&chat, &board, |text| text.contains("🥇 Bob · 3")).await;

    assert!(chat.sandbox.delete_message(board.id));
    solve(&chat, in_cafe(&chat, "77", "Zoe"), &third, "Ra8", Way::default()).await;
    chat.advance(PAUSE);
    let anew = posted(&chat, "leaderboard", "Zoe").await;
    assert_ne!(anew.id, board.id);
    says(&anew.text(), &["🥇 Bob · 3"]);
    chat.close().await;
}

/// How often a message was edited, once it was.
async fn edits(chat: &Chat, message: u64) -> usize {
    let path = format!("/messages/{message}");
    let noted = chat.sandbox.until("an edit is noted", |world| {
        let edits = world.requests().filter(|it| it.method == "PATCH" && it.path.ends_with(&path)).count();
        (edits > 0).then_some(edits)
    });
    noted.await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_post_a_leaderboard_once() {
    let chat = Chat::open().await;
    let second = chat.second_bot().await;
    let carol = manager(&chat);
    for by in ["rating", "problems solved", "streak"] {
        carol.command(&format!("/leaderboard pin by:{by} channel:leaderboard")).await;
    }
    for title in ["Rating", "Problems solved", "Days in a row"] {
        posted(&chat, "leaderboard", title).await;
    }
    let problem = chat.problem(ONE, 1).await;
    solve(&chat, in_cafe(&chat, "5", "Zoe"), &problem, "Ra8", Way::default()).await;
    chat.advance(PAUSE);
    for title in ["Rating", "Problems solved", "Days in a row"] {
        let board = posted(&chat, "leaderboard", title).await;
        when(&chat, &board, |text| text.contains("Zoe")).await;
        assert_eq!(edits(&chat, board.id.get()).await, 1, "{title}");
    }
    assert_eq!(chat.sandbox.messages("leaderboard").len(), 3);
    second.end().await;
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_dies_after_posting_does_not_post_twice() {
    let chat = Chat::open().await;
    let carol = manager(&chat);
    carol.command("/leaderboard pin by:rating channel:leaderboard").await;
    let board = posted(&chat, "leaderboard", "Rating").await;
    // As if the bot had died between Discord's answer and its report.
    let dies = "UPDATE posts SET message = NULL, shown = NULL, changed_at = NULL, leased_until = now()";
    chat.house.database.execute(&format!("{dies}; NOTIFY tablero_posts")).await;
    let known = "SELECT count(*) FROM posts WHERE message IS NOT NULL";
    for _ in 0..200 {
        if chat.house.database.count(known).await == 1 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(chat.house.database.count(known).await, 1, "somebody took it up");
    let messages = chat.sandbox.messages("leaderboard");
    assert_eq!(messages.iter().map(|message| message.id).collect::<Vec<_>>(), [board.id]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_permissions_are_told_once_to_who_set_it_up_and_it_stops() {
    let chat = Chat::open().await;
    let carol = manager(&chat);
    let problem = chat.problem(ONE, 1).await;
    carol.command("/leaderboard pin by:problems solved channel:leaderboard").await;
    let board = posted(&chat, "leaderboard", "Nobody yet").await;
    chat.sandbox.bot_permissions("leaderboard", 0);
    solve(&chat, in_cafe(&chat, "5", "Zoe"), &problem, "Ra8", Way::default()).await;
    chat.advance(PAUSE);
    let told = hears(&chat, &carol.in_dm(), "I stopped keeping").await;
    says(
        &told.text(),
        &["Problems solved · this server", "Chess Café", "I may not write there", "/leaderboard pin"],
    );
    chat.advance(PAUSE * 10);
    let shown = carol.command("/server show").await;
    says(&shown.message().text(), &["Problems solved · this server", "⚠️ stopped"]);
    let direct = carol.in_dm();
    assert_eq!(direct.sees().len(), 1, "told once");
    assert!(!chat.sandbox.message(board.id).unwrap().text().contains("Zoe"));
    let all = permissions::MEMBER | permissions::PIN_MESSAGES;
    chat.sandbox.bot_permissions("leaderboard", all);
    carol.command("/leaderboard pin by:problems solved channel:leaderboard").await;
    when(&chat, &board, |text| text.contains("Zoe")).await;
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaderboard_ends_when_its_manager_says_so() {
    let chat = Chat::open().await;
    let carol = manager(&chat);
    let nothing = carol.command("/leaderboard unpin").await;
    says(&nothing.message().text(), &["No leaderboard is kept here"]);
    carol.command("/leaderboard pin by:streak when:all time who:everyone channel:leaderboard").await;
    let board = posted(&chat, "leaderboard", "Days in a row · everyone").await;
    let kept = carol.command("/leaderboard unpin").await.message().clone();
    let choice = kept.menu("Which one").options[0].value.clone();
    let ended = carol.choose(&kept, "Which one", &[choice.as_str()]).await;
    says(&ended.updated().text(), &["No leaderboard is kept here"]);
    assert!(chat.sandbox.message(board.id).is_none(), "its message is gone");
    for command in ["/leaderboard pin", "/leaderboard unpin"] {
        let bob = chat.person("Bob").command(command).await;
        assert!(bob.message().is_ephemeral());
    }
    let refused = chat.person("Bob").command("/leaderboard pin by:rating").await;
    says(&refused.message().text(), &["Only who may manage this server"]);
    chat.close().await;
}
