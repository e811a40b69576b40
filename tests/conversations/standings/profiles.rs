use tablero_tests::Chat;

use super::{ANOTHER, ONE, Way, in_cafe, solve};
use crate::seeing::says;

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_tells_how_somebody_stands() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let fresh = bob.command("/profile show").await;
    says(
        &fresh.message().text(),
        &["**Bob**", "Rating **1500** ± 350", "Solved: nothing yet", "Streak: 0 days"],
    );
    assert!(!fresh.message().has_picture(), "one point makes no chart");
    let stranger = bob.command("/profile show member:Carol").await;
    assert!(stranger.message().is_ephemeral());
    says(&stranger.message().text(), &["never used Tablero"]);

    let (one, another) = (chat.problem(ONE, 1).await, chat.problem(ANOTHER, 1).await);
    let badge = in_cafe(&chat, &bob.id().to_string(), "Bob");
    solve(&chat, badge.clone(), &one, "Ra8", Way::default()).await;
    solve(&chat, badge, &another, "Qb8", Way { errors: 1, hint: false }).await;
    let mine = bob.command("/profile show").await;
    says(&mine.message().text(), &["2 × Mate in 1", "Streak: 1 day (best: 1 day)"]);
    says(mine.message().alt(), &["The rating of Bob over time"]);
    let seen = ana.command("/perfil mostrar miembro:Bob").await;
    says(
        &seen.message().text(),
        &["**Bob**", "Puntuación", "2 × Mate en 1", "Racha: 1 día (la mejor: 1 día)"],
    );
    assert!(seen.message().has_picture() && seen.message().pings.is_empty());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_chosen_and_refused_with_the_reason() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    ana.command("/perfil mostrar").await.message();
    for (name, words) in [
        ("ana", "Somebody has this name"),
        ("Bob", "your name already"),
        ("x", "at least 2 characters"),
        ("Bob the Builder!", "letters, digits, and _ - . only"),
    ] {
        let refused = bob.command_with("/profile rename", &[("name", name.into())]).await;
        assert!(refused.message().is_ephemeral());
        says(&refused.message().text(), &[words]);
    }
    let renamed = bob.command("/profile rename name:El_Roque").await;
    assert!(renamed.message().is_ephemeral());
    says(&renamed.message().text(), &["You are **El\\_Roque** from now on"]);
    says(&bob.command("/profile show").await.message().text(), &["**El\\_Roque**"]);
    says(&ana.command("/perfil renombrar nombre:él").await.message().text(), &["Desde ahora eres **él**"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_deleted_by_who_types_its_name() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    bob.command("/profile rename name:Roberto").await.message();
    let asked = bob.command("/profile delete").await;
    let asked = asked.message();
    assert!(asked.is_ephemeral());
    says(&asked.text(), &["**Roberto**", "for good"]);
    let form = bob.click(asked, "Delete my profile…").await;
    let wrong = bob.submit(form.modal(), &[("name", "Bob")]).await;
    assert!(wrong.message().is_ephemeral());
    says(&wrong.message().text(), &["exactly"]);
    says(&bob.command("/profile show").await.message().text(), &["**Roberto**"]);
    let form = bob.click(asked, "Delete my profile…").await;
    let gone = bob.submit(form.modal(), &[("name", "Roberto")]).await;
    says(&gone.updated().text(), &["Your profile is gone", "Goodbye"]);
    assert!(gone.updated().buttons().is_empty());
    says(&bob.command("/profile show").await.message().text(), &["**Bob**"]);
    chat.close().await;
}
