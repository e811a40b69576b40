//! Votes on problems, what they make of composers, and the problem of the week.

use tablero_api::v1::new_seat::Who;
use tablero_api::v1::*;
use tablero_store::Board;
use tablero_tests::{Badge, Expect, House};
use tonic::{Code, Status};

/// Mates in one, with their moves.
const ONES: [(&str, &str); 4] = [
    ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8"),
    ("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "Qb8"),
    ("7k/8/6K1/8/8/8/8/2R5 w - - 0 1", "Rc8"),
    ("7k/8/6K1/8/8/8/8/3Q4 w - - 0 1", "Qd8"),
];

fn badge(name: &str) -> Badge {
    Badge::discord(name, name)
}

async fn compose(house: &House, author: &str, number: usize) -> String {
    let request = CreateProblemRequest { position: ONES[number].0.into(), moves: 1, ..Default::default() };
    let made = house.problems(badge(author)).await.create_problem(request).await.unwrap().into_inner();
    made.problem.unwrap().id
}

async fn solve(house: &House, who: Badge, problem_id: &str, number: usize) {
    let mut matches = house.matches(who).await;
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: problem_id.into(),
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        ..Default::default()
    };
    let match_id = matches.start_match(request).await.unwrap().into_inner().r#match.unwrap().id;
    let play = PlayMoveRequest { match_id, r#move: ONES[number].1.into(), ..Default::default() };
    let over = matches.play_move(play).await.unwrap().into_inner().r#match.unwrap();
    assert_eq!(over.winner(), Winner::First);
}

async fn vote(house: &House, who: &str, problem_id: &str, stars: u32) -> Result<VoteProblemResponse, Status> {
    let request = VoteProblemRequest { problem_id: problem_id.into(), stars };
    house.problems(badge(who)).await.vote_problem(request).await.map(tonic::Response::into_inner)
}

/// Lets everybody solve a problem and vote on it.
async fn judge(house: &House, problem_id: &str, number: usize, votes: &[(&str, u32)]) {
    for (who, stars) in votes {
        solve(house, badge(who), problem_id, number).await;
        vote(house, who, problem_id, *stars).await.unwrap();
    }
}

async fn get(house: &House, id: &str) -> Problem {
    let request = GetProblemRequest { problem_id: id.into() };
    house.problems(badge("viewer")).await.get_problem(request).await.unwrap().into_inner().problem.unwrap()
}

async fn standing(house: &House, who: &str) -> GetStandingResponse {
    let mut rankings = house.rankings(badge(who)).await;
    rankings.get_standing(GetStandingRequest::default()).await.unwrap().into_inner()
}

async fn composers(house: &House, community: Option<Community>) -> Vec<(String, f64)> {
    let kind = LeaderboardKind::Composer.into();
    let request = GetLeaderboardRequest { kind, community, ..Default::default() };
    let viewer = badge("viewer").in_community("cafe");
    let answer = house.rankings(viewer).await.get_leaderboard(request).await.unwrap().into_inner();
    answer.entries.into_iter().map(|entry| (entry.profile.unwrap().name, entry.value)).collect()
}

async fn of_the_week(house: &House) -> Result<Problem, Status> {
    let mut problems = house.problems(badge("viewer")).await;
    let answer = problems.get_problem_of_the_week(GetProblemOfTheWeekRequest::default()).await?;
    Ok(answer.into_inner().problem.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_solved_a_problem_votes_on_it_once_and_may_think_again() {
    let house = House::open().await;
    let id = compose(&house, "author", 0).await;
    let unjudged = get(&house, &id).await;
    assert_eq!((unjudged.quality, unjudged.vote_count), (3.0, 0));
    solve(&house, badge("ana"), &id, 0).await;
    let first = vote(&house, "ana", &id, 5).await.unwrap();
    assert_eq!(first, VoteProblemResponse { quality: 11.0 / 3.0, vote_count: 1 });
    let again = vote(&house, "ana", &id, 1).await.unwrap();
    assert_eq!(again, VoteProblemResponse { quality: 7.0 / 3.0, vote_count: 1 });
    let judged = get(&house, &id).await;
    assert_eq!((judged.quality, judged.vote_count), (7.0 / 3.0, 1));
    let list =
        house.problems(badge("bob")).await.list_problems(ListProblemsRequest::default()).await.unwrap();
    assert_eq!(list.into_inner().problems[0].quality, 7.0 / 3.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_against_all_others_weighs_less() {
    let house = House::open().await;
    let id = compose(&house, "author", 0).await;
    judge(&house, &id, 0, &[("ana", 5), ("bob", 5), ("eve", 1), ("fay", 5)]).await;
    assert_eq!(get(&house, &id).await.quality, (6.0 + 15.0 + 0.25) / 5.25);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_votes_who_has_not_solved_it_or_made_it() {
    let house = House::open().await;
    let id = compose(&house, "author", 0).await;
    vote(&house, "ana", &id, 5).await.refused(Code::PermissionDenied, "NOT_SOLVED");
    let mut matches = house.matches(badge("ana")).await;
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: id.clone(),
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        ..Default::default()
    };
    let match_id = matches.start_match(request).await.unwrap().into_inner().r#match.unwrap().id;
    matches.abandon_match(AbandonMatchRequest { match_id }).await.unwrap();
    vote(&house, "ana", &id, 5).await.refused(Code::PermissionDenied, "NOT_SOLVED");
    solve(&house, badge("author"), &id, 0).await;
    vote(&house, "author", &id, 5).await.refused(Code::FailedPrecondition, "OWN_PROBLEM");
    solve(&house, badge("ana"), &id, 0).await;
    for stars in [0, 6, u32::MAX] {
        vote(&house, "ana", &id, stars).await.faulty(&["BAD_STARS"]);
    }
    vote(&house, "ana", "what", 5).await.faulty(&["BAD_ID"]);
    let unknown = "00000000-0000-4000-8000-00000000ffff";
    vote(&house, "ana", unknown, 5).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    let draft =
        CreateProblemRequest { position: ONES[1].0.into(), moves: 1, draft: true, ..Default::default() };
    let mut problems = house.problems(badge("ana")).await;
    let draft = problems.create_problem(draft).await.unwrap().into_inner().problem.unwrap().id;
    vote(&house, "bob", &draft, 5).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    vote(&house, "ana", &draft, 5).await.refused(Code::FailedPrecondition, "OWN_PROBLEM");
    assert_eq!(get(&house, &id).await.vote_count, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn composers_are_rated_by_the_votes_on_their_problems() {
    let house = House::open().await;
    let (good, fair, poor) =
        (compose(&house, "ana", 0).await, compose(&house, "ana", 1).await, compose(&house, "bob", 2).await);
    compose(&house, "ana", 3).await;
    assert_eq!(composers(&house, None).await, []);
    let nothing = standing(&house, "ana").await;
    assert_eq!((nothing.composer_rating, nothing.rated_problems), (1500.0, 0));
    judge(&house, &good, 0, &[("eve", 5), ("fay", 5)]).await;
    judge(&house, &fair, 1, &[("eve", 4)]).await;
    judge(&house, &poor, 2, &[("eve", 1)]).await;
    // Two problems of 4 and 10/3, and one of 7/3, each with two neutral ones.
    let (anas, bobs) = (1500.0 + 300.0 * (4.0 / 3.0) / 4.0, 1500.0 + 300.0 * (-2.0 / 3.0) / 3.0);
    let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} {other}");
    let board = composers(&house, None).await;
    assert_eq!(board.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["ana", "bob"]);
    close(board[0].1, anas);
    close(board[1].1, bobs);
    let hers = standing(&house, "ana").await;
    close(hers.composer_rating, anas);
    assert_eq!(hers.rated_problems, 2);
    let counts: Vec<_> = hers.composed.iter().map(|composed| composed.vote_count).collect();
    assert_eq!(counts, [0, 1, 2]);
    assert_eq!(hers.rating, 1500.0, "a composer is no solver");

    let place = Community { provider: "discord".into(), external_id: "cafe".into() };
    assert_eq!(composers(&house, Some(place.clone())).await, []);
    let in_cafe = house.client(badge("bob").in_community("cafe")).await;
    in_cafe.clone().get_my_profile(GetMyProfileRequest {}).await.unwrap();
    let here = composers(&house, Some(place)).await;
    assert_eq!(here.len(), 1);
    assert_eq!(here[0].0, "bob");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_houses_own_problems_make_no_composer() {
    let house = House::open().await;
    let id = compose(&house, "author", 0).await;
    house.database.execute("UPDATE problems SET author_id = '00000000-0000-4000-8000-000000000001'").await;
    judge(&house, &id, 0, &[("ana", 5)]).await;
    assert_eq!(get(&house, &id).await.vote_count, 1);
    assert_eq!(composers(&house, None).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_leaderboard_of_composers_reads_an_index() {
    let house = House::open().await;
    house
        .database
        .execute(
            "WITH p AS (INSERT INTO profiles (name, name_key) SELECT 'p' || n, 'p' || n FROM generate_series(1, 20000) n RETURNING id) \
             INSERT INTO composers SELECT id, 1500 + random() * 300, 1 FROM p",
        )
        .await;
    house.database.execute("ANALYZE profiles, composers").await;
    let mut db = house
        .database
        .store
        .lane(std::time::Instant::now() + std::time::Duration::from_secs(10))
        .await
        .unwrap();
    let plan = Board::by_composer().explain(&mut db, 20).await.unwrap();
    assert!(plan.contains("composers_in_order") && !plan.contains("Sort"), "{plan}");
}

#[tokio::test(flavor = "multi_thread")]
async fn votes_go_with_their_voters_and_problems() {
    let house = House::open().await;
    let (one, other) = (compose(&house, "author", 0).await, compose(&house, "author", 1).await);
    judge(&house, &one, 0, &[("ana", 5), ("bob", 1)]).await;
    judge(&house, &other, 1, &[("ana", 1)]).await;
    let delete = DeleteProfileRequest { confirmation: "bob".into(), ..Default::default() };
    house.client(badge("bob")).await.delete_profile(delete).await.unwrap();
    let left = get(&house, &one).await;
    assert_eq!((left.quality, left.vote_count), (11.0 / 3.0, 1));
    assert_eq!(standing(&house, "author").await.composer_rating, 1500.0);
    let delete = DeleteProblemRequest { problem_id: other, ..Default::default() };
    house.problems(badge("author")).await.delete_problem(delete).await.unwrap();
    let after = standing(&house, "author").await;
    assert_eq!((after.rated_problems, after.composer_rating.round()), (1, 1567.0));
    let delete = DeleteProfileRequest { confirmation: "author".into(), ..Default::default() };
    house.client(badge("author")).await.delete_profile(delete).await.unwrap();
    assert_eq!(composers(&house, None).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_becomes_one_person_has_one_vote_and_none_on_the_own_problems() {
    let house = House::open().await;
    let ana = house.badge("ana").await;
    let request = CreateProblemRequest { position: ONES[0].0.into(), moves: 1, ..Default::default() };
    let made = house.problems(ana.clone()).await.create_problem(request).await.unwrap().into_inner();
    let anas = made.problem.unwrap().id;
    let (others, reinas) = (compose(&house, "other", 1).await, compose(&house, "Reina", 2).await);
    judge(&house, &anas, 0, &[("Reina", 5), ("eve", 4)]).await;
    judge(&house, &others, 1, &[("Reina", 1)]).await;
    judge(&house, &reinas, 2, &[("eve", 5)]).await;
    for (problem, number, stars) in [(&others, 1, 5), (&reinas, 2, 1)] {
        solve(&house, ana.clone(), problem, number).await;
        let request = VoteProblemRequest { problem_id: problem.clone(), stars };
        house.problems(ana.clone()).await.vote_problem(request).await.unwrap();
    }
    let code = house.client(ana.clone()).await.create_link_code(CreateLinkCodeRequest {}).await.unwrap();
    let redeem = RedeemLinkCodeRequest { code: code.into_inner().code };
    house.client(badge("Reina")).await.redeem_link_code(redeem).await.unwrap();
    for (problem, quality) in [(&anas, 10.0 / 3.0), (&others, 11.0 / 3.0), (&reinas, 11.0 / 3.0)] {
        let problem = get(&house, problem).await;
        assert_eq!((problem.quality, problem.vote_count), (quality, 1));
    }
    let mut rankings = house.rankings(ana).await;
    let now = rankings.get_standing(GetStandingRequest::default()).await.unwrap().into_inner();
    assert_eq!((now.rated_problems, now.composer_rating), (2, 1575.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn votes_that_come_at_once_all_count() {
    let house = House::open().await;
    let ids = [compose(&house, "author", 0).await, compose(&house, "author", 1).await];
    let voters: Vec<String> = (0..8).map(|number| format!("voter{number}")).collect();
    for name in &voters {
        solve(&house, badge(name), &ids[0], 0).await;
        solve(&house, badge(name), &ids[1], 1).await;
    }
    let all = voters.iter().flat_map(|name| ids.iter().map(|id| vote(&house, name, id, 5)));
    for voted in futures_util::future::join_all(all).await {
        voted.unwrap();
    }
    for id in &ids {
        let problem = get(&house, id).await;
        assert_eq!((problem.quality, problem.vote_count), (4.6, 8));
    }
    assert_eq!(standing(&house, "author").await.composer_rating, 1740.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_problem_of_the_week_is_the_best_new_one_with_three_votes() {
    let house = House::open().await;
    of_the_week(&house).await.refused(Code::NotFound, "NO_PROBLEM_OF_THE_WEEK");
    let (best, good, few) =
        (compose(&house, "ana", 0).await, compose(&house, "bob", 1).await, compose(&house, "bob", 2).await);
    judge(&house, &best, 0, &[("eve", 5), ("fay", 5)]).await;
    judge(&house, &good, 1, &[("eve", 4), ("fay", 4), ("gus", 4)]).await;
    judge(&house, &few, 2, &[("eve", 5), ("fay", 5)]).await;
    assert_eq!(of_the_week(&house).await.unwrap().id, good);
    judge(&house, &best, 0, &[("gus", 5)]).await;
    let problem = of_the_week(&house).await.unwrap();
    assert_eq!((problem.id.as_str(), problem.vote_count, problem.report), (best.as_str(), 3, None));
    let age = |days: u32, id: &str| {
        format!("UPDATE problems SET playable_since = now() - interval '{days} days' WHERE id = '{id}'")
    };
    house.database.execute(&age(7, &best)).await;
    assert_eq!(of_the_week(&house).await.unwrap().id, good);
    house.database.store.clock().advance(std::time::Duration::from_secs(8 * 86_400));
    of_the_week(&house).await.refused(Code::NotFound, "NO_PROBLEM_OF_THE_WEEK");
    let new = compose(&house, "bob", 3).await;
    judge(&house, &new, 3, &[("eve", 2), ("fay", 2), ("gus", 2)]).await;
    assert_eq!(of_the_week(&house).await.unwrap().id, new);
}
