//! What the server does when somebody wants too much.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tablero_api::v1::get_profile_request::Which;
use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, Folder, House, Tablero, metric};
use tonic::{Code, Request};
use tonic_types::StatusExt;

fn log_in(name: &str, password: &str) -> LogInRequest {
    LogInRequest { name: name.into(), password: password.into(), client: String::new() }
}

fn get(name: &str) -> GetProfileRequest {
    GetProfileRequest { which: Some(Which::Name(name.into())) }
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_at_one_account_are_limited_and_other_accounts_are_not() {
    let house = House::with(|options| options.rates.log_ins_per_account = 3).await;
    house.sign_up("ana").await;
    house.sign_up("bob").await;
    let mut nobody = house.client(Badge::nobody()).await;
    for name in ["ana", "ANA", "Ana"] {
        nobody
            .log_in(log_in(name, "not the password"))
            .await
            .refused(Code::Unauthenticated, "WRONG_CREDENTIALS");
    }
    let retry = nobody.log_in(log_in("aNa", House::PASSWORD)).await.refused_for_now("RATE_LIMITED");
    assert!(retry > Duration::ZERO && retry <= Duration::from_secs(20), "{retry:?}");
    nobody.log_in(log_in("bob", House::PASSWORD)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn proving_a_password_counts_as_an_attempt_wherever_it_is_asked_for() {
    let house = House::with(|options| options.rates.log_ins_per_account = 3).await;
    let mut ana = house.person("ana").await;
    let delete = || DeleteProfileRequest { password: "not the password".into(), ..Default::default() };
    for _ in 0..2 {
        ana.delete_profile(delete()).await.refused(Code::PermissionDenied, "WRONG_PASSWORD");
    }
    ana.delete_profile(delete()).await.refused_for_now("RATE_LIMITED");
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_from_one_address_are_limited() {
    let house = House::with(|options| {
        options.rates.log_ins_per_address = 3;
        options.rates.creations_per_address = 2;
        options.behind_proxy = true;
    })
    .await;
    let mut nobody = house.client(Badge::nobody()).await;
    let from = |address: &str, request: LogInRequest| {
        let mut request = Request::new(request);
        request.metadata_mut().insert("x-forwarded-for", address.parse().unwrap());
        request
    };
    for (number, address) in ["10.0.0.1", "6.6.6.6, 10.0.0.1", "10.0.0.1"].into_iter().enumerate() {
        let request = from(address, log_in(&format!("name{number}"), "not the password"));
        nobody.log_in(request).await.refused(Code::Unauthenticated, "WRONG_CREDENTIALS");
    }
    nobody.log_in(from("10.0.0.1", log_in("name9", "x"))).await.refused_for_now("RATE_LIMITED");
    nobody
        .log_in(from("10.0.0.2", log_in("name9", "x")))
        .await
        .refused(Code::Unauthenticated, "WRONG_CREDENTIALS");

    let create = |address: &str, name: &str| {
        let mut request =
            Request::new(CreateProfileRequest { name: name.into(), password: House::PASSWORD.into() });
        request.metadata_mut().insert("x-forwarded-for", address.parse().unwrap());
        request
    };
    // All of these are one network.
    nobody.create_profile(create("2001:db8::1", "one")).await.unwrap();
    nobody.create_profile(create("2001:db8::2", "two")).await.unwrap();
    nobody.create_profile(create("2001:db8::ffff:3", "three")).await.refused_for_now("RATE_LIMITED");
    nobody.create_profile(create("2001:db8:0:1::1", "three")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn link_codes_cannot_be_guessed_for_long() {
    let house = House::with(|options| options.rates.log_ins_per_account = 5).await;
    let mut guesser = house.client(Badge::discord("42", "Guesser")).await;
    let guess = || RedeemLinkCodeRequest { code: "ABCDEFGH".into() };
    for _ in 0..5 {
        guesser.redeem_link_code(guess()).await.refused(Code::NotFound, "CODE_NOT_FOUND");
    }
    guesser.redeem_link_code(guess()).await.refused_for_now("RATE_LIMITED");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_log_ins_at_once_are_bounded_in_memory_and_the_rest_is_shed() {
    let folder = Folder::new();
    let options = [
        ["--log-ins-per-account", "0"],
        ["--log-ins-per-address", "0"],
        ["--password-threads", "2"],
        ["--password-queue", "10"],
    ];
    let data = folder.path().join("d");
    let tablero = Tablero::start(env!("CARGO_BIN_EXE_tablero-under-test"), &data, options.as_flattened());
    let mut client = tablero.client().await;
    let request = CreateProfileRequest { name: "ana".into(), password: House::PASSWORD.into() };
    client.create_profile(request).await.unwrap();
    let calm = tablero.peak_memory();

    let stormy = Arc::new(AtomicUsize::new(200));
    let storm = (0..200).map(|_| {
        let (mut client, stormy) = (client.clone(), stormy.clone());
        tokio::spawn(async move {
            let answer = client.log_in(log_in("ana", "not the password")).await;
            stormy.fetch_sub(1, Ordering::Relaxed);
            answer
        })
    });
    let storm: Vec<_> = storm.collect();
    let mut answered_meanwhile = 0;
    while stormy.load(Ordering::Relaxed) > 0 {
        client.get_profile(get("ana")).await.unwrap();
        answered_meanwhile += 1;
    }
    let (mut worked, mut shed) = (0, 0);
    for answer in join_all(storm).await {
        let answer = answer.unwrap();
        match answer.as_ref().unwrap_err().code() {
            Code::ResourceExhausted => {
                assert!(answer.refused_for_now("OVERLOADED") > Duration::ZERO);
                shed += 1;
            }
            _ => {
                answer.refused(Code::Unauthenticated, "WRONG_CREDENTIALS");
                worked += 1;
            }
        }
    }
    println!("worked {worked}, shed {shed}, other calls answered meanwhile {answered_meanwhile}");
    assert!(worked >= 12, "all who had a place were served");
    assert!(shed >= 100);
    assert!(answered_meanwhile > 0);
    assert_eq!(metric(tablero.metrics, "tablero_password_hashes_shed_total").await, f64::from(shed));
    // Two hashes at once, 19 MiB each, and some room for 200 calls. All 200 at once would be 3.8 GB.
    let grown = tablero.peak_memory() - calm;
    assert!(grown < 100 << 20, "{grown} bytes more than before");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_beyond_the_limit_are_shed_and_health_still_answers() {
    let house = House::with(|options| {
        options.max_calls = 1;
        options.password_threads = Some(1);
        options.rates.log_ins_per_account = 0;
    })
    .await;
    let calls = (0..20).map(|_| async {
        house.client(Badge::nobody()).await.log_in(log_in("ghost", "not the password")).await
    });
    let shed = join_all(calls).await.into_iter().filter(|answer| {
        let status = answer.as_ref().unwrap_err();
        status.get_error_details().error_info().unwrap().reason == "OVERLOADED"
    });
    assert!((10..20).contains(&shed.count()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_callers_deadline_ends_the_statement_in_the_database() {
    let house = House::open().await;
    house.sign_up("ana").await;
    let hold = house.database.clone();
    let held = tokio::spawn(async move {
        hold.execute("BEGIN; LOCK TABLE profiles IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(2); COMMIT").await;
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut nobody = house.client(Badge::nobody()).await;
    let mut request = Request::new(get("ana"));
    request.set_timeout(Duration::from_millis(400));
    let asked = Instant::now();
    // The statement is cut off at 250 ms, before the caller gives up at 400: so the answer is the server's own.
    nobody.get_profile(request).await.refused(Code::DeadlineExceeded, "DEADLINE_EXCEEDED");
    assert!(asked.elapsed() < Duration::from_secs(1));
    house.database.execute(
        "DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()); END $$",
    )
    .await;
    held.await.unwrap();
    nobody.get_profile(get("ana")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_never_takes_longer_than_the_server_allows() {
    let house = House::with(|options| options.deadline_ms = 300).await;
    house.sign_up("ana").await;
    let hold = house.database.clone();
    let held = tokio::spawn(async move {
        hold.execute("BEGIN; LOCK TABLE profiles IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(1); COMMIT").await;
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut nobody = house.client(Badge::nobody()).await;
    nobody.get_profile(get("ana")).await.refused(Code::DeadlineExceeded, "DEADLINE_EXCEEDED");
    held.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_beyond_the_limit_is_refused_and_the_server_lives() {
    let house = House::open().await;
    let mut nobody = house.client(Badge::nobody()).await;
    let status = nobody.get_profile(get(&"x".repeat(300_000))).await.unwrap_err();
    assert_eq!(status.code(), Code::OutOfRange, "{status:?}");
    nobody.get_profile(get("ghost")).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
}
