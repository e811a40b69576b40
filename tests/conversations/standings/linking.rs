use tablero_api::v1::{CreateLinkCodeRequest, GetMyProfileRequest, RedeemLinkCodeRequest};
use tablero_tests::Chat;

use super::{ONE, Way, in_cafe, solve};
use crate::seeing::says;

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_another_client_joins_its_profile() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let problem = chat.problem(ONE, 1).await;
    solve(&chat, in_cafe(&chat, &bob.id().to_string(), "Bob"), &problem, "Ra8", Way::default()).await;
    let mut client = chat.house.person("Capablanca").await;
    let code = client.create_link_code(CreateLinkCodeRequest {}).await.unwrap().into_inner().code;
    let wrong = bob.command("/profile link code:ABCD-1234").await;
    assert!(wrong.message().is_ephemeral());
    says(&wrong.message().text(), &["unknown, used or expired"]);
    let linked = bob.command_with("/profile link", &[("code", code.as_str().into())]).await;
    assert!(linked.message().is_ephemeral());
    says(&linked.message().text(), &["**Capablanca**"]);
    says(&bob.command("/profile show").await.message().text(), &["**Capablanca**", "1 × Mate in 1"]);
    let again = bob.command_with("/profile link", &[("code", code.as_str().into())]).await;
    says(&again.message().text(), &["unknown, used or expired"]);

    let parted = bob.command("/profile unlink").await;
    assert!(parted.message().is_ephemeral());
    says(&parted.message().text(), &["begins anew"]);
    says(&bob.command("/profile show").await.message().text(), &["**Bob**", "nothing yet"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_made_here_is_redeemed_by_another_client() {
    let chat = Chat::open().await;
    let ana = chat.person("Ana");
    let shown = ana.command("/perfil unir").await;
    let shown = shown.message();
    assert!(shown.is_ephemeral());
    says(&shown.text(), &["Tu código: `", "No se lo enseñes a nadie", "caduca <t:"]);
    let code = shown.text().split('`').nth(1).unwrap().to_owned();
    let own = ana.command_with("/profile link", &[("code", code.as_str().into())]).await;
    says(&own.message().text(), &["otro cliente"]);
    let mut client = chat.house.person("Morphy").await;
    client.redeem_link_code(RedeemLinkCodeRequest { code }).await.unwrap();
    let own = client.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner().profile.unwrap();
    assert_eq!(own.identities[0].external_id, ana.id().to_string());
    says(&ana.command("/perfil mostrar").await.message().text(), &["**Morphy**"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_way_into_a_profile_stays() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    for (person, words) in [
        (&bob, ["only way into your profile", "/profile delete"]),
        (&ana, ["única entrada", "/perfil borrar"]),
    ] {
        let refused = person.command("/profile unlink").await;
        assert!(refused.message().is_ephemeral());
        says(&refused.message().text(), &words);
    }
    chat.close().await;
}
