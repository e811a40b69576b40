use std::time::Duration;

use tablero_sandbox::permissions;
use tablero_tests::{Badge, Chat, mate_in_one};

use crate::PUBLIC;
use crate::driver::Device;
use crate::page::Page;

/// A channel in which a server lives: its leaderboard, the problem of the day, and a tourney.
async fn lives(device: Device) {
    let chat = Chat::open().await;
    let cafe = chat.sandbox.guild("Chess Café").to_string();
    let mut problems = Vec::new();
    for number in 0..10 {
        problems.push(chat.problem(&mate_in_one(number), 1).await.id);
    }
    for (number, name) in ["Zoe", "Quim", "Irene", "Nadia"].into_iter().enumerate() {
        let badge = Badge::discord(&format!("{}", 900 + number), name).in_community(&cafe);
        for problem in &problems[..5 - number] {
            chat.house.solve(badge.clone(), problem, "Ra8").await;
        }
    }
    chat.sandbox.member_permissions("Chess Café", "Carol", permissions::MEMBER | permissions::MANAGE_GUILD);
    let carol = chat.person("Carol").at("general");
    if let Some(page) = Page::open(&chat.sandbox.url(), device, "en-US", "life").await {
        carol
            .command("/server set time_zone:Europe/Madrid daily_channel:general weekly_channel:general")
            .await;
        carol.command("/leaderboard pin by:problems solved channel:general").await;
        page.see(PUBLIC, "Problems solved").await;
        page.picture("1-leaderboard").await;
        carol
            .command("/tourney create title:Friday Cup minutes:60 starts_in:5 count:3 channel:general")
            .await;
        page.see(PUBLIC, "Friday Cup").await;
        chat.advance(Duration::from_secs(301));
        page.see(PUBLIC, "is running").await;
        page.picture("2-tourney").await;
        chat.advance(Duration::from_secs(24 * 3600));
        page.see(PUBLIC, "Daily problem #1").await;
        page.picture("3-daily").await;
        chat.advance(Duration::from_secs(24 * 3600));
        page.see(PUBLIC, "Daily problem #2").await;
        page.picture("4-solution").await;
        chat.advance(Duration::from_secs(7 * 24 * 3600));
        page.see(PUBLIC, "The week from").await;
        page.picture("5-week").await;
        page.close().await;
    }
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_lives_looks_well_at_a_desk() {
    lives(Device::Desktop).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_lives_looks_well_on_a_phone() {
    lives(Device::Phone).await;
}
