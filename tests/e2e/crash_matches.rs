//! SPEC M8: a crash in the middle of many matches loses no acknowledged move and no owed reply.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rustix::process::Signal;
use tablero_api::v1::match_service_client::MatchServiceClient;
use tablero_api::v1::new_seat::Who;
use tablero_api::v1::*;
use tablero_tests::{Folder, House, Tablero};
use tonic::Request;
use tonic::transport::{Channel, Endpoint};

const MATCHES: usize = 200;
const CRASHES: usize = 5;

/// What was acknowledged: for each match the moves, by ply.
type Acknowledged = Arc<Mutex<HashMap<String, Vec<String>>>>;

struct Player {
    client: MatchServiceClient<Channel>,
    token: String,
}

impl Player {
    async fn at(tablero: &Tablero, token: &str) -> Player {
        let endpoint = Endpoint::from_shared(format!("http://{}", tablero.address)).unwrap();
        Player { client: MatchServiceClient::new(endpoint.connect_lazy()), token: token.to_owned() }
    }

    fn signed<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        request.metadata_mut().insert("authorization", format!("Bearer {}", self.token).parse().unwrap());
        request
    }

    async fn get(&mut self, id: &str) -> Option<Match> {
        let request = self.signed(GetMatchRequest { match_id: id.into() });
        self.client.get_match(request).await.ok()?.into_inner().r#match
    }

    /// Plays the first legal move, over and over, until nobody answers any more.
    async fn play(mut self, id: String, acknowledged: Acknowledged) {
        while let Some(seen) = self.get(&id).await {
            note(&acknowledged, &seen);
            if seen.state() != MatchState::Running {
                return;
            }
            let legal = seen.legal_moves.first().and_then(|legal| legal.play.clone());
            let (true, Some(play)) = (seen.first_to_move, legal) else {
                tokio::time::sleep(Duration::from_millis(300)).await;
                continue;
            };
            let request = PlayMoveRequest {
                match_id: id.clone(),
                ply: seen.ply,
                r#move: play.code,
                ..Default::default()
            };
            let request = self.signed(request);
            match self.client.play_move(request).await {
                Ok(answer) => note(&acknowledged, &answer.into_inner().r#match.unwrap()),
                Err(status) if status.code() == tonic::Code::Unavailable => return,
                Err(_) => {}
            }
        }
    }
}

fn note(acknowledged: &Acknowledged, seen: &Match) {
    let codes: Vec<String> = seen.plays.iter().map(|play| play.play.as_ref().unwrap().code.clone()).collect();
    let mut all = acknowledged.lock().unwrap();
    let known = all.entry(seen.id.clone()).or_default();
    if codes.len() > known.len() {
        *known = codes;
    }
}

fn plies(acknowledged: &Acknowledged) -> usize {
    acknowledged.lock().unwrap().values().map(Vec::len).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_during_200_matches_lose_no_acknowledged_move_and_no_owed_reply() {
    let program = env!("CARGO_BIN_EXE_tablero-under-test");
    let folder = Folder::new();
    let data = folder.path().join("d");
    // A lease of a second: what a killed server had begun is taken up soon after the next start.
    let options = ["--no-starter", "--lease-seconds", "1"];
    let mut random = StdRng::seed_from_u64(11);
    let mut tablero = Tablero::start(program, &data, &options);
    let mut profiles = tablero.client().await;
    let request = CreateProfileRequest { name: "ana".into(), password: House::PASSWORD.into() };
    profiles.create_profile(request).await.unwrap();
    let request = LogInRequest { name: "ana".into(), password: House::PASSWORD.into(), ..Default::default() };
    let token = profiles.log_in(request).await.unwrap().into_inner().token;
    let acknowledged: Acknowledged = Arc::default();
    let mut ids = vec![];
    for _ in 0..MATCHES {
        let mut player = Player::at(&tablero, &token).await;
        let seat = |who| Some(NewSeat { who: Some(who) });
        let request = StartMatchRequest {
            position: "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1".into(),
            first: seat(Who::Me(true)),
            second: seat(Who::Machine("easy".into())),
            ..Default::default()
        };
        let request = player.signed(request);
        ids.push(player.client.start_match(request).await.unwrap().into_inner().r#match.unwrap().id);
    }

    for crash in 0..CRASHES {
        let mut players = vec![];
        for id in &ids {
            let player = Player::at(&tablero, &token).await;
            players.push(tokio::spawn(player.play(id.clone(), acknowledged.clone())));
        }
        // A busy machine gets to this late, but it gets to it.
        let (begun, enough) = (Instant::now(), MATCHES * (crash + 1) / CRASHES);
        while plies(&acknowledged) <= enough && begun.elapsed() < Duration::from_secs(30) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        tokio::time::sleep(Duration::from_millis(random.random_range(800..2500))).await;
        if crash % 2 == 1 {
            tablero.kill_postgres();
        }
        tablero.signal(Signal::KILL);
        tablero.wait();
        join_all(players).await;
        tablero = Tablero::start(program, &data, &options);
    }

    let mut player = Player::at(&tablero, &token).await;
    let mut plies = 0;
    for id in &ids {
        let asked = Instant::now();
        let seen = loop {
            let seen = player.get(id).await.expect("the server is up");
            // After the last restart nobody plays for Ana: a match in which the machine is to move owes a reply.
            if seen.first_to_move || seen.state() != MatchState::Running {
                break seen;
            }
            assert!(
                asked.elapsed() < Duration::from_secs(60),
                "the reply that is owed in {id} does not come"
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        let numbers: Vec<u32> = seen.plays.iter().map(|play| play.ply).collect();
        assert_eq!(numbers, (1..=seen.ply).collect::<Vec<_>>(), "no gap and no double ply");
        let codes: Vec<&str> =
            seen.plays.iter().map(|play| play.play.as_ref().unwrap().code.as_str()).collect();
        let promised = acknowledged.lock().unwrap().get(id).cloned().unwrap_or_default();
        assert!(
            codes.len() >= promised.len() && codes.iter().zip(&promised).all(|(a, b)| a == b),
            "{id} lost a move"
        );
        plies += promised.len();
    }
    println!("{CRASHES} crashes over {MATCHES} matches: {plies} acknowledged plies, none lost");
    assert!(plies > MATCHES, "they were really playing");
}
