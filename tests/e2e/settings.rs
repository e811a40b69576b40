//! How a person likes to see Tablero, wherever they look at it.

use prost_types::FieldMask;
use tablero_api::v1::*;
use tablero_tests::{Badge, Client, Expect, House};
use tonic::Code;

fn settings(theme: &str, language: &str, hide_coordinates: bool) -> Settings {
    Settings { theme: theme.into(), language: language.into(), hide_coordinates, hidden: false }
}

fn set(paths: &[&str], settings: Settings) -> UpdateProfileRequest {
    let paths = paths.iter().map(|path| format!("settings.{path}")).collect();
    UpdateProfileRequest {
        update_mask: Some(FieldMask { paths }),
        settings: Some(settings),
        ..Default::default()
    }
}

async fn of(client: &mut Client) -> Settings {
    let me = client.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner().profile.unwrap();
    me.settings.unwrap()
}

const ALL: [&str; 3] = ["theme", "language", "hide_coordinates"];

#[tokio::test(flavor = "multi_thread")]
async fn settings_begin_empty_and_are_kept_for_every_session() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    assert_eq!(of(&mut ana).await, Settings::default());
    let wanted = settings("newspaper", "es", true);
    let answer = ana.update_profile(set(&ALL, wanted.clone())).await.unwrap().into_inner();
    assert_eq!(answer.profile.unwrap().settings, Some(wanted.clone()));
    assert_eq!(answer.ended_sessions, 0);
    let mut elsewhere = house.client(Badge::token(&house.log_in("ana").await)).await;
    assert_eq!(of(&mut elsewhere).await, wanted);
    // What they are already, they may be told to be once more.
    ana.update_profile(set(&ALL, wanted.clone())).await.unwrap();
    assert_eq!(of(&mut ana).await, wanted);
    assert_eq!(of(&mut house.person("bob").await).await, Settings::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_the_mask_names_changes() {
    let house = House::open().await;
    let mut ana = house.client(Badge::discord("42", "Ana")).await;
    let other = settings("blue", "en", true);
    for (path, expected) in [
        ("theme", settings("blue", "", false)),
        ("language", settings("blue", "en", false)),
        ("hide_coordinates", settings("blue", "en", true)),
    ] {
        ana.update_profile(set(&[path], other.clone())).await.unwrap();
        assert_eq!(of(&mut ana).await, expected, "{path}");
    }
    let nothing = UpdateProfileRequest { settings: None, ..set(&["theme", "language"], other) };
    ana.update_profile(nothing).await.unwrap();
    assert_eq!(of(&mut ana).await, settings("", "", true));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_theme_that_is_drawn_can_be_chosen_and_no_other() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    for theme in tablero_picture::draw::Theme::ALL {
        ana.update_profile(set(&["theme"], settings(theme.name(), "", false))).await.unwrap();
    }
    let before = of(&mut ana).await;
    for theme in ["Brown", "purple", "brown ", "\0", &"x".repeat(10_000)] {
        ana.update_profile(set(&["theme"], settings(theme, "", false))).await.faulty(&["UNKNOWN_THEME"]);
    }
    for language in ["EN", "de", "en-GB", "\0"] {
        let request = set(&ALL, settings("purple", language, true));
        ana.update_profile(request).await.faulty(&["UNKNOWN_THEME", "UNKNOWN_LANGUAGE"]);
    }
    assert_eq!(of(&mut ana).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_change_with_the_name_or_not_at_all() {
    let house = House::open().await;
    house.sign_up("bob").await;
    let mut ana = house.person("ana").await;
    let mut request = set(&["theme"], settings("green", "", false));
    request.update_mask.as_mut().unwrap().paths.push("name".into());
    let named = |name: &str| UpdateProfileRequest { name: name.into(), ..request.clone() };
    ana.update_profile(named("bob")).await.refused(Code::AlreadyExists, "NAME_TAKEN");
    ana.update_profile(named("b")).await.faulty(&["NAME_TOO_SHORT"]);
    assert_eq!(of(&mut ana).await, Settings::default());
    ana.update_profile(named("anita")).await.unwrap();
    assert_eq!(of(&mut ana).await.theme, "green");
    let whole = set(&["", "theme.name"], Settings::default());
    ana.update_profile(whole).await.faulty(&["MASK_UNKNOWN_PATH", "MASK_UNKNOWN_PATH"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_profile_of_the_session_keeps_its_settings_when_it_is_joined() {
    for session_makes_the_code in [true, false] {
        let house = House::open().await;
        let mut ana = house.person("ana").await;
        let mut discord = house.client(Badge::discord("42", "Reina")).await;
        let wanted = settings("green", "es", true);
        ana.update_profile(set(&ALL, wanted.clone())).await.unwrap();
        discord.update_profile(set(&ALL, settings("blue", "en", false))).await.unwrap();
        let (one, other) =
            if session_makes_the_code { (&mut ana, &mut discord) } else { (&mut discord, &mut ana) };
        let code = one.create_link_code(CreateLinkCodeRequest {}).await.unwrap().into_inner().code;
        let linked = other.redeem_link_code(RedeemLinkCodeRequest { code }).await.unwrap().into_inner();
        assert_eq!(linked.profile.unwrap().settings, Some(wanted.clone()));
        assert_eq!((of(&mut ana).await, of(&mut discord).await), (wanted.clone(), wanted));
    }
}
