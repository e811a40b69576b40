//! SPEC P2, P3, P6: sessions are opened, listed and ended.

use std::time::{Duration, Instant};

use prost_types::FieldMask;
use tablero_api::v1::*;
use tablero_tests::{Badge, Client, Expect, Folder, House, Tablero, metric};
use tonic::Code;

fn log_in(name: &str, password: &str) -> LogInRequest {
    LogInRequest { name: name.into(), password: password.into(), client: String::new() }
}

async fn is_out(client: &mut Client) {
    client.get_my_profile(GetMyProfileRequest {}).await.refused(Code::Unauthenticated, "NOT_LOGGED_IN");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_in_tells_who_one_is_and_opens_a_session_of_thirty_days() {
    let house = House::open().await;
    let profile = house.sign_up("Ana").await;
    let mut nobody = house.client(Badge::nobody()).await;
    let request = LogInRequest { client: "my\nphone".into(), ..log_in("ANA", House::PASSWORD) };
    let answer = nobody.log_in(request).await.unwrap().into_inner();
    assert_eq!(answer.profile.unwrap().profile.unwrap(), profile);
    let session = answer.session.unwrap();
    assert_eq!((session.client.as_str(), session.current), ("myphone", true));
    let life = session.expire_time.unwrap().seconds - session.create_time.unwrap().seconds;
    assert_eq!(life, 30 * 24 * 3600);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_name_and_a_wrong_password_get_the_same_answer() {
    let house = House::open().await;
    house.sign_up("ana").await;
    house.client(Badge::discord("42", "Bob")).await.get_my_profile(GetMyProfileRequest {}).await.unwrap();
    let mut nobody = house.client(Badge::nobody()).await;
    let mut answers = Vec::new();
    let long = "x".repeat(500);
    for (name, password) in [
        ("ana", "not the password"),
        ("ghost", House::PASSWORD),
        ("bob", ""),
        ("bob", House::PASSWORD),
        ("", ""),
        ("\0", House::PASSWORD),
        ("ana", &long),
    ] {
        let status =
            nobody.log_in(log_in(name, password)).await.refused(Code::Unauthenticated, "WRONG_CREDENTIALS");
        answers.push((status.message().to_owned(), status.details().to_vec()));
    }
    assert!(answers[0].0.contains("register first"), "{}", answers[0].0);
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_name_costs_as_much_work_and_time_as_a_wrong_password() {
    let folder = Folder::new();
    let limits = ["--log-ins-per-account", "0", "--log-ins-per-address", "0"];
    let tablero = Tablero::start(env!("CARGO_BIN_EXE_tablero-under-test"), &folder.path().join("d"), &limits);
    let mut client = tablero.client().await;
    let request = CreateProfileRequest { name: "ana".into(), password: House::PASSWORD.into() };
    client.create_profile(request).await.unwrap();

    let hashes = || metric(tablero.metrics, "tablero_password_hashes_total");
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..15 {
        for (name, times) in ["ana", "ghost"].into_iter().zip(&mut times) {
            let before = hashes().await;
            let asked = Instant::now();
            client
                .log_in(log_in(name, "not the password"))
                .await
                .refused(Code::Unauthenticated, "WRONG_CREDENTIALS");
            times.push(asked.elapsed());
            assert_eq!(hashes().await - before, 1.0);
        }
    }
    // Without the decoy the ratio is about 20; the machine's own noise stays far below 3.
    let [known, unknown] = times.map(|mut times| {
        times.sort();
        times[times.len() / 2].as_secs_f64()
    });
    assert!((0.33..3.0).contains(&(known / unknown)), "known {known} s, unknown {unknown} s");
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_out_ends_the_session_and_no_other() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let mut phone = house.client(Badge::token(&house.log_in("ana").await)).await;
    ana.log_out(LogOutRequest {}).await.unwrap();
    is_out(&mut ana).await;
    ana.log_out(LogOutRequest {}).await.refused(Code::Unauthenticated, "NOT_LOGGED_IN");
    phone.get_my_profile(GetMyProfileRequest {}).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn log_out_and_password_change_hold_at_once_on_a_second_server() {
    let house = House::open().await;
    let second = house.beside().await;
    house.sign_up("ana").await;
    let (one, other) = (house.log_in("ana").await, second.log_in("ana").await);
    let mut one_there = second.client(Badge::token(&one)).await;
    let mut other_here = house.client(Badge::token(&other)).await;
    one_there.get_my_profile(GetMyProfileRequest {}).await.unwrap();
    other_here.get_my_profile(GetMyProfileRequest {}).await.unwrap();

    let mut here = house.client(Badge::token(&one)).await;
    let request = UpdateProfileRequest {
        update_mask: Some(FieldMask { paths: vec!["password".into()] }),
        password: "another password".into(),
        current_password: House::PASSWORD.into(),
        ..Default::default()
    };
    here.update_profile(request).await.unwrap();
    is_out(&mut second.client(Badge::token(&other)).await).await;
    is_out(&mut other_here).await;
    here.log_out(LogOutRequest {}).await.unwrap();
    is_out(&mut one_there).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_newest_first_and_ended_one_by_one() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let mut phone = house.client(Badge::token(&house.log_in("ana").await)).await;
    let sessions = ana.list_sessions(ListSessionsRequest {}).await.unwrap().into_inner().sessions;
    assert_eq!(sessions.iter().map(|session| session.current).collect::<Vec<_>>(), [false, true]);

    ana.end_session(EndSessionRequest { session_id: sessions[0].id.clone() }).await.unwrap();
    is_out(&mut phone).await;
    let again = ana.end_session(EndSessionRequest { session_id: sessions[0].id.clone() }).await;
    again.refused(Code::NotFound, "SESSION_NOT_FOUND");
    ana.end_session(EndSessionRequest { session_id: "what".into() }).await.faulty(&["BAD_ID"]);
    let left = ana.list_sessions(ListSessionsRequest {}).await.unwrap().into_inner().sessions;
    assert_eq!(left, sessions[1..]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fifty_first_session_ends_the_oldest() {
    let house = House::with(|options| {
        options.rates.log_ins_per_account = 0;
        options.rates.log_ins_per_address = 0;
    })
    .await;
    let mut first = house.person("ana").await;
    for _ in 0..49 {
        house.log_in("ana").await;
    }
    first.get_my_profile(GetMyProfileRequest {}).await.unwrap();
    let mut last = house.client(Badge::token(&house.log_in("ana").await)).await;
    is_out(&mut first).await;
    assert_eq!(last.list_sessions(ListSessionsRequest {}).await.unwrap().into_inner().sessions.len(), 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_use_of_a_session_is_noted() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    house.database.execute("UPDATE sessions SET last_used_at = now() - interval '1 hour'").await;
    let session = |list: ListSessionsResponse| list.sessions[0].last_use_time.unwrap().seconds;
    // The call that lists is itself a use.
    let used = session(ana.list_sessions(ListSessionsRequest {}).await.unwrap().into_inner());
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    assert!(now - Duration::from_secs(used.unsigned_abs()) < Duration::from_secs(60));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_use_one_client_each_with_their_own_log_in() {
    let house = House::open().await;
    let (mut ana, mut bob) = (house.person("ana").await, house.person("bob").await);
    for (client, name) in [(&mut ana, "ana"), (&mut bob, "bob")] {
        let me = client.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner().profile.unwrap();
        assert_eq!(me.profile.unwrap().name, name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clients_name_has_at_most_64_characters() {
    let house = House::open().await;
    house.sign_up("ana").await;
    let mut nobody = house.client(Badge::nobody()).await;
    let request = LogInRequest { client: "x".repeat(65), ..log_in("ana", House::PASSWORD) };
    nobody.log_in(request).await.faulty(&["CLIENT_TOO_LONG"]);
}
