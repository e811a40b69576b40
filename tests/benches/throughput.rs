//! Plays and looks at matches with 50 clients, next to pgbench with 50 clients on the same cluster in the same run.
//!
//! `cargo bench -p tablero-tests --bench throughput`. What counts is the ratios.

#![allow(clippy::print_stdout, reason = "printing is what it does")]

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tablero_api::v1::match_service_client::MatchServiceClient;
use tablero_api::v1::new_seat::Who;
use tablero_api::v1::*;
use tablero_server::Server;
use tablero_store::{Durability, PrivatePostgres, Store};
use tablero_tests::{Badge, Folder, MatchClient, options};
use tonic::transport::Endpoint;

const CLIENTS: usize = 50;
const SECONDS: u64 = 8;

fn main() {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(run());
}

async fn run() {
    let folder = Folder::new();
    let data = folder.path().join("d");
    let postgres =
        tokio::task::spawn_blocking(move || PrivatePostgres::start(Some(&data), None, Durability::Safe));
    let postgres = postgres.await.expect("no panic").expect("Postgres starts");
    let store = Store::new(&postgres.url("tablero"), 32).expect("a good URL");
    tablero_store::migrate(&store).await.expect("the migrations run");
    let server = Server::bind(options(|_| {}), store).await.expect("a free port");
    let address = server.address();
    tokio::spawn(server.run(std::future::pending()));
    let mut players = vec![];
    for number in 0..CLIENTS {
        players.push(Player::new(address, number).await);
    }

    let (played, players) = measure(players, true).await;
    let (looked, _) = measure(players, false).await;
    println!("\n{CLIENTS} clients        per second        p50        p99");
    println!("PlayMove        {:>12.0} {:>10.2?} {:>10.2?}", played.rate, played.p50, played.p99);
    println!("GetMatch        {:>12.0} {:>10.2?} {:>10.2?}", looked.rate, looked.p50, looked.p99);
    let bin = postgres.programs().bin.clone();
    let url = postgres.url("postgres");
    let Some((writes, reads)) =
        tokio::task::spawn_blocking(move || pgbench(&bin, &url)).await.expect("no panic")
    else {
        println!("skipped: this Postgres comes without pgbench");
        return;
    };
    println!("pgbench, TPC-B  {writes:>12.0}");
    println!("pgbench, select {reads:>12.0}");
    println!(
        "PlayMove to TPC-B transactions {:.3}, GetMatch to selects {:.3}",
        played.rate / writes,
        looked.rate / reads
    );
}

struct Figures {
    rate: f64,
    p50: Duration,
    p99: Duration,
}

/// Somebody who plays both sides of a match against a friend, with moves at random.
struct Player {
    sides: [MatchClient; 2],
    seen: Match,
    random: StdRng,
}

impl Player {
    async fn new(address: std::net::SocketAddr, number: usize) -> Player {
        let endpoint = Endpoint::from_shared(format!("http://{address}")).expect("an address");
        let channel = endpoint.connect().await.expect("the server is up");
        let sides = ["a", "b"].map(|side| {
            let name = format!("{side}{number}");
            MatchServiceClient::with_interceptor(channel.clone(), Badge::discord(&name, &name))
        });
        let mut player =
            Player { sides, seen: Match::default(), random: StdRng::seed_from_u64(number as u64) };
        player.begin().await;
        player
    }

    async fn begin(&mut self) {
        let seat = |who| Some(NewSeat { who: Some(who) });
        let request = StartMatchRequest {
            first: seat(Who::Me(true)),
            second: seat(Who::Open(true)),
            ..Default::default()
        };
        let offered =
            self.sides[0].start_match(request).await.expect("a match").into_inner().r#match.expect("a match");
        let accepted = self.sides[1].accept_match(AcceptMatchRequest { match_id: offered.id }).await;
        self.seen = accepted.expect("a match").into_inner().r#match.expect("a match");
    }

    /// One call; answers how long it took.
    async fn call(&mut self, plays: bool) -> Duration {
        if plays && (self.seen.state() != MatchState::Running || self.seen.ply >= 60) {
            let abandon = AbandonMatchRequest { match_id: self.seen.id.clone() };
            // It may be over already.
            self.sides[0].abandon_match(abandon).await.ok();
            self.begin().await;
        }
        let asked = Instant::now();
        if !plays {
            let request = GetMatchRequest { match_id: self.seen.id.clone() };
            self.sides[0].get_match(request).await.expect("the match");
            return asked.elapsed();
        }
        let legal = &self.seen.legal_moves[self.random.random_range(0..self.seen.legal_moves.len())];
        let request = PlayMoveRequest {
            match_id: self.seen.id.clone(),
            ply: self.seen.ply,
            r#move: legal.play.as_ref().expect("a move").code.clone(),
            ..Default::default()
        };
        let side = usize::from(!self.seen.first_to_move);
        let answer = self.sides[side].play_move(request).await.expect("a legal move").into_inner();
        self.seen = answer.r#match.expect("the match");
        asked.elapsed()
    }
}

async fn measure(players: Vec<Player>, plays: bool) -> (Figures, Vec<Player>) {
    let stop = Arc::new(AtomicBool::new(false));
    let begun = Instant::now();
    let running: Vec<_> = players
        .into_iter()
        .map(|mut player| {
            let stop = stop.clone();
            tokio::spawn(async move {
                let mut times = vec![];
                while !stop.load(Ordering::Relaxed) {
                    times.push(player.call(plays).await);
                }
                (times, player)
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(SECONDS)).await;
    stop.store(true, Ordering::Relaxed);
    let (mut times, mut players) = (vec![], vec![]);
    for one in running {
        let (its, player) = one.await.expect("no panic");
        times.extend(its);
        players.push(player);
    }
    let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
    times.sort();
    (Figures { rate, p50: times[times.len() / 2], p99: times[times.len() * 99 / 100] }, players)
}

/// Transactions a second of TPC-B and of single selects.
fn pgbench(bin: &std::path::Path, url: &str) -> Option<(f64, f64)> {
    let home = std::fs::canonicalize(bin.join("postgres")).ok();
    let beside = home.and_then(|postgres| Some(postgres.parent()?.join("pgbench")));
    let pgbench = beside.filter(|path| path.is_file()).unwrap_or_else(|| "pgbench".into());
    let run = |arguments: &[&str]| {
        let output = Command::new(&pgbench).args(arguments).arg(url).output().ok()?;
        String::from_utf8(output.stdout).ok().filter(|_| output.status.success())
    };
    run(&["--initialize", "--quiet", "--scale=10"])?;
    let seconds = format!("--time={SECONDS}");
    let clients = format!("--client={CLIENTS}");
    let rate = |text: String| {
        let line = text.lines().find_map(|line| line.strip_prefix("tps = ").map(ToOwned::to_owned))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let common = [clients.as_str(), "--jobs=2", seconds.as_str(), "--protocol=prepared"];
    let writes = rate(run(&common)?)?;
    let reads = rate(run(&[&common[..], &["--select-only"]].concat())?)?;
    Some((writes, reads))
}
