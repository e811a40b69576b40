//! SPEC M8 from below: what was acknowledged survives every kind of crash.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rustix::process::Signal;
use tablero_api::v1::get_profile_request::Which;
use tablero_api::v1::profile_service_client::ProfileServiceClient;
use tablero_api::v1::*;
use tablero_tests::{Folder, House, Tablero};
use tokio::sync::Notify;
use tonic::transport::Channel;

const PROGRAM: &str = env!("CARGO_BIN_EXE_tablero-under-test");
const NO_LIMIT: [&str; 2] = ["--creations-per-address", "0"];

#[derive(Debug, Clone, Copy)]
enum Victim {
    Server,
    Postgres,
    Both,
}

/// Creates profiles until it is told to stop or nobody answers any more. Tells the names that were acknowledged.
async fn create_profiles(
    mut client: ProfileServiceClient<Channel>,
    numbers: Arc<AtomicU32>,
    stop: Arc<AtomicBool>,
    begun: Arc<Notify>,
) -> Vec<String> {
    let mut acknowledged = vec![];
    while !stop.load(Ordering::Relaxed) {
        let name = format!("player-{}", numbers.fetch_add(1, Ordering::Relaxed));
        let request = CreateProfileRequest { name: name.clone(), password: House::PASSWORD.into() };
        if client.create_profile(request).await.is_ok() {
            acknowledged.push(name);
            begun.notify_one();
        }
    }
    acknowledged
}

/// Waits until the server answers from the database again.
async fn back(client: &mut ProfileServiceClient<Channel>) {
    let asked = Instant::now();
    let get = || GetProfileRequest { which: Some(Which::Name("nobody-at-all".into())) };
    while client.get_profile(get()).await.unwrap_err().code() != tonic::Code::NotFound {
        assert!(asked.elapsed() < Duration::from_secs(30), "it does not recover");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_of_the_server_its_postgres_or_both_loses_no_acknowledged_profile() {
    let folder = Folder::new();
    let data = folder.path().join("d");
    let mut random = StdRng::seed_from_u64(7);
    let numbers = Arc::new(AtomicU32::new(0));
    let mut acknowledged: Vec<String> = vec![];
    for victim in
        [Victim::Server, Victim::Postgres, Victim::Both, Victim::Postgres, Victim::Server, Victim::Both]
    {
        let mut tablero = Tablero::start(PROGRAM, &data, &NO_LIMIT);
        let (stop, begun) = (Arc::new(AtomicBool::new(false)), Arc::new(Notify::new()));
        let client = tablero.client().await;
        let writers: Vec<_> = (0..6)
            .map(|_| {
                tokio::spawn(create_profiles(client.clone(), numbers.clone(), stop.clone(), begun.clone()))
            })
            .collect();
        tokio::time::timeout(Duration::from_secs(30), begun.notified()).await.expect("some are acknowledged");
        tokio::time::sleep(Duration::from_millis(random.random_range(200..600))).await;
        match victim {
            Victim::Server => tablero.signal(Signal::KILL),
            Victim::Postgres => tablero.kill_postgres(),
            Victim::Both => {
                tablero.kill_postgres();
                tablero.signal(Signal::KILL);
            }
        }
        if let Victim::Postgres = victim {
            // The server lives on, starts its Postgres again and goes on creating profiles.
            back(&mut tablero.client().await).await;
        }
        stop.store(true, Ordering::Relaxed);
        let before = acknowledged.len();
        for writer in writers {
            acknowledged.extend(writer.await.unwrap());
        }
        println!("{victim:?}: {} profiles acknowledged", acknowledged.len() - before);
        assert!(acknowledged.len() > before, "some were acknowledged");
        tablero.signal(Signal::KILL);
        tablero.wait();
    }
    let tablero = Tablero::start(PROGRAM, &data, &NO_LIMIT);
    let mut client = tablero.client().await;
    for name in &acknowledged {
        let get = GetProfileRequest { which: Some(Which::Name(name.clone())) };
        client.get_profile(get).await.unwrap_or_else(|status| panic!("{name} is lost: {status:?}"));
    }
    let log = tablero.log();
    assert!(log.contains("the private Postgres ended; starting it again"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_finds_the_data_and_a_stop_leaves_no_process() {
    let folder = Folder::new();
    let data = folder.path().join("d");
    let mut tablero = Tablero::start(PROGRAM, &data, &[]);
    let request = CreateProfileRequest { name: "ana".into(), password: House::PASSWORD.into() };
    let created = tablero.client().await.create_profile(request).await.unwrap().into_inner().profile;
    let postmaster = tablero.postmaster().unwrap();
    tablero.signal(Signal::INT);
    assert!(tablero.wait().success());
    assert!(rustix::process::test_kill_process(postmaster).is_err(), "Postgres is gone before we are");

    let tablero = Tablero::start(PROGRAM, &data, &[]);
    let get = GetProfileRequest { which: Some(Which::Name("ana".into())) };
    let found = tablero.client().await.get_profile(get).await.unwrap().into_inner().profile;
    assert_eq!(found, created);
}

#[test]
fn a_data_folder_serves_one_tablero_at_a_time() {
    let folder = Folder::new();
    let data = folder.path().join("d");
    let _first = Tablero::start(PROGRAM, &data, &[]);
    let second = std::process::Command::new(PROGRAM).args(["serve", "--data"]).arg(&data).output().unwrap();
    assert!(!second.status.success());
    let words = String::from_utf8(second.stderr).unwrap();
    assert!(words.contains("is in use by another Tablero"), "{words}");
}

#[test]
fn data_of_another_postgres_version_is_refused_with_the_version() {
    let folder = Folder::new();
    let data = folder.path().join("d");
    std::fs::create_dir_all(data.join("data")).unwrap();
    std::fs::write(data.join("data/PG_VERSION"), "9\n").unwrap();
    let program = std::process::Command::new(PROGRAM)
        .args(["serve", "--data"])
        .arg(&data)
        // Without this it would look for that version until it had asked pip.
        .env("PATH", "/nonexistent")
        .output()
        .unwrap();
    assert!(!program.status.success());
    let words = String::from_utf8(program.stderr).unwrap();
    assert!(words.contains("made by Postgres 9"), "{words}");
}

#[test]
fn a_database_url_that_makes_no_sense_is_refused_without_showing_it() {
    let url = "postgres://tablero:secret-word@[broken";
    let program =
        std::process::Command::new(PROGRAM).args(["migrate", "--database-url", url]).output().unwrap();
    assert!(!program.status.success());
    let words = String::from_utf8(program.stderr).unwrap();
    assert!(words.contains("the database URL cannot be used") && !words.contains("secret-word"), "{words}");
}
