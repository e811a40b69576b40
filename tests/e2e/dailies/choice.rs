use super::*;

/// How hard a problem is, whatever became of those who tried it.
async fn rate(house: &House, problem: &Problem, rating: f64) {
    house
        .database
        .execute(&format!("UPDATE problems SET rating = {rating} WHERE id = '{}'", problem.id))
        .await;
}

async fn rate_person(house: &House, name: &str, rating: f64) {
    daily(house, name).await;
    let sql = format!(
        "INSERT INTO ratings (profile_id, points, deviation, volatility) SELECT id, {rating}, 80, 0.06 FROM profiles WHERE name = '{name}'"
    );
    house.database.execute(&sql).await;
}

fn id(daily: &Daily) -> &str {
    &daily.problem.as_ref().unwrap().id
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_as_hard_as_those_who_are_there_are_strong() {
    let house = House::open().await;
    let problems = library(&house, 5).await;
    for (problem, rating) in problems.iter().zip([900.0, 1450.0, 1900.0, 2000.0, 2600.0]) {
        rate(&house, problem, rating).await;
    }
    // Nobody has a rating: 1500.
    let first = first_day(&house).await;
    assert_eq!(id(&first), problems[1].id);
    for (name, rating) in [("ana", 1000.0), ("bob", 1960.0), ("eve", 2500.0)] {
        rate_person(&house, name, rating).await;
    }
    assert_eq!(id(&next_day(&house).await), problems[3].id, "2000 is the nearest to the median of 1960");
    assert_eq!(id(&next_day(&house).await), problems[2].id);
    // After a month Eve alone is still there.
    house.database.execute("UPDATE community_members SET seen_on = seen_on - 31").await;
    daily(&house, "eve").await;
    assert_eq!(id(&next_day(&house).await), problems[4].id);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_has_seen_is_not_given() {
    let house = House::open().await;
    let problems = library(&house, 5).await;
    for (problem, rating) in problems.iter().zip([1500.0, 1510.0, 1520.0, 1530.0, 1540.0]) {
        rate(&house, problem, rating).await;
    }
    solve(&house, member("ana"), &problems[0]).await;
    // Tried and left.
    begin(&house, member("bob"), &problems[1]).await;
    // Given up.
    let game = begin(&house, member("bob"), &problems[2]).await;
    let request = AbandonMatchRequest { match_id: game.id };
    house.matches(member("bob")).await.abandon_match(request).await.unwrap();
    // By somebody who was not there for a month, and by somebody who is not there at all.
    solve(&house, member("old"), &problems[3]).await;
    solve(&house, stranger("eve"), &problems[3]).await;
    for (problem, rating) in problems.iter().zip([1500.0, 1510.0, 1520.0, 1530.0, 1540.0]) {
        rate(&house, problem, rating).await;
    }
    house.database.execute("DELETE FROM ratings").await;
    house
        .database
        .execute("UPDATE community_members SET seen_on = seen_on - 40 WHERE profile_id = (SELECT id FROM profiles WHERE name = 'old')")
        .await;
    assert_eq!(id(&first_day(&house).await), problems[3].id);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_its_own_people_made_comes_first() {
    let house = House::open().await;
    let others = library(&house, 2).await;
    let (seen, mine) = (problem(&house, member("ana"), 6).await, problem(&house, member("ana"), 7).await);
    solve(&house, member("bob"), &seen).await;
    // That the author has tried it herself, too, is no matter.
    solve(&house, member("ana"), &mine).await;
    for (problem, rating) in [(&others[0], 1500.0), (&others[1], 1500.0), (&seen, 1500.0), (&mine, 2900.0)] {
        rate(&house, problem, rating).await;
    }
    assert_eq!(id(&first_day(&house).await), mine.id);
    let then = [id(&next_day(&house).await).to_owned(), id(&next_day(&house).await).to_owned()];
    assert!(others.iter().all(|other| then.contains(&other.id)), "{then:?}");
    assert_eq!(id(&next_day(&house).await), seen.id, "when nothing else is left");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_games_that_the_place_wants_are_given() {
    let house = House::open().await;
    library(&house, 2).await;
    let request = CreateProblemRequest {
        game: "boom".into(),
        position: "7/7/7/7/7/3xox1/1xooxo1 x 9".into(),
        moves: 2,
        ..Default::default()
    };
    let mut library = house.problems(stranger("library")).await;
    let mut boom = library.create_problem(request).await.unwrap().into_inner().problem.unwrap();
    while boom.state() == ProblemState::Checking {
        let request = GetProblemRequest { problem_id: boom.id };
        boom = library.get_problem(request).await.unwrap().into_inner().problem.unwrap();
    }
    let settings = CommunitySettings { games: vec!["boom".into()], ..Default::default() };
    change(&house, HERE, &["games"], settings).await;
    assert_eq!(id(&first_day(&house).await), boom.id);
    house.database.store.clock().advance(DAY);
    caught_up(&house).await;
    assert!(daily(&house, "boss").await.daily.is_none(), "there is no other of that game");
    change(&house, HERE, &["games"], CommunitySettings::default()).await;
    assert_eq!(next_day(&house).await.number, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn when_everything_was_seen_it_is_what_the_fewest_saw_and_never_one_again() {
    let house = House::open().await;
    let problems = library(&house, 2).await;
    for name in ["ana", "bob", "eve"] {
        solve(&house, member(name), &problems[0]).await;
    }
    solve(&house, member("ana"), &problems[1]).await;
    assert_eq!(id(&first_day(&house).await), problems[1].id);
    // Who has seen it before may solve it once more, and it counts.
    solve_daily(&house, "ana").await;
    assert_eq!(id(&next_day(&house).await), problems[0].id);
    solve_daily(&house, "ana").await;
    for _ in 0..2 {
        house.database.store.clock().advance(DAY);
        caught_up(&house).await;
        assert!(daily(&house, "boss").await.daily.is_none(), "nothing is left");
    }
    problem(&house, stranger("library"), 8).await;
    assert_eq!(next_day(&house).await.number, 3, "a day without a problem has no number");
    solve_daily(&house, "ana").await;
    assert_eq!(streak(&house, "ana").await, (3, 3), "and breaks nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_of_two_places_are_not_given_the_same_twice() {
    let house = House::open().await;
    library(&house, 2).await;
    let hour = (now(&house) + TimeDelta::hours(1)).hour();
    for place in [HERE, "guild-2"] {
        try_daily(&house, member_of("ana", place)).await.refused(Code::NotFound, "NO_DAILY");
        set(&house, place, "UTC", hour).await;
    }
    go_to(&house, now(&house) + TimeDelta::hours(1)).await;
    let given: Vec<String> = {
        let mut given = Vec::new();
        for place in [HERE, "guild-2"] {
            given.push(try_daily(&house, member_of("ana", place)).await.unwrap().daily.unwrap());
        }
        given.iter().map(|daily| id(daily).to_owned()).collect()
    };
    assert_ne!(given[0], given[1]);
}
