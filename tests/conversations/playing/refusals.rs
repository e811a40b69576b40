use tablero_tests::Chat;

use crate::MATE_IN_TWO;
use crate::seeing::says;

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_played_is_refused_to_the_person_alone() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let two_white_kings = "8/8/8/8/8/8/8/K1K5 w - - 0 1";
    for (option, value, english, spanish) in [
        ("opponent", "Tablero", "Bots do not play", "Los bots no juegan"),
        ("game", "go", "do not know that game", "No conozco ese juego"),
        ("options", "colour=red", "do not fit the game", "opciones no valen"),
        ("position", "no position", "position", "posición"),
        ("position", two_white_kings, "king", "rey"),
        ("problem", "the last one", "not an id of ours", "no es un identificador nuestro"),
        ("problem", "00000000-0000-4000-8000-00000000ffff", "no such problem", "No existe ese problema"),
    ] {
        for (person, words) in [(&bob, english), (&ana, spanish)] {
            let refused = person.command_with("/play", &[(option, value.into())]).await;
            assert!(refused.message().is_ephemeral(), "{option} {value}");
            says(&refused.message().text(), &["⚠️", words]);
        }
    }
    for (person, name, words) in [(&bob, "Bob", "against yourself"), (&ana, "Ana", "contra ti mismo")] {
        let refused = person.command_with("/play", &[("opponent", name.into())]).await;
        assert!(refused.message().is_ephemeral());
        says(&refused.message().text(), &[words]);
    }
    let garbled = ana.command("/jugar posición:hola").await;
    let lines: Vec<String> = garbled.message().text().lines().map(str::to_owned).collect();
    assert_eq!(lines.iter().filter(|line| line.contains("ninguna pieza")).count(), 1, "{lines:?}");
    let public = bob.sees().into_iter().filter(|message| !message.is_ephemeral()).count();
    assert_eq!(public, 0);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_and_problems_are_completed_in_the_persons_language() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let problem = chat.problem(MATE_IN_TWO, 2).await;
    assert_eq!(bob.complete("/play game:che", "game").await, [("Chess".to_owned(), "chess".to_owned())]);
    assert_eq!(ana.complete("/play game:aje", "game").await, [("Ajedrez".to_owned(), "chess".to_owned())]);
    for (person, typed, name) in [(&bob, "in 2", "Mate in 2"), (&ana, "en 2", "Mate en 2")] {
        let found = person.complete(&format!("/play problem:{typed}"), "problem").await;
        assert!(found.len() == 1 && found[0].0.starts_with(name) && found[0].1 == problem.id, "{found:?}");
    }
    chat.close().await;
}
