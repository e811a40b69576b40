//! SPEC R1 to R6: problems are made, edited, validated, changed, deleted and found.

mod editing;
mod finding;
mod making;
mod other_games;
mod rights;
mod solutions;
mod suggesting;

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

fn put(piece: &str, square: &str) -> PositionEdit {
    PositionEdit { what: Some(What::Put(Put { piece: piece.into(), square: square.into() })) }
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
