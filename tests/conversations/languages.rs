use tablero_tests::{Chat, mating_move};

use super::MATE_IN_TWO;

#[tokio::test(flavor = "multi_thread")]
async fn a_spanish_user_is_served_in_spanish_beside_an_english_one() {
    let chat = Chat::open().await;
    chat.problem(MATE_IN_TWO, 2).await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let card = ana.command("/resolver jugadas:2").await.message().clone();
    assert!(card.text().contains("Mate en 2"), "{}", card.text());
    assert!(card.alt().contains("Rey") || card.alt().contains("rey"), "{}", card.alt());
    let (ana_sees, bob_sees) = tokio::join!(ana.click(&card, "🧩"), bob.click(&card, "🧩"));
    let (ana_sees, bob_sees) = (ana_sees.message().clone(), bob_sees.message().clone());
    assert!(
        ana_sees.text().contains("Mate en 2 · mueven Blancas".replace("Mate en 2", "**Mate en 2**").as_str()),
        "{}",
        ana_sees.text()
    );
    assert!(bob_sees.text().contains("White to move"), "{}", bob_sees.text());
    for button in ["Escribir", "Pista", "Girar", "Rendirse", "Continuar"] {
        ana_sees.button(button);
    }

    let form = ana.click(&ana_sees, "Escribir").await;
    assert_eq!(form.modal().title, "Escribe tu jugada");
    let wrong = ana.submit(form.modal(), &[("line", "Txg6")]).await;
    assert!(
        wrong.updated().text().contains("Txg6?") && wrong.updated().text().contains("Te4!"),
        "{}",
        wrong.updated().text()
    );
    let form = ana.click(wrong.updated(), "Escribir").await;
    let refused = ana.submit(form.modal(), &[("line", "Dh8")]).await;
    assert!(refused.updated().text().contains("Esa pieza"), "{}", refused.updated().text());
    let form = ana.click(refused.updated(), "Escribir").await;
    let after = ana.submit(form.modal(), &[("line", "Cd7")]).await.updated().clone();
    assert!(after.text().contains("1. Cd7"), "{}", after.text());
    let (panel, mate) = mating_move(&ana, &after).await;
    let solved = ana.choose(&panel, "2.", &[mate.as_str()]).await;
    assert!(solved.updated().text().contains("¡Resuelto!"), "{}", solved.updated().text());
    let told = chat.sandbox.until("everybody hears of it", |world| {
        let mut messages = world.messages(ana.channel()).into_iter();
        messages.find(|message| message.text().contains("lo ha resuelto")).map(|message| message.text())
    });
    let told = told.await;
    assert!(told.contains("Mate en 2 · 2 intentos · sin pistas"), "{told}");
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_are_told_in_the_persons_own_language() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let spanish = ana.command("/resolver").await;
    assert!(spanish.message().is_ephemeral() && spanish.message().text().contains("Ya has probado"));
    let english = bob.command("/solve").await;
    assert!(english.message().text().contains("You have tried"));
    let faulty = ana.command("/problema validar fen:8/8/8/8/8/8/8/Kk6 w").await;
    assert!(faulty.message().text().contains("Los reyes se tocan"), "{}", faulty.message().text());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_of_ones_own_is_stronger_than_discords() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let settings = bob.command("/settings").await.message().clone();
    let spanish = bob.choose(&settings, "Language", &["es"]).await;
    assert!(spanish.updated().text().contains("Tus ajustes"), "{}", spanish.updated().text());
    let help = bob.command("/help").await;
    assert!(help.message().text().contains("Resuelve"), "{}", help.message().text());
    let back = bob.choose(spanish.updated(), "Idioma", &["follow"]).await;
    assert!(back.updated().has_picture());
    let help = bob.command("/help").await;
    assert!(help.message().text().contains("Solve"), "{}", help.message().text());
    chat.close().await;
}
