use super::*;

/// x ends its turn with 3, the one key, and wins with its next.
const BOOM: &str = "7/7/7/7/7/3xox1/1xooxo1 x 9";
/// x has a whole turn, and then another.
const BOOM_TURN: &str = "7/7/7/7/4x2/4o2/1ooxxo1 x 8";
const OTHELLO: &str = "xo1oxx1o/oo2xxo1/ooxxxxxx/oooxoxxx/1oxoxxox/xxoxxxox/ooxxxxxx/oooxo1ox o 0,0";

async fn problem_of(house: &House, game: &str, position: &str, moves: u32) -> String {
    let mut author = house.problems(Badge::discord("author", "author")).await;
    let request =
        CreateProblemRequest { game: game.into(), position: position.into(), moves, ..Default::default() };
    let problem = author.create_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(problem.state(), ProblemState::Playable);
    problem.id
}

/// Plays what the last step of hints gives away until the match is over.
async fn solve(client: &mut MatchClient, mut seen: Match) -> Match {
    while seen.state() == MatchState::Running {
        let hint = GetHintRequest { match_id: seen.id.clone(), step: 3 };
        let hint = client.get_hint(hint).await.unwrap().into_inner();
        seen = make(client, &seen, &hint.play.unwrap().code).await;
        seen = settled(client, seen).await;
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_of_every_game_are_solved_against_machines() {
    let house = House::open().await;
    for (game, position, moves) in [("boom", BOOM, 2), ("boom", BOOM_TURN, 2), ("othello", OTHELLO, 4)] {
        let problem_id = problem_of(&house, game, position, moves).await;
        for level in ["easy", "hard", "expert"] {
            let mut ana = house.matches(Badge::discord(&format!("{level}{}", position.len()), "ana")).await;
            let white = game == "othello";
            let (first, second) = if white { (machine(level), me()) } else { (me(), machine(level)) };
            let request =
                StartMatchRequest { problem_id: problem_id.clone(), first, second, ..Default::default() };
            let begun = start(&mut ana, request).await;
            assert_eq!((begun.moves, begun.moves_left, begun.first_attacks), (moves, moves, !white));
            let solved = solve(&mut ana, begun).await;
            let attacker = if white { Winner::Second } else { Winner::First };
            assert_eq!(solved.winner(), attacker, "{game} against {level}: {:?}", solved.plays);
            assert_eq!(solved.reason, if white { "discs" } else { "line" });
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_two_moves_counts_once() {
    let house = House::open().await;
    let problem_id = problem_of(&house, "boom", BOOM_TURN, 2).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let request =
        StartMatchRequest { problem_id, first: me(), second: machine("expert"), ..Default::default() };
    let begun = start(&mut ana, request).await;
    let hint = GetHintRequest { match_id: begun.id.clone(), step: 3 };
    let hint = ana.get_hint(hint).await.unwrap().into_inner();
    assert_eq!((hint.from_square.as_str(), hint.to_square.as_str()), ("", ""));
    let half = make(&mut ana, &begun, &hint.play.unwrap().text).await;
    assert!(half.first_to_move && half.ply == 1 && half.moves_left == 2, "{half:?}");
    let hint = GetHintRequest { match_id: half.id.clone(), step: 3 };
    let hint = ana.get_hint(hint).await.unwrap().into_inner();
    let turned = make(&mut ana, &half, &hint.play.unwrap().text).await;
    let turned = settled(&mut ana, turned).await;
    assert_eq!((turned.ply, turned.moves_left, turned.first_to_move), (4, 1, true));
    assert!(
        turned.legal_moves.iter().all(|legal| legal.from_square.is_empty() && legal.to_square.is_empty())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_move_is_taken_back_in_every_game() {
    let house = House::open().await;
    for (game, position, moves, wrong, first) in
        [("boom", BOOM, 2, "1", true), ("othello", OTHELLO, 4, "g1", false)]
    {
        let problem_id = problem_of(&house, game, position, moves).await;
        let mut ana = house.matches(Badge::discord(game, "ana")).await;
        let (us, them) = (me(), machine("expert"));
        let (first, second) = if first { (us, them) } else { (them, us) };
        let request = StartMatchRequest {
            problem_id,
            first,
            second,
            wrong_moves: WrongMoves::TakeBack.into(),
            ..Default::default()
        };
        let begun = start(&mut ana, request).await;
        let answer = ana.play_move(play(&begun, wrong)).await.unwrap().into_inner();
        let taken_back = answer.taken_back.unwrap();
        assert_eq!(taken_back.play.unwrap().text, wrong);
        assert!(taken_back.refutation.is_some(), "{game}");
        let still = answer.r#match.unwrap();
        assert_eq!((still.ply, still.errors), (0, 1));
        let solved = solve(&mut ana, still).await;
        assert_eq!((solved.errors, solved.state()), (1, MatchState::Finished));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_move_that_stands_loses_the_problem() {
    let house = House::open().await;
    let problem_id = problem_of(&house, "boom", BOOM, 2).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let request =
        StartMatchRequest { problem_id, first: me(), second: machine("expert"), ..Default::default() };
    let begun = start(&mut ana, request).await;
    let wrong = make(&mut ana, &begun, "1").await;
    let mut seen = settled(&mut ana, wrong).await;
    let hint = GetHintRequest { match_id: seen.id.clone(), step: 1 };
    ana.get_hint(hint).await.refused(Code::FailedPrecondition, "NO_LONGER_WON");
    while seen.state() == MatchState::Running {
        let legal = seen.legal_moves.last().unwrap().play.clone().unwrap();
        seen = make(&mut ana, &seen, &legal.text).await;
        seen = settled(&mut ana, seen).await;
    }
    assert_eq!(seen.winner(), Winner::Second);
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_played_in_every_seat() {
    let house = House::open().await;
    for (game, rules) in [("boom", ""), ("othello", "size=6"), ("othello", "size=4 skips=1,1")] {
        for ours in [true, false] {
            let mut ana = house.matches(Badge::discord(&format!("{game}{ours}"), "ana")).await;
            let (us, them) = (me(), machine("normal"));
            let (first, second) = if ours { (us, them) } else { (them, us) };
            let request = StartMatchRequest {
                game: game.into(),
                rules: rules.into(),
                first,
                second,
                ..Default::default()
            };
            let begun = start(&mut ana, request).await;
            let mut seen = settled(&mut ana, begun).await;
            while seen.state() == MatchState::Running {
                assert_eq!(seen.first_to_move, ours);
                let legal = &seen.legal_moves[seen.ply as usize % seen.legal_moves.len()];
                let text = legal.play.clone().unwrap().text;
                seen = make(&mut ana, &seen, &text).await;
                seen = settled(&mut ana, seen).await;
            }
            assert_ne!(seen.winner(), Winner::Unspecified);
            assert!(["line", "no_move", "discs"].contains(&seen.reason.as_str()), "{}", seen.reason);
            assert_eq!((seen.legal_moves.len(), seen.side_to_move.as_str()), (0, ""));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_machines_play_other_games_to_the_end() {
    let house = House::open().await;
    let mut ana = house.matches(house.badge("ana").await).await;
    for (game, rules) in [("boom", ""), ("othello", "size=6")] {
        let request = StartMatchRequest {
            game: game.into(),
            rules: rules.into(),
            first: machine("easy"),
            second: machine("hard"),
            ..Default::default()
        };
        let begun = start(&mut ana, request).await;
        let over = settled(&mut ana, begun).await;
        assert_eq!(over.state(), MatchState::Finished, "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_that_the_rules_do_not_allow_are_refused_with_the_reason() {
    let house = House::open().await;
    let mut ana = house.matches(house.badge("ana").await).await;
    for (game, text, reason) in [
        ("boom", "8", "RULE"),
        ("boom", "boom", "RULE"),
        ("boom", "e4", "UNREADABLE"),
        ("othello", "a1", "FLIPS_NOTHING"),
        ("othello", "pass", "MUST_MOVE"),
        ("othello", "d4", "SQUARE_TAKEN"),
    ] {
        let request = StartMatchRequest {
            game: game.into(),
            first: me(),
            second: machine("easy"),
            ..Default::default()
        };
        let begun = start(&mut ana, request).await;
        ana.play_move(play(&begun, text)).await.faulty(&[reason]);
        assert_eq!(get(&mut ana, &begun.id).await.ply, 0);
    }
    for (game, rules, position, reason) in [
        ("boom", "", "7/7/7/7/7/7/xxxx3 x 20", "GAME_OVER"),
        ("boom", "", "7/7/7/7/7/x6/7 x 20", "FLOATING"),
        ("boom", "size=9", "", "BAD_RULES"),
        ("othello", "size=9", "", "BAD_RULES"),
    ] {
        let request = StartMatchRequest {
            game: game.into(),
            rules: rules.into(),
            position: position.into(),
            first: me(),
            second: machine("easy"),
            ..Default::default()
        };
        ana.start_match(request).await.faulty(&[reason]);
    }
}
