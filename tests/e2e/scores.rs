//! SPEC O6 and K3: who made how many points in Othello, against whom.

use tablero_api::v1::new_seat::Who;
use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House, MatchClient, RankingClient};
use tonic::Code;

const COLUMNS: [ScoreColumn; 8] = [
    ScoreColumn::BestEasy,
    ScoreColumn::BestNormal,
    ScoreColumn::BestHard,
    ScoreColumn::BestPeople,
    ScoreColumn::MeanEasy,
    ScoreColumn::MeanNormal,
    ScoreColumn::MeanHard,
    ScoreColumn::MeanPeople,
];

fn seat(who: Who) -> Option<NewSeat> {
    Some(NewSeat { who: Some(who) })
}

/// One move from the end: black takes the last square and all discs.
fn last_move(second: Who) -> StartMatchRequest {
    StartMatchRequest {
        game: "othello".into(),
        rules: "size=4".into(),
        position: "xxxx/xxxx/xxxx/xoo1 x".into(),
        first: seat(Who::Me(true)),
        second: seat(second),
        ..Default::default()
    }
}

async fn start(client: &mut MatchClient, request: StartMatchRequest) -> Match {
    client.start_match(request).await.unwrap().into_inner().r#match.unwrap()
}

async fn play(client: &mut MatchClient, seen: &Match, text: &str) -> Match {
    let request = PlayMoveRequest {
        match_id: seen.id.clone(),
        ply: seen.ply,
        r#move: text.into(),
        ..Default::default()
    };
    client.play_move(request).await.unwrap().into_inner().r#match.unwrap()
}

async fn table(client: &mut RankingClient, order: ScoreColumn) -> Vec<ScoreEntry> {
    let request = GetScoreTableRequest { game: "othello".into(), order: order.into(), ..Default::default() };
    client.get_score_table(request).await.unwrap().into_inner().entries
}

fn names(entries: &[ScoreEntry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.profile.as_ref().unwrap().name.as_str()).collect()
}

async fn id_of(house: &House, badge: Badge) -> String {
    let profile = house.client(badge).await.get_my_profile(GetMyProfileRequest {}).await.unwrap();
    profile.into_inner().profile.unwrap().profile.unwrap().id
}

/// Rows as if games had been played: name, opponent, games, total, best.
async fn played(house: &House, rows: &[(&str, &str, u32, u32, u32)]) {
    for (name, opponent, games, total, best) in rows {
        house
            .database
            .execute(&format!(
                "INSERT INTO scores (game, profile_id, opponent, games, total, best) \
                 SELECT 'othello', id, '{opponent}', {games}, {total}, {best} FROM profiles WHERE name = '{name}'"
            ))
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn points_are_counted_against_every_kind_of_opponent() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut ana = house.matches(badge.clone()).await;
    for level in ["easy", "normal", "hard", "expert"] {
        let begun = start(&mut ana, last_move(Who::Machine(level.into()))).await;
        let over = play(&mut ana, &begun, "d4").await;
        assert_eq!((over.winner(), over.reason.as_str()), (Winner::First, "discs"));
    }
    let bob_badge = house.badge("bob").await;
    let mut bob = house.matches(bob_badge.clone()).await;
    let open = start(&mut ana, last_move(Who::Open(true))).await;
    let accept = AcceptMatchRequest { match_id: open.id.clone() };
    let begun = bob.accept_match(accept).await.unwrap().into_inner().r#match.unwrap();
    play(&mut ana, &begun, "d4").await;

    let mut rankings = house.rankings(badge).await;
    let entries = table(&mut rankings, ScoreColumn::BestPeople).await;
    assert_eq!(names(&entries), ["ana", "bob"]);
    let score = |best, games| Some(score_entry::Score { best, mean: f64::from(best), games });
    let first = &entries[0];
    assert_eq!((first.place, first.easy, first.normal), (1, score(16, 1), score(16, 1)));
    assert_eq!(first.hard, score(16, 2), "the expert counts as hard");
    assert_eq!((first.people, entries[1].people, entries[1].easy), (score(16, 1), score(0, 1), None));
    let mut hers = house.rankings(bob_badge).await;
    let request = GetScoreTableRequest { game: "othello".into(), ..Default::default() };
    let told = hers.get_score_table(request).await.unwrap().into_inner();
    assert_eq!(told.mine.map(|entry| entry.place), Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_are_given_up_problems_and_other_games_count_nothing() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut ana = house.matches(badge.clone()).await;
    let begun = start(&mut ana, last_move(Who::Machine("easy".into()))).await;
    ana.abandon_match(AbandonMatchRequest { match_id: begun.id }).await.unwrap();
    let boom = StartMatchRequest {
        game: "boom".into(),
        position: "7/7/7/7/7/7/xxx4 x 16".into(),
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        ..Default::default()
    };
    let begun = start(&mut ana, boom).await;
    assert_eq!(play(&mut ana, &begun, "4").await.winner(), Winner::First);
    let mut author = house.problems(badge.clone()).await;
    let problem = CreateProblemRequest {
        game: "othello".into(),
        rules: "size=4".into(),
        position: "xxxx/xxxx/xxxx/xoo1 x".into(),
        moves: 1,
        ..Default::default()
    };
    let problem = author.create_problem(problem).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(problem.verdict(), Verdict::Sound);
    let request = StartMatchRequest {
        problem_id: problem.id,
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        ..Default::default()
    };
    let begun = start(&mut ana, request).await;
    assert_eq!(play(&mut ana, &begun, "d4").await.winner(), Winner::First);
    assert_eq!(table(&mut house.rankings(badge).await, ScoreColumn::BestEasy).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_ordered_by_each_of_its_eight_columns() {
    let house = House::open().await;
    let mut ana = house.rankings(house.badge("ana").await).await;
    for name in ["bob", "Cid", "dan"] {
        house.badge(name).await;
    }
    let all = ["easy", "normal", "hard", "people"];
    for (at, opponent) in all.into_iter().enumerate() {
        // The best are ana's, the means are dan's; bob and Cid tie at best, with more games for bob; in every column
        // the points differ.
        let more = at as u32;
        let rows = [
            ("ana", opponent, 4, 80 + more, 60 + more),
            ("bob", opponent, 3, 90, 40 + more),
            ("Cid", opponent, 2, 60, 40 + more),
            ("dan", opponent, 1, 33 + more, 33 + more),
        ];
        played(&house, &rows).await;
    }
    for (at, column) in COLUMNS.into_iter().enumerate() {
        let expected = if at < 4 { ["ana", "Cid", "bob", "dan"] } else { ["dan", "Cid", "bob", "ana"] };
        let entries = table(&mut ana, column).await;
        assert_eq!(names(&entries), expected, "{column:?}");
        assert_eq!(entries.iter().map(|entry| entry.place).collect::<Vec<_>>(), [1, 2, 3, 4]);
        let request = GetScoreTableRequest {
            game: "othello".into(),
            order: column.into(),
            ascending: true,
            ..Default::default()
        };
        let turned = ana.get_score_table(request).await.unwrap().into_inner().entries;
        let expected = if at < 4 { ["dan", "Cid", "bob", "ana"] } else { ["ana", "Cid", "bob", "dan"] };
        assert_eq!(names(&turned), expected, "{column:?}");
    }
    let unsaid = table(&mut ana, ScoreColumn::Unspecified).await;
    assert_eq!(unsaid, table(&mut ana, ScoreColumn::BestEasy).await);
    assert_eq!(unsaid[2].easy.unwrap(), score_entry::Score { best: 40, mean: 30.0, games: 3 });
}

#[tokio::test(flavor = "multi_thread")]
async fn ties_go_by_games_and_names_and_who_has_no_games_comes_last() {
    let house = House::open().await;
    let mut ana = house.rankings(house.badge("ana").await).await;
    for name in ["zoe", "Bob", "cid"] {
        house.badge(name).await;
    }
    let rows = [("zoe", "hard", 2, 60, 40), ("Bob", "hard", 2, 60, 40), ("cid", "easy", 9, 90, 50)];
    played(&house, &rows).await;
    played(&house, &[("ana", "hard", 1, 30, 40)]).await;
    for column in [ScoreColumn::BestHard, ScoreColumn::MeanHard] {
        assert_eq!(names(&table(&mut ana, column).await), ["ana", "Bob", "zoe", "cid"]);
    }
    assert_eq!(names(&table(&mut ana, ScoreColumn::BestEasy).await)[0], "cid");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_paged_without_gaps_though_people_leave_it() {
    let house = House::open().await;
    let mut reader = house.rankings(house.badge("reader").await).await;
    for number in 0..7 {
        let name = format!("p{number}");
        house.badge(&name).await;
        played(&house, &[(&name, "easy", 1, 60 - number, 60 - number)]).await;
    }
    let mut request = GetScoreTableRequest { game: "othello".into(), page_size: 3, ..Default::default() };
    let mut seen = vec![];
    loop {
        let page = reader.get_score_table(request.clone()).await.unwrap().into_inner();
        seen.extend(names(&page.entries).into_iter().map(str::to_owned));
        if page.next_page_token.is_empty() {
            break;
        }
        assert_eq!(page.entries.len(), 3);
        request.page_token = page.next_page_token;
    }
    assert_eq!(seen, (0..7).map(|number| format!("p{number}")).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_not_an_administrator_removes_only_oneself() {
    let house = House::with(|options| options.administrators = vec![" ADA ".into(), "eve".into()]).await;
    let (ana, bob) = (house.badge("ana").await, house.badge("bob").await);
    played(&house, &[("ana", "easy", 1, 40, 40), ("bob", "easy", 1, 30, 30)]).await;
    let bob_id = id_of(&house, bob.clone()).await;
    let mut by_ana = house.rankings(ana.clone()).await;
    let remove = |profile_id: &str| RemoveFromScoreTableRequest {
        game: "othello".into(),
        profile_id: profile_id.into(),
    };
    let refused = by_ana.remove_from_score_table(remove(&bob_id)).await;
    refused.refused(Code::PermissionDenied, "NOT_AN_ADMINISTRATOR");
    let reset = |confirm| ResetScoreTableRequest { game: "othello".into(), confirm };
    let refused = by_ana.reset_score_table(reset(true)).await;
    refused.refused(Code::PermissionDenied, "NOT_AN_ADMINISTRATOR");
    assert_eq!(names(&table(&mut by_ana, ScoreColumn::BestEasy).await), ["ana", "bob"]);

    assert!(by_ana.remove_from_score_table(remove("")).await.unwrap().into_inner().removed);
    assert!(!by_ana.remove_from_score_table(remove("")).await.unwrap().into_inner().removed);
    assert_eq!(names(&table(&mut by_ana, ScoreColumn::BestEasy).await), ["bob"]);

    let mut ada = house.rankings(house.badge("Ada").await).await;
    assert!(ada.remove_from_score_table(remove(&bob_id)).await.unwrap().into_inner().removed);
    let unknown = ada.remove_from_score_table(remove("00000000-0000-4000-8000-00000000dead")).await;
    unknown.refused(Code::NotFound, "PROFILE_NOT_FOUND");
    played(&house, &[("ana", "hard", 1, 40, 40), ("ana", "people", 1, 40, 40), ("bob", "easy", 1, 30, 30)])
        .await;
    ada.reset_score_table(reset(false)).await.refused(Code::FailedPrecondition, "CONFIRMATION_NEEDED");
    assert_eq!(table(&mut ada, ScoreColumn::BestEasy).await.len(), 2);
    assert_eq!(ada.reset_score_table(reset(true)).await.unwrap().into_inner().removed, 2);
    assert_eq!(table(&mut ada, ScoreColumn::BestEasy).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_administrators_nobody_is_one() {
    let house = House::open().await;
    let mut ana = house.rankings(house.badge("ana").await).await;
    let reset = ResetScoreTableRequest { game: "othello".into(), confirm: true };
    ana.reset_score_table(reset).await.refused(Code::PermissionDenied, "NOT_AN_ADMINISTRATOR");
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_refused_with_their_reason() {
    let house = House::open().await;
    let mut ana = house.rankings(house.badge("ana").await).await;
    for (game, reason) in
        [("checkers", "UNKNOWN_GAME"), ("chess", "NO_SCORES"), ("boom", "NO_SCORES"), ("", "NO_SCORES")]
    {
        let game = game.to_owned();
        let request = GetScoreTableRequest { game: game.clone(), ..Default::default() };
        ana.get_score_table(request).await.faulty(&[reason]);
        let request = RemoveFromScoreTableRequest { game: game.clone(), ..Default::default() };
        ana.remove_from_score_table(request).await.faulty(&[reason]);
        ana.reset_score_table(ResetScoreTableRequest { game, confirm: true }).await.faulty(&[reason]);
    }
    let paged = |page_size, page_token: &str| GetScoreTableRequest {
        game: "othello".into(),
        page_size,
        page_token: page_token.into(),
        ..Default::default()
    };
    ana.get_score_table(paged(101, "")).await.faulty(&["BAD_PAGE_SIZE"]);
    ana.get_score_table(paged(0, "nonsense")).await.faulty(&["BAD_PAGE_TOKEN"]);
    let request = RemoveFromScoreTableRequest { game: "othello".into(), profile_id: "x".into() };
    ana.remove_from_score_table(request).await.faulty(&["BAD_ID"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_go_with_their_profile_and_move_with_an_absorbed_one() {
    let house = House::open().await;
    let discord = Badge::discord("42", "Reina");
    id_of(&house, discord.clone()).await;
    let ana = house.badge("ana").await;
    played(&house, &[("ana", "easy", 1, 40, 40), ("Reina", "easy", 2, 70, 50), ("Reina", "hard", 1, 20, 20)])
        .await;
    let code = house.client(ana.clone()).await.create_link_code(CreateLinkCodeRequest {}).await.unwrap();
    let redeem = RedeemLinkCodeRequest { code: code.into_inner().code };
    house.client(discord).await.redeem_link_code(redeem).await.unwrap();
    let mut rankings = house.rankings(ana.clone()).await;
    let entries = table(&mut rankings, ScoreColumn::BestEasy).await;
    assert_eq!(names(&entries), ["ana"]);
    let easy = entries[0].easy.unwrap();
    assert_eq!((easy.best, easy.games), (50, 3));
    assert!((easy.mean - 110.0 / 3.0).abs() < 1e-9);
    let delete = DeleteProfileRequest { password: House::PASSWORD.into(), ..Default::default() };
    let gone = house.client(ana).await.delete_profile(delete).await.unwrap().into_inner();
    assert_eq!(gone.score_tables, 1);
    let mut bob = house.rankings(house.badge("bob").await).await;
    assert_eq!(table(&mut bob, ScoreColumn::BestEasy).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_same_people_that_end_at_once_all_count() {
    let house = House::open().await;
    let (ana, bob) = (house.badge("ana").await, house.badge("bob").await);
    let mut ready = vec![];
    for number in 0..8 {
        let (opener, other) = if number % 2 == 0 { (&ana, &bob) } else { (&bob, &ana) };
        let mut first = house.matches(opener.clone()).await;
        let open = start(&mut first, last_move(Who::Open(true))).await;
        let accept = AcceptMatchRequest { match_id: open.id };
        let begun = house.matches(other.clone()).await.accept_match(accept).await.unwrap();
        ready.push((first, begun.into_inner().r#match.unwrap()));
    }
    let ends = ready.iter_mut().map(|(client, begun)| play(client, begun, "d4"));
    for over in futures_util::future::join_all(ends).await {
        assert_eq!(over.state(), MatchState::Finished);
    }
    for entry in table(&mut house.rankings(ana).await, ScoreColumn::MeanPeople).await {
        let people = entry.people.unwrap();
        assert_eq!((people.best, people.games), (16, 8));
        assert!((people.mean - 8.0).abs() < 1e-9);
    }
}
