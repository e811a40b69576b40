use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House};
use tonic::Code;

use super::{manager, member, set};

fn here() -> GetCommunityRequest {
    GetCommunityRequest::default()
}

fn wish() -> CommunitySettings {
    CommunitySettings {
        language: "es".into(),
        time_zone: "Europe/Madrid".into(),
        games: vec!["chess".into(), "othello".into()],
        daily_channel_id: "77".into(),
        daily_hour: 18,
        board_channel_id: "88".into(),
    }
}

const ALL: [&str; 6] =
    ["language", "time_zone", "games", "daily_channel_id", "daily_hour", "board_channel_id"];

#[tokio::test(flavor = "multi_thread")]
async fn a_community_is_known_once_somebody_uses_tablero_there() {
    let house = House::open().await;
    let badge = Badge::discord("1", "ana").in_named_community("cafe", "Chess Café");
    let seen = house.rankings(badge).await.get_community(here()).await.unwrap().into_inner();
    assert_eq!((seen.name.as_str(), seen.member_count, seen.hidden), ("Chess Café", 1, false));
    let expected = CommunitySettings { time_zone: "UTC".into(), daily_hour: 9, ..Default::default() };
    assert_eq!(seen.settings, Some(expected));
    assert_eq!((seen.next_daily_time, seen.next_week_time), (None, None));
    house.rankings(member("bob", "cafe")).await.get_community(here()).await.unwrap();
    let again = house.rankings(member("ana", "cafe")).await.get_community(here()).await.unwrap().into_inner();
    assert_eq!((again.name.as_str(), again.member_count), ("Chess Café", 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn its_managers_change_it_and_only_what_the_mask_names() {
    let house = House::open().await;
    let mut boss = house.rankings(manager("cafe")).await;
    let answer = boss.update_community(set(&ALL, wish())).await.unwrap().into_inner();
    assert_eq!(answer.settings, Some(wish()));
    assert!(answer.next_daily_time.is_some() && answer.next_week_time.is_some());
    let stop = boss.update_community(set(&["daily_channel_id"], CommunitySettings::default())).await;
    let stopped = stop.unwrap().into_inner();
    assert_eq!(stopped.settings, Some(CommunitySettings { daily_channel_id: String::new(), ..wish() }));
    assert_eq!(stopped.next_daily_time, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wrong_people_change_nothing() {
    let house = House::open().await;
    house.rankings(manager("cafe")).await.get_community(here()).await.unwrap();
    let session = house.badge("stranger").await;
    let cafe = Some(Community { provider: "discord".into(), external_id: "cafe".into() });
    for badge in [member("ana", "cafe"), Badge::discord("boss", "boss").managing(), session.clone()] {
        let mut client = house.rankings(badge).await;
        let refused = client.update_community(set(&ALL, wish())).await;
        refused.refused(Code::PermissionDenied, "NOT_A_MANAGER");
        let pin = PinLeaderboardRequest { channel_id: "5".into(), ..Default::default() };
        client.pin_leaderboard(pin).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
        let unpin = UnpinLeaderboardRequest { post_id: "1".into() };
        client.unpin_leaderboard(unpin).await.refused(Code::PermissionDenied, "NOT_A_MANAGER");
    }
    // A manager of another place changes that one.
    house.rankings(manager("lab")).await.update_community(set(&ALL, wish())).await.unwrap();
    let seen = house.rankings(manager("cafe")).await.get_community(here()).await.unwrap().into_inner();
    assert_eq!(seen.settings.unwrap().language, "");
    for badge in [session, member("eve", "lab")] {
        let mut client = house.rankings(badge).await;
        let look = client.get_community(GetCommunityRequest { community: cafe.clone() }).await;
        look.refused(Code::PermissionDenied, "NOT_A_MEMBER");
        let hide = SetVisibilityRequest { community: cafe.clone(), hidden: true };
        client.set_visibility(hide).await.refused(Code::PermissionDenied, "NOT_A_MEMBER");
        let week = GetWeekRequest { community: cafe.clone(), ..Default::default() };
        client.get_week(week).await.refused(Code::PermissionDenied, "NOT_A_MEMBER");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wishes_that_make_no_sense_are_refused_with_every_reason() {
    let house = House::open().await;
    let mut boss = house.rankings(manager("cafe")).await;
    let bad = CommunitySettings {
        language: "fr".into(),
        time_zone: "Europe/Madrit".into(),
        games: vec!["go".into()],
        daily_channel_id: "a b".into(),
        daily_hour: 24,
        board_channel_id: "x".repeat(65),
    };
    let reasons = ["BAD_LANGUAGE", "BAD_TIME_ZONE", "UNKNOWN_GAME", "BAD_CHANNEL", "BAD_CHANNEL", "BAD_HOUR"];
    boss.update_community(set(&ALL, bad)).await.faulty(&reasons);
    boss.update_community(set(&[], wish())).await.faulty(&["MASK_EMPTY"]);
    boss.update_community(set(&["name"], wish())).await.faulty(&["MASK_UNKNOWN_PATH"]);
    let pin = PinLeaderboardRequest { channel_id: String::new(), ..Default::default() };
    boss.pin_leaderboard(pin).await.faulty(&["BAD_CHANNEL"]);
    boss.unpin_leaderboard(UnpinLeaderboardRequest { post_id: "x".into() }).await.faulty(&["BAD_ID"]);
    let unknown = boss.unpin_leaderboard(UnpinLeaderboardRequest { post_id: "99".into() }).await;
    unknown.refused(Code::NotFound, "POST_NOT_FOUND");
    boss.get_week(GetWeekRequest { day: "yesterday".into(), ..Default::default() })
        .await
        .faulty(&["BAD_DAY"]);
    boss.get_week(GetWeekRequest::default()).await.refused(Code::NotFound, "WEEK_NOT_FOUND");
    let mut nowhere = house.rankings(Badge::discord("7", "nomad")).await;
    nowhere.get_community(here()).await.faulty(&["BAD_COMMUNITY"]);
    let seen = boss.get_community(here()).await.unwrap().into_inner();
    assert_eq!(seen.settings.unwrap().time_zone, "UTC");
}
