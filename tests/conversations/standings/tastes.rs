use tablero_tests::Chat;

use super::ONE;
use crate::seeing::says;

#[tokio::test(flavor = "multi_thread")]
async fn the_next_board_looks_as_one_likes_it() {
    let mut chat = Chat::open().await;
    let problem = chat.problem(ONE, 1).await;
    let (bob, carol) = (chat.person("Bob"), chat.person("Carol"));
    let ask = [("problem", problem.id.as_str().into())];
    let plain = bob.command_with("/solve", &ask).await.message().picture().to_vec();
    let settings = bob.command("/settings").await;
    let settings = settings.message();
    assert!(settings.is_ephemeral() && settings.has_picture());
    says(&settings.text(), &["Your settings"]);
    let green = bob.choose(settings, "Board colours", &["green"]).await;
    let green = green.updated();
    assert_ne!(green.picture(), settings.picture());
    assert!(green.menu("Board colours").option("green").unwrap().default);
    let in_green = bob.command_with("/solve", &ask).await.message().picture().to_vec();
    assert_ne!(in_green, plain);
    let bare = bob.click(green, "Hide coordinates").await;
    let bare = bare.updated();
    assert_ne!(bare.picture(), green.picture());
    bare.button("Show coordinates");
    let without = bob.command_with("/solve", &ask).await.message().picture().to_vec();
    assert_ne!(without, in_green);
    chat.restart_bot().await;
    assert_eq!(bob.command_with("/solve", &ask).await.message().picture(), without);
    assert_eq!(carol.command_with("/solve", &ask).await.message().picture(), plain, "others keep theirs");
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_is_chosen_against_discords_and_given_up_again() {
    let chat = Chat::open().await;
    let ana = chat.person("Ana");
    let settings = ana.command("/ajustes").await;
    assert!(settings.message().menu("Idioma").option("follow").unwrap().default);
    let english = ana.choose(&settings, "Idioma", &["English"]).await;
    says(&english.updated().text(), &["Your settings"]);
    says(&ana.command("/perfil mostrar").await.message().text(), &["Rating"]);
    let spanish = ana.choose(english.updated(), "Language", &["As in Discord"]).await;
    says(&spanish.updated().text(), &["Tus ajustes"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn help_teaches_in_three_steps() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let first = bob.command("/help").await;
    let first = first.message();
    assert!(first.is_ephemeral() && first.button("1 Solve").disabled);
    says(&first.text(), &["1. Solve", "`/solve`"]);
    let second = bob.click(first, "2 Play").await;
    says(&second.updated().text(), &["2. Play", "`/play`", "`/move`", "`/matches`"]);
    let third = bob.click(second.updated(), "3 Compose").await;
    says(&third.updated().text(), &["3. Compose", "`/problem create`", "`/leaderboard`", "`/settings`"]);
    let spanish = ana.command("/ayuda").await;
    says(&spanish.message().text(), &["1. Resuelve", "`/resolver`"]);
    let last = ana.click(&spanish, "3 Compón").await;
    says(&last.updated().text(), &["`/problema crear`", "`/clasificación`", "`/ajustes`"]);
    chat.close().await;
}
