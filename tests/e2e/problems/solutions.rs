use prost::Message;
use tablero_api::v1::new_seat::Who;
use tablero_api::v1::validation_report::{Continuation, Key};
use tablero_game::Language;
use tablero_tests::{Badge, MatchClient};

use super::*;

/// A mate in three with one key, Rg7.
const THREE: &str = "2k5/8/3K4/4n1R1/2p5/8/4R3/8 w - - 0 1";

async fn solution(client: &mut ProblemClient, id: &str) -> Result<GetSolutionResponse, tonic::Status> {
    let request = GetSolutionRequest { problem_id: id.into() };
    client.get_solution(request).await.map(tonic::Response::into_inner)
}

fn against(problem_id: &str, second: Who) -> StartMatchRequest {
    StartMatchRequest {
        problem_id: problem_id.into(),
        first: Some(NewSeat { who: Some(Who::Me(true)) }),
        second: Some(NewSeat { who: Some(second) }),
        ..Default::default()
    }
}

async fn start(client: &mut MatchClient, request: StartMatchRequest) -> String {
    client.start_match(request).await.unwrap().into_inner().r#match.unwrap().id
}

fn easy() -> Who {
    Who::Machine("easy".into())
}

/// Plays a line through: it must be legal in both spellings, and of the length and end of a solution.
fn check(position: &str, moves: usize, line: &[Play]) {
    let mut table = tablero_game::find("chess").unwrap().decode("", position).unwrap();
    for play in line {
        assert_eq!(table.read(&play.text, Language::English).unwrap().code, play.code);
        assert_eq!(table.play(&play.code, Language::English).unwrap().text, play.text);
    }
    assert_eq!(table.outcome().map(|outcome| outcome.by()), Some("checkmate"), "{line:?}");
    assert_eq!(line.len(), 2 * moves - 1, "{line:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_solution_is_told_to_its_author_and_kept_from_who_has_not_finished() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let bob_badge = house.badge("bob").await;
    let mut bob = house.problems(bob_badge.clone()).await;
    let problem = create(&mut ana, new(SOUND, 2)).await;
    let told = solution(&mut ana, &problem.id).await.unwrap();
    assert_eq!(told.report, problem.report);
    assert_eq!(told.line[0].text, "Nd7");
    check(SOUND, 2, &told.line);

    solution(&mut bob, &problem.id).await.refused(Code::PermissionDenied, "NOT_FINISHED");
    let mut matches = house.matches(bob_badge).await;
    let match_id = start(&mut matches, against(&problem.id, easy())).await;
    solution(&mut bob, &problem.id).await.refused(Code::PermissionDenied, "NOT_FINISHED");
    matches.abandon_match(AbandonMatchRequest { match_id: match_id.clone() }).await.unwrap();
    assert_eq!(solution(&mut bob, &problem.id).await.unwrap(), told);
    // It stays so when the match is forgotten.
    matches.delete_match(DeleteMatchRequest { match_id, confirm: true }).await.unwrap();
    assert_eq!(solution(&mut bob, &problem.id).await.unwrap(), told);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_solved_or_failed_may_know_the_solution() {
    let house = House::open().await;
    let one = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let mut author = house.problems(house.badge("author").await).await;
    let id = create(&mut author, new(one, 1)).await.id;
    for (name, text, winner) in [("ana", "Ra8", Winner::First), ("bob", "Ra2", Winner::Second)] {
        let badge = house.badge(name).await;
        let mut matches = house.matches(badge.clone()).await;
        let match_id = start(&mut matches, against(&id, easy())).await;
        let play = PlayMoveRequest { match_id, r#move: text.into(), ..Default::default() };
        let ended = matches.play_move(play).await.unwrap().into_inner().r#match.unwrap();
        assert_eq!(ended.winner(), winner);
        let told = solution(&mut house.problems(badge).await, &id).await.unwrap();
        assert_eq!(told.line, [Play { text: "Ra8#".into(), code: "a1a8".into() }]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn between_two_people_the_attacker_alone_has_tried() {
    let house = House::open().await;
    let mut author = house.problems(house.badge("author").await).await;
    // Black attacks: the second seat is the attacker's.
    for (position, moves, attacker_first) in [(SOUND, 2, true), (SOUND_TURNED, 2, false)] {
        let id = create(&mut author, new(position, moves)).await.id;
        let names = if attacker_first { ("ana", "bob") } else { ("carl", "dora") };
        let (first, second) = (house.badge(names.0).await, house.badge(names.1).await);
        let match_id = start(&mut house.matches(first.clone()).await, against(&id, Who::Open(true))).await;
        let mut second_matches = house.matches(second.clone()).await;
        second_matches.accept_match(AcceptMatchRequest { match_id: match_id.clone() }).await.unwrap();
        let (attacker, defender) = if attacker_first { (first, second) } else { (second, first) };
        let mut ending = house.matches(defender.clone()).await;
        ending.abandon_match(AbandonMatchRequest { match_id }).await.unwrap();
        solution(&mut house.problems(attacker).await, &id).await.unwrap();
        let refused = solution(&mut house.problems(defender).await, &id).await;
        refused.refused(Code::PermissionDenied, "NOT_FINISHED");
        author.delete_problem(DeleteProblemRequest { problem_id: id, ..Default::default() }).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absorbed_profile_brings_its_attempts_along() {
    let house = House::open().await;
    let mut author = house.problems(house.badge("author").await).await;
    let id = create(&mut author, new(SOUND, 2)).await.id;
    let discord = Badge::discord("42", "Reina");
    let mut matches = house.matches(discord.clone()).await;
    let match_id = start(&mut matches, against(&id, easy())).await;
    matches.abandon_match(AbandonMatchRequest { match_id: match_id.clone() }).await.unwrap();
    matches.delete_match(DeleteMatchRequest { match_id, confirm: true }).await.unwrap();
    let ana = house.badge("ana").await;
    let code = house.client(ana.clone()).await.create_link_code(CreateLinkCodeRequest {}).await.unwrap();
    let redeem = RedeemLinkCodeRequest { code: code.into_inner().code };
    house.client(discord).await.redeem_link_code(redeem).await.unwrap();
    solution(&mut house.problems(ana).await, &id).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_main_line_goes_from_the_key_to_mate() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    for (position, moves, key) in [
        (THREE, 3, "Rg7"),
        ("3B2k1/K2p4/2p5/1Q5R/6n1/8/8/8 w - - 0 1", 3, "Qf5"),
        ("3k4/2N5/8/2RK4/8/8/2b5/1R6 w - - 0 1", 4, "Kd6"),
    ] {
        let made = create(&mut ana, new(position, moves)).await;
        let made = watch_until_done(&mut ana, &made.id).await;
        let told = solution(&mut ana, &made.id).await.unwrap();
        assert_eq!((told.line[0].text.as_str(), told.report.is_some()), (key, true));
        check(position, moves as usize, &told.line);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_report_does_not_go_on_the_solver_does() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let id = create(&mut ana, new(THREE, 3)).await.id;
    watch_until_done(&mut ana, &id).await;
    let key = Some(Play { text: "Rg7".into(), code: "g5g7".into() });
    let line = Some(Continuation { play: key, ..Default::default() });
    let bare = ValidationReport { keys: vec![Key { line, ..Default::default() }], ..Default::default() };
    let bytes: String = bare.encode_to_vec().iter().map(|byte| format!("{byte:02x}")).collect();
    for (stored, report) in [(format!("'\\x{bytes}'"), Some(bare)), ("NULL".into(), None)] {
        house.database.execute(&format!("UPDATE problems SET report = {stored}")).await;
        let told = solution(&mut ana, &id).await.unwrap();
        assert_eq!((told.line[0].text.as_str(), told.report), ("Rg7", report));
        check(THREE, 3, &told.line);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_solution_of_what_is_not_playable() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let mut bob = house.problems(house.badge("bob").await).await;
    let hidden = create(&mut ana, draft(SOUND, 2)).await.id;
    solution(&mut ana, &hidden).await.refused(Code::FailedPrecondition, "PROBLEM_NOT_PLAYABLE");
    solution(&mut bob, &hidden).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    let unknown = "00000000-0000-4000-8000-00000000ffff";
    solution(&mut ana, unknown).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    for id in ["", "what"] {
        solution(&mut ana, id).await.faulty(&["BAD_ID"]);
    }
}
