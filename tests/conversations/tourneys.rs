//! Issue 9: a tourney from its announcement to its podium, and one server against another.

use std::time::{Duration, Instant};

use tablero_sandbox::{Message, Person, permissions};
use tablero_tests::{Chat, mating_move};

use super::MATE_IN_TWO;
use crate::seeing::{says, when};
use crate::standings::ONE;

/// Longer than a post waits between two edits.
const PAUSE: Duration = Duration::from_secs(31);

fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(60 * minutes)
}

fn manager(chat: &Chat, guild: &str, name: &str) -> Person {
    chat.sandbox.member_permissions(guild, name, permissions::MEMBER | permissions::MANAGE_GUILD);
    chat.person(name).in_guild(guild)
}

/// The message of a channel that says this, once it is there.
async fn posted(chat: &Chat, channel: &str, words: &str) -> Message {
    let channel = chat.sandbox.channel(channel).id;
    chat.sandbox
        .until(&format!("a channel says {words:?}"), |world| {
            let messages = world.messages(channel);
            messages
                .into_iter()
                .rev()
                .find(|message| !message.is_ephemeral() && message.text().contains(words))
                .cloned()
        })
        .await
}

/// Lets time go by once the bot has told what became of everything that it had in hand: what takes longer than a minute is taken up anew.
async fn advance(chat: &Chat, by: Duration) {
    let in_hand = "SELECT count(*) FROM posts WHERE leased_until IS NOT NULL";
    let patience = Instant::now() + Duration::from_secs(30);
    while chat.house.database.count(in_hand).await > 0 {
        assert!(Instant::now() < patience, "a post stays in hand");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    chat.advance(by);
}

/// Solves the mate in one from somebody's list of problems; tells the board at its end.
async fn solve_one(person: &Person, list: &Message, number: &str) -> Message {
    let menu = list.menus()[0].placeholder.clone();
    let board = person.choose(list, &menu, &[number]).await.updated().clone();
    let (board, mate) = mating_move(person, &board).await;
    person.choose(&board, "2.", &[mate.as_str()]).await.updated().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tourney_goes_from_its_announcement_to_its_podium() {
    let mut chat = Chat::open().await;
    let (one, two) = (chat.problem(ONE, 1).await, chat.problem(MATE_IN_TWO, 2).await);
    let carol = manager(&chat, "Chess Café", "Carol");
    let create = format!(
        "/tourney create title:Friday Cup minutes:30 starts_in:10 problems:{} {} channel:leaderboard",
        one.id, two.id
    );
    let made = carol.command(&create).await;
    assert!(made.message().is_ephemeral());
    says(
        &made.message().text(),
        &["📣 **Friday Cup**", "Its problems are secret until it starts, also to you"],
    );
    let post = posted(&chat, "leaderboard", "Friday Cup").await;
    says(
        &post.text(),
        &["Starts <t:", ":R>", "takes 30:00", "2 secret problems: 1 × Mate in 1, 1 × Mate in 2"],
    );
    assert!(post.buttons().is_empty(), "there is nothing to press before it starts");

    advance(&chat, minutes(10)).await;
    let post = when(&chat, &post, |text| text.contains("is running")).await;
    says(&post.text(), &["Ends <t:", "Nobody has begun yet"]);
    let bob = chat.person("Bob").at("leaderboard");
    let list = bob.click(&post, "Take part").await.message().clone();
    assert!(list.is_ephemeral());
    says(&list.text(), &["1. Mate in 1 · ▫️ not begun", "2. Mate in 2 · ▫️ not begun", "no hints"]);
    let board = bob.choose(&list, "Open a problem", &["2"]).await.updated().clone();
    says(&board.text(), &["**Mate in 2**"]);
    assert!(board.has_picture() && board.is_ephemeral() && board.find_button("Hint").is_none());
    let picked = bob.choose(&board, "1.", &["g4"]).await;
    let wrong = bob.choose(picked.updated(), "2.", &["Rxg6"]).await;
    says(&wrong.updated().text(), &["Rxg6?"]);
    let picked = bob.choose(wrong.updated(), "1.", &["e5"]).await;
    let after = bob.choose(picked.updated(), "2.", &["e5d7"]).await.updated().clone();

    chat.restart_bot().await;
    advance(&chat, PAUSE).await;
    when(&chat, &post, |text| text.contains("🥇 Bob · 2 points · 1 error")).await;
    let (panel, mate) = mating_move(&bob, &after).await;
    let solved = bob.choose(&panel, "2.", &[mate.as_str()]).await.updated().clone();
    says(&solved.text(), &["Solved: 5 points!", "2 tries"]);
    assert_eq!(solved.buttons().len(), 1, "no solution, no ranking: {:?}", solved.buttons());
    let list = bob.click(&solved, "Problems").await.updated().clone();
    says(
        &list.text(),
        &["2. Mate in 2 · ✅ 5 points · 1 error", "You have **5 points** and are at place 1."],
    );

    // Ana reads Spanish, and cannot look the answer up elsewhere.
    let ana = chat.person("Ana").at("leaderboard");
    let card = ana.command(&format!("/resolver problema:{}", one.id)).await;
    let refused = ana.click(card.message(), "🧩").await;
    says(&refused.message().text(), &["Hay un torneo en marcha con este problema"]);
    let list = ana.click(&post, "Take part").await.message().clone();
    says(&list.text(), &["1. Mate en 1 · ▫️ sin empezar", "sin pistas"]);
    let solved = solve_one(&ana, &list, "1").await;
    says(&solved.text(), &["¡Resuelto: 5 puntos!"]);
    advance(&chat, PAUSE).await;
    let table = when(&chat, &post, |text| text.contains("🥇 Ana · 5 points · 0 errors")).await;
    says(&table.text(), &["🥈 Bob · 5 points · 1 error"]);
    assert!(table.pings.is_empty() && !table.pings_everyone);

    advance(&chat, minutes(30)).await;
    let podium = posted(&chat, "leaderboard", "**Solutions**").await;
    says(
        &podium.text(),
        &[
            "🏆 **Friday Cup** is over",
            "🥇 Ana · 5 points · 0 errors",
            "🥈 Bob",
            "1. Mate in 1 · ||Ra8#||",
            "2. Mate in 2 · ||Nd7||",
        ],
    );
    says(podium.alt(), &["Friday Cup", "Ana · 5 points"]);
    assert!(podium.has_picture() && podium.pings.is_empty());
    when(&chat, &post, |text| text.contains("is over")).await;
    let film = bob.choose(&podium, "See a solution", &["2"]).await;
    says(&film.message().text(), &["Nd7"]);
    assert!(film.message().is_ephemeral() && film.message().attachments[0].filename.ends_with(".gif"));
    let late = bob.forge(&post, &post.buttons()[0].custom_id, &[]).await;
    says(&late.message().text(), &["is over", "2. Mate in 2 · ✅ 5 points"]);
    let public = chat.sandbox.messages("leaderboard");
    assert_eq!(
        public.iter().filter(|message| !message.is_ephemeral()).count(),
        3,
        "the card, the table and the podium"
    );
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_plays_against_another_each_in_its_own_language() {
    let mut chat = Chat::open().await;
    let (one, two) = (chat.problem(ONE, 1).await, chat.problem(MATE_IN_TWO, 2).await);
    let carol = manager(&chat, "Chess Café", "Carol").at("leaderboard");
    let ana = manager(&chat, "Tablero Lab", "Ana").at("games");
    let listed = ana.command("/torneo lista").await.message().text();
    let lab = chat.sandbox.guild("Tablero Lab").to_string();
    says(&listed, &["Ningún torneo todavía", &lab]);
    ana.command("/servidor fijar idioma:Español").await;
    let nowhere = format!("/tourney create title:Clash minutes:30 problems:{} against:12345", one.id);
    says(&carol.command(&nowhere).await.message().text(), &["Nobody uses Tablero in that server"]);
    let create =
        format!("/tourney create title:Clash minutes:30 problems:{} {} against:{lab}", one.id, two.id);
    says(&carol.command(&create).await.message().text(), &["The other server is invited"]);
    let post = posted(&chat, "leaderboard", "Clash").await;
    says(&post.text(), &["**Chess Café** has invited **Tablero Lab**"]);

    says(&ana.command("/torneo lista").await.message().text(), &["**Clash**", "✉️ estáis invitados"]);
    let offered = ana.complete("/torneo aceptar torneo:Cla", "torneo").await;
    assert_eq!(offered.len(), 1, "{offered:?}");
    assert_eq!(offered[0].0, "Clash · anunciado");
    let id = &offered[0].1;
    let not_hers =
        chat.person("Bob").in_guild("Tablero Lab").command(&format!("/tourney accept tourney:{id}")).await;
    says(&not_hers.message().text(), &["Only who may manage this server"]);
    let accepted = ana.command(&format!("/torneo aceptar torneo:{id}")).await;
    says(&accepted.message().text(), &["Este servidor participa"]);
    let theirs = posted(&chat, "games", "Clash").await;
    says(
        &theirs.text(),
        &["📣 **Clash**", "Empieza <t:", "⚔️ **Chess Café** – **Tablero Lab**", "Mate en 2"],
    );

    advance(&chat, minutes(10)).await;
    let post = when(&chat, &post, |text| text.contains("is running")).await;
    let theirs = when(&chat, &theirs, |text| text.contains("está en marcha")).await;
    chat.restart_bot().await;
    let bob = chat.person("Bob").at("leaderboard");
    let list = bob.click(&post, "Take part").await.message().clone();
    solve_one(&bob, &list, "1").await;
    let list = ana.click(&theirs, "Participar").await.message().clone();
    let board = ana.choose(&list, "Abrir un problema", &["2"]).await.updated().clone();
    let picked = ana.choose(&board, "1.", &["e5"]).await;
    let after = ana.choose(picked.updated(), "2.", &["e5d7"]).await.updated().clone();
    let sure = ana.click(&after, "Rendirse").await.updated().clone();
    says(&sure.text(), &["No hay segundo intento"]);
    let given_up = ana.click(&sure, "Sí").await.updated().clone();
    says(&given_up.text(), &["2 puntos por la clave"]);
    advance(&chat, PAUSE).await;
    let shown = when(&chat, &post, |text| text.contains("**Chess Café 5 – 2 Tablero Lab**")).await;
    assert!(shown.text().contains("Bob") && !shown.text().contains("Ana"), "{}", shown.text());
    let shown = when(&chat, &theirs, |text| text.contains("**Chess Café 5 – 2 Tablero Lab**")).await;
    assert!(shown.text().contains("Ana") && !shown.text().contains("Bob"), "{}", shown.text());

    advance(&chat, minutes(30)).await;
    let podium = posted(&chat, "leaderboard", "**Solutions**").await;
    says(&podium.text(), &["🎉 **Chess Café** wins!", "🥇 Bob · 5 points"]);
    let theirs = posted(&chat, "games", "**Soluciones**").await;
    says(&theirs.text(), &["🎉 ¡Gana **Chess Café**!", "🥇 Ana · 2 puntos", "||Cd7||"]);
    for (text, other) in [(podium.text(), "Ana"), (theirs.text(), "Bob")] {
        assert!(!text.contains(other), "{text}");
    }
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tourneys_are_refused_cancelled_and_declined_in_words() {
    let chat = Chat::open().await;
    let one = chat.problem(ONE, 1).await;
    let bob = chat.person("Bob");
    let create = format!("/tourney create title:Mine minutes:30 problems:{}", one.id);
    says(&bob.command(&create).await.message().text(), &["Only who may manage this server"]);
    let carol = manager(&chat, "Chess Café", "Carol").at("leaderboard");
    let many = carol.command("/tourney create title:Many minutes:30 count:20").await;
    says(&many.message().text(), &["There are not so many problems of that kind"]);
    let ana = manager(&chat, "Tablero Lab", "Ana").at("games");
    ana.command("/torneo lista").await;
    let lab = chat.sandbox.guild("Tablero Lab");
    carol.command(&format!("{create} against:{lab}")).await;
    let post = posted(&chat, "leaderboard", "Mine").await;
    let id = ana.complete("/torneo aceptar torneo:", "torneo").await[0].1.clone();
    let declined = ana.command(&format!("/torneo aceptar torneo:{id} rechazar:true")).await;
    says(&declined.message().text(), &["La invitación queda rechazada"]);
    advance(&chat, PAUSE).await;
    when(&chat, &post, |text| !text.contains("invited")).await;
    let gone = ana.command(&format!("/torneo mostrar torneo:{id}")).await;
    says(&gone.message().text(), &["Aquí no existe ese torneo"]);
    let shown = bob.command(&format!("/tourney show tourney:{id}")).await;
    says(&shown.message().text(), &["📣 **Mine**", "Starts <t:"]);
    let refused = bob.command(&format!("/tourney cancel tourney:{id}")).await;
    says(&refused.message().text(), &["Only who may manage this server"]);
    says(
        &carol.command(&format!("/tourney cancel tourney:{id}")).await.message().text(),
        &["❌ **Mine** is cancelled"],
    );
    advance(&chat, PAUSE).await;
    let post = when(&chat, &post, |text| text.contains("is cancelled")).await;
    assert!(post.buttons().is_empty());
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_found_in_a_tourney_is_shared_after_its_end_and_not_before() {
    let chat = Chat::open().await;
    let one = chat.problem(ONE, 1).await;
    let carol = manager(&chat, "Chess Café", "Carol");
    let create =
        format!("/tourney create title:Cup minutes:30 starts_in:10 problems:{} channel:leaderboard", one.id);
    carol.command(&create).await.message();
    let post = posted(&chat, "leaderboard", "Cup").await;
    advance(&chat, minutes(10)).await;
    let post = when(&chat, &post, |text| text.contains("is running")).await;
    let bob = chat.person("Bob").at("leaderboard");
    let list = bob.click(&post, "Take part").await.message().clone();
    says(&solve_one(&bob, &list, "1").await.text(), &["Solved: 5 points!"]);
    let game = bob.complete("/share match:mate", "match").await.remove(0).1;
    let shares = [
        "/share".to_owned(),
        "/share as:PGN".to_owned(),
        format!("/share match:{game} as:animation"),
        format!("/share problem:{} as:PGN", one.id),
        format!("/share problem:{} as:animation", one.id),
    ];
    for share in &shares {
        let refused = bob.command(share).await;
        assert!(refused.message().is_ephemeral(), "{share}");
        says(&refused.message().text(), &["A tourney with this problem is running"]);
    }
    advance(&chat, minutes(30)).await;
    posted(&chat, "leaderboard", "**Solutions**").await;
    for share in &shares {
        let shared = bob.command(share).await;
        assert!(!shared.message().is_ephemeral(), "{share}: {}", shared.message().text());
        assert!(shared.message().attachments[0].filename.starts_with("SPOILER_"));
    }
    chat.close().await;
}
