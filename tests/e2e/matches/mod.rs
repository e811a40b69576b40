//! SPEC M1 to M9 and E1 to E3: problems are solved and games are played, against people and machines.

mod games;
mod keeping;
mod other_games;
mod refusals;
mod solving;

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tablero_api::v1::new_seat::Who;
use tablero_api::v1::watch_match_response::What;
use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House, MatchClient};
use tonic::Code;

/// A mate in two with one key, Nd7.
const TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";

fn me() -> Option<NewSeat> {
    Some(NewSeat { who: Some(Who::Me(true)) })
}

fn machine(level: &str) -> Option<NewSeat> {
    Some(NewSeat { who: Some(Who::Machine(level.into())) })
}

fn anybody() -> Option<NewSeat> {
    Some(NewSeat { who: Some(Who::Open(true)) })
}

fn somebody(id: &str) -> Option<NewSeat> {
    Some(NewSeat { who: Some(Who::ProfileId(id.into())) })
}

async fn problem(house: &House, position: &str, moves: u32) -> String {
    let mut author = house.problems(Badge::discord("author", "author")).await;
    let request = CreateProblemRequest { position: position.into(), moves, ..Default::default() };
    let problem = author.create_problem(request).await.unwrap().into_inner().problem.unwrap();
    assert_eq!(problem.state(), ProblemState::Playable);
    problem.id
}

async fn start(client: &mut MatchClient, request: StartMatchRequest) -> Match {
    client.start_match(request).await.unwrap().into_inner().r#match.unwrap()
}

async fn get(client: &mut MatchClient, id: &str) -> Match {
    client.get_match(GetMatchRequest { match_id: id.into() }).await.unwrap().into_inner().r#match.unwrap()
}

fn play(seen: &Match, text: &str) -> PlayMoveRequest {
    PlayMoveRequest { match_id: seen.id.clone(), ply: seen.ply, r#move: text.into(), ..Default::default() }
}

async fn make(client: &mut MatchClient, seen: &Match, text: &str) -> Match {
    let answer = client.play_move(play(seen, text)).await.unwrap().into_inner();
    assert_eq!(answer.taken_back, None);
    answer.r#match.unwrap()
}

/// The match when it is somebody's turn again who is no machine, or over.
async fn settled(client: &mut MatchClient, mut seen: Match) -> Match {
    let asked = Instant::now();
    let owes = |seen: &Match| {
        let seat = if seen.first_to_move { &seen.first } else { &seen.second };
        seen.state() == MatchState::Running
            && matches!(seat.as_ref().unwrap().who, Some(seat::Who::Machine(_)))
    };
    while owes(&seen) {
        assert!(asked.elapsed() < Duration::from_secs(20), "the machine does not move");
        tokio::time::sleep(Duration::from_millis(20)).await;
        seen = get(client, &seen.id).await;
    }
    seen
}

/// A legal move that mates at once, if there is one.
fn mating(seen: &Match) -> Option<String> {
    let texts = seen.legal_moves.iter().map(|legal| legal.play.as_ref().unwrap().text.clone());
    texts.into_iter().find(|text| text.ends_with('#'))
}
