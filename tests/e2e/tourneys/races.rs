use futures_util::future::join_all;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_start_and_end_a_tourney_once() {
    let house = House::open().await;
    let other = house.beside().await;
    let ids = problems(&house).await;
    let mut made = Vec::new();
    for at in 0..10 {
        let chief = Badge::discord("chief", "chief").in_community(&format!("c{at}")).managing();
        made.push((create(&house, chief.clone(), wish(&house, &ids)).await.unwrap().id, chief));
    }
    advance(&house, 10);
    let attempts = made.iter().enumerate().map(|(at, (id, chief))| {
        let server = if at % 2 == 0 { &house } else { &other };
        attempt(server, chief.clone(), id, 1, &["#"])
    });
    join_all(attempts).await;
    for (id, chief) in &made {
        until_state(&house, chief.clone(), id, TourneyState::Running).await;
    }
    advance(&house, 60);
    for (id, chief) in &made {
        let over = until_state(&other, chief.clone(), id, TourneyState::Ended).await;
        assert_eq!(table(&over), [(1, "chief".into(), 5, 0)]);
    }
    let database = &house.database;
    assert_eq!(database.count("SELECT count(*) FROM tourney_results").await, 10);
    assert_eq!(database.count("SELECT count(*) FROM posts WHERE kind = 'tourney'").await, 10);
    assert_eq!(database.count("SELECT count(*) FROM posts WHERE kind = 'tourney_end'").await, 10);
    other.close().await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_that_is_begun_twice_at_once_is_one_match() {
    let house = House::open().await;
    let other = house.beside().await;
    let ids = problems(&house).await;
    meet(&house, north("ana")).await;
    let tourney = contest(&house, &ids).await;
    let both = [(&house, north("ana")), (&other, south("ana"))];
    let starts = (0..8).map(|at| start(both[at % 2].0, both[at % 2].1.clone(), &tourney.id, 1));
    let begun: Vec<String> = join_all(starts).await.into_iter().map(|game| game.unwrap().id).collect();
    assert!(begun.iter().all(|id| *id == begun[0]), "{begun:?}");
    assert_eq!(house.database.count("SELECT count(*) FROM tourney_entrants").await, 1);
    other.close().await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tourney_that_nobody_was_there_for_is_started_and_ended_later() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = create(&house, north("chief").managing(), wish(&house, &ids)).await.unwrap();
    let database = house.database.again();
    house.close().await;
    database.store.clock().advance(Duration::from_secs(24 * 3600));
    let house = House::on(database, |_| {}).await;
    let over = until_state(&house, north("chief"), &tourney.id, TourneyState::Ended).await;
    assert_eq!(table(&over), []);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_people_may_take_part() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = running(&house, &ids).await;
    attempt(&house, north("ana"), &tourney.id, 1, &["#"]).await;
    house
        .database
        .execute(&format!(
            "INSERT INTO profiles (name, name_key) SELECT 'p' || n, 'p' || n FROM generate_series(1, 10000) n; \
             INSERT INTO tourney_entrants SELECT '{}', p.id, c.id FROM profiles p, communities c WHERE p.name ~ '^p[0-9]+$'; ANALYZE",
            tourney.id
        ))
        .await;
    let seen = get(&house, north("ana"), &tourney.id).await.unwrap();
    assert_eq!((seen.entry_count, seen.entries.len()), (10_001, 25));
    let places: Vec<_> = seen.entries.iter().take(3).map(|entry| (entry.place, entry.points)).collect();
    assert_eq!(places, [(1, 5), (2, 0), (2, 0)]);
    advance(&house, 60);
    let over = until_state(&house, north("ana"), &tourney.id, TourneyState::Ended).await;
    assert_eq!((over.entry_count, over.entries), (10_001, seen.entries));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn profiles_that_become_one_have_one_attempt() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = running(&house, &ids).await;
    let id = tourney.id.as_str();
    attempt(&house, north("ana"), id, 1, &["Ra2?", "Ra8"]).await;
    attempt(&house, north("ana"), id, 2, &["#"]).await;
    let session = house.badge("session").await;
    // A session has no place: the person is a member by an identity of another provider.
    let code = house.client(session.clone()).await.create_link_code(CreateLinkCodeRequest {}).await.unwrap();
    let code = code.into_inner().code;
    let sid = meet(&house, session.clone()).await;
    house
        .database
        .execute(&format!("INSERT INTO community_members (provider, external_id, profile_id) VALUES ('discord', 'n', '{sid}')"))
        .await;
    attempt(&house, session.clone(), id, 1, &["#"]).await;
    let mut ana = house.client(north("ana")).await;
    ana.redeem_link_code(RedeemLinkCodeRequest { code }).await.unwrap();
    let seen = get(&house, north("ana"), id).await.unwrap();
    assert_eq!(table(&seen), [(1, "session".into(), 10, 0)]);
    house.close().await;
}
