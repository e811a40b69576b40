use std::time::Duration;

use tablero_api::v1::new_seat::Who;
use tablero_api::v1::{NewSeat, PlayMoveRequest, StartMatchRequest};
use tablero_sandbox::permissions;
use tablero_tests::{Badge, Chat};

use crate::PUBLIC;
use crate::driver::Device;
use crate::page::Page;

/// A mate in one by Ra8, of some sixty.
fn position(number: usize) -> String {
    let pawns: String = (0..6).map(|file| if number >> file & 1 == 1 { 'P' } else { '1' }).collect();
    format!("6k1/5ppp/8/8/8/8/1{pawns}1/R6K w - - 0 1")
}

async fn solve(chat: &Chat, who: Badge, problem_id: &str) {
    let mut client = chat.house.matches(who).await;
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: problem_id.into(),
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        ..Default::default()
    };
    let begun = client.start_match(request).await.unwrap().into_inner().r#match.unwrap();
    let play = PlayMoveRequest { match_id: begun.id, r#move: "Ra8".into(), ..Default::default() };
    client.play_move(play).await.unwrap();
}

/// A channel in which a server lives: its leaderboard, the problem of the day, and a tourney.
async fn lives(device: Device) {
    let chat = Chat::open().await;
    let cafe = chat.sandbox.guild("Chess Café").to_string();
    let mut problems = Vec::new();
    for number in 0..10 {
        problems.push(chat.problem(&position(number), 1).await.id);
    }
    for (number, name) in ["Zoe", "Quim", "Irene", "Nadia"].into_iter().enumerate() {
        let badge = Badge::discord(&format!("{}", 900 + number), name).in_community(&cafe);
        for problem in &problems[..5 - number] {
            solve(&chat, badge.clone(), problem).await;
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
