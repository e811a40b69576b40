use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_takes_part_if_its_manager_accepts_before_the_start() {
    let house = House::open().await;
    let ids = problems(&house).await;
    meet(&house, south("boss")).await;
    let request = CreateTourneyRequest { guest: community("s"), ..wish(&house, &ids) };
    let made = create(&house, north("chief").managing(), request).await.unwrap();
    let id = made.id.as_str();
    assert_eq!(made.sides.iter().map(|side| side.accepted).collect::<Vec<_>>(), [true, false]);
    let mut boss = house.rankings(south("boss").managing()).await;
    let listed = boss.list_tourneys(ListTourneysRequest::default()).await.unwrap().into_inner().tourneys;
    assert_eq!((listed.len(), listed[0].id.as_str(), listed[0].sides[1].accepted), (1, id, false));
    let request =
        AnswerTourneyInvitationRequest { tourney_id: id.into(), accept: true, channel_id: String::new() };
    boss.answer_tourney_invitation(request).await.faulty(&["BAD_CHANNEL"]);
    let accepted = answer(&house, south("boss").managing(), id, true).await.unwrap().unwrap();
    let sides: Vec<_> =
        accepted.sides.iter().map(|side| (side.name.as_str(), side.mine, side.accepted)).collect();
    assert_eq!(sides, [("North", false, true), ("South", true, true)]);
    let again = answer(&house, south("boss").managing(), id, false).await;
    again.refused(Code::FailedPrecondition, "ALREADY_ANSWERED");
    start(&house, south("bob"), id, 1).await.refused(Code::FailedPrecondition, "TOURNEY_NOT_STARTED");
    advance(&house, 10);
    attempt(&house, south("bob"), id, 1, &["#"]).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_that_declines_hears_no_more_of_it() {
    let house = House::open().await;
    let ids = problems(&house).await;
    meet(&house, south("boss")).await;
    let request = CreateTourneyRequest { guest: community("s"), ..wish(&house, &ids) };
    let made = create(&house, north("chief").managing(), request).await.unwrap();
    assert_eq!(answer(&house, south("boss").managing(), &made.id, false).await.unwrap(), None);
    let again = answer(&house, south("boss").managing(), &made.id, true).await;
    again.refused(Code::NotFound, "TOURNEY_NOT_FOUND");
    get(&house, south("bob"), &made.id).await.refused(Code::NotFound, "TOURNEY_NOT_FOUND");
    advance(&house, 10);
    start(&house, south("bob"), &made.id, 1).await.refused(Code::NotFound, "TOURNEY_NOT_FOUND");
    attempt(&house, north("ana"), &made.id, 1, &["#"]).await;
    assert_eq!(get(&house, north("ana"), &made.id).await.unwrap().sides.len(), 1);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_that_answers_too_late_is_left_out() {
    let house = House::open().await;
    let ids = problems(&house).await;
    meet(&house, south("boss")).await;
    let request = CreateTourneyRequest { guest: community("s"), ..wish(&house, &ids) };
    let made = create(&house, north("chief").managing(), request).await.unwrap();
    advance(&house, 10);
    let patience = Instant::now() + Duration::from_secs(30);
    // Until the calendar has come to it, it has started; from then on, there is no invitation.
    loop {
        let late = answer(&house, south("boss").managing(), &made.id, true).await.unwrap_err();
        match tablero_tests::reasons(&late)[0].as_str() {
            "TOURNEY_STARTED" => assert!(Instant::now() < patience, "the guest is never left out"),
            reason => break assert_eq!(reason, "TOURNEY_NOT_FOUND"),
        }
    }
    start(&house, south("bob"), &made.id, 1).await.refused(Code::NotFound, "TOURNEY_NOT_FOUND");
    attempt(&house, north("ana"), &made.id, 1, &["#"]).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sides_points_are_those_of_its_best_five_and_each_side_sees_its_own_people() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = contest(&house, &ids).await;
    let id = tourney.id.as_str();
    for at in 0..6 {
        let name = format!("north{at}");
        let wrong = if at == 5 { &["Ra2?", "Ra8"][..] } else { &["Ra8"] };
        attempt(&house, north(&name), id, 1, wrong).await;
    }
    attempt(&house, south("bob"), id, 1, &["Ra2?", "Ra2?", "Ra8"]).await;
    attempt(&house, south("bob"), id, 3, &["Nd7"]).await;
    let seen = get(&house, north("north0"), id).await.unwrap();
    let sides: Vec<_> = seen.sides.iter().map(|side| (side.points, side.errors, side.place)).collect();
    assert_eq!(sides, [(25, 0, 1), (7, 2, 2)]);
    assert_eq!(table(&seen).len(), 6);
    assert!(!format!("{seen:?}").contains("bob"), "the north sees the sum of the south alone");
    let seen = get(&house, south("bob"), id).await.unwrap();
    assert_eq!(table(&seen), [(1, "bob".into(), 7, 2)]);
    assert!(!format!("{seen:?}").contains("north0"));
    advance(&house, 60);
    let over = until_state(&house, south("bob"), id, TourneyState::Ended).await;
    assert_eq!(table(&over), [(1, "bob".into(), 7, 2)]);
    assert_eq!(
        over.sides.iter().map(|side| (side.points, side.place)).collect::<Vec<_>>(),
        [(25, 1), (7, 2)]
    );
    let kinds = "SELECT count(*) FROM posts WHERE kind = 'tourney_end' AND channel IN ('100', '200')";
    assert_eq!(house.database.count(kinds).await, 2);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_points_of_sides_are_decided_by_errors_and_then_by_time() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = contest(&house, &ids).await;
    attempt(&house, north("ana"), &tourney.id, 1, &["Ra8"]).await;
    attempt(&house, south("bob"), &tourney.id, 1, &["Ra8"]).await;
    let places = async || {
        let seen = get(&house, north("ana"), &tourney.id).await.unwrap();
        seen.sides.iter().map(|side| side.place).collect::<Vec<_>>()
    };
    for (sql, expected) in [
        ("UPDATE matches SET first_ms = 5", [1, 1]),
        (
            "UPDATE matches SET first_ms = 4 WHERE creator_id = (SELECT id FROM profiles WHERE name = 'bob')",
            [2, 1],
        ),
        (
            "UPDATE matches SET errors = 1 WHERE creator_id = (SELECT id FROM profiles WHERE name = 'bob')",
            [1, 2],
        ),
    ] {
        house.database.execute(sql).await;
        assert_eq!(places().await, expected, "{sql}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_belongs_to_both_counts_where_they_began() {
    let house = House::open().await;
    let ids = problems(&house).await;
    meet(&house, north("ana")).await;
    let tourney = contest(&house, &ids).await;
    let id = tourney.id.as_str();
    attempt(&house, south("ana"), id, 1, &["#"]).await;
    attempt(&house, north("ana"), id, 2, &["#"]).await;
    // Also by a session, which is nowhere.
    let seen = get(&house, north("ana"), id).await.unwrap();
    assert_eq!(
        seen.sides.iter().map(|side| (side.points, side.mine)).collect::<Vec<_>>(),
        [(0, false), (10, true)]
    );
    assert_eq!(table(&seen), [(1, "ana".into(), 10, 0)]);
    let request = GetTourneyRequest { tourney_id: id.into(), community: community("n") };
    let mut ana = house.rankings(north("ana")).await;
    let from_north = ana.get_tourney(request).await.unwrap().into_inner().tourney.unwrap();
    assert_eq!((table(&from_north), from_north.mine.unwrap().points), (Vec::new(), 10));
    let request = GetTourneyRequest { tourney_id: id.into(), community: community("e") };
    ana.get_tourney(request).await.refused(Code::NotFound, "TOURNEY_NOT_FOUND");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_people_take_part_but_only_they_see_it() {
    let house = House::open().await;
    let ids = problems(&house).await;
    let tourney = running(&house, &ids).await;
    let id = tourney.id.as_str();
    for (name, line) in [("ana", &["Ra8"][..]), ("shy", &["Ra2?", "Ra8"]), ("bob", &["Ra2?", "Ra3?", "Ra8"])]
    {
        attempt(&house, north(name), id, 1, line).await;
    }
    let hide = async |hidden| {
        let request = SetVisibilityRequest { community: None, hidden };
        house.rankings(north("shy")).await.set_visibility(request).await.unwrap();
    };
    let rows = [(1, "ana".into(), 5, 0), (2, "bob".into(), 5, 2)];
    hide(true).await;
    for who in ["ana", "shy"] {
        let seen = get(&house, north(who), id).await.unwrap();
        assert_eq!((table(&seen), seen.entry_count), (rows.to_vec(), 2), "as {who} sees it");
        assert_eq!(seen.sides[0].points, 15, "they count for their side");
    }
    let mine = get(&house, north("shy"), id).await.unwrap().mine.unwrap();
    assert_eq!((mine.place, mine.points, mine.errors), (2, 5, 1));
    hide(false).await;
    house.database.execute("UPDATE profiles SET hidden = true WHERE name = 'shy'").await;
    assert_eq!(table(&get(&house, north("ana"), id).await.unwrap()), rows);
    advance(&house, 60);
    let over = until_state(&house, north("ana"), id, TourneyState::Ended).await;
    assert_eq!(table(&over), rows);
    assert_eq!(get(&house, north("shy"), id).await.unwrap().mine.unwrap().place, 2);
    house.database.execute("UPDATE profiles SET hidden = name = 'bob'").await;
    let names: Vec<_> =
        table(&get(&house, north("ana"), id).await.unwrap()).into_iter().map(|row| row.1).collect();
    assert_eq!(names, ["ana", "shy"], "who hides later is gone from old tables too");
    house.close().await;
}
