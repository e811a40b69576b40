use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn the_same_request_plays_once_and_two_clicks_on_one_board_do_not_both_land() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut ana = house.matches(badge.clone()).await;
    let begun =
        start(&mut ana, StartMatchRequest { first: me(), second: machine("easy"), ..Default::default() })
            .await;
    let request = PlayMoveRequest { request_id: "r1".into(), ..play(&begun, "e4") };
    let tries = (0..5).map(|_| {
        let request = request.clone();
        let (house, badge) = (&house, badge.clone());
        async move { house.matches(badge).await.play_move(request).await }
    });
    for answer in join_all(tries).await {
        let seen = answer.unwrap().into_inner().r#match.unwrap();
        assert_eq!(seen.plays[0].play.as_ref().unwrap().text, "e4");
    }
    let now = get(&mut ana, &begun.id).await;
    let now = settled(&mut ana, now).await;
    assert_eq!(now.ply, 2);

    let clicks = ["d4", "Nf3", "Nc3"].map(|text| {
        let request = play(&now, text);
        let (house, badge) = (&house, badge.clone());
        async move { house.matches(badge).await.play_move(request).await }
    });
    let (landed, late): (Vec<_>, Vec<_>) = join_all(clicks).await.into_iter().partition(Result::is_ok);
    assert_eq!(landed.len(), 1);
    for status in late.into_iter().map(Result::unwrap_err) {
        let reason = &tablero_tests::reasons(&status)[0];
        assert!(reason == "STALE_PLY" || reason == "NOT_YOUR_TURN", "{reason}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_listed_resumed_and_deleted() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut ana = house.matches(badge.clone()).await;
    let request = || StartMatchRequest { first: me(), second: machine("easy"), ..Default::default() };
    let running = start(&mut ana, request()).await;
    let offered = start(&mut ana, StartMatchRequest { second: anybody(), ..request() }).await;
    let over = start(&mut ana, request()).await;
    ana.abandon_match(AbandonMatchRequest { match_id: over.id.clone() }).await.unwrap();
    let mut list = async |list: MatchList| {
        let answer = ana.list_matches(ListMatchesRequest { list: list.into(), ..Default::default() }).await;
        answer.unwrap().into_inner().matches.into_iter().map(|seen| seen.id).collect::<Vec<_>>()
    };
    assert_eq!(list(MatchList::Running).await, std::slice::from_ref(&running.id));
    assert_eq!(list(MatchList::Challenges).await, std::slice::from_ref(&offered.id));
    assert_eq!(list(MatchList::Finished).await, std::slice::from_ref(&over.id));
    assert_eq!(list(MatchList::Unspecified).await.len(), 3);

    let mut ids = vec![];
    let mut page_token = String::new();
    loop {
        let page = ListMatchesRequest { page_size: 1, page_token, ..Default::default() };
        let page = ana.list_matches(page).await.unwrap().into_inner();
        ids.extend(page.matches.into_iter().map(|seen| seen.id));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(ids, [over.id.clone(), offered.id.clone(), running.id.clone()]);
    let nonsense = ListMatchesRequest { page_size: 101, page_token: "x".into(), ..Default::default() };
    ana.list_matches(nonsense).await.faulty(&["BAD_PAGE_SIZE", "BAD_PAGE_TOKEN"]);

    // Another server, another day: the match goes on.
    let second = house.beside().await;
    let mut later = second.matches(badge).await;
    let resumed = get(&mut later, &running.id).await;
    let resumed = make(&mut later, &resumed, "e4").await;
    assert!(settled(&mut later, resumed).await.ply >= 2);

    let delete = DeleteMatchRequest { match_id: over.id.clone(), confirm: true };
    later.delete_match(delete).await.unwrap();
    later.get_match(GetMatchRequest { match_id: over.id }).await.refused(Code::NotFound, "MATCH_NOT_FOUND");
    let declined = later.decline_match(DeclineMatchRequest { match_id: offered.id }).await.unwrap();
    assert_eq!(declined.into_inner().r#match.unwrap().state(), MatchState::Cancelled);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_nobody_takes_expires() {
    let house = House::open().await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let offered =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    house.database.execute("UPDATE matches SET created_at = now() - interval '25 hours'").await;
    // A server sweeps when it starts.
    let _second = house.beside().await;
    let asked = Instant::now();
    while get(&mut ana, &offered.id).await.state() != MatchState::Cancelled {
        assert!(asked.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_player_leaves_the_match_to_the_other() {
    let house = House::open().await;
    let bob_badge = house.badge("bob").await;
    let (mut ana, mut bob) =
        (house.matches(house.badge("ana").await).await, house.matches(bob_badge.clone()).await);
    let offered =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    bob.accept_match(AcceptMatchRequest { match_id: offered.id.clone() }).await.unwrap();
    let alone =
        start(&mut bob, StartMatchRequest { first: me(), second: machine("easy"), ..Default::default() })
            .await;
    let begun = get(&mut ana, &offered.id).await;
    make(&mut ana, &begun, "e4").await;

    let delete = DeleteProfileRequest { password: House::PASSWORD.into(), ..Default::default() };
    let removed = house.client(bob_badge).await.delete_profile(delete).await.unwrap().into_inner();
    assert_eq!(removed.matches, 1);
    let left = get(&mut ana, &offered.id).await;
    assert_eq!(left.second.clone().unwrap().who, Some(seat::Who::DeletedPlayer(true)));
    assert_eq!(
        (left.state(), left.winner(), left.reason.as_str()),
        (MatchState::Finished, Winner::First, "abandoned")
    );
    assert_eq!(left.plays.len(), 1);
    ana.get_match(GetMatchRequest { match_id: alone.id }).await.refused(Code::NotFound, "MATCH_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_watches_a_match_hears_at_once_that_a_player_is_gone() {
    let house = House::open().await;
    let bob_badge = house.badge("bob").await;
    let (mut ana, mut bob) =
        (house.matches(house.badge("ana").await).await, house.matches(bob_badge.clone()).await);
    let request = || StartMatchRequest { first: me(), second: anybody(), ..Default::default() };
    let running = start(&mut ana, request()).await.id;
    bob.accept_match(AcceptMatchRequest { match_id: running.clone() }).await.unwrap();
    let offered = start(&mut bob, request()).await.id;
    let mut notes = tablero_store::Listener::open(&house.database.store).await.unwrap();

    let delete = DeleteProfileRequest { password: House::PASSWORD.into(), ..Default::default() };
    house.client(bob_badge).await.delete_profile(delete).await.unwrap();
    let mut told = vec![];
    while told.len() < 2 {
        let note = tokio::time::timeout(Duration::from_secs(20), notes.next()).await;
        let note = note.expect("a note for each match").unwrap();
        assert_eq!(note.channel, tablero_store::MATCHES);
        told.push(note.payload);
    }
    told.sort();
    let mut expected = vec![running, offered];
    expected.sort();
    assert_eq!(told, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_is_taken_up_again_after_the_last_play_that_was_seen() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut ana = house.matches(badge.clone()).await;
    let mut seen =
        start(&mut ana, StartMatchRequest { first: me(), second: machine("easy"), ..Default::default() })
            .await;
    let watch = |after_ply| WatchMatchRequest { match_id: seen.id.clone(), after_ply };
    let mut first = ana.watch_match(watch(0)).await.unwrap().into_inner();
    assert!(matches!(first.message().await.unwrap().unwrap().what, Some(What::Match(_))));
    seen = make(&mut ana, &seen, "e4").await;
    let told = first.message().await.unwrap().unwrap().what.unwrap();
    assert!(matches!(&told, What::Play(play) if play.ply == 1), "{told:?}");
    drop(first);

    seen = settled(&mut ana, seen).await;
    let mut again = house
        .matches(badge)
        .await
        .watch_match(WatchMatchRequest { match_id: seen.id.clone(), after_ply: 1 })
        .await
        .unwrap()
        .into_inner();
    let told = again.message().await.unwrap().unwrap().what.unwrap();
    assert!(matches!(&told, What::Play(play) if play.ply == 2), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_on_one_server_is_seen_by_a_watcher_on_another_at_once() {
    let house = House::open().await;
    let second = house.beside().await;
    let (ana_badge, bob_badge) = (house.badge("ana").await, house.badge("bob").await);
    let (mut ana, mut bob) = (house.matches(ana_badge).await, house.matches(bob_badge).await);
    let mut seen =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    let accept = AcceptMatchRequest { match_id: seen.id.clone() };
    seen = bob.accept_match(accept).await.unwrap().into_inner().r#match.unwrap();
    let mut there = second.matches(second.badge("eve").await).await;
    let watch = WatchMatchRequest { match_id: seen.id.clone(), after_ply: 0 };
    let mut news = there.watch_match(watch).await.unwrap().into_inner();
    news.message().await.unwrap();
    let mut delays = vec![];
    for number in 0..21 {
        let (client, text) = match number % 4 {
            0 => (&mut ana, "Nf3"),
            1 => (&mut bob, "Nf6"),
            2 => (&mut ana, "Ng1"),
            _ => (&mut bob, "Ng8"),
        };
        let asked = Instant::now();
        let request = play(&seen, text);
        let played = client.play_move(request);
        let told = async {
            loop {
                match news.message().await.unwrap().unwrap().what.unwrap() {
                    What::Play(play) if play.ply == number + 1 => return asked.elapsed(),
                    _ => {}
                }
            }
        };
        let (played, delay) = tokio::join!(played, told);
        delays.push(delay);
        seen = played.unwrap().into_inner().r#match.unwrap();
        if seen.state() == MatchState::Finished {
            break;
        }
    }
    delays.sort();
    println!(
        "from asking to seeing on the other server: median {:?}, worst {:?}",
        delays[delays.len() / 2],
        delays.last()
    );
    assert!(delays[delays.len() / 2] < Duration::from_millis(100), "{delays:?}");
}
