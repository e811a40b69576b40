use tablero_tests::Badge;

use super::*;

/// x ends its turn with 3, the one key, and wins with its next.
const BOOM: &str = "7/7/7/7/7/3xox1/1xooxo1 x 9";
/// The same mirrored, and a cycle of bombs later.
const BOOM_TURNED: &str = "7/7/7/7/7/1xox3/1oxoox1 x 25";
/// White wins with a5 alone, and has four moves to the end of the game.
const OTHELLO: &str = "xo1oxx1o/oo2xxo1/ooxxxxxx/oooxoxxx/1oxoxxox/xxoxxxox/ooxxxxxx/oooxo1ox o 0,0";

fn of(game: &str, position: &str, moves: u32) -> CreateProblemRequest {
    CreateProblemRequest { game: game.into(), ..new(position, moves) }
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_of_every_game_are_proven_and_become_playable() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let mut bob = house.problems(house.badge("bob").await).await;
    for (game, position, moves, key) in [("boom", BOOM, 2, "3"), ("othello", OTHELLO, 4, "a5")] {
        let problem = create(&mut ana, of(game, position, moves)).await;
        assert_eq!((problem.state(), problem.verdict()), (ProblemState::Playable, Verdict::Sound), "{game}");
        assert_eq!((keys(&problem), problem.game.as_str()), (vec![key.to_owned()], game));
        let report = problem.report.as_ref().unwrap();
        assert_eq!((report.shortest, report.refuted, report.complete), (moves, moves - 1, true));
        assert!(report.text.contains(&format!("Sound: win in {moves}")), "{}", report.text);
        assert_eq!(get(&mut bob, &problem.id).await.unwrap().report, None);
        let listed = list(&mut bob, ProblemFilter { game: game.into(), ..Default::default() }).await;
        assert_eq!(listed.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_won_in_exactly_so_many_moves_stays_with_its_author() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    for (game, position, moves, verdict) in [
        ("boom", BOOM, 1, Verdict::NoMate),
        ("boom", BOOM, 3, Verdict::Short),
        ("boom", "7/7/7/7/7/7/xxxx3 x 20", 1, Verdict::NoMate),
        ("othello", OTHELLO, 3, Verdict::NoMate),
        ("othello", OTHELLO, 5, Verdict::Short),
    ] {
        let problem = create(&mut ana, of(game, position, moves)).await;
        assert_eq!(
            (problem.state(), problem.verdict()),
            (ProblemState::Refused, verdict),
            "{position} {moves}"
        );
    }
    let cooked = create(&mut ana, of("boom", "7/7/7/7/4x2/4o2/1ooxxo1 x 8", 2)).await;
    assert_eq!((cooked.state(), cooked.verdict()), (ProblemState::Playable, Verdict::Cooked));
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_of_other_games_are_named_too() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    ana.create_problem(of("boom", "7/7/7/7/7/o6/7 x 20", 2)).await.faulty(&["FLOATING"]);
    ana.create_problem(of("boom", "7/7/7/7/7/7/XX5 o 20", 2)).await.faulty(&["MANY_BOMBS", "WRONG_TURN"]);
    ana.create_problem(of("boom", "7/7 x 1", 2)).await.faulty(&["ROW_COUNT"]);
    ana.create_problem(of("boom", BOOM, 7)).await.faulty(&["BAD_MOVES"]);
    ana.create_problem(of("othello", OTHELLO, 10)).await.faulty(&["BAD_MOVES"]);
    let rules = CreateProblemRequest { rules: "size=7".into(), ..of("othello", OTHELLO, 4) };
    ana.create_problem(rules).await.faulty(&["BAD_RULES"]);
    let rules = CreateProblemRequest { rules: "size=8".into(), ..of("boom", BOOM, 2) };
    ana.create_problem(rules).await.faulty(&["BAD_RULES"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_problem_is_found_in_every_disguise() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    create(&mut ana, of("boom", BOOM, 2)).await;
    let twin = ana.create_problem(of("boom", BOOM_TURNED, 2)).await;
    twin.refused(Code::AlreadyExists, "PROBLEM_EXISTS");
    create(&mut ana, of("othello", OTHELLO, 4)).await;
    let rules = "skips=0,0 axes=vhd size=8".to_owned();
    let same = ana.create_problem(CreateProblemRequest { rules, ..of("othello", OTHELLO, 4) }).await;
    same.refused(Code::AlreadyExists, "PROBLEM_EXISTS");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_of_boom_is_built_piece_by_piece() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let edits = vec![put("x", "2a"), put("o", "3a"), put("bomb-o", "3b"), put("x", "5d")];
    let request = EditPositionRequest { game: "boom".into(), edits, ..Default::default() };
    let answer = ana.edit_position(request).await.unwrap().into_inner();
    assert_eq!(answer.position, "7/7/7/4x2/7/2O4/1xo4 x 16");
    assert_eq!(answer.faults[0].reason, "FLOATING");
    assert_eq!(answer.diagram.unwrap().cells[37].piece, "bomb-o");
    let edits = vec![
        PositionEdit { what: Some(What::Remove(Remove { square: "5d".into() })) },
        PositionEdit { what: Some(What::SideToMove("o".into())) },
    ];
    let request =
        EditPositionRequest { game: "boom".into(), position: answer.position, edits, ..Default::default() };
    let answer = ana.edit_position(request).await.unwrap().into_inner();
    assert_eq!((answer.position.as_str(), answer.faults.len()), ("7/7/7/7/7/2O4/1xo4 o 18", 0));

    let made =
        create(&mut ana, CreateProblemRequest { game: "boom".into(), ..draft(&answer.position, 2) }).await;
    assert_eq!(made.state(), ProblemState::Draft);
    let request = UpdateProblemRequest { position: BOOM.into(), ..update(&made.id, &["position"]) };
    ana.update_problem(request).await.unwrap();
    let submit = SubmitProblemRequest { problem_id: made.id };
    let done = ana.submit_problem(submit).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(done.state(), ProblemState::Playable);
}

#[tokio::test(flavor = "multi_thread")]
async fn solutions_of_other_games_lead_to_the_win() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    for (game, position, moves) in [("boom", BOOM, 2), ("othello", OTHELLO, 4)] {
        let id = create(&mut ana, of(game, position, moves)).await.id;
        let request = GetSolutionRequest { problem_id: id };
        let told = ana.get_solution(request).await.unwrap().into_inner();
        let mut table = tablero_game::find(game).unwrap().decode("", position).unwrap();
        let attacker = table.side_to_move();
        for play in &told.line {
            table.play(&play.code, tablero_game::Language::English).unwrap();
        }
        let winner = table.outcome().and_then(tablero_game::Outcome::winner);
        assert_eq!(winner, Some(attacker), "{game}: {:?}", told.line);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_of_every_game_are_validated_without_storing_them() {
    let house = House::open().await;
    let mut ana = house.validation(house.badge("ana").await).await;
    for (game, position, moves, verdict) in [
        ("boom", BOOM, 2, Verdict::Sound),
        ("boom", "7/7/7/7/7/7/7 o 1", 2, Verdict::Illegal),
        ("othello", OTHELLO, 4, Verdict::Sound),
        ("othello", "8/8 x", 4, Verdict::Illegal),
    ] {
        let request =
            ValidateRequest { game: game.into(), position: position.into(), moves, ..Default::default() };
        let mut answers = ana.validate(request).await.unwrap().into_inner();
        let mut report = None;
        while let Some(answer) = answers.message().await.unwrap() {
            if let Some(validate_response::What::Report(told)) = answer.what {
                report = Some(told);
            }
        }
        let report = report.unwrap();
        assert_eq!(report.verdict(), verdict, "{position}");
        assert_eq!(report.faults.is_empty(), verdict != Verdict::Illegal);
    }
    let request =
        ValidateRequest { game: "boom".into(), position: BOOM.into(), moves: 7, ..Default::default() };
    ana.validate(request).await.faulty(&["BAD_MOVES"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_are_exported_where_the_format_knows_their_game() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    create(&mut ana, of("boom", BOOM, 2)).await;
    create(&mut ana, new(SOUND, 2)).await;
    let mut nobody = house.problems(Badge::discord("1", "somebody")).await;
    let mut lines = nobody.export_problems(ExportProblemsRequest::default()).await.unwrap().into_inner();
    let mut seen = vec![];
    while let Some(line) = lines.message().await.unwrap() {
        seen.push(line.line);
    }
    assert_eq!(seen.len(), 1);
    assert!(seen[0].starts_with("3K4/8/6n1"), "{seen:?}");
}
