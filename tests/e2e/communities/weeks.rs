use chrono::{DateTime, Utc};
use tablero_api::v1::*;
use tablero_tests::{Expect, House};
use tonic::Code;

use super::*;

/// Lets time go by until then.
fn travel(house: &House, to: &str) {
    let clock = house.database.store.clock();
    let to: DateTime<Utc> = to.parse().unwrap();
    clock.advance((to - clock.now()).to_std().expect("time does not run backwards"));
}

fn in_madrid() -> UpdateCommunityRequest {
    let settings = CommunitySettings {
        time_zone: "Europe/Madrid".into(),
        board_channel_id: "9".into(),
        ..Default::default()
    };
    set(&["time_zone", "board_channel_id"], settings)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_week_is_summed_up_on_monday_and_kept_and_boards_tell_places_won_since() {
    let house = House::open().await;
    travel(&house, "2030-03-13T12:00:00Z");
    let (one, another) = (problem(&house, ONE).await, problem(&house, ANOTHER).await);
    let mut boss = house.rankings(manager("cafe")).await;
    let settings = boss.update_community(in_madrid()).await.unwrap().into_inner();
    let monday: DateTime<Utc> = "2030-03-18T08:00:00Z".parse().unwrap();
    assert_eq!(settings.next_week_time.unwrap().seconds, monday.timestamp());
    let mut posts = watch(&house).await;
    house.solve(member("ana", "cafe"), &one, "Ra8").await;
    house.solve(member("ana", "cafe"), &another, "Qb8").await;
    house.solve(member("bob", "cafe"), &one, "Ra8").await;
    house.solve(member("eve", "lab"), &one, "Ra8").await;
    travel(&house, "2030-03-18T07:59:50Z");
    nothing(&house, &mut posts).await;
    travel(&house, "2030-03-18T08:00:01Z");
    let post = next(&mut posts).await;
    assert_eq!(post.channel_id, "9");
    let Some(post::What::Week(week)) = post.what.clone() else { panic!("{post:?}") };
    assert_eq!((week.first_day.as_str(), week.last_day.as_str()), ("2030-03-11", "2030-03-17"));
    assert_eq!(entries(&week.solved), [(1, "ana".into(), 2, 0), (2, "bob".into(), 1, 0)]);
    assert_eq!(week.rating.len(), 2);
    report(&house, &post, PostOutcome::Written, "900").await;
    // In the next week Bob overtakes.
    let more = [problem(&house, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").await, another];
    house.solve(member("bob", "cafe"), &more[0], "Ra8").await;
    house.solve(member("bob", "cafe"), &more[1], "Qb8").await;
    let request = GetLeaderboardRequest {
        kind: LeaderboardKind::Solved.into(),
        community: Some(Community { provider: "discord".into(), external_id: "cafe".into() }),
        ..Default::default()
    };
    let board = boss.get_leaderboard(request).await.unwrap().into_inner();
    assert_eq!(entries(&board.entries), [(1, "bob".into(), 3, 2), (2, "ana".into(), 2, 1)]);
    travel(&house, "2030-03-25T08:00:01Z");
    let post = next(&mut posts).await;
    let Some(post::What::Week(week)) = &post.what else { panic!("{post:?}") };
    assert_eq!(entries(&week.solved), [(1, "bob".into(), 2, 2)]);
    let of = |day: &str| GetWeekRequest { day: day.into(), ..Default::default() };
    let old = boss.get_week(of("2030-03-14")).await.unwrap().into_inner().week.unwrap();
    assert_eq!(entries(&old.solved), [(1, "ana".into(), 2, 0), (2, "bob".into(), 1, 0)]);
    let last = boss.get_week(of("")).await.unwrap().into_inner().week.unwrap();
    assert_eq!(last.first_day, "2030-03-18");
    boss.get_week(of("2030-02-01")).await.refused(Code::NotFound, "WEEK_NOT_FOUND");
    // Who hides is no longer told of, not even in old weeks.
    let hide = SetVisibilityRequest { community: None, hidden: true };
    house.rankings(member("bob", "cafe")).await.set_visibility(hide).await.unwrap();
    let old = boss.get_week(of("2030-03-14")).await.unwrap().into_inner().week.unwrap();
    assert_eq!(entries(&old.solved), [(1, "ana".into(), 2, 0)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_servers_sum_a_week_up_once() {
    let house = House::open().await;
    let others = [house.beside().await, house.beside().await];
    travel(&house, "2030-03-13T12:00:00Z");
    house.rankings(manager("cafe")).await.update_community(in_madrid()).await.unwrap();
    house.rankings(manager("lab")).await.update_community(in_madrid()).await.unwrap();
    let mut posts = watch(&house).await;
    travel(&house, "2030-03-18T08:00:01Z");
    let mut places = Vec::new();
    for _ in 0..2 {
        let post = next(&mut posts).await;
        places.push(post.community.clone().unwrap().external_id);
        report(&house, &post, PostOutcome::Written, "1").await;
    }
    places.sort();
    assert_eq!(places, ["cafe", "lab"]);
    nothing(&house, &mut posts).await;
    for other in others {
        other.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_of_the_week_is_empty_when_a_new_one_begins() {
    let house = House::open().await;
    travel(&house, "2030-03-17T12:00:00Z");
    let id = problem(&house, ONE).await;
    house.solve(member("ana", "cafe"), &id, "Ra8").await;
    let board = PinLeaderboardRequest { period: Period::Week.into(), ..solved_board("5") };
    house.rankings(manager("cafe")).await.pin_leaderboard(board).await.unwrap();
    let mut posts = watch(&house).await;
    let sunday = next(&mut posts).await;
    assert_eq!(leaders(&sunday), [(1, "ana".into(), 1, 0)]);
    report(&house, &sunday, PostOutcome::Written, "500").await;
    travel(&house, "2030-03-18T00:00:01Z");
    let monday = next(&mut posts).await;
    assert_eq!((monday.message_id.as_str(), leaders(&monday)), ("500", vec![]));
}
