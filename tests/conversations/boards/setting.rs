use std::time::Duration;

use tablero_tests::Chat;

use super::{manager, posted};
use crate::seeing::says;
use crate::standings::{ONE, Way, in_cafe, solve};

const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_sets_a_server_up_and_its_week_is_summed_up_in_its_language() {
    let chat = Chat::open().await;
    let carol = manager(&chat);
    let before = carol.command("/server show").await;
    assert!(before.message().is_ephemeral());
    says(&before.message().text(), &["Time zone: UTC", "Daily problem: off", "Summary of the week: off"]);
    let zones = carol.complete("/server set time_zone:madr", "time_zone").await;
    assert_eq!(zones, [("Europe/Madrid".to_owned(), "Europe/Madrid".to_owned())]);
    let set = "/server set language:Español time_zone:Europe/Madrid hour:8 weekly_channel:leaderboard";
    let after = carol.command(set).await;
    says(
        &after.message().text(),
        &["Language: Español", "Time zone: Europe/Madrid", "Summary of the week: <#"],
    );
    let games = after.message().menu("Games of the daily problem");
    assert!(games.options.iter().all(|option| option.default));
    let chosen = carol.choose(after.message(), "Games", &["chess"]).await;
    let games = chosen.updated().menu("Games of the daily problem");
    assert_eq!(games.options.iter().filter(|option| option.default).count(), 1);

    let problem = chat.problem(ONE, 1).await;
    solve(&chat, in_cafe(&chat, "5", "Zoe"), &problem, "Ra8", Way::default()).await;
    chat.advance(WEEK);
    let summary = posted(&chat, "leaderboard", "La semana del").await;
    says(&summary.text(), &["**Problemas resueltos**", "🥇 Zoe · 1"]);
    assert!(summary.has_picture() && summary.pings.is_empty());
    let asked = chat.person("Bob").command("/leaderboard week").await;
    says(&asked.message().text(), &["The week from", "🥇 Zoe · 1"]);
    let stopped = carol.command("/server stop what:the summary of the week").await;
    says(&stopped.message().text(), &["Summary of the week: off"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_cannot_be_is_refused_in_words() {
    let chat = Chat::open().await;
    let carol = manager(&chat);
    let nowhere = carol.command("/server set time_zone:Atlantis").await;
    says(&nowhere.message().text(), &["no such time zone", "Europe/Madrid"]);
    let never = carol.command("/leaderboard week").await;
    says(&never.message().text(), &["No week has been summed up yet"]);
    let odd = carol.command("/leaderboard week day:yesterday").await;
    assert!(odd.message().text().contains('⚠'), "{}", odd.message().text());
    let direct = chat.person("Bob").in_dm().command("/leaderboard pin by:rating").await;
    says(&direct.message().text(), &["belongs into a server"]);
    chat.close().await;
}
