//! SPEC K1 and K2: rankings of problems, leaderboards, and what becomes of a solver.

use tablero_api::v1::new_seat::Who;
use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House, RankingClient};
use tonic::Code;

/// A mate in one: Ra8#.
const ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
/// A mate in two with one key, Nd7.
const TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";

fn badge(name: &str) -> Badge {
    Badge::discord(name, name)
}

async fn problem(house: &House, author: &str, position: &str, moves: u32) -> String {
    let mut client = house.problems(badge(author)).await;
    let request = CreateProblemRequest {
        position: position.into(),
        moves,
        title: format!("mate in {moves}"),
        ..Default::default()
    };
    client.create_problem(request).await.unwrap().into_inner().problem.unwrap().id
}

/// How somebody goes about a mate in one.
#[derive(Default)]
struct Way {
    errors: u32,
    hint: bool,
    gives_up: bool,
}

/// Lets somebody try the mate in one.
async fn attempt(house: &House, who: Badge, problem_id: &str, way: Way) {
    let mut client = house.matches(who).await;
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: problem_id.into(),
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        wrong_moves: WrongMoves::TakeBack.into(),
        ..Default::default()
    };
    let begun = client.start_match(request).await.unwrap().into_inner().r#match.unwrap();
    let play = |text: &str| PlayMoveRequest {
        match_id: begun.id.clone(),
        r#move: text.into(),
        ..Default::default()
    };
    for _ in 0..way.errors {
        assert!(client.play_move(play("Ra2")).await.unwrap().into_inner().taken_back.is_some());
    }
    if way.hint {
        client.get_hint(GetHintRequest { match_id: begun.id.clone(), step: 1 }).await.unwrap();
    }
    if way.gives_up {
        client.abandon_match(AbandonMatchRequest { match_id: begun.id.clone() }).await.unwrap();
    } else {
        let done = client.play_move(play("Ra8")).await.unwrap().into_inner().r#match.unwrap();
        assert_eq!(done.winner(), Winner::First);
    }
}

async fn ranking(
    client: &mut RankingClient,
    problem_id: &str,
    order: RankingOrder,
) -> GetProblemRankingResponse {
    let request =
        GetProblemRankingRequest { problem_id: problem_id.into(), order: order.into(), ..Default::default() };
    client.get_problem_ranking(request).await.unwrap().into_inner()
}

fn names(entries: &[RankingEntry]) -> Vec<(u64, &str)> {
    entries.iter().map(|entry| (entry.place, entry.profile.as_ref().unwrap().name.as_str())).collect()
}

async fn leaders(client: &mut RankingClient, request: GetLeaderboardRequest) -> Vec<(u64, String, i64)> {
    let entries = client.get_leaderboard(request).await.unwrap().into_inner().entries;
    entries
        .into_iter()
        .map(|entry| (entry.place, entry.profile.unwrap().name, entry.value.round() as i64))
        .collect()
}

async fn standing(house: &House, who: Badge) -> GetStandingResponse {
    house.rankings(who).await.get_standing(GetStandingRequest::default()).await.unwrap().into_inner()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_ranks_its_solvers_by_time_and_by_errors() {
    let house = House::open().await;
    let id = problem(&house, "author", ONE, 1).await;
    attempt(&house, badge("ana"), &id, Way { errors: 1, ..Way::default() }).await;
    attempt(&house, badge("bob"), &id, Way::default()).await;
    attempt(&house, badge("eve"), &id, Way { hint: true, ..Way::default() }).await;
    attempt(&house, badge("fay"), &id, Way { gives_up: true, ..Way::default() }).await;
    attempt(&house, badge("author"), &id, Way { errors: 2, ..Way::default() }).await;
    // Times are the server's; for this test they are set.
    house
        .database
        .execute(
            "UPDATE solves s SET best_ms = ms, errors_ms = ms FROM profiles p, \
             (VALUES ('ana', 100), ('bob', 200), ('author', 300)) AS t (name, ms) WHERE p.id = s.profile_id AND p.name = t.name",
        )
        .await;
    let mut bob = house.rankings(badge("bob")).await;
    let by_time = ranking(&mut bob, &id, RankingOrder::Time).await;
    assert_eq!(names(&by_time.entries), [(1, "ana"), (2, "bob"), (3, "author")]);
    assert_eq!(by_time.entries.iter().map(|entry| entry.is_author).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(by_time.entries[0].elapsed_ms, 100);
    assert_eq!(by_time.around_me, by_time.entries);
    let by_errors = ranking(&mut bob, &id, RankingOrder::Errors).await;
    assert_eq!(names(&by_errors.entries), [(1, "bob"), (2, "ana"), (3, "author"), (4, "eve")]);
    assert_eq!(by_errors.entries.iter().map(|entry| entry.errors).collect::<Vec<_>>(), [0, 1, 2, 0]);
    assert!(by_errors.entries[3].hinted);
    let mut fay = house.rankings(badge("fay")).await;
    assert_eq!(ranking(&mut fay, &id, RankingOrder::Time).await.around_me, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn more_people_than_connections_may_end_the_same_problem_at_once() {
    let house = House::open().await;
    let id = problem(&house, "author", ONE, 1).await;
    let people: Vec<String> = (0..20).map(|n| format!("solver{n}")).collect();
    let attempts = people.iter().map(|name| attempt(&house, badge(name), &id, Way::default()));
    futures_util::future::join_all(attempts).await;
    let mut client = house.rankings(badge("author")).await;
    assert_eq!(ranking(&mut client, &id, RankingOrder::Time).await.entries.len(), 20);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_better_result_replaces_a_worse_one_and_not_the_other_way_round() {
    let house = House::open().await;
    let id = problem(&house, "author", ONE, 1).await;
    let mut ana = house.rankings(badge("ana")).await;
    attempt(&house, badge("ana"), &id, Way { hint: true, ..Way::default() }).await;
    let result = ranking(&mut ana, &id, RankingOrder::Errors).await.entries[0].clone();
    assert!(result.hinted && ranking(&mut ana, &id, RankingOrder::Time).await.entries.is_empty());
    attempt(&house, badge("ana"), &id, Way { errors: 2, ..Way::default() }).await;
    attempt(&house, badge("ana"), &id, Way { errors: 1, ..Way::default() }).await;
    attempt(&house, badge("ana"), &id, Way { errors: 3, ..Way::default() }).await;
    let result = ranking(&mut ana, &id, RankingOrder::Errors).await.entries[0].clone();
    assert_eq!((result.hinted, result.errors), (false, 1));
    house.database.execute("UPDATE solves SET best_ms = 0").await;
    attempt(&house, badge("ana"), &id, Way::default()).await;
    assert_eq!(ranking(&mut ana, &id, RankingOrder::Time).await.entries[0].elapsed_ms, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_ranking_is_paged_and_shows_ones_neighbours() {
    let house = House::open().await;
    let id = problem(&house, "author", ONE, 1).await;
    attempt(&house, badge("ana"), &id, Way::default()).await;
    house
        .database
        .execute(
            "INSERT INTO profiles (name, name_key) SELECT 'p' || n, 'p' || n FROM generate_series(10, 40) n; \
             INSERT INTO solves (problem_id, profile_id, best_ms, hinted, errors, errors_ms) \
             SELECT b.id, p.id, substr(p.name, 2)::bigint * 1000, false, 0, 0 FROM profiles p, problems b WHERE p.name LIKE 'p__'; \
             UPDATE solves SET best_ms = 20500 FROM profiles p WHERE p.id = profile_id AND p.name = 'ana'",
        )
        .await;
    let mut ana = house.rankings(badge("ana")).await;
    let (mut all, mut page_token) = (vec![], String::new());
    loop {
        let request = GetProblemRankingRequest {
            problem_id: id.clone(),
            page_size: 7,
            page_token,
            ..Default::default()
        };
        let page = ana.get_problem_ranking(request).await.unwrap().into_inner();
        assert_eq!(names(&page.around_me), [(10, "p19"), (11, "p20"), (12, "ana"), (13, "p21"), (14, "p22")]);
        all.extend(page.entries);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(all.iter().map(|entry| entry.place).collect::<Vec<_>>(), (1..=32).collect::<Vec<_>>());
    assert!(all.is_sorted_by_key(|entry| entry.elapsed_ms));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_attempt_alone_is_rated() {
    let house = House::open().await;
    let id = problem(&house, "author", ONE, 1).await;
    let fresh = standing(&house, badge("ana")).await;
    assert_eq!((fresh.rating, fresh.deviation, fresh.history.len()), (1500.0, 350.0, 0));
    attempt(&house, badge("ana"), &id, Way::default()).await;
    let solved = standing(&house, badge("ana")).await;
    assert!(solved.rating > 1500.0 && solved.deviation < 350.0, "{solved:?}");
    assert_eq!(solved.history.last().unwrap().rating, solved.rating);
    attempt(&house, badge("ana"), &id, Way::default()).await;
    assert_eq!(standing(&house, badge("ana")).await.rating, solved.rating);

    attempt(&house, badge("bob"), &id, Way { errors: 1, ..Way::default() }).await;
    let erred = standing(&house, badge("bob")).await.rating;
    assert!(erred < 1500.0, "a solve with errors is a loss: {erred}");
    attempt(&house, badge("fay"), &id, Way { gives_up: true, ..Way::default() }).await;
    assert!(standing(&house, badge("fay")).await.rating < 1500.0);
    attempt(&house, badge("eve"), &id, Way { hint: true, ..Way::default() }).await;
    attempt(&house, badge("eve"), &id, Way::default()).await;
    assert_eq!(standing(&house, badge("eve")).await.rating, 1500.0, "the hint was the first attempt");
    attempt(&house, badge("author"), &id, Way::default()).await;
    let author = standing(&house, badge("author")).await;
    assert_eq!((author.rating, author.solved.len(), author.streak_days), (1500.0, 0, 0));
    assert_eq!(author.composed[0].problem_id, id);
    assert_ne!(author.composed[0].rating, 900.0, "the problem is rated too");
    assert_eq!((author.composed[0].play_count, author.composed[0].solve_count), (6, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn leaderboards_go_by_rating_problems_and_streak() {
    let house = House::open().await;
    let one = problem(&house, "author", ONE, 1).await;
    let other = problem(&house, "author", "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", 1).await;
    attempt(&house, badge("ana"), &one, Way::default()).await;
    attempt(&house, badge("bob"), &one, Way { errors: 1, ..Way::default() }).await;
    let mut bob_solves = house.matches(badge("bob")).await;
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: other,
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        ..Default::default()
    };
    let begun = bob_solves.start_match(request).await.unwrap().into_inner().r#match.unwrap();
    let mates =
        begun.legal_moves.iter().find_map(|legal| legal.play.clone().filter(|play| play.text.ends_with('#')));
    let play = PlayMoveRequest { match_id: begun.id, r#move: mates.unwrap().code, ..Default::default() };
    bob_solves.play_move(play).await.unwrap();

    let mut ana = house.rankings(badge("ana")).await;
    let board = |kind: LeaderboardKind, period: Period| GetLeaderboardRequest {
        kind: kind.into(),
        period: period.into(),
        ..Default::default()
    };
    let rating = leaders(&mut ana, board(LeaderboardKind::Rating, Period::AllTime)).await;
    assert_eq!(rating.iter().map(|entry| entry.1.as_str()).collect::<Vec<_>>(), ["ana", "bob"]);
    for period in [Period::AllTime, Period::Month, Period::Week] {
        let solved = leaders(&mut ana, board(LeaderboardKind::Solved, period)).await;
        assert_eq!(solved, [(1, "bob".into(), 2), (2, "ana".into(), 1)]);
    }
    house.database.execute("UPDATE streaks SET days = 5, best = 9 FROM profiles p WHERE p.id = profile_id AND p.name = 'ana'").await;
    let streak = leaders(&mut ana, board(LeaderboardKind::Streak, Period::AllTime)).await;
    assert_eq!(streak, [(1, "ana".into(), 5), (2, "bob".into(), 1)]);
    house
        .database
        .execute(
            "UPDATE solve_counts SET starts = starts - 40 WHERE period <> 'all' AND profile_id = (SELECT id FROM profiles WHERE name = 'ana'); \
             UPDATE ratings SET active_on = active_on - 40 WHERE profile_id = (SELECT id FROM profiles WHERE name = 'ana'); \
             UPDATE streaks SET last_day = last_day - 2 WHERE profile_id = (SELECT id FROM profiles WHERE name = 'ana')",
        )
        .await;
    let only_bob = |entries: Vec<(u64, String, i64)>| entries.len() == 1 && entries[0].1 == "bob";
    assert!(only_bob(leaders(&mut ana, board(LeaderboardKind::Solved, Period::Week)).await));
    assert!(only_bob(leaders(&mut ana, board(LeaderboardKind::Rating, Period::Month)).await));
    assert!(only_bob(leaders(&mut ana, board(LeaderboardKind::Streak, Period::AllTime)).await));
    let lapsed = standing(&house, badge("ana")).await;
    assert_eq!((lapsed.streak_days, lapsed.best_streak_days), (0, 9));
    assert_eq!(lapsed.solved, [SolvedCount { moves: 1, count: 1 }]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_streak_grows_by_a_day_a_day_and_breaks_when_one_is_left_out() {
    let house = House::open().await;
    let id = problem(&house, "author", ONE, 1).await;
    let mut seen = vec![];
    for days_ago in [0, 0, 1, 1, 2, 1] {
        let back = format!("UPDATE streaks SET last_day = last_day - {days_ago}");
        house.database.execute(&back).await;
        attempt(&house, badge("ana"), &id, Way::default()).await;
        let now = standing(&house, badge("ana")).await;
        seen.push((now.streak_days, now.best_streak_days));
    }
    assert_eq!(seen, [(1, 1), (1, 1), (2, 2), (3, 3), (1, 3), (2, 3)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_community_ranks_those_who_used_it() {
    let house = House::open().await;
    let id = problem(&house, "author", ONE, 1).await;
    attempt(&house, badge("ana").in_community("guild-1"), &id, Way::default()).await;
    attempt(&house, badge("bob").in_community("guild-2"), &id, Way::default()).await;
    attempt(&house, badge("eve"), &id, Way::default()).await;
    let mut eve = house.rankings(badge("eve")).await;
    let mut ana = house.rankings(badge("ana").in_community("guild-1")).await;
    let mut bob = house.rankings(badge("bob").in_community("guild-2")).await;
    let within = |external_id: &str| GetLeaderboardRequest {
        kind: LeaderboardKind::Solved.into(),
        community: Some(Community { provider: "discord".into(), external_id: external_id.into() }),
        ..Default::default()
    };
    assert_eq!(leaders(&mut ana, within("guild-1")).await, [(1, "ana".into(), 1)]);
    assert_eq!(leaders(&mut bob, within("guild-2")).await, [(1, "bob".into(), 1)]);
    for (stranger, place) in [(&ana, "guild-2"), (&eve, "guild-1"), (&eve, "nowhere")] {
        let refused = stranger.clone().get_leaderboard(within(place)).await;
        refused.refused(Code::PermissionDenied, "NOT_A_MEMBER");
    }
    eve.get_leaderboard(within("")).await.faulty(&["BAD_COMMUNITY"]);
    let odd =
        house.client(badge("ana").in_community("gu ild")).await.get_my_profile(GetMyProfileRequest {}).await;
    odd.faulty(&["BAD_COMMUNITY"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_that_make_no_sense_are_refused() {
    let house = House::open().await;
    let hidden = {
        let mut author = house.problems(badge("author")).await;
        let request =
            CreateProblemRequest { position: TWO.into(), moves: 2, draft: true, ..Default::default() };
        author.create_problem(request).await.unwrap().into_inner().problem.unwrap().id
    };
    let mut ana = house.rankings(badge("ana")).await;
    let unknown = "00000000-0000-4000-8000-00000000ffff";
    for id in [unknown, &hidden] {
        let request = GetProblemRankingRequest { problem_id: id.into(), ..Default::default() };
        ana.get_problem_ranking(request).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    }
    let request = GetProblemRankingRequest { problem_id: "?".into(), ..Default::default() };
    ana.get_problem_ranking(request).await.faulty(&["BAD_ID"]);
    let request = GetLeaderboardRequest { page_size: 101, page_token: "?".into(), ..Default::default() };
    ana.get_leaderboard(request).await.faulty(&["BAD_PAGE_SIZE", "BAD_PAGE_TOKEN"]);
    ana.get_standing(GetStandingRequest { profile_id: "?".into() }).await.faulty(&["BAD_ID"]);
    let nobody = GetStandingRequest { profile_id: unknown.into() };
    ana.get_standing(nobody).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
}
