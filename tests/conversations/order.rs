//! Reports, and what those who keep order do about them.

use tablero_api::v1::{CreateProblemRequest, Problem};
use tablero_sandbox::Person;
use tablero_tests::{Badge, Chat};

use super::MATE_IN_TWO;
use crate::seeing::says;

/// A problem of Carol's, who is in the sandbox's servers.
async fn carols(chat: &Chat, carol: &Person) -> Problem {
    let badge = Badge::discord(&carol.id().to_string(), "Carol");
    let request = CreateProblemRequest {
        position: MATE_IN_TWO.into(),
        moves: 2,
        title: "Rude *words*".into(),
        ..Default::default()
    };
    chat.house.problems(badge).await.create_problem(request).await.unwrap().into_inner().problem.unwrap()
}

/// What somebody is told who alone sees it.
async fn told(person: &Person, command: &str, options: &[(&str, &str)]) -> String {
    let options: Vec<_> = options.iter().map(|(name, value)| (*name, (*value).into())).collect();
    let reply = person.command_with(command, &options).await;
    assert!(reply.message().is_ephemeral(), "{}", reply.message().text());
    reply.message().text()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_is_private_and_reaches_who_manages_the_server() {
    let chat = Chat::open().await;
    let (ana, bob, carol, dan) =
        (chat.person("Ana"), chat.person("Bob"), chat.person("Carol"), chat.person("Dan"));
    let problem = carols(&chat, &carol).await;
    says(&told(&dan, "/moderate reports", &[]).await, &["Nothing was reported"]);
    let thanks =
        told(&bob, "/problem report", &[("problem", &problem.id), ("reason", "@everyone it is rude")]).await;
    says(&thanks, &["Thank you"]);
    says(
        &told(&ana, "/problema avisar", &[("problema", &problem.id), ("motivo", "es una copia")]).await,
        &["Gracias"],
    );
    let reports = dan.command("/moderate reports").await;
    let reports = reports.message();
    assert!(reports.is_ephemeral() && reports.pings.is_empty() && !reports.pings_everyone);
    says(
        &reports.text(),
        &["🚩 **Mate in 2 Rude \\*words\\* · Carol**: es una copia\n-# Ana", "it is rude\n-# Bob"],
    );
    let opened = dan.choose(reports, "Open one", &[problem.id.as_str()]).await;
    assert!(opened.message().is_ephemeral() && opened.message().has_picture());
    let none = dan.in_guild("Tablero Lab").command("/moderate reports").await;
    says(&none.message().text(), &["Nothing was reported"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_problem_is_in_no_list_card_or_completion_of_its_server() {
    let chat = Chat::open().await;
    let (bob, carol, dan) = (chat.person("Bob"), chat.person("Carol"), chat.person("Dan"));
    let problem = carols(&chat, &carol).await;
    let card = bob.command(&format!("/solve problem:{}", problem.id)).await.message().clone();
    assert_eq!(bob.complete("/solve problem:mate", "problem").await.len(), 1);
    let hidden = told(&dan, "/moderate hide", &[("reason", "rude"), ("problem", &problem.id)]).await;
    says(&hidden, &["does not show that problem any more"]);
    let again = told(&dan, "/moderate hide", &[("reason", "rude"), ("problem", &problem.id)]).await;
    says(&again, &["so already"]);

    assert_eq!(bob.complete("/solve problem:mate", "problem").await.len(), 0);
    let by_id = format!("/solve problem:{}", problem.id);
    says(&bob.command(&by_id).await.message().text(), &["no such problem"]);
    says(&bob.command("/solve").await.message().text(), &["tried every problem"]);
    says(&bob.command("/problem list").await.message().text(), &["Nothing here"]);
    let old = bob.click(&card, "Solve").await;
    assert!(old.message().is_ephemeral());
    says(&old.message().text(), &["no such problem"]);
    // A manager does not show it to everybody by accident.
    let managers = dan.command(&by_id).await;
    assert!(managers.message().is_ephemeral());
    says(&managers.message().text(), &["hidden in this server"]);
    let elsewhere = bob.in_guild("Tablero Lab");
    assert_eq!(elsewhere.complete("/solve problem:mate", "problem").await.len(), 1);
    says(&elsewhere.command(&by_id).await.message().text(), &["Mate in 2"]);
    says(&bob.in_dm().command(&by_id).await.message().text(), &["Mate in 2"]);

    assert_eq!(dan.complete("/moderate unhide problem:mate", "problem").await[0].1, problem.id);
    says(&told(&dan, "/moderate unhide", &[("problem", &problem.id)]).await, &["shows that problem again"]);
    says(&bob.command(&by_id).await.message().text(), &["Mate in 2"]);
    let acts = told(&dan, "/moderate acts", &[]).await;
    says(&acts, &["**Dan** showed the problem again", "**Dan** hid the problem", ": rude"]);
    assert!(acts.find("again") < acts.find("hid the"), "newest first: {acts}");
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_manages_nothing_is_refused_by_the_server_whatever_their_client_shows() {
    let chat = Chat::open().await;
    let (bob, carol, dan) = (chat.person("Bob"), chat.person("Carol"), chat.person("Dan"));
    let problem = carols(&chat, &carol).await;
    // In a direct message Discord hides no command from anybody.
    let alone = bob.in_dm();
    let hide = told(&alone, "/moderate hide", &[("reason", "x"), ("problem", &problem.id)]).await;
    says(&hide, &["Only who may manage this server"]);
    for command in ["/moderate reports", "/moderate acts"] {
        says(&told(&alone, command, &[]).await, &["Only who may manage this server"]);
    }
    let deletion = told(&dan, "/moderate delete", &[("problem", &problem.id), ("reason", "x")]).await;
    says(&deletion, &["Only its author"]);
    let renaming = told(&dan, "/moderate rename", &[("reason", "x"), ("name", "Carol")]).await;
    says(&renaming, &["Only an administrator"]);
    says(&told(&dan, "/moderate hide", &[("reason", "x")]).await, &["either a problem or a person"]);
    says(&bob.command("/problem list").await.message().text(), &["Mate in 2"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_deletes_problems_and_takes_names_away() {
    let chat = Chat::with(|options| options.administrators = vec!["Dan".into()]).await;
    let (bob, carol, dan) = (chat.person("Bob"), chat.person("Carol"), chat.person("Dan"));
    let problem = carols(&chat, &carol).await;
    let renamed = dan.command("/moderate rename reason:insult member:Carol").await;
    assert!(renamed.message().is_ephemeral() && renamed.message().pings.is_empty());
    says(&renamed.message().text(), &["**Carol** is called **Player\\-"]);
    says(&bob.command("/profile show member:Carol").await.message().text(), &["**Player\\-"]);
    let back = told(&carol, "/profile rename", &[("name", "Carol")]).await;
    says(&back, &["Somebody has this name"]);
    let gone = told(&dan, "/moderate delete", &[("problem", &problem.id), ("reason", "stolen")]).await;
    says(&gone, &["The problem is gone"]);
    says(&bob.command("/problem list").await.message().text(), &["Nothing here"]);
    let acts = told(&dan, "/moderate acts", &[]).await;
    says(&acts, &["**Dan** deleted the problem", ": stolen", "**Dan** renamed Carol: insult"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_takes_a_name_off_the_servers_boards() {
    let chat = Chat::open().await;
    let (ana, bob, dan) = (chat.person("Ana"), chat.person("Bob"), chat.person("Dan"));
    chat.problem(MATE_IN_TWO, 2).await;
    let card = bob.command("/solve moves:2").await;
    let panel = bob.click(card.message(), "🧩").await;
    let form = bob.click(panel.message(), "Type").await;
    let after = bob.submit(form.modal(), &[("line", "Nd7")]).await.updated().clone();
    let (shown, mate) = tablero_tests::mating_move(&bob, &after).await;
    bob.choose(&shown, "2.", &[mate.as_str()]).await;
    says(&ana.command("/clasificación mostrar").await.message().text(), &["Bob"]);
    let hidden = dan.command("/moderate hide reason:rude member:Bob").await;
    says(&hidden.message().text(), &["**Bob** is on none of this server's boards"]);
    assert!(!ana.command("/clasificación mostrar").await.message().text().contains("Bob"));
    says(&ana.command("/clasificación mostrar quiénes:todos").await.message().text(), &["Bob"]);
    let shown = dan.command("/moderate unhide member:Bob").await;
    says(&shown.message().text(), &["on this server's boards again"]);
    says(&ana.command("/clasificación mostrar").await.message().text(), &["Bob"]);
    chat.close().await;
}
