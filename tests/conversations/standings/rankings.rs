use tablero_tests::Chat;

use super::{ONE, Way, in_cafe, solve};
use crate::seeing::says;

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_ranked_by_time_or_by_errors() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    let problem = chat.problem(ONE, 1).await;
    let ask = [("problem", problem.id.as_str().into())];
    let nobody = bob.command_with("/ranking", &ask).await;
    says(&nobody.message().text(), &["Nobody yet"]);
    assert!(nobody.message().find_button("More").is_none(), "there is only one page");

    solve(&chat, in_cafe(&chat, "1", "Zoe"), &problem, "Ra8", Way { errors: 1, hint: false }).await;
    solve(&chat, in_cafe(&chat, "2", "Yan"), &problem, "Ra8", Way::default()).await;
    solve(&chat, in_cafe(&chat, "3", "Xim"), &problem, "Ra8", Way { errors: 2, hint: true }).await;
    let times = "UPDATE solves s SET best_ms = CASE WHEN hinted THEN NULL ELSE ms END, errors_ms = ms FROM profiles p, \
                 (VALUES ('Zoe', 61000), ('Yan', 125000), ('Xim', 9000)) AS t (name, ms) \
                 WHERE p.id = s.profile_id AND p.name = t.name";
    chat.house.database.execute(times).await;

    let by_time = bob.command_with("/ranking", &ask).await;
    let by_time = by_time.message();
    assert!(!by_time.is_ephemeral() && by_time.pings.is_empty());
    says(&by_time.text(), &["Mate in 1", "Best time", "🥇 **Zoe** 01:01\n🥈 **Yan** 02:05"]);
    assert!(!by_time.text().contains("Xim"), "a solve with a hint has no time");
    let by_errors = ana.click(by_time, "By errors").await;
    says(
        &by_errors.updated().text(),
        &["Menos errores", "🥇 **Yan** 02:05\n🥈 **Zoe** 01:01 · 1 error\n🥉 **Xim** 00:09 · 2 errores 💡"],
    );
    let back = ana.click(by_errors.updated(), "Por tiempo").await;
    says(&back.updated().text(), &["Mejor tiempo"]);
    let asked = bob.command_with("/ranking", &[ask[0].clone(), ("errors", true.into())]).await;
    says(&asked.message().text(), &["Fewest errors"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_ranking_has_pages_and_ties_nobody_to_the_first() {
    let chat = Chat::open().await;
    let bob = chat.person("Bob");
    let problem = chat.problem(ONE, 1).await;
    chat.house
        .database
        .execute(
            "INSERT INTO profiles (name, name_key) SELECT 'p' || n, 'p' || n FROM generate_series(10, 33) n; \
             INSERT INTO solves (problem_id, profile_id, best_ms, hinted, errors, errors_ms) \
             SELECT b.id, p.id, substr(p.name, 2)::bigint * 1000, false, 0, 0 FROM profiles p, problems b WHERE p.name LIKE 'p__'",
        )
        .await;
    let first = bob.command_with("/ranking", &[("problem", problem.id.as_str().into())]).await;
    let first = first.message();
    says(&first.text(), &["🥇 **p10** 00:10", "`10.` **p19**"]);
    assert!(!first.text().contains("p20") && first.button("Back").disabled);
    let second = bob.click(first, "More").await;
    let third = bob.click(second.updated(), "More").await;
    let third = third.updated();
    says(&third.text(), &["`21.` **p30**", "`24.` **p33**"]);
    assert!(third.button("More").disabled);
    let second = bob.click(third, "Back").await;
    says(&second.updated().text(), &["`11.` **p20**", "`20.` **p29**"]);
    chat.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ranking_of_no_problem_is_refused() {
    let chat = Chat::open().await;
    let (ana, bob) = (chat.person("Ana"), chat.person("Bob"));
    for (problem, english, spanish) in [
        ("the hard one", "not an id of ours", "no es un identificador nuestro"),
        ("00000000-0000-4000-8000-00000000ffff", "no such problem", "No existe ese problema"),
    ] {
        for (person, words) in [(&bob, english), (&ana, spanish)] {
            let refused = person.command_with("/ranking", &[("problem", problem.into())]).await;
            assert!(refused.message().is_ephemeral());
            says(&refused.message().text(), &[words]);
        }
    }
    chat.close().await;
}
