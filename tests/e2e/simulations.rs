//! SPEC M7: two machines attack and defend the same problems.

use std::time::{Duration, Instant};

use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House, MatchClient};
use tonic::Code;

const PROBLEMS: [(&str, u32); 4] = [
    ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1),
    ("3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1", 2),
    ("2n5/8/k1B2Q2/B7/5K2/8/8/8 w - - 0 1", 2),
    ("7k/2Q5/4K1n1/2R2B2/8/8/8/8 w - - 0 1", 2),
];

async fn library(house: &House) -> Vec<String> {
    let mut author = house.problems(Badge::discord("author", "author")).await;
    let mut ids = vec![];
    for (position, moves) in PROBLEMS {
        let request = CreateProblemRequest { position: position.into(), moves, ..Default::default() };
        ids.push(author.create_problem(request).await.unwrap().into_inner().problem.unwrap().id);
    }
    ids
}

fn contest(first: &str, second: &str) -> StartSimulationRequest {
    StartSimulationRequest {
        first_level: first.into(),
        second_level: second.into(),
        count: 4,
        ..Default::default()
    }
}

async fn start(client: &mut MatchClient, request: StartSimulationRequest) -> Simulation {
    client.start_simulation(request).await.unwrap().into_inner().simulation.unwrap()
}

/// Everything that a watcher sees.
async fn watch(client: &mut MatchClient, id: &str) -> Vec<Simulation> {
    let request = WatchSimulationRequest { simulation_id: id.into() };
    let mut news = client.watch_simulation(request).await.unwrap().into_inner();
    let mut seen = vec![];
    while let Some(told) = news.message().await.unwrap() {
        seen.push(told.simulation.unwrap());
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn the_machine_that_solves_more_wins() {
    let house = House::open().await;
    let ids = library(&house).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let request = StartSimulationRequest { problem_ids: ids.clone(), ..contest("expert", "easy") };
    let begun = start(&mut ana, request).await;
    // The first game may be over before the answer is written.
    assert_eq!((begun.state(), begun.games.len()), (SimulationState::Running, 8));
    let seen = watch(&mut ana, &begun.id).await;
    assert!(seen.is_sorted_by_key(|simulation| simulation.done));
    let last = seen.last().unwrap();
    assert_eq!((last.state(), last.done, last.winner()), (SimulationState::Finished, 8, Winner::First));
    let (first, second) = (last.first.as_ref().unwrap(), last.second.as_ref().unwrap());
    assert_eq!((first.level.as_str(), first.solved, first.moves), ("expert", 4, 7));
    assert_eq!((second.level.as_str(), second.solved < 4), ("easy", true));
    for (number, game) in last.games.iter().enumerate() {
        assert_eq!((&game.problem_id, game.first_attacks), (&ids[number / 2], number % 2 == 0));
        assert_eq!(game.line.last().unwrap().ends_with('#'), game.solved);
        assert!(!game.first_attacks || game.solved, "the expert solves every one");
    }
    // It is stored: anybody may look it up later.
    let mut bob = house.matches(house.badge("bob").await).await;
    let stored = bob.get_simulation(GetSimulationRequest { simulation_id: begun.id }).await.unwrap();
    assert_eq!(stored.into_inner().simulation.as_ref(), Some(last));
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_machines_tie_and_a_seed_chooses_the_same_problems_again() {
    let house = House::open().await;
    library(&house).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let request = |seed| StartSimulationRequest {
        filter: Some(ProblemFilter { min_moves: 2, ..Default::default() }),
        count: 2,
        seed,
        ..contest("normal", "normal")
    };
    let mut chosen = vec![];
    for seed in [7, 7, 8, 9] {
        let begun = start(&mut ana, request(seed)).await;
        let last = watch(&mut ana, &begun.id).await.pop().unwrap();
        assert_eq!(last.winner(), Winner::Nobody);
        chosen.push(last.games.into_iter().map(|game| game.problem_id).collect::<Vec<_>>());
    }
    assert_eq!(chosen[0], chosen[1]);
    assert!(chosen[2] != chosen[0] || chosen[3] != chosen[0], "other seeds choose otherwise");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_simulation_stops_and_keeps_what_was_played() {
    let house = House::open().await;
    let ids = library(&house).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let many: Vec<String> = ids.into_iter().cycle().take(100).collect();
    let begun =
        start(&mut ana, StartSimulationRequest { problem_ids: many, ..contest("expert", "hard") }).await;
    let mut bob = house.matches(house.badge("bob").await).await;
    let cancel = || CancelSimulationRequest { simulation_id: begun.id.clone() };
    bob.cancel_simulation(cancel()).await.refused(Code::PermissionDenied, "NOT_YOUR_SIMULATION");
    let cancelled = ana.cancel_simulation(cancel()).await.unwrap().into_inner().simulation.unwrap();
    assert_eq!((cancelled.state(), cancelled.winner()), (SimulationState::Cancelled, Winner::Unspecified));
    ana.cancel_simulation(cancel()).await.refused(Code::FailedPrecondition, "SIMULATION_OVER");
    let asked = Instant::now();
    while house.database.count("SELECT count(*) FROM jobs WHERE simulation_id IS NOT NULL").await > 0 {
        assert!(asked.elapsed() < Duration::from_secs(20), "its job goes on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let last = watch(&mut ana, &begun.id).await.pop().unwrap();
    assert!(last.state() == SimulationState::Cancelled && last.done < 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_simulation_goes_on_after_its_server_stopped() {
    let house = House::open().await;
    let ids = library(&house).await;
    let badge = house.badge("ana").await;
    let many: Vec<String> = ids.into_iter().cycle().take(40).collect();
    let mut ana = house.matches(badge.clone()).await;
    let begun =
        start(&mut ana, StartSimulationRequest { problem_ids: many, ..contest("normal", "easy") }).await;
    let database = house.database.clone();
    drop(ana);
    house.close().await;
    let second = House::on(database.again(), |_| {}).await;
    let mut ana = second.matches(badge).await;
    let last = watch(&mut ana, &begun.id).await.pop().unwrap();
    assert_eq!((last.state(), last.done), (SimulationState::Finished, 80));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_simulation_that_makes_no_sense_is_refused() {
    let house = House::open().await;
    library(&house).await;
    let mut ana = house.matches(house.badge("ana").await).await;
    let request = StartSimulationRequest { count: 0, ..contest("expert", "godlike") };
    ana.start_simulation(request).await.faulty(&["UNKNOWN_LEVEL", "BAD_COUNT"]);
    let request = StartSimulationRequest { count: 101, ..contest("easy", "easy") };
    ana.start_simulation(request).await.faulty(&["BAD_COUNT"]);
    let request = StartSimulationRequest { problem_ids: vec!["?".into()], ..contest("easy", "easy") };
    ana.start_simulation(request).await.faulty(&["BAD_ID"]);
    let unknown = "00000000-0000-4000-8000-00000000ffff".to_owned();
    let request = StartSimulationRequest { problem_ids: vec![unknown.clone()], ..contest("easy", "easy") };
    ana.start_simulation(request).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    let filter = Some(ProblemFilter { min_moves: 9, ..Default::default() });
    let request = StartSimulationRequest { filter, ..contest("easy", "easy") };
    ana.start_simulation(request).await.refused(Code::FailedPrecondition, "NO_SUCH_PROBLEMS");
    let get = GetSimulationRequest { simulation_id: unknown.clone() };
    ana.get_simulation(get).await.refused(Code::NotFound, "SIMULATION_NOT_FOUND");
    let watch = WatchSimulationRequest { simulation_id: unknown };
    ana.watch_simulation(watch).await.refused(Code::NotFound, "SIMULATION_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_meet_on_problems_of_every_game() {
    let house = House::open().await;
    let mut author = house.problems(Badge::discord("author", "author")).await;
    let mut ids = vec![];
    let othello = "xo1oxx1o/oo2xxo1/ooxxxxxx/oooxoxxx/1oxoxxox/xxoxxxox/ooxxxxxx/oooxo1ox o 0,0";
    for (game, position, moves) in [
        ("boom", "7/7/7/7/7/3xox1/1xooxo1 x 9", 2),
        ("boom", "7/7/7/7/4x2/4o2/1ooxxo1 x 8", 2),
        ("othello", othello, 4),
        ("chess", PROBLEMS[1].0, PROBLEMS[1].1),
    ] {
        let (game, position) = (game.into(), position.into());
        let request = CreateProblemRequest { game, position, moves, ..Default::default() };
        ids.push(author.create_problem(request).await.unwrap().into_inner().problem.unwrap().id);
    }
    let mut ana = house.matches(house.badge("ana").await).await;
    let request = StartSimulationRequest { problem_ids: ids, ..contest("expert", "easy") };
    let begun = start(&mut ana, request).await;
    let last = watch(&mut ana, &begun.id).await.pop().unwrap();
    assert_eq!((last.state(), last.done), (SimulationState::Finished, 8));
    let first = last.first.as_ref().unwrap();
    assert_eq!((first.solved, first.moves), (4, 2 + 2 + 4 + 2), "{last:?}");
    assert!(last.games.iter().all(|game| !game.first_attacks || game.solved));
}
