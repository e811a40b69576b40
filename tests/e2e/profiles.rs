//! SPEC P1, P4, P5: profiles are created, looked up, changed and deleted.

use futures_util::future::join_all;
use prost_types::FieldMask;
use tablero_api::v1::get_profile_request::Which;
use tablero_api::v1::*;
use tablero_tests::{Badge, Expect, House};
use tonic::Code;

fn create(name: &str, password: &str) -> CreateProfileRequest {
    CreateProfileRequest { name: name.into(), password: password.into() }
}

fn by_name(name: &str) -> GetProfileRequest {
    GetProfileRequest { which: Some(Which::Name(name.into())) }
}

fn mask(paths: &[&str]) -> Option<FieldMask> {
    Some(FieldMask { paths: paths.iter().map(ToString::to_string).collect() })
}

fn rename(name: &str) -> UpdateProfileRequest {
    UpdateProfileRequest { update_mask: mask(&["name"]), name: name.into(), ..Default::default() }
}

fn change_password(current: &str, password: &str) -> UpdateProfileRequest {
    UpdateProfileRequest {
        update_mask: mask(&["password"]),
        password: password.into(),
        current_password: current.into(),
        ..Default::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_found_by_its_id_and_by_its_name_in_any_case() {
    let house = House::open().await;
    let ana = house.sign_up("Ana").await;
    assert_eq!(ana.name, "Ana");
    let mut nobody = house.client(Badge::nobody()).await;
    let found = nobody.get_profile(by_name("aNA")).await.unwrap().into_inner().profile.unwrap();
    assert_eq!(found, ana);
    let by_id = GetProfileRequest { which: Some(Which::Id(ana.id.clone())) };
    assert_eq!(nobody.get_profile(by_id).await.unwrap().into_inner().profile.unwrap(), ana);
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_for_nobody_finds_nobody() {
    let house = House::open().await;
    let mut nobody = house.client(Badge::nobody()).await;
    for name in ["ghost", "", "\0", "'; DROP TABLE profiles; --"] {
        nobody.get_profile(by_name(name)).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
    }
    let id = |id: &str| GetProfileRequest { which: Some(Which::Id(id.into())) };
    let unknown = id("00000000-0000-4000-8000-000000000000");
    nobody.get_profile(unknown).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
    nobody.get_profile(id("not-an-id")).await.faulty(&["BAD_ID"]);
    nobody.get_profile(GetProfileRequest { which: None }).await.faulty(&["NO_PROFILE_NAMED"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_broken_rule_of_a_new_profile_is_named_and_nothing_is_created() {
    let house = House::open().await;
    let mut nobody = house.client(Badge::nobody()).await;
    let cases: [(&str, &str, &[&str]); 5] = [
        ("a", "long enough", &["NAME_TOO_SHORT"]),
        ("ana maria", "long enough", &["NAME_BAD_CHARACTER"]),
        ("ana", "short", &["PASSWORD_TOO_SHORT"]),
        ("ana", &"x".repeat(129), &["PASSWORD_TOO_LONG"]),
        (&"a b".repeat(11), "short", &["NAME_TOO_LONG", "NAME_BAD_CHARACTER", "PASSWORD_TOO_SHORT"]),
    ];
    for (name, password, reasons) in cases {
        nobody.create_profile(create(name, password)).await.faulty(reasons);
        nobody.get_profile(by_name(name)).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_taken_in_every_case_and_composition() {
    let house = House::open().await;
    house.sign_up("Begoña").await;
    let mut nobody = house.client(Badge::nobody()).await;
    for twin in ["Begoña", "begoña", "BEGOÑA", "begon\u{303}a", "Ｂｅｇｏñａ"] {
        nobody.create_profile(create(twin, House::PASSWORD)).await.refused(Code::AlreadyExists, "NAME_TAKEN");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_want_one_name_at_once_one_gets_it() {
    let house = House::with(|options| options.rates.creations_per_name = 0).await;
    let wishes = (0..8).map(|_| async {
        let mut nobody = house.client(Badge::nobody()).await;
        nobody.create_profile(create("ana", House::PASSWORD)).await
    });
    let answers = join_all(wishes).await;
    let (lucky, others): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(lucky.len(), 1);
    for other in others {
        other.refused(Code::AlreadyExists, "NAME_TAKEN");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_renames_themselves_and_the_old_name_is_free_again() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let renamed = ana.update_profile(rename("Anita")).await.unwrap().into_inner().profile.unwrap();
    assert_eq!(renamed.profile.unwrap().name, "Anita");
    let me = ana.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner().profile.unwrap();
    assert_eq!(me.profile.unwrap().name, "Anita");
    assert!(me.has_password);
    house.sign_up("ana").await;
    house.log_in("anita").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_may_change_its_case_but_not_stay_as_it_is() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    ana.update_profile(rename("ana")).await.faulty(&["NAME_UNCHANGED"]);
    ana.update_profile(rename("ANA")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rename_to_a_taken_or_invalid_name_changes_nothing() {
    let house = House::open().await;
    house.sign_up("bob").await;
    let mut ana = house.person("ana").await;
    ana.update_profile(rename("BOB")).await.refused(Code::AlreadyExists, "NAME_TAKEN");
    ana.update_profile(rename("b b")).await.faulty(&["NAME_BAD_CHARACTER"]);
    let me = ana.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner().profile.unwrap();
    assert_eq!(me.profile.unwrap().name, "ana");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_needs_a_mask_of_known_fields() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    ana.update_profile(UpdateProfileRequest::default()).await.faulty(&["MASK_EMPTY"]);
    let request =
        UpdateProfileRequest { update_mask: mask(&["name", "id"]), name: "x".into(), ..Default::default() };
    ana.update_profile(request).await.faulty(&["MASK_UNKNOWN_PATH", "NAME_TOO_SHORT"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn name_and_password_change_together_or_not_at_all() {
    let house = House::open().await;
    house.sign_up("bob").await;
    let mut ana = house.person("ana").await;
    let both = |name: &str| UpdateProfileRequest {
        update_mask: mask(&["name", "password"]),
        name: name.into(),
        ..change_password(House::PASSWORD, "another password")
    };
    ana.update_profile(both("bob")).await.refused(Code::AlreadyExists, "NAME_TAKEN");
    house.log_in("ana").await;
    ana.update_profile(both("anita")).await.unwrap();
    let mut nobody = house.client(Badge::nobody()).await;
    let request =
        LogInRequest { name: "anita".into(), password: "another password".into(), ..Default::default() };
    nobody.log_in(request).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_needs_the_old_one_and_must_differ_from_it() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let wrong = change_password("not my password", "another password");
    ana.update_profile(wrong).await.refused(Code::PermissionDenied, "WRONG_PASSWORD");
    let endless = change_password(&"x".repeat(5000), "another password");
    ana.update_profile(endless).await.refused(Code::PermissionDenied, "WRONG_PASSWORD");
    let same = change_password(House::PASSWORD, House::PASSWORD);
    ana.update_profile(same).await.faulty(&["PASSWORD_UNCHANGED"]);
    let short = change_password(House::PASSWORD, "short");
    ana.update_profile(short).await.faulty(&["PASSWORD_TOO_SHORT"]);
    house.log_in("ana").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_the_other_sessions_and_keeps_this_one() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let mut elsewhere = house.client(Badge::token(&house.log_in("ana").await)).await;
    house.log_in("ana").await;
    let answer =
        ana.update_profile(change_password(House::PASSWORD, "another password")).await.unwrap().into_inner();
    assert_eq!(answer.ended_sessions, 2);
    ana.get_my_profile(GetMyProfileRequest {}).await.unwrap();
    elsewhere.get_my_profile(GetMyProfileRequest {}).await.refused(Code::Unauthenticated, "NOT_LOGGED_IN");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_deleted_with_its_password_and_all_that_was_removed_is_said() {
    let house = House::open().await;
    let profile = house.sign_up("ana").await;
    let token = house.log_in("ana").await;
    house.log_in("ana").await;
    let mut ana = house.client(Badge::token(&token)).await;
    let mut elsewhere = house.client(Badge::token(&house.log_in("ana").await)).await;

    for password in ["", "not my password"] {
        let request = DeleteProfileRequest { password: password.into(), confirmation: "ana".into() };
        ana.delete_profile(request).await.refused(Code::PermissionDenied, "WRONG_PASSWORD");
    }
    let request = DeleteProfileRequest { password: House::PASSWORD.into(), ..Default::default() };
    let removed = ana.delete_profile(request).await.unwrap().into_inner();
    assert_eq!((removed.profile, removed.sessions), (Some(profile), 3));

    for client in [&mut ana, &mut elsewhere] {
        client.get_my_profile(GetMyProfileRequest {}).await.refused(Code::Unauthenticated, "NOT_LOGGED_IN");
    }
    let mut nobody = house.client(Badge::nobody()).await;
    nobody.get_profile(by_name("ana")).await.refused(Code::NotFound, "PROFILE_NOT_FOUND");
    house.sign_up("ana").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_without_a_password_is_deleted_with_its_name_as_confirmation() {
    let house = House::open().await;
    let mut ana = house.client(Badge::discord("42", "Ana")).await;
    for confirmation in ["", "yes", "bob"] {
        let request = DeleteProfileRequest { confirmation: confirmation.into(), ..Default::default() };
        ana.delete_profile(request).await.refused(Code::FailedPrecondition, "CONFIRMATION_NEEDED");
    }
    let request = DeleteProfileRequest { confirmation: "ana".into(), ..Default::default() };
    let removed = ana.delete_profile(request).await.unwrap().into_inner();
    assert_eq!(removed.identities.len(), 1);
    assert_eq!(removed.identities[0].external_id, "42");
}
