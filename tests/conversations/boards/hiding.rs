use tablero_tests::Chat;

use super::{PAUSE, manager, posted};
use crate::seeing::{says, when};
use crate::standings::{ONE, Way, in_cafe, solve};

#[tokio::test(flavor = "multi_thread")]
async fn who_hides_is_on_no_board_until_they_come_back() {
    let chat = Chat::open().await;
    let (bob, ana, carol) = (chat.person("Bob"), chat.person("Ana"), manager(&chat));
    let problem = chat.problem(ONE, 1).await;
    for (person, name) in [(&bob, "Bob"), (&ana, "Ana")] {
        let badge = in_cafe(&chat, &person.id().to_string(), name);
        solve(&chat, badge, &problem, "Ra8", Way::default()).await;
    }
    carol.command("/leaderboard pin by:problems solved channel:leaderboard").await;
    carol.command("/leaderboard pin by:problems solved who:everyone channel:leaderboard").await;
    let here = posted(&chat, "leaderboard", "this server").await;
    let everywhere = posted(&chat, "leaderboard", "everyone").await;
    for board in [&here, &everywhere] {
        when(&chat, board, |text| text.contains("Bob") && text.contains("Ana")).await;
    }
    let hidden = bob.command("/leaderboard hide me").await;
    assert!(hidden.message().is_ephemeral());
    says(&hidden.message().text(), &["no leaderboard from now on, here or anywhere"]);
    chat.advance(PAUSE);
    for board in [&here, &everywhere] {
        let shown = when(&chat, board, |text| !text.contains("Bob")).await;
        says(&shown.text(), &["🥇 Ana · 1"]);
        assert!(!shown.alt().contains("Bob"));
    }
    for command in ["/leaderboard show", "/leaderboard show who:everyone", "/leaderboard show by:streak"] {
        let shown = bob.command(command).await;
        assert!(!shown.message().text().contains("Bob"), "{command}: {}", shown.message().text());
    }
    let back = bob.click(hidden.message(), "Undo").await;
    says(&back.shown().text(), &["on the leaderboards again"]);
    chat.advance(PAUSE);
    when(&chat, &here, |text| text.contains("Bob")).await;
    let solo_aqui = ana.command("/clasificación ocultar a-mí dónde:este servidor").await;
    says(&solo_aqui.message().text(), &["ninguna clasificación de este servidor"]);
    chat.advance(PAUSE);
    when(&chat, &here, |text| !text.contains("Ana")).await;
    assert!(chat.sandbox.message(everywhere.id).unwrap().text().contains("Ana"));
    says(&ana.command("/clasificación ocultar deshacer").await.message().text(), &["Vuelves a aparecer"]);
    chat.close().await;
}
