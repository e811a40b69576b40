//! SPEC P6 and the bot's side of profiles: acting for an identity, and joining both worlds.

use futures_util::future::join_all;
use prost_types::FieldMask;
use tablero_api::v1::*;
use tablero_tests::{Badge, Client, Expect, House, SERVICE_KEY};
use tonic::Code;

async fn me(client: &mut Client) -> OwnProfile {
    client.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner().profile.unwrap()
}

async fn code(client: &mut Client) -> RedeemLinkCodeRequest {
    let code = client.create_link_code(CreateLinkCodeRequest {}).await.unwrap().into_inner().code;
    RedeemLinkCodeRequest { code }
}

fn name(own: &OwnProfile) -> &str {
    &own.profile.as_ref().unwrap().name
}

fn unlink() -> UnlinkIdentityRequest {
    UnlinkIdentityRequest { provider: "discord".into() }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_gets_a_profile_on_first_use_and_keeps_it() {
    let house = House::open().await;
    let mut ana = house.client(Badge::discord("42", "Ana María 🎲")).await;
    let first = me(&mut ana).await;
    assert_eq!(name(&first), "Ana_María");
    assert!(!first.has_password);
    assert_eq!(first.identities[0].display_name, "Ana María 🎲");

    let mut renamed = house.client(Badge::discord("42", "La Reina")).await;
    let later = me(&mut renamed).await;
    assert_eq!(later.profile, first.profile);
    assert_eq!(me(&mut renamed).await.identities[0].display_name, "La Reina");
}

#[tokio::test(flavor = "multi_thread")]
async fn identities_with_one_display_name_get_different_names() {
    let house = House::open().await;
    house.sign_up("bob").await;
    let mut names = vec![];
    for id in ["1", "2", "3"] {
        names.push(name(&me(&mut house.client(Badge::discord(id, "Bob")).await).await).to_owned());
    }
    assert!(names.iter().all(|name| name.starts_with("Bob-")), "{names:?}");
    let mut other_provider = house.client(Badge::key(SERVICE_KEY).acting_for("matrix", "1", "")).await;
    assert_eq!(name(&me(&mut other_provider).await), "player");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_first_calls_of_one_identity_at_once_make_one_profile() {
    let house = House::open().await;
    let calls = (0..8).map(|_| async { me(&mut house.client(Badge::discord("42", "Ana")).await).await });
    let profiles = join_all(calls).await;
    assert!(profiles.iter().all(|profile| profile.profile == profiles[0].profile));
    assert_eq!(name(&profiles[0]), "Ana");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_identity_is_refused_with_every_fault() {
    let house = House::open().await;
    let badge = |provider: &str, id: &str, name: &str| Badge::key(SERVICE_KEY).acting_for(provider, id, name);
    let (long, no) = ("x".repeat(101), "");
    for (badge, reasons) in [
        (badge("Discord", "42", "Ana"), &["BAD_PROVIDER"][..]),
        (badge("discord", "4 2", "Ana"), &["BAD_EXTERNAL_ID"]),
        (badge("discord", "42", &long), &["BAD_DISPLAY_NAME"]),
        (badge("discord", "42", "a\0b"), &["BAD_DISPLAY_NAME"]),
        (badge(no, no, &long), &["BAD_PROVIDER", "BAD_EXTERNAL_ID", "BAD_DISPLAY_NAME"]),
    ] {
        house.client(badge).await.get_my_profile(GetMyProfileRequest {}).await.faulty(reasons);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_sets_a_first_password_without_an_old_one_and_logs_in_with_it() {
    let house = House::open().await;
    let mut ana = house.client(Badge::discord("42", "Ana")).await;
    let request = UpdateProfileRequest {
        update_mask: Some(FieldMask { paths: vec!["password".into()] }),
        password: House::PASSWORD.into(),
        ..Default::default()
    };
    let updated = ana.update_profile(request.clone()).await.unwrap().into_inner().profile.unwrap();
    assert!(updated.has_password);
    house.log_in("ana").await;
    let again = UpdateProfileRequest { password: "another password".into(), ..request };
    ana.update_profile(again).await.refused(Code::PermissionDenied, "WRONG_PASSWORD");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_made_with_a_session_joins_the_identity_that_redeems_it() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let mut discord = house.client(Badge::discord("42", "Reina")).await;
    let absorbed = me(&mut discord).await.profile;
    let linked = discord.redeem_link_code(code(&mut ana).await).await.unwrap().into_inner();
    assert_eq!(linked.absorbed, absorbed);
    assert_eq!(linked.profile, Some(me(&mut ana).await));
    assert_eq!(me(&mut discord).await, me(&mut ana).await);
    house.sign_up("reina").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_made_by_an_identity_joins_the_session_that_redeems_it() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let mut discord = house.client(Badge::discord("42", "Reina")).await;
    let request = code(&mut discord).await;
    let typed = format!(" {}-{} ", request.code[..4].to_lowercase(), &request.code[4..]);
    ana.redeem_link_code(RedeemLinkCodeRequest { code: typed }).await.unwrap();
    assert_eq!(name(&me(&mut discord).await), "ana");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_works_once_and_a_new_one_replaces_it() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let (old, new) = (code(&mut ana).await, code(&mut ana).await);
    let mut discord = house.client(Badge::discord("42", "Reina")).await;
    discord.redeem_link_code(old).await.refused(Code::NotFound, "CODE_NOT_FOUND");
    discord.redeem_link_code(new.clone()).await.unwrap();
    discord.redeem_link_code(new).await.refused(Code::NotFound, "CODE_NOT_FOUND");
    for nonsense in ["", "ABCDEFGH", "\0", "ñandúñandú"] {
        let request = RedeemLinkCodeRequest { code: nonsense.into() };
        discord.redeem_link_code(request).await.refused(Code::NotFound, "CODE_NOT_FOUND");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_redeem_a_code_at_once_one_is_linked() {
    let house = House::open().await;
    let request = code(&mut house.person("ana").await).await;
    let tries = (0..2).map(|id| {
        let (request, badge) = (request.clone(), Badge::discord(&id.to_string(), "Twin"));
        async { house.client(badge).await.redeem_link_code(request).await }
    });
    let (linked, refused): (Vec<_>, Vec<_>) = join_all(tries).await.into_iter().partition(Result::is_ok);
    assert_eq!((linked.len(), refused.len()), (1, 1));
    for refused in refused {
        refused.refused(Code::NotFound, "CODE_NOT_FOUND");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_code_is_unknown() {
    let house = House::open().await;
    let request = code(&mut house.person("ana").await).await;
    house.database.execute("UPDATE link_codes SET expires_at = now()").await;
    let mut discord = house.client(Badge::discord("42", "Reina")).await;
    discord.redeem_link_code(request).await.refused(Code::NotFound, "CODE_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_needs_a_session_on_one_side_and_an_identity_on_the_other() {
    let house = House::open().await;
    let (mut ana, mut bob) = (house.person("ana").await, house.person("bob").await);
    let mut one = house.client(Badge::discord("1", "One")).await;
    let mut two = house.client(Badge::discord("2", "Two")).await;
    let by_session = code(&mut ana).await;
    bob.redeem_link_code(by_session.clone()).await.refused(Code::FailedPrecondition, "LINK_NEEDS_BOTH_SIDES");
    let by_identity = code(&mut one).await;
    two.redeem_link_code(by_identity).await.refused(Code::FailedPrecondition, "LINK_NEEDS_BOTH_SIDES");
    // A refused attempt has not used up the code.
    two.redeem_link_code(by_session).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_exists_or_would_be_a_second_one_is_refused() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    let mut one = house.client(Badge::discord("1", "One")).await;
    let mut two = house.client(Badge::discord("2", "Two")).await;
    one.redeem_link_code(code(&mut ana).await).await.unwrap();
    one.redeem_link_code(code(&mut ana).await).await.refused(Code::FailedPrecondition, "ALREADY_LINKED");
    let second = two.redeem_link_code(code(&mut ana).await).await;
    second.refused(Code::FailedPrecondition, "PROVIDER_ALREADY_LINKED");
    assert_eq!(name(&me(&mut two).await), "Two");

    let mut bob = house.person("bob").await;
    let stolen = one.redeem_link_code(code(&mut bob).await).await;
    stolen.refused(Code::FailedPrecondition, "IDENTITY_HAS_OWN_PROFILE");
    assert_eq!(name(&me(&mut one).await), "ana");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unlinked_identity_starts_anew() {
    let house = House::open().await;
    let mut ana = house.person("ana").await;
    ana.unlink_identity(unlink()).await.refused(Code::NotFound, "IDENTITY_NOT_FOUND");
    let mut discord = house.client(Badge::discord("42", "Reina")).await;
    discord.redeem_link_code(code(&mut ana).await).await.unwrap();
    let parted = discord.unlink_identity(unlink()).await.unwrap().into_inner().profile.unwrap();
    assert_eq!((name(&parted), parted.identities.len()), ("ana", 0));
    assert_eq!(name(&me(&mut discord).await), "Reina");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_way_into_a_profile_cannot_be_unlinked() {
    let house = House::open().await;
    let mut discord = house.client(Badge::discord("42", "Reina")).await;
    discord.unlink_identity(unlink()).await.refused(Code::FailedPrecondition, "LAST_WAY_IN");
    assert_eq!(me(&mut discord).await.identities.len(), 1);
}

fn whose(provider: &str, external_id: &str) -> FindProfileRequest {
    FindProfileRequest { provider: provider.into(), external_id: external_id.into() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_finds_its_people_and_makes_no_profile_by_asking() {
    let house = House::open().await;
    let reina = me(&mut house.client(Badge::discord("42", "Reina")).await).await.profile;
    let mut bob = house.client(Badge::discord("43", "Bob")).await;
    let found = bob.find_profile(whose("discord", "42")).await.unwrap().into_inner();
    assert_eq!(found.profile, reina);
    let profiles = house.database.count("SELECT count(*) FROM profiles").await;
    for (provider, external_id) in [("discord", "44"), ("matrix", "42"), ("discord", "Reina")] {
        let nobody = bob.find_profile(whose(provider, external_id)).await;
        nobody.refused(Code::NotFound, "PROFILE_NOT_FOUND");
    }
    assert_eq!(house.database.count("SELECT count(*) FROM profiles").await, profiles);

    let mut ana = house.person("ana").await;
    let mut reina = house.client(Badge::discord("42", "Reina")).await;
    reina.redeem_link_code(code(&mut ana).await).await.unwrap();
    let joined = bob.find_profile(whose("discord", "42")).await.unwrap().into_inner();
    assert_eq!(joined.profile.unwrap().name, "ana");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_service_looks_for_people_by_their_identity() {
    let house = House::open().await;
    me(&mut house.client(Badge::discord("42", "Reina")).await).await;
    let mut ana = house.person("ana").await;
    for external_id in ["42", "43"] {
        let refused = ana.find_profile(whose("discord", external_id)).await;
        refused.refused(Code::PermissionDenied, "SERVICE_ONLY");
    }
    let mut bob = house.client(Badge::discord("43", "Bob")).await;
    bob.find_profile(whose("", "")).await.faulty(&["BAD_PROVIDER", "BAD_EXTERNAL_ID"]);
    bob.find_profile(whose("Discord", "42")).await.faulty(&["BAD_PROVIDER"]);
    bob.find_profile(whose("discord", "4 2")).await.faulty(&["BAD_EXTERNAL_ID"]);
    bob.find_profile(whose("discord", "\0")).await.faulty(&["BAD_EXTERNAL_ID"]);
}
