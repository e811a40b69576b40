//! Who may call what. Every rpc there is is tried, also those that are yet to come.

use prost::Message;
use prost_types::{FieldMask, FileDescriptorSet};
use tablero_api::v1::get_profile_request::Which;
use tablero_api::v1::*;
use tablero_tests::{Badge, Client, Expect, House, SERVICE_KEY, raw, reasons};
use tonic::{Code, Status};

/// What anybody may call; the last of them also with an empty message.
const OPEN: [&str; 4] = [
    "/tablero.v1.ProfileService/CreateProfile",
    "/tablero.v1.ProfileService/LogIn",
    "/tablero.v1.ProfileService/GetProfile",
    "/tablero.v1.MatchService/ListGames",
];

/// The paths of all rpcs, as the descriptors tell.
fn all_rpcs() -> Vec<String> {
    let files = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).unwrap().file;
    let mut paths = vec![];
    for file in files {
        for service in &file.service {
            let methods = service.method.iter().map(|method| method.name());
            paths.extend(methods.map(|method| format!("/{}.{}/{method}", file.package(), service.name())));
        }
    }
    assert!(paths.len() >= 12);
    paths
}

/// Tries every rpc that is not open with a badge, and expects to be turned away.
async fn turned_away(house: &House, badge: Badge, code: Code, reason: &str) {
    for path in all_rpcs().iter().filter(|path| !OPEN.contains(&path.as_str())) {
        let answer = raw(house.channel().await, badge.clone(), path).await;
        println!("{path}");
        answer.refused(code, reason);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_may_call_anything_but_what_is_open() {
    let house = House::open().await;
    turned_away(&house, Badge::nobody(), Code::Unauthenticated, "NOT_LOGGED_IN").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_open_does_not_look_at_credentials() {
    let house = House::open().await;
    for badge in [Badge::nobody(), Badge::token("stale"), Badge::key("wrong"), Badge::key(SERVICE_KEY)] {
        let [refused @ .., answered] = OPEN;
        raw(house.channel().await, badge.clone(), answered).await.unwrap();
        for path in refused {
            let status: Status = raw(house.channel().await, badge.clone(), path).await.unwrap_err();
            let reason = &reasons(&status)[0];
            assert!(
                ["NAME_TOO_SHORT", "WRONG_CREDENTIALS", "NO_PROFILE_NAMED"].contains(&reason.as_str()),
                "{reason}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_made_up_token_opens_nothing() {
    let house = House::open().await;
    for token in ["", "tablero_", "x", &"x".repeat(1000)] {
        turned_away(&house, Badge::token(token), Code::Unauthenticated, "NOT_LOGGED_IN").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_token_opens_nothing() {
    let house = House::open().await;
    house.sign_up("ana").await;
    let token = house.log_in("ana").await;
    house.database.execute("UPDATE sessions SET expires_at = now()").await;
    turned_away(&house, Badge::token(&token), Code::Unauthenticated, "NOT_LOGGED_IN").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_logged_out_token_opens_nothing() {
    let house = House::open().await;
    house.sign_up("ana").await;
    let token = house.log_in("ana").await;
    house.client(Badge::token(&token)).await.log_out(LogOutRequest {}).await.unwrap();
    turned_away(&house, Badge::token(&token), Code::Unauthenticated, "NOT_LOGGED_IN").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bots_key_without_an_identity_opens_nothing() {
    let house = House::open().await;
    turned_away(&house, Badge::key(SERVICE_KEY), Code::Unauthenticated, "NO_IDENTITY").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_key_opens_nothing_whatever_identity_it_names() {
    let house = House::open().await;
    let wrong = Badge::key("the-service-key-of-all-the-testz").acting_for("discord", "42", "Ana");
    turned_away(&house, wrong, Code::Unauthenticated, "BAD_SERVICE_KEY").await;
    let keyless = House::with(|options| options.service_key = None).await;
    turned_away(&keyless, Badge::discord("42", "Ana"), Code::Unauthenticated, "BAD_SERVICE_KEY").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_without_the_key_is_nobody() {
    let house = House::open().await;
    let badge = Badge::nobody().acting_for("discord", "42", "Ana");
    turned_away(&house, badge, Code::Unauthenticated, "NOT_LOGGED_IN").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_and_a_key_together_are_refused() {
    let house = House::open().await;
    house.sign_up("ana").await;
    let badge = Badge::token(&house.log_in("ana").await).and(Badge::discord("42", "Ana"));
    turned_away(&house, badge, Code::Unauthenticated, "AMBIGUOUS_CREDENTIALS").await;
}

/// What can be seen of somebody who must not be touched.
async fn all_of(client: &mut Client) -> (OwnProfile, Vec<String>) {
    let profile = client.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner().profile.unwrap();
    let sessions = client.list_sessions(ListSessionsRequest {}).await.unwrap().into_inner().sessions;
    (profile, sessions.into_iter().map(|session| session.id).collect())
}

/// Calls everything there is as somebody, with Ana as the target wherever a target can be named.
async fn reach_for(ana: &(OwnProfile, Vec<String>), other: &mut Client) {
    let (target, sessions) = ana;
    let mine = all_of(other).await;
    assert_ne!(&mine, ana);
    for session_id in sessions.clone() {
        let ended = other.end_session(EndSessionRequest { session_id }).await;
        ended.refused(Code::NotFound, "SESSION_NOT_FOUND");
    }
    let name = target.profile.as_ref().unwrap().name.clone();
    let update = UpdateProfileRequest {
        update_mask: Some(FieldMask { paths: vec!["name".into()] }),
        name: name.clone(),
        ..Default::default()
    };
    other.update_profile(update).await.refused(Code::AlreadyExists, "NAME_TAKEN");
    let code = other.create_link_code(CreateLinkCodeRequest {}).await.unwrap().into_inner().code;
    other.redeem_link_code(RedeemLinkCodeRequest { code }).await.unwrap_err();
    let mut unlinked = other.unlink_identity(UnlinkIdentityRequest { provider: "discord".into() }).await;
    unlinked.as_mut().unwrap_err();
    let whose = FindProfileRequest { provider: "discord".into(), external_id: "ana".into() };
    let found = other.find_profile(whose).await.unwrap_err().code();
    assert!([Code::PermissionDenied, Code::NotFound].contains(&found), "{found:?}");
    let paint = UpdateProfileRequest {
        update_mask: Some(FieldMask { paths: vec!["settings.theme".into()] }),
        settings: Some(Settings { theme: "blue".into(), ..Default::default() }),
        ..Default::default()
    };
    other.update_profile(paint).await.unwrap();
    let public = GetProfileRequest { which: Some(Which::Name(name.clone())) };
    assert_eq!(other.get_profile(public).await.unwrap().into_inner().profile, target.profile);
    let delete =
        DeleteProfileRequest { password: House::PASSWORD.into(), confirmation: mine.0.profile.unwrap().name };
    other.delete_profile(delete).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn another_person_cannot_reach_ones_profile_through_any_rpc() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let before = all_of(&mut ana).await;
    reach_for(&before, &mut house.person("bob").await).await;
    assert_eq!(all_of(&mut ana).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_acting_for_another_person_cannot_reach_ones_profile_through_any_rpc() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let before = all_of(&mut ana).await;
    let mut bob = house.client(Badge::discord("42", "bob")).await;
    bob.log_out(LogOutRequest {}).await.refused(Code::FailedPrecondition, "NO_SESSION");
    reach_for(&before, &mut bob).await;
    assert_eq!(all_of(&mut ana).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_key_that_could_be_guessed_is_refused_at_the_start() {
    let options = tablero_tests::options(|options| options.service_key = Some("short".into()));
    let database = tablero_tests::TestDatabase::new().await;
    let error = tablero_server::Server::bind(options, database.store).await.unwrap_err();
    assert!(error.to_string().contains("at least 32 characters"), "{error}");
}
