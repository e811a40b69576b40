use std::time::Duration;

use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House, SERVICE_KEY};
use tonic::Code;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_solve_is_shown_once_and_not_before_the_pause_is_over() {
    let house = House::open().await;
    let (one, another) = (problem(&house, ONE).await, problem(&house, ANOTHER).await);
    let mut boss = house.rankings(manager("cafe")).await;
    boss.pin_leaderboard(solved_board("5")).await.unwrap();
    let mut posts = watch(&house).await;
    let first = next(&mut posts).await;
    assert_eq!(leaders(&first), []);
    report(&house, &first, PostOutcome::Written, "500").await;
    house.solve(member("ana", "cafe"), &one, "Ra8").await;
    house.solve(member("bob", "cafe"), &one, "Ra8").await;
    house.solve(member("ana", "cafe"), &another, "Qb8").await;
    nothing(&house, &mut posts).await;
    house.database.store.clock().advance(Duration::from_secs(31));
    let second = next(&mut posts).await;
    assert_eq!((second.id.as_str(), second.message_id.as_str()), (first.id.as_str(), "500"));
    assert_eq!(leaders(&second), [(1, "ana".into(), 2, 0), (2, "bob".into(), 1, 0)]);
    report(&house, &second, PostOutcome::Written, "500").await;
    // What changes nothing that is shown is not told: a solve of the same problem, and one elsewhere.
    house.solve(member("ana", "cafe"), &one, "Ra8").await;
    house.solve(member("eve", "lab"), &one, "Ra8").await;
    house.database.store.clock().advance(Duration::from_secs(31));
    nothing(&house, &mut posts).await;
    let kept = boss.get_community(GetCommunityRequest::default()).await.unwrap().into_inner();
    assert_eq!(kept.leaderboards[0].message_id, "500");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_front_ends_get_a_post_once_until_one_of_them_dies_with_it() {
    let house = House::open().await;
    let beside = house.beside().await;
    let mut here = watch(&house).await;
    let mut there = watch(&beside).await;
    house.rankings(manager("cafe")).await.pin_leaderboard(solved_board("5")).await.unwrap();
    let (first, taken_here) = tokio::select! {
        post = next(&mut here) => (post, true),
        post = next(&mut there) => (post, false),
    };
    let (taker, other) = if taken_here { (here, &mut there) } else { (there, &mut here) };
    let soon = tokio::time::timeout(Duration::from_millis(300), other.message()).await;
    assert!(soon.is_err(), "{soon:?}");
    drop(taker);
    house.database.execute("UPDATE posts SET leased_until = now(); NOTIFY tablero_posts").await;
    let again = next(other).await;
    assert_eq!((again.id.as_str(), again.nonce.as_str()), (first.id.as_str(), first.nonce.as_str()));
    beside.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_gone_is_asked_for_anew_with_another_nonce() {
    let house = House::open().await;
    house.rankings(manager("cafe")).await.pin_leaderboard(solved_board("5")).await.unwrap();
    let mut posts = watch(&house).await;
    let first = next(&mut posts).await;
    report(&house, &first, PostOutcome::Written, "500").await;
    let id = problem(&house, ONE).await;
    house.solve(member("ana", "cafe"), &id, "Ra8").await;
    house.database.store.clock().advance(Duration::from_secs(31));
    let edit = next(&mut posts).await;
    report(&house, &edit, PostOutcome::MessageGone, "").await;
    let anew = next(&mut posts).await;
    assert_eq!((anew.id.as_str(), anew.message_id.as_str()), (first.id.as_str(), ""));
    assert_ne!(anew.nonce, first.nonce);
    assert!(anew.nonce.len() <= 25, "{}", anew.nonce);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_not_be_written_ends_and_its_maker_is_told_once() {
    let house = House::open().await;
    let mut boss = house.rankings(manager("cafe")).await;
    boss.pin_leaderboard(solved_board("5")).await.unwrap();
    let mut posts = watch(&house).await;
    let first = next(&mut posts).await;
    report(&house, &first, PostOutcome::Forbidden, "").await;
    let told = next(&mut posts).await;
    assert_eq!(told.channel_id, "boss", "the person's own id");
    let Some(post::What::Notice(notice)) = &told.what else { panic!("{told:?}") };
    assert_eq!((notice.channel_id.as_str(), notice.reason.as_str()), ("5", "FORBIDDEN"));
    assert!(matches!(notice.what, Some(notice::What::Leaderboard(_))));
    report(&house, &told, PostOutcome::Written, "501").await;
    let id = problem(&house, ONE).await;
    house.solve(member("ana", "cafe"), &id, "Ra8").await;
    house.database.store.clock().advance(DAY);
    nothing(&house, &mut posts).await;
    let kept = boss.get_community(GetCommunityRequest::default()).await.unwrap().into_inner();
    assert_eq!(kept.leaderboards[0].stopped, "FORBIDDEN");
    // Asked for again, it goes on.
    boss.pin_leaderboard(solved_board("5")).await.unwrap();
    assert_eq!(leaders(&next(&mut posts).await), [(1, "ana".into(), 1, 0)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_is_tried_again_later() {
    let house = House::open().await;
    house.rankings(manager("cafe")).await.pin_leaderboard(solved_board("5")).await.unwrap();
    let mut posts = watch(&house).await;
    let first = next(&mut posts).await;
    report(&house, &first, PostOutcome::Failed, "").await;
    nothing(&house, &mut posts).await;
    house.database.store.clock().advance(Duration::from_secs(6));
    let again = next(&mut posts).await;
    assert_eq!(again.id, first.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_are_for_services_alone() {
    let house = House::open().await;
    let session = house.badge("ana").await;
    let mut ana = house.rankings(session).await;
    ana.watch_posts(WatchPostsRequest {}).await.refused(Code::PermissionDenied, "SERVICE_ONLY");
    let report = ReportPostRequest { post_id: "1".into(), outcome: 1, ..Default::default() };
    ana.report_post(report).await.refused(Code::PermissionDenied, "SERVICE_ONLY");
    let mut bot = house.rankings(service()).await;
    bot.report_post(ReportPostRequest::default()).await.faulty(&["BAD_ID"]);
    let odd = ReportPostRequest { post_id: "1".into(), ..Default::default() };
    bot.report_post(odd.clone()).await.faulty(&["BAD_OUTCOME"]);
    let nameless = ReportPostRequest { outcome: 1, ..odd.clone() };
    bot.report_post(nameless).await.faulty(&["BAD_MESSAGE_ID"]);
    let unknown = ReportPostRequest { outcome: 5, ..odd };
    bot.report_post(unknown).await.refused(Code::NotFound, "POST_NOT_FOUND");
    // Another provider's service has nothing to do with it.
    house.rankings(manager("cafe")).await.pin_leaderboard(solved_board("5")).await.unwrap();
    let post = next(&mut watch(&house).await).await;
    let other = Badge::key(SERVICE_KEY).acting_for("matrix", "?", "?");
    let request = ReportPostRequest { post_id: post.id, outcome: 5, ..Default::default() };
    let refused = house.rankings(other).await.report_post(request).await;
    refused.refused(Code::NotFound, "POST_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_community_keeps_at_most_twenty_leaderboards() {
    let house = House::open().await;
    let mut boss = house.rankings(manager("cafe")).await;
    for channel in 1..=20 {
        boss.pin_leaderboard(solved_board(&channel.to_string())).await.unwrap();
    }
    let one_more = boss.pin_leaderboard(solved_board("21")).await;
    one_more.refused(Code::FailedPrecondition, "TOO_MANY_LEADERBOARDS");
    let kept = boss.pin_leaderboard(solved_board("20")).await.unwrap().into_inner().leaderboard.unwrap();
    let unpin = UnpinLeaderboardRequest { post_id: kept.post_id };
    house
        .rankings(member("spy", "lab").managing())
        .await
        .unpin_leaderboard(unpin.clone())
        .await
        .refused(Code::NotFound, "POST_NOT_FOUND");
    boss.unpin_leaderboard(unpin).await.unwrap();
    boss.pin_leaderboard(solved_board("21")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_solve_at_once_do_not_wait_for_each_other_in_a_circle() {
    let house = House::open().await;
    let id = problem(&house, ONE).await;
    for place in ["cafe", "lab"] {
        let mut boss = house.rankings(manager(place)).await;
        for channel in 1..=10 {
            let everyone = channel % 2 == 0;
            let board = PinLeaderboardRequest { everyone, ..solved_board(&channel.to_string()) };
            boss.pin_leaderboard(board).await.unwrap();
        }
    }
    for round in 0..4 {
        // As if every board had just been written: all of them are touched by everybody.
        house.database.execute("UPDATE posts SET due_at = NULL").await;
        let people = (0..12).map(|number| {
            let place = if number % 2 == 0 { "cafe" } else { "lab" };
            let who = member(&format!("p{round}-{number}"), place);
            house.solve(who, &id, "Ra8")
        });
        futures_util::future::join_all(people).await;
    }
    let due = house.database.count("SELECT count(*) FROM posts WHERE due_at IS NOT NULL").await;
    assert_eq!(due, 20, "every board is to be looked at");
}
