use prost_types::FieldMask;
use tablero_api::v1::*;
use tablero_tests::{Badge, House};

use super::{ANOTHER, ONE, entries, leaders, manager, member, next, problem, solved_board, watch};

fn within(place: &str) -> GetLeaderboardRequest {
    GetLeaderboardRequest {
        kind: LeaderboardKind::Solved.into(),
        community: Some(Community { provider: "discord".into(), external_id: place.into() }),
        ..Default::default()
    }
}

fn everyone() -> GetLeaderboardRequest {
    GetLeaderboardRequest { kind: LeaderboardKind::Solved.into(), ..Default::default() }
}

async fn names(house: &House, who: Badge, request: GetLeaderboardRequest) -> Vec<String> {
    let answer = house.rankings(who).await.get_leaderboard(request).await.unwrap().into_inner();
    // Who stands level is in no order of ours.
    let mut names: Vec<_> = entries(&answer.entries).into_iter().map(|(_, name, ..)| name).collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn who_hides_in_a_community_is_on_none_of_its_boards_but_on_others() {
    let house = House::open().await;
    let id = problem(&house, ONE).await;
    house.solve(member("ana", "cafe"), &id, "Ra8").await;
    house.solve(member("bob", "cafe"), &id, "Ra8").await;
    house.rankings(member("ana", "lab")).await.get_standing(GetStandingRequest::default()).await.unwrap();
    let hide = |hidden| SetVisibilityRequest { community: None, hidden };
    let mut ana = house.rankings(member("ana", "cafe")).await;
    ana.set_visibility(hide(true)).await.unwrap();
    assert!(ana.get_community(GetCommunityRequest::default()).await.unwrap().into_inner().hidden);
    assert_eq!(names(&house, member("bob", "cafe"), within("cafe")).await, ["bob"]);
    assert_eq!(names(&house, member("ana", "lab"), within("lab")).await, ["ana"]);
    assert_eq!(names(&house, member("bob", "cafe"), everyone()).await, ["ana", "bob"]);
    ana.set_visibility(hide(false)).await.unwrap();
    assert_eq!(names(&house, member("bob", "cafe"), within("cafe")).await, ["ana", "bob"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_hides_altogether_is_on_no_board_at_all() {
    let house = House::open().await;
    let id = problem(&house, ONE).await;
    for name in ["ana", "bob"] {
        house.solve(member(name, "cafe"), &id, "Ra8").await;
    }
    let hidden = UpdateProfileRequest {
        update_mask: Some(FieldMask { paths: vec!["settings.hidden".into()] }),
        settings: Some(Settings { hidden: true, ..Default::default() }),
        ..Default::default()
    };
    house.client(member("ana", "cafe")).await.update_profile(hidden).await.unwrap();
    for (who, request) in [("bob", within("cafe")), ("bob", everyone()), ("ana", everyone())] {
        assert_eq!(names(&house, member(who, "cafe"), request).await, ["bob"], "{who}");
    }
    let mut rankings = house.rankings(member("ana", "cafe")).await;
    assert_eq!(rankings.get_leaderboard(everyone()).await.unwrap().into_inner().around_me, []);
    let request = GetProblemRankingRequest { problem_id: id, ..Default::default() };
    let ranking = rankings.get_problem_ranking(request).await.unwrap().into_inner();
    assert_eq!(ranking.entries.len(), 1);
    assert_eq!(ranking.entries[0].profile.as_ref().unwrap().name, "bob");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_board_shows_its_own_people_and_one_of_everybody_all() {
    let house = House::open().await;
    let (one, another) = (problem(&house, ONE).await, problem(&house, ANOTHER).await);
    house.solve(member("ana", "cafe"), &one, "Ra8").await;
    house.solve(member("ana", "cafe"), &another, "Qb8").await;
    house.solve(member("eve", "lab"), &one, "Ra8").await;
    let mut boss = house.rankings(manager("cafe")).await;
    let mut posts = watch(&house).await;
    let pinned = boss.pin_leaderboard(solved_board("5")).await.unwrap().into_inner().leaderboard.unwrap();
    assert_eq!((pinned.channel_id.as_str(), pinned.message_id.as_str()), ("5", ""));
    let post = next(&mut posts).await;
    assert_eq!((post.channel_id.as_str(), post.message_id.as_str()), ("5", ""));
    assert_eq!(post.community.as_ref().unwrap().external_id, "cafe");
    assert_eq!(leaders(&post), [(1, "ana".into(), 2, 0)]);
    boss.pin_leaderboard(PinLeaderboardRequest { everyone: true, ..solved_board("5") }).await.unwrap();
    let post = next(&mut posts).await;
    assert_eq!(leaders(&post), [(1, "ana".into(), 2, 0), (2, "eve".into(), 1, 0)]);
}
