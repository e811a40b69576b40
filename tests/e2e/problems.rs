//! SPEC R1 to R6: problems are made, edited, validated, changed, deleted and found.

use futures_util::future::join_all;
use prost_types::FieldMask;
use tablero_api::v1::position_edit::{Move, Put, Recolour, Remove, What};
use tablero_api::v1::*;
use tablero_tests::{Expect, House, ProblemClient};
use tonic::Code;
use tonic_types::StatusExt;

/// A mate in two with one key, Nd7.
const SOUND: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";
/// The same with the colours exchanged, and mirrored.
const SOUND_TURNED: &str = "8/8/3q4/1rR5/2nnK1b1/1N6/8/4k3 b - - 0 1";
/// A mate in two with two keys.
const COOKED: &str = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
/// No mate at all.
const HOPELESS: &str = "7k/8/5K2/8/8/8/8/B7 w - - 0 1";
const ILLEGAL: &str = "8/8/8/8/8/8/8/kK5P b";

fn new(position: &str, moves: u32) -> CreateProblemRequest {
    CreateProblemRequest { position: position.into(), moves, ..Default::default() }
}

fn draft(position: &str, moves: u32) -> CreateProblemRequest {
    CreateProblemRequest { draft: true, ..new(position, moves) }
}

async fn create(client: &mut ProblemClient, request: CreateProblemRequest) -> Problem {
    client.create_problem(request).await.unwrap().into_inner().problem.unwrap()
}

async fn get(client: &mut ProblemClient, id: &str) -> Result<Problem, tonic::Status> {
    let request = GetProblemRequest { problem_id: id.into() };
    client.get_problem(request).await.map(|answer| answer.into_inner().problem.unwrap())
}

fn update(id: &str, paths: &[&str]) -> UpdateProblemRequest {
    let update_mask = Some(FieldMask { paths: paths.iter().map(ToString::to_string).collect() });
    UpdateProblemRequest { problem_id: id.into(), update_mask, ..Default::default() }
}

fn keys(problem: &Problem) -> Vec<String> {
    let report = problem.report.as_ref().expect("the author has the report");
    report.keys.iter().map(|key| key.line.as_ref().unwrap().play.as_ref().unwrap().text.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sound_problem_becomes_playable_in_the_same_call() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let request = CreateProblemRequest {
        title: " First\n try ".into(),
        theme: "Zugzwang".into(),
        difficulty: 2,
        ..new("3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8", 2)
    };
    let problem = create(&mut ana, request).await;
    assert_eq!(problem.state(), ProblemState::Playable);
    assert_eq!((problem.verdict(), keys(&problem)), (Verdict::Sound, vec!["Nd7".to_owned()]));
    assert_eq!((problem.title.as_str(), problem.position.as_str()), ("First try", SOUND));
    assert_eq!(problem.diagram.as_ref().unwrap().cells[3].piece, "wK");
    assert_eq!(get(&mut ana, &problem.id).await.unwrap(), problem);

    let mut bob = house.problems(house.badge("bob").await).await;
    let seen = get(&mut bob, &problem.id).await.unwrap();
    assert_eq!(seen.report, None, "the solution is nobody else's business");
    assert_eq!(Problem { report: None, ..problem }, seen);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_proven_stays_with_its_author_and_says_why() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let mut bob = house.problems(house.badge("bob").await).await;
    for (position, moves, verdict) in [(HOPELESS, 2, Verdict::NoMate), (SOUND, 3, Verdict::Short)] {
        let problem = create(&mut ana, new(position, moves)).await;
        assert_eq!((problem.state(), problem.verdict()), (ProblemState::Refused, verdict));
        get(&mut bob, &problem.id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    }
    let cooked = create(&mut ana, new(COOKED, 2)).await;
    assert_eq!((cooked.state(), cooked.verdict()), (ProblemState::Playable, Verdict::Cooked));
    assert_eq!(keys(&cooked), ["Kf7", "Kg6"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_a_new_problem_is_named_at_once_and_nothing_is_made() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    ana.create_problem(new(ILLEGAL, 2)).await.faulty(&["PAWN_ON_END_RANK", "KINGS_TOUCH"]);
    ana.create_problem(new("", 2)).await.faulty(&["EMPTY_BOARD"]);
    let request = CreateProblemRequest {
        title: "x".repeat(81),
        theme: "x".repeat(41),
        difficulty: 6,
        rules: "size=9".into(),
        ..new(&"8/".repeat(600), 10)
    };
    ana.create_problem(request).await.faulty(&[
        "TITLE_TOO_LONG",
        "THEME_TOO_LONG",
        "BAD_MOVES",
        "BAD_DIFFICULTY",
        "POSITION_TOO_LONG",
        "BAD_RULES",
    ]);
    let request = CreateProblemRequest { game: "checkers".into(), ..new(SOUND, 2) };
    ana.create_problem(request).await.faulty(&["UNKNOWN_GAME"]);
    let mine = ListProblemsRequest {
        filter: Some(ProblemFilter { mine: true, ..Default::default() }),
        ..Default::default()
    };
    assert_eq!(ana.list_problems(mine).await.unwrap().into_inner().problems, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_problem_is_refused_in_every_disguise_and_the_existing_one_is_named() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let first = create(&mut ana, new(SOUND, 2)).await;
    let mut bob = house.problems(house.badge("bob").await).await;
    for twin in [SOUND, SOUND_TURNED] {
        let status = bob.create_problem(new(twin, 2)).await.refused(Code::AlreadyExists, "PROBLEM_EXISTS");
        assert_eq!(status.get_error_details().error_info().unwrap().metadata["problem_id"], first.id);
    }
    // With another number of moves it is another problem, if not a sound one.
    assert_eq!(create(&mut bob, new(SOUND, 3)).await.verdict(), Verdict::Short);
    // A draft is nobody's business, until it is submitted.
    let copy = create(&mut bob, draft(SOUND_TURNED, 2)).await;
    let submit = SubmitProblemRequest { problem_id: copy.id };
    bob.submit_problem(submit).await.refused(Code::AlreadyExists, "PROBLEM_EXISTS");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_make_one_problem_at_once_one_does() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let tries =
        (0..6).map(|_| async { house.problems(badge.clone()).await.create_problem(new(SOUND, 2)).await });
    let (made, others): (Vec<_>, Vec<_>) = join_all(tries).await.into_iter().partition(Result::is_ok);
    assert_eq!((made.len(), others.len()), (1, 5));
    for other in others {
        other.refused(Code::AlreadyExists, "PROBLEM_EXISTS");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_grows_from_an_empty_board_to_a_playable_problem() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let empty = create(&mut ana, draft("", 2)).await;
    assert_eq!(empty.state(), ProblemState::Draft);
    assert_eq!(empty.faults[0].reason, "EMPTY_BOARD");
    let submit = SubmitProblemRequest { problem_id: empty.id.clone() };
    ana.submit_problem(submit.clone()).await.faulty(&["EMPTY_BOARD"]);

    let request = UpdateProblemRequest { position: SOUND.into(), ..update(&empty.id, &["position"]) };
    let filled = ana.update_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!((filled.state(), filled.faults.len()), (ProblemState::Draft, 0));
    let mut bob = house.problems(house.badge("bob").await).await;
    get(&mut bob, &empty.id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");

    let done = ana.submit_problem(submit.clone()).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(done.state(), ProblemState::Playable);
    get(&mut bob, &empty.id).await.unwrap();
    ana.submit_problem(submit).await.refused(Code::FailedPrecondition, "ALREADY_PLAYABLE");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_problem_is_validated_again_and_leaves_the_list_if_that_fails() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let problem = create(&mut ana, new(SOUND, 2)).await;
    let request = UpdateProblemRequest { theme: "Threat".into(), ..update(&problem.id, &["theme"]) };
    let relabelled = ana.update_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!((relabelled.state(), relabelled.theme.as_str()), (ProblemState::Playable, "Threat"));
    assert_eq!(relabelled.report, problem.report);

    let broken = UpdateProblemRequest { position: ILLEGAL.into(), ..update(&problem.id, &["position"]) };
    ana.update_problem(broken).await.faulty(&["PAWN_ON_END_RANK", "KINGS_TOUCH"]);
    assert_eq!(get(&mut ana, &problem.id).await.unwrap(), relabelled);

    let request = UpdateProblemRequest { position: HOPELESS.into(), ..update(&problem.id, &["position"]) };
    let worse = ana.update_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!((worse.state(), worse.verdict()), (ProblemState::Refused, Verdict::NoMate));
    assert_eq!(list(&mut ana, ProblemFilter::default()).await, Vec::<String>::new());

    let request = UpdateProblemRequest {
        position: COOKED.into(),
        moves: 2,
        ..update(&problem.id, &["position", "moves"])
    };
    let better = ana.update_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(better.state(), ProblemState::Playable);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_that_was_played_or_solved_stays_as_it_is() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let problem = create(&mut ana, new(SOUND, 2)).await;
    let request = |title: &str, rule: ChangeRule| UpdateProblemRequest {
        title: title.into(),
        change_rule: rule.into(),
        ..update(&problem.id, &["title"])
    };
    house.database.execute("UPDATE problems SET play_count = 1").await;
    let played = ana.update_problem(request("a", ChangeRule::Unspecified)).await;
    played.refused(Code::FailedPrecondition, "PROBLEM_PLAYED");
    ana.update_problem(request("b", ChangeRule::Unsolved)).await.unwrap();
    house.database.execute("UPDATE problems SET solve_count = 1").await;
    let solved = ana.update_problem(request("c", ChangeRule::Unsolved)).await;
    solved.refused(Code::FailedPrecondition, "PROBLEM_SOLVED");
    assert_eq!(get(&mut ana, &problem.id).await.unwrap().title, "b");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_its_author_may_change_submit_or_delete_a_problem() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let mut bob = house.problems(house.badge("bob").await).await;
    let playable = create(&mut ana, new(SOUND, 2)).await;
    let hidden = create(&mut ana, draft(COOKED, 2)).await;
    for (id, code, reason) in [
        (&playable.id, Code::PermissionDenied, "NOT_THE_AUTHOR"),
        (&hidden.id, Code::NotFound, "PROBLEM_NOT_FOUND"),
    ] {
        let rename = UpdateProblemRequest { title: "mine".into(), ..update(id, &["title"]) };
        bob.update_problem(rename).await.refused(code, reason);
        bob.submit_problem(SubmitProblemRequest { problem_id: id.clone() }).await.refused(code, reason);
        bob.delete_problem(DeleteProblemRequest { problem_id: id.clone() }).await.refused(code, reason);
    }
    let watch = WatchProblemRequest { problem_id: hidden.id.clone() };
    bob.watch_problem(watch).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    assert_eq!(get(&mut ana, &playable.id).await.unwrap(), playable);
    assert_eq!(get(&mut ana, &hidden.id).await.unwrap(), hidden);

    ana.delete_problem(DeleteProblemRequest { problem_id: playable.id.clone() }).await.unwrap();
    get(&mut ana, &playable.id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    create(&mut bob, new(SOUND, 2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_and_masks_that_make_no_sense_are_refused() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let unknown = "00000000-0000-4000-8000-00000000ffff";
    get(&mut ana, "what").await.faulty(&["BAD_ID"]);
    get(&mut ana, unknown).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    ana.delete_problem(DeleteProblemRequest { problem_id: "".into() }).await.faulty(&["BAD_ID"]);
    ana.submit_problem(SubmitProblemRequest { problem_id: "-".into() }).await.faulty(&["BAD_ID"]);
    let problem = create(&mut ana, draft(SOUND, 2)).await;
    ana.update_problem(update(&problem.id, &[])).await.faulty(&["MASK_EMPTY"]);
    ana.update_problem(update(&problem.id, &["state", "moves"])).await.faulty(&["MASK_UNKNOWN_PATH"]);
    ana.update_problem(update(&problem.id, &["moves"])).await.faulty(&["BAD_MOVES"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_profile_removes_its_problems_and_says_how_many() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut problems = house.problems(badge.clone()).await;
    let id = create(&mut problems, new(SOUND, 2)).await.id;
    create(&mut problems, draft(COOKED, 2)).await;
    let delete = DeleteProfileRequest { password: House::PASSWORD.into(), ..Default::default() };
    let removed = house.client(badge).await.delete_profile(delete).await.unwrap().into_inner();
    assert_eq!(removed.problems, 2);
    let mut bob = house.problems(house.badge("bob").await).await;
    get(&mut bob, &id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absorbed_profile_brings_its_problems_along() {
    let house = House::open().await;
    let discord = tablero_tests::Badge::discord("42", "Reina");
    let id = create(&mut house.problems(discord.clone()).await, new(SOUND, 2)).await.id;
    let badge = house.badge("ana").await;
    let code = house.client(badge.clone()).await.create_link_code(CreateLinkCodeRequest {}).await.unwrap();
    let redeem = RedeemLinkCodeRequest { code: code.into_inner().code };
    house.client(discord).await.redeem_link_code(redeem).await.unwrap();
    let problem = get(&mut house.problems(badge).await, &id).await.unwrap();
    assert_eq!(problem.author.unwrap().name, "ana");
}

fn put(piece: &str, square: &str) -> PositionEdit {
    PositionEdit { what: Some(What::Put(Put { piece: piece.into(), square: square.into() })) }
}

#[tokio::test(flavor = "multi_thread")]
async fn pieces_are_put_moved_recoloured_and_removed_without_storing_anything() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let edits = vec![
        put("wK", "f6"),
        put("k", "h8"),
        put("bR", "b1"),
        PositionEdit { what: Some(What::Move(Move { from_square: "b1".into(), to_square: "a1".into() })) },
        PositionEdit { what: Some(What::Recolour(Recolour { square: "a1".into() })) },
        put("wP", "c8"),
    ];
    let answer =
        ana.edit_position(EditPositionRequest { edits, ..Default::default() }).await.unwrap().into_inner();
    assert_eq!(answer.position, "2P4k/8/5K2/8/8/8/8/R7 w - - 0 1");
    assert_eq!(
        answer.faults.iter().map(|fault| fault.reason.as_str()).collect::<Vec<_>>(),
        ["PAWN_ON_END_RANK"]
    );
    assert_eq!(answer.diagram.unwrap().cells[56].piece, "wR");
    let edits = vec![
        PositionEdit { what: Some(What::Remove(Remove { square: "c8".into() })) },
        PositionEdit { what: Some(What::SideToMove("black".into())) },
    ];
    let request = EditPositionRequest { position: answer.position, edits, ..Default::default() };
    let answer = ana.edit_position(request).await.unwrap().into_inner();
    assert_eq!((answer.position.as_str(), answer.faults.len()), ("7k/8/5K2/8/8/8/8/R7 b - - 0 1", 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_that_cannot_be_made_is_refused_with_its_reason() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let remove = PositionEdit { what: Some(What::Remove(Remove { square: "a1".into() })) };
    for (edits, reason) in [
        (vec![], "NO_EDIT"),
        (vec![PositionEdit { what: None }], "NO_EDIT"),
        (vec![put("wX", "a1")], "NO_SUCH_PIECE"),
        (vec![put("wK", "z9")], "NO_SUCH_SQUARE"),
        (vec![put("wK", "a1"), remove.clone(), remove], "EMPTY_SQUARE"),
        (vec![PositionEdit { what: Some(What::SideToMove("green".into())) }], "NO_SUCH_SIDE"),
        (vec![put("wK", "a1"); 129], "NO_EDIT"),
    ] {
        ana.edit_position(EditPositionRequest { edits, ..Default::default() }).await.faulty(&[reason]);
    }
    let nonsense =
        EditPositionRequest { position: "x".into(), edits: vec![put("wK", "a1")], ..Default::default() };
    ana.edit_position(nonsense).await.unwrap_err();
}

async fn list(client: &mut ProblemClient, filter: ProblemFilter) -> Vec<String> {
    let request = ListProblemsRequest { filter: Some(filter), ..Default::default() };
    let problems = client.list_problems(request).await.unwrap().into_inner().problems;
    problems.into_iter().map(|problem| problem.title).collect()
}

/// Five problems with all that a filter can look at.
async fn library(house: &House) -> (ProblemClient, ProblemClient) {
    let mut ana = house.problems(house.badge("ana").await).await;
    let mut bob = house.problems(house.badge("bob").await).await;
    let lines = [
        ("ana", "one", "Zugzwang", 1, 2, SOUND),
        ("ana", "two", "threat", 2, 2, COOKED),
        ("bob", "three", "ZUGZWANG", 2, 2, "2n5/8/k1B2Q2/B7/5K2/8/8/8 w - -"),
        ("bob", "four", "", 0, 2, "7k/2Q5/4K1n1/2R2B2/8/8/8/8 w - -"),
        ("bob", "five 100%", "a_b", 5, 1, "7k/8/6K1/8/8/8/8/R7 w - -"),
    ];
    for (author, title, theme, difficulty, moves, position) in lines {
        let client = if author == "ana" { &mut ana } else { &mut bob };
        let request = CreateProblemRequest {
            title: title.into(),
            theme: theme.into(),
            difficulty,
            ..new(position, moves)
        };
        let made = create(client, request).await;
        assert_eq!(made.state(), ProblemState::Playable, "{title}");
    }
    create(&mut ana, CreateProblemRequest { title: "draft".into(), ..draft("", 3) }).await;
    house
        .database
        .execute(
            "UPDATE problems SET rating = 2000 WHERE title = 'two'; UPDATE problems SET play_count = 9 WHERE title = 'four'; \
             INSERT INTO solves (problem_id, profile_id) SELECT p.id, a.id FROM problems p, profiles a \
             WHERE p.title IN ('three', 'four') AND a.name = 'ana'",
        )
        .await;
    (ana, bob)
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_are_found_by_every_filter() {
    let house = House::open().await;
    let (mut ana, mut bob) = library(&house).await;
    let all = ["five 100%", "four", "three", "two", "one"];
    let any = ProblemFilter::default;
    let which = Some(get_profile_request::Which::Name("bob".into()));
    let mut nobody = house.client(tablero_tests::Badge::nobody()).await;
    let author = nobody.get_profile(GetProfileRequest { which }).await;
    let bob_id = author.unwrap().into_inner().profile.unwrap().id;
    let cases: Vec<(ProblemFilter, Vec<&str>)> = vec![
        (any(), all.to_vec()),
        (ProblemFilter { game: "chess".into(), ..any() }, all.to_vec()),
        (ProblemFilter { game: "boom".into(), ..any() }, vec![]),
        (ProblemFilter { min_moves: 2, ..any() }, vec!["four", "three", "two", "one"]),
        (ProblemFilter { max_moves: 1, ..any() }, vec!["five 100%"]),
        (ProblemFilter { theme: "zugZWANG".into(), ..any() }, vec!["three", "one"]),
        (ProblemFilter { difficulty: 2, ..any() }, vec!["three", "two"]),
        (ProblemFilter { author_name: "ANA".into(), ..any() }, vec!["two", "one"]),
        (ProblemFilter { author_id: bob_id, ..any() }, vec!["five 100%", "four", "three"]),
        (ProblemFilter { solved: SolvedFilter::SolvedByMe.into(), ..any() }, vec!["four", "three"]),
        (
            ProblemFilter { solved: SolvedFilter::NotSolvedByMe.into(), ..any() },
            vec!["five 100%", "two", "one"],
        ),
        (ProblemFilter { query: "zug three".into(), ..any() }, vec!["three"]),
        (ProblemFilter { query: "100%".into(), ..any() }, vec!["five 100%"]),
        (ProblemFilter { query: "a_b".into(), ..any() }, vec!["five 100%"]),
        (ProblemFilter { query: "%".into(), min_moves: 2, ..any() }, vec![]),
        (ProblemFilter { mine: true, ..any() }, vec!["draft", "two", "one"]),
        (ProblemFilter { mine: true, state: ProblemState::Draft.into(), ..any() }, vec!["draft"]),
        (ProblemFilter { theme: "zugzwang".into(), author_name: "ana".into(), ..any() }, vec!["one"]),
    ];
    for (filter, titles) in cases {
        assert_eq!(list(&mut ana, filter.clone()).await, titles, "{filter:?}");
    }
    let solved = ProblemFilter { solved: SolvedFilter::SolvedByMe.into(), ..any() };
    assert_eq!(list(&mut bob, solved).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_are_paged_in_every_order_without_gaps_or_repeats() {
    let house = House::open().await;
    let (mut ana, _) = library(&house).await;
    let orders = [
        (ProblemOrder::Newest, ["five 100%", "four", "three", "two", "one"], 5),
        (ProblemOrder::Hardest, ["two", "", "", "", "five 100%"], 5),
        (ProblemOrder::MostPlayed, ["four", "", "", "", ""], 5),
    ];
    for (order, expected, count) in orders {
        let mut titles = vec![];
        let mut page_token = String::new();
        loop {
            let request =
                ListProblemsRequest { order: order.into(), page_size: 2, page_token, ..Default::default() };
            let page = ana.list_problems(request).await.unwrap().into_inner();
            assert!(page.problems.iter().all(|problem| problem.report.is_none()), "no list tells a solution");
            titles.extend(page.problems.into_iter().map(|problem| problem.title));
            page_token = page.next_page_token;
            if page_token.is_empty() {
                break;
            }
        }
        let unique: std::collections::BTreeSet<_> = titles.iter().collect();
        assert_eq!((titles.len(), unique.len()), (count, count), "{order:?}");
        for (title, expected) in titles.iter().zip(expected).filter(|(_, expected)| !expected.is_empty()) {
            assert_eq!(title, expected, "{order:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_makes_no_sense_is_refused() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let filter = ProblemFilter { min_moves: 10, difficulty: 6, author_id: "x".into(), ..Default::default() };
    let request = ListProblemsRequest {
        filter: Some(filter),
        page_size: 101,
        page_token: "x".into(),
        ..Default::default()
    };
    ana.list_problems(request.clone()).await.faulty(&[
        "BAD_PAGE_SIZE",
        "BAD_PAGE_TOKEN",
        "BAD_MOVES",
        "BAD_DIFFICULTY",
        "BAD_ID",
    ]);
    let export = ExportProblemsRequest { filter: request.filter };
    ana.export_problems(export).await.faulty(&["BAD_MOVES", "BAD_DIFFICULTY", "BAD_ID"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_problems_are_imported_with_a_word_on_each_and_exported_again() {
    use import_problems_response::Outcome;
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let lines = [
        "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - bm #2; id \"Tablero 2.01\"; c1 \"theme=Block\";",
        "",
        "# a comment",
        "7k/8/5K2/8/8/8/8/R7 w - - #2",
        &format!("{SOUND_TURNED} bm #2;"),
        "7k/8/5K2/8/8/8/8/R7 w - -",
        "8/8/8/8/8/8/8/kK5P b - - bm #2;",
        &"x".repeat(1001),
    ];
    let requests: Vec<_> =
        lines.iter().map(|line| ImportProblemsRequest { line: line.to_string() }).collect();
    let mut answers = ana.import_problems(futures_util::stream::iter(requests)).await.unwrap().into_inner();
    let mut outcomes = vec![];
    while let Some(answer) = answers.message().await.unwrap() {
        outcomes.push((answer.line_number, answer.outcome.unwrap()));
    }
    let first = match &outcomes[0] {
        (1, Outcome::ProblemId(id)) => id.clone(),
        other => panic!("{other:?}"),
    };
    let reason = |outcome: &Outcome| match outcome {
        Outcome::ProblemId(_) => "made".to_owned(),
        Outcome::ExistingProblemId(id) => format!("exists {}", *id == first),
        Outcome::Faults(faults) => faults.faults[0].reason.clone(),
        Outcome::PassedOver(_) => "passed over".to_owned(),
    };
    let told: Vec<_> = outcomes.iter().map(|(_, outcome)| reason(outcome)).collect();
    let expected = [
        "made",
        "passed over",
        "passed over",
        "made",
        "exists true",
        "BAD_MOVES",
        "PAWN_ON_END_RANK",
        "LINE_TOO_LONG",
    ];
    assert_eq!(told, expected);

    watch_until_done(&mut ana, &first).await;
    let made = get(&mut ana, &first).await.unwrap();
    assert_eq!(
        (made.state(), made.title.as_str(), made.theme.as_str()),
        (ProblemState::Playable, "Tablero 2.01", "Block")
    );
    let Outcome::ProblemId(second) = &outcomes[3].1 else { panic!("made") };
    watch_until_done(&mut ana, second).await;

    let mut exported = ana.export_problems(ExportProblemsRequest::default()).await.unwrap().into_inner();
    let mut lines = vec![];
    while let Some(answer) = exported.message().await.unwrap() {
        lines.push(answer.line);
    }
    assert_eq!(lines.len(), 2);
    let expected = format!(
        "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - bm #2; id \"{first}\"; c0 \"title=Tablero 2.01\"; c1 \"theme=Block\"; c2 \"author=ana\";"
    );
    assert_eq!(lines[1], expected);

    let other = House::open().await;
    let mut bob = other.problems(other.badge("bob").await).await;
    let requests: Vec<_> = lines.into_iter().map(|line| ImportProblemsRequest { line }).collect();
    let mut answers = bob.import_problems(futures_util::stream::iter(requests)).await.unwrap().into_inner();
    while let Some(answer) = answers.message().await.unwrap() {
        let Some(Outcome::ProblemId(id)) = answer.outcome else { panic!("{answer:?}") };
        assert_eq!(watch_until_done(&mut bob, &id).await.state(), ProblemState::Playable);
    }
    assert_eq!(
        list(&mut bob, ProblemFilter { theme: "block".into(), ..Default::default() }).await,
        ["Tablero 2.01"]
    );
}

/// The problem when its validation has ended.
async fn watch_until_done(client: &mut ProblemClient, id: &str) -> Problem {
    let request = WatchProblemRequest { problem_id: id.into() };
    let mut signs = client.watch_problem(request).await.unwrap().into_inner();
    let mut last = None;
    while let Some(sign) = signs.message().await.unwrap() {
        if let Some(watch_problem_response::What::Problem(problem)) = sign.what {
            last = Some(problem);
        }
    }
    let last = last.expect("the problem is told");
    assert_ne!(last.state(), ProblemState::Checking);
    last
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_finds_our_own_problems_playable() {
    let house = House::with(|options| options.no_starter = false).await;
    let second = house.beside_with(|options| options.no_starter = false).await;
    let mut ana = second.problems(house.badge("ana").await).await;
    let count = async |client: &mut ProblemClient, moves: u32| {
        let filter = ProblemFilter {
            author_name: "Tablero".into(),
            min_moves: moves,
            max_moves: moves,
            ..Default::default()
        };
        let request = ListProblemsRequest { filter: Some(filter), page_size: 100, ..Default::default() };
        client.list_problems(request).await.unwrap().into_inner().problems.len()
    };
    let begun = std::time::Instant::now();
    loop {
        let counts = (count(&mut ana, 2).await, count(&mut ana, 3).await, count(&mut ana, 4).await);
        if counts == (60, 30, 10) {
            break;
        }
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{counts:?}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_author_has_at_most_500_problems_that_are_not_playable() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    create(&mut ana, draft(SOUND, 2)).await;
    house
        .database
        .execute(
            "INSERT INTO problems (author_id, game, rules, position, moves, title, theme, difficulty, state, rating) \
             SELECT author_id, game, rules, position, moves, title, theme, difficulty, state, rating FROM problems, generate_series(2, 500)",
        )
        .await;
    ana.create_problem(draft(COOKED, 2)).await.refused(Code::FailedPrecondition, "TOO_MANY_DRAFTS");
    ana.create_problem(new(COOKED, 2)).await.refused(Code::FailedPrecondition, "TOO_MANY_DRAFTS");
}
