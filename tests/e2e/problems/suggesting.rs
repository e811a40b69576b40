use std::collections::BTreeSet;

use tablero_api::v1::new_seat::Who;
use tablero_tests::Badge;

use super::*;

/// Three hundred problems of Bob's that are rated 505, 510 and so on to 2000; the theme tells the rating.
async fn shelves(house: &House) {
    house.sign_up("bob").await;
    house
        .database
        .execute(&format!(
            "INSERT INTO problems (author_id, game, rules, position, moves, title, theme, difficulty, state, canonical, verdict, rating) \
             SELECT id, 'chess', '', '{SOUND}', 2, '', (500 + 5 * n)::text, 0, 'playable', n::text, 'sound', 500 + 5 * n \
             FROM profiles, generate_series(1, 300) n WHERE name = 'bob'"
        ))
        .await;
}

async fn rate(house: &House, points: u32) {
    house
        .database
        .execute(&format!(
            "INSERT INTO ratings (profile_id, points, deviation, volatility) SELECT id, {points}, 50, 0.06 FROM profiles \
             WHERE name = 'ana' ON CONFLICT (profile_id) DO UPDATE SET points = {points}"
        ))
        .await;
}

fn only(filter: ProblemFilter) -> SuggestProblemRequest {
    SuggestProblemRequest { filter: Some(filter) }
}

/// The ratings of what is suggested in many tries.
async fn suggested(client: &mut ProblemClient, filter: ProblemFilter) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    for _ in 0..120 {
        let problem = client.suggest_problem(only(filter.clone())).await.unwrap().into_inner().problem;
        let problem = problem.unwrap();
        assert!(problem.diagram.is_some() && problem.report.is_none());
        seen.insert(problem.rating as u32);
    }
    seen
}

fn every_five(from: u32, to: u32) -> BTreeSet<u32> {
    (from..=to).step_by(5).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_nearest_ten_by_rating_are_suggested() {
    let house = House::open().await;
    shelves(&house).await;
    let mut ana = house.problems(house.badge("ana").await).await;
    // Without a rating one counts as 1500. In 120 tries each of ten is missed once in 300 thousand times: some may be.
    let near = suggested(&mut ana, ProblemFilter::default()).await;
    assert!(near.is_subset(&every_five(1475, 1525)) && near.len() >= 8, "{near:?}");
    for (points, expected) in
        [(1502, every_five(1480, 1525)), (3000, every_five(1955, 2000)), (100, every_five(505, 550))]
    {
        rate(&house, points).await;
        let near = suggested(&mut ana, ProblemFilter::default()).await;
        assert!(near.is_subset(&expected) && near.len() >= 8, "{points}: {near:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_caller_has_made_or_tried_is_not_suggested() {
    let house = House::open().await;
    shelves(&house).await;
    let badge = house.badge("ana").await;
    rate(&house, 1502).await;
    house
        .database
        .execute(
            "INSERT INTO attempts (profile_id, problem_id, rated, solved) \
                 SELECT a.id, p.id, true, false FROM profiles a, problems p WHERE a.name = 'ana' AND p.theme = '1500'; \
             INSERT INTO solves (profile_id, problem_id) \
                 SELECT a.id, p.id FROM profiles a, problems p WHERE a.name = 'ana' AND p.theme = '1505'; \
             UPDATE problems SET author_id = (SELECT id FROM profiles WHERE name = 'ana') WHERE theme = '1510'; \
             UPDATE problems SET state = 'refused' WHERE theme = '1490'; \
             UPDATE problems SET moves = 3 WHERE theme = '1515'; \
             INSERT INTO attempts (profile_id, problem_id, rated, solved) \
                 SELECT a.id, p.id, true, true FROM profiles a, problems p WHERE a.name = 'bob' AND p.theme = '1485'",
        )
        .await;
    let mut ana = house.problems(badge.clone()).await;
    let of = |theme: &str| ProblemFilter { theme: theme.into(), ..Default::default() };
    let running = ana.suggest_problem(only(of("1495"))).await.unwrap().into_inner().problem.unwrap();
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: running.id,
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        ..Default::default()
    };
    house.matches(badge.clone()).await.start_match(request.clone()).await.unwrap();
    // To ask for one's own, or for those in another state, does not help.
    let two =
        ProblemFilter { max_moves: 2, mine: true, state: ProblemState::Refused.into(), ..Default::default() };
    let near = suggested(&mut ana, two).await;
    let gone = [1490, 1495, 1500, 1505, 1510, 1515];
    let expected: BTreeSet<u32> =
        every_five(1465, 1540).into_iter().filter(|rating| !gone.contains(rating)).collect();
    assert!(near.is_subset(&expected) && near.len() >= 8, "{near:?}");
    for rating in gone.iter().filter(|rating| **rating != 1515) {
        let nothing = ana.suggest_problem(only(of(&rating.to_string()))).await;
        nothing.refused(Code::NotFound, "NO_PROBLEM_LEFT");
    }
    // It is the caller's own doing that counts: Bob has made them all, and a newcomer has tried none.
    let mut bob = house.problems(Badge::token(&house.log_in("bob").await)).await;
    bob.suggest_problem(only(of("1500"))).await.refused(Code::NotFound, "NO_PROBLEM_LEFT");
    bob.suggest_problem(only(of("1510"))).await.unwrap();
    house.problems(house.badge("eve").await).await.suggest_problem(only(of("1495"))).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_came_to_nothing_was_no_try() {
    let house = House::open().await;
    shelves(&house).await;
    let badge = house.badge("ana").await;
    let mut ana = house.problems(badge.clone()).await;
    let one = || only(ProblemFilter { theme: "1000".into(), ..Default::default() });
    let problem = ana.suggest_problem(one()).await.unwrap().into_inner().problem.unwrap();
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: problem.id,
        first: seat(Who::Open(true)),
        second: seat(Who::Me(true)),
        ..Default::default()
    };
    let mut matches = house.matches(badge).await;
    let match_id = matches.start_match(request).await.unwrap().into_inner().r#match.unwrap().id;
    ana.suggest_problem(one()).await.refused(Code::NotFound, "NO_PROBLEM_LEFT");
    matches.decline_match(DeclineMatchRequest { match_id }).await.unwrap();
    ana.suggest_problem(one()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_that_makes_no_sense_is_refused() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let filter = ProblemFilter { max_moves: 10, difficulty: 6, author_id: "x".into(), ..Default::default() };
    ana.suggest_problem(only(filter)).await.faulty(&["BAD_MOVES", "BAD_DIFFICULTY", "BAD_ID"]);
    let nothing = SuggestProblemRequest { filter: None };
    ana.suggest_problem(nothing).await.refused(Code::NotFound, "NO_PROBLEM_LEFT");
}
