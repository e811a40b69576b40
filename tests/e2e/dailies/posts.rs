use prost::Message;
use tablero_tests::SERVICE_KEY;
use tonic::Streaming;

use super::*;

/// The bot itself.
fn service() -> Badge {
    Badge::key(SERVICE_KEY).acting_for("discord", "?", "?")
}

pub(super) type Posts = Streaming<WatchPostsResponse>;

pub(super) async fn watch(house: &House) -> Posts {
    house.rankings(service()).await.watch_posts(WatchPostsRequest {}).await.unwrap().into_inner()
}

pub(super) async fn next(posts: &mut Posts) -> Post {
    let next = tokio::time::timeout(Duration::from_secs(20), posts.message()).await.expect("a post");
    next.unwrap().unwrap().post.unwrap()
}

pub(super) async fn report(house: &House, post: &Post, outcome: PostOutcome, message_id: &str) {
    let request = ReportPostRequest {
        post_id: post.id.clone(),
        outcome: outcome.into(),
        message_id: message_id.into(),
        fingerprint: post.fingerprint.clone(),
    };
    house.rankings(service()).await.report_post(request).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_is_posted_counted_and_told() {
    let house = House::open().await;
    library(&house, 2).await;
    let mut posts = watch(&house).await;
    let first = first_day(&house).await;
    let card = next(&mut posts).await;
    let Some(post::What::Daily(shown)) = card.what.clone() else { panic!("{card:?}") };
    assert_eq!((card.channel_id.as_str(), shown.number, &shown.day), ("77", 1, &first.day));
    assert_eq!(shown.problem.as_ref().unwrap().id, first.problem.as_ref().unwrap().id);
    report(&house, &card, PostOutcome::Written, "1001").await;

    solve_daily(&house, "ana").await;
    house.database.store.clock().advance(Duration::from_secs(31));
    let counted = next(&mut posts).await;
    let Some(post::What::Daily(shown)) = counted.what.clone() else { panic!("{counted:?}") };
    assert_eq!((counted.message_id.as_str(), shown.solver_count), ("1001", 1));
    let told = counted.what.as_ref().unwrap();
    assert!(matches!(told, post::What::Daily(daily) if !daily.solved && !daily.over));
    let ana = house.client(member("ana")).await.get_my_profile(GetMyProfileRequest {}).await.unwrap();
    let ana = ana.into_inner().profile.unwrap().profile.unwrap().id;
    let bytes = counted.encode_to_vec();
    assert!(!bytes.windows(ana.len()).any(|part| part == ana.as_bytes()), "who solved it is not told");
    report(&house, &counted, PostOutcome::Written, "1001").await;

    next_day(&house).await;
    let mut told = Vec::new();
    for _ in 0..3 {
        let post = next(&mut posts).await;
        report(&house, &post, PostOutcome::Written, &format!("2{}", post.id)).await;
        told.push(post);
    }
    let end = told.iter().find_map(|post| match &post.what {
        Some(post::What::DailyEnd(end)) => Some(end.clone()),
        _ => None,
    });
    let end = end.expect("the end of the first");
    assert_eq!(names(&end.entries), ["ana"]);
    assert_eq!((end.line.len(), end.boards.len(), end.streaks.len()), (1, 2, 1));
    let cards: Vec<_> = told
        .iter()
        .filter_map(|post| match &post.what {
            Some(post::What::Daily(daily)) => Some((daily.number, daily.over, post.message_id.as_str())),
            _ => None,
        })
        .collect();
    assert!(cards.contains(&(1, true, "1001")), "the old card says that it is over: {cards:?}");
    assert!(cards.contains(&(2, false, "")), "{cards:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_may_be_written_it_is_told_once_and_stops() {
    let house = House::open().await;
    library(&house, 2).await;
    let mut posts = watch(&house).await;
    let first = first_day(&house).await;
    let card = next(&mut posts).await;
    report(&house, &card, PostOutcome::Forbidden, "").await;
    let notice = next(&mut posts).await;
    assert_eq!(notice.channel_id, "boss");
    let Some(post::What::Notice(words)) = &notice.what else { panic!("{notice:?}") };
    assert_eq!((words.channel_id.as_str(), words.reason.as_str()), ("77", "FORBIDDEN"));
    assert!(matches!(words.what, Some(notice::What::Daily(true))));
    report(&house, &notice, PostOutcome::Written, "3001").await;
    // The day itself goes on for those who ask for it, and ends; no other comes.
    solve_daily(&house, "ana").await;
    go_to(&house, moment(first.close_time)).await;
    let end = next(&mut posts).await;
    report(&house, &end, PostOutcome::Forbidden, "").await;
    house.database.store.clock().advance(DAY * 2);
    caught_up(&house).await;
    assert_eq!(house.database.count("SELECT count(*) FROM dailies").await, 1);
    assert_eq!(house.database.count("SELECT count(*) FROM posts WHERE kind = 'notice'").await, 1);
    let request = GetCommunityRequest::default();
    let here = house.rankings(member("ana")).await.get_community(request).await.unwrap().into_inner();
    assert_eq!(here.settings.unwrap().daily_channel_id, "");
}
