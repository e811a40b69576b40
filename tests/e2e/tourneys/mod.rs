//! Issue 9: solving tourneys, of one community or of two against each other.

mod making;
mod privacy;
mod races;
mod scoring;
mod sides;

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use prost_types::Timestamp;
use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House, MatchClient, RankingClient};
use tonic::{Code, Status};

/// A mate in one: Ra8#.
const ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
/// Another: Re8#.
const CORRIDOR: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
/// A mate in two with one key, Nd7.
const TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";
/// The same with the colours exchanged, and mirrored.
const TWO_TURNED: &str = "8/8/3q4/1rR5/2nnK1b1/1N6/8/4k3 b - - 0 1";

fn north(name: &str) -> Badge {
    Badge::discord(name, name).in_named_community("n", "North")
}

fn south(name: &str) -> Badge {
    Badge::discord(name, name).in_named_community("s", "South")
}

fn community(id: &str) -> Option<Community> {
    Some(Community { provider: "discord".into(), external_id: id.into() })
}

/// Lets somebody use Tablero, so that they are a member where they are; tells their id.
async fn meet(house: &House, badge: Badge) -> String {
    let mut client = house.client(badge).await;
    let own = client.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner().profile.unwrap();
    own.profile.unwrap().id
}

async fn problem(house: &House, author: Badge, position: &str, moves: u32) -> String {
    let request = CreateProblemRequest {
        position: position.into(),
        moves,
        title: format!("secret {moves}"),
        ..Default::default()
    };
    let made = house.problems(author).await.create_problem(request).await.unwrap().into_inner();
    let made = made.problem.unwrap();
    assert_eq!(made.state(), ProblemState::Playable);
    made.id
}

/// Two mates in one and one in two, of nobody who solves.
async fn problems(house: &House) -> Vec<String> {
    let mut ids = Vec::new();
    for (position, moves) in [(ONE, 1), (CORRIDOR, 1), (TWO, 2)] {
        ids.push(problem(house, Badge::discord("library", "library"), position, moves).await);
    }
    ids
}

fn now(house: &House) -> DateTime<Utc> {
    house.database.store.clock().now()
}

fn advance(house: &House, minutes: u64) {
    house.database.store.clock().advance(Duration::from_secs(60 * minutes));
}

/// An hour with these problems, in ten minutes.
fn wish(house: &House, problem_ids: &[String]) -> CreateTourneyRequest {
    let start = now(house) + TimeDelta::minutes(10);
    CreateTourneyRequest {
        title: "Friday".into(),
        start_time: Some(Timestamp { seconds: start.timestamp(), nanos: 0 }),
        minutes: 60,
        channel_id: "100".into(),
        problem_ids: problem_ids.to_vec(),
        ..Default::default()
    }
}

async fn create(house: &House, chief: Badge, request: CreateTourneyRequest) -> Result<Tourney, Status> {
    let mut client = house.rankings(chief).await;
    client.create_tourney(request).await.map(|answer| answer.into_inner().tourney.unwrap())
}

/// A tourney of the north's that runs.
async fn running(house: &House, problem_ids: &[String]) -> Tourney {
    let made = create(house, north("chief").managing(), wish(house, problem_ids)).await.unwrap();
    advance(house, 10);
    made
}

/// The same of the north against the south.
async fn contest(house: &House, problem_ids: &[String]) -> Tourney {
    meet(house, south("boss")).await;
    let request = CreateTourneyRequest { guest: community("s"), ..wish(house, problem_ids) };
    let made = create(house, north("chief").managing(), request).await.unwrap();
    answer(house, south("boss").managing(), &made.id, true).await.unwrap();
    advance(house, 10);
    made
}

async fn answer(house: &House, boss: Badge, id: &str, accept: bool) -> Result<Option<Tourney>, Status> {
    let request = AnswerTourneyInvitationRequest { tourney_id: id.into(), accept, channel_id: "200".into() };
    let answered = house.rankings(boss).await.answer_tourney_invitation(request).await;
    answered.map(|answer| answer.into_inner().tourney)
}

async fn get(house: &House, who: Badge, id: &str) -> Result<Tourney, Status> {
    let request = GetTourneyRequest { tourney_id: id.into(), community: None };
    house.rankings(who).await.get_tourney(request).await.map(|answer| answer.into_inner().tourney.unwrap())
}

async fn cancel(house: &House, who: Badge, id: &str) -> Result<Tourney, Status> {
    let request = CancelTourneyRequest { tourney_id: id.into() };
    house.rankings(who).await.cancel_tourney(request).await.map(|answer| answer.into_inner().tourney.unwrap())
}

async fn start(house: &House, who: Badge, id: &str, number: u32) -> Result<Match, Status> {
    start_at(&mut house.rankings(who).await, id, number).await
}

async fn start_at(client: &mut RankingClient, id: &str, number: u32) -> Result<Match, Status> {
    let request = StartTourneyProblemRequest { tourney_id: id.into(), number };
    client.start_tourney_problem(request).await.map(|answer| answer.into_inner().r#match.unwrap())
}

async fn play(client: &mut MatchClient, game: &Match, text: &str) -> Result<PlayMoveResponse, Status> {
    let request = PlayMoveRequest {
        match_id: game.id.clone(),
        ply: game.ply,
        r#move: text.into(),
        ..Default::default()
    };
    client.play_move(request).await.map(tonic::Response::into_inner)
}

/// Begins a problem and plays some moves, of which `?` takes back and `#` is whatever mates.
async fn attempt(house: &House, who: Badge, id: &str, number: u32, line: &[&str]) -> Match {
    let mut game = start(house, who.clone(), id, number).await.unwrap();
    let mut client = house.matches(who).await;
    for text in line {
        let mate = game.legal_moves.iter().filter_map(|legal| legal.play.as_ref());
        let mate = mate.map(|play| play.text.clone()).find(|text| text.ends_with('#'));
        let wrong = text.strip_suffix('?');
        let text =
            if *text == "#" { mate.expect("something mates") } else { wrong.unwrap_or(text).to_owned() };
        let played = play(&mut client, &game, &text).await.unwrap();
        assert_eq!(played.taken_back.is_some(), wrong.is_some(), "{text}");
        game = played.r#match.unwrap();
        while game.state() == MatchState::Running && !game.first_to_move {
            // The machine's answer comes by itself.
            game = client
                .get_match(GetMatchRequest { match_id: game.id })
                .await
                .unwrap()
                .into_inner()
                .r#match
                .unwrap();
        }
    }
    game
}

/// How the time that somebody thought is told for a test: the server measures it.
async fn thought(house: &House, name: &str, ms: u32) {
    let sql = format!(
        "UPDATE matches SET first_ms = {ms} WHERE creator_id = (SELECT id FROM profiles WHERE name = '{name}')"
    );
    house.database.execute(&sql).await;
}

fn table(tourney: &Tourney) -> Vec<(u32, String, u32, u32)> {
    let row = |entry: &TourneyEntry| {
        (entry.place, entry.profile.as_ref().unwrap().name.clone(), entry.points, entry.errors)
    };
    tourney.entries.iter().map(row).collect()
}

/// Waits until the calendar has come to it.
async fn until_state(house: &House, who: Badge, id: &str, state: TourneyState) -> Tourney {
    let patience = Instant::now() + Duration::from_secs(30);
    loop {
        let tourney = get(house, who.clone(), id).await.unwrap();
        if tourney.state() == state {
            return tourney;
        }
        assert!(Instant::now() < patience, "{tourney:?} does not become {state:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
