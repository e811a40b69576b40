use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_that_was_played_or_solved_stays_as_it_is() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let problem = create(&mut ana, new(SOUND, 2)).await;
    let request = |title: &str, rule: ChangeRule| UpdateProblemRequest {
        title: title.into(),
        change_rule: rule.into(),
        ..update(&problem.id, &["title"])
    };
    house.database.execute("UPDATE problems SET play_count = 1").await;
    let played = ana.update_problem(request("a", ChangeRule::Unspecified)).await;
    played.refused(Code::FailedPrecondition, "PROBLEM_PLAYED");
    ana.update_problem(request("b", ChangeRule::Unsolved)).await.unwrap();
    house.database.execute("UPDATE problems SET solve_count = 1").await;
    let solved = ana.update_problem(request("c", ChangeRule::Unsolved)).await;
    solved.refused(Code::FailedPrecondition, "PROBLEM_SOLVED");
    assert_eq!(get(&mut ana, &problem.id).await.unwrap().title, "b");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_its_author_may_change_submit_or_delete_a_problem() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let mut bob = house.problems(house.badge("bob").await).await;
    let playable = create(&mut ana, new(SOUND, 2)).await;
    let hidden = create(&mut ana, draft(COOKED, 2)).await;
    for (id, code, reason) in [
        (&playable.id, Code::PermissionDenied, "NOT_THE_AUTHOR"),
        (&hidden.id, Code::NotFound, "PROBLEM_NOT_FOUND"),
    ] {
        let rename = UpdateProblemRequest { title: "mine".into(), ..update(id, &["title"]) };
        bob.update_problem(rename).await.refused(code, reason);
        bob.submit_problem(SubmitProblemRequest { problem_id: id.clone() }).await.refused(code, reason);
        bob.delete_problem(DeleteProblemRequest { problem_id: id.clone(), ..Default::default() })
            .await
            .refused(code, reason);
    }
    let watch = WatchProblemRequest { problem_id: hidden.id.clone() };
    bob.watch_problem(watch).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    assert_eq!(get(&mut ana, &playable.id).await.unwrap(), playable);
    assert_eq!(get(&mut ana, &hidden.id).await.unwrap(), hidden);

    ana.delete_problem(DeleteProblemRequest { problem_id: playable.id.clone(), ..Default::default() })
        .await
        .unwrap();
    get(&mut ana, &playable.id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    create(&mut bob, new(SOUND, 2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_and_masks_that_make_no_sense_are_refused() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let unknown = "00000000-0000-4000-8000-00000000ffff";
    get(&mut ana, "what").await.faulty(&["BAD_ID"]);
    get(&mut ana, unknown).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
    ana.delete_problem(DeleteProblemRequest::default()).await.faulty(&["BAD_ID"]);
    ana.submit_problem(SubmitProblemRequest { problem_id: "-".into() }).await.faulty(&["BAD_ID"]);
    let problem = create(&mut ana, draft(SOUND, 2)).await;
    ana.update_problem(update(&problem.id, &[])).await.faulty(&["MASK_EMPTY"]);
    ana.update_problem(update(&problem.id, &["state", "moves"])).await.faulty(&["MASK_UNKNOWN_PATH"]);
    ana.update_problem(update(&problem.id, &["moves"])).await.faulty(&["BAD_MOVES"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_a_profile_removes_its_problems_and_says_how_many() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut problems = house.problems(badge.clone()).await;
    let id = create(&mut problems, new(SOUND, 2)).await.id;
    create(&mut problems, draft(COOKED, 2)).await;
    let delete = DeleteProfileRequest { password: House::PASSWORD.into(), ..Default::default() };
    let removed = house.client(badge).await.delete_profile(delete).await.unwrap().into_inner();
    assert_eq!(removed.problems, 2);
    let mut bob = house.problems(house.badge("bob").await).await;
    get(&mut bob, &id).await.refused(Code::NotFound, "PROBLEM_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absorbed_profile_brings_its_problems_along() {
    let house = House::open().await;
    let discord = tablero_tests::Badge::discord("42", "Reina");
    let id = create(&mut house.problems(discord.clone()).await, new(SOUND, 2)).await.id;
    let badge = house.badge("ana").await;
    let code = house.client(badge.clone()).await.create_link_code(CreateLinkCodeRequest {}).await.unwrap();
    let redeem = RedeemLinkCodeRequest { code: code.into_inner().code };
    house.client(discord).await.redeem_link_code(redeem).await.unwrap();
    let problem = get(&mut house.problems(badge).await, &id).await.unwrap();
    assert_eq!(problem.author.unwrap().name, "ana");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_author_has_at_most_500_problems_that_are_not_playable() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    create(&mut ana, draft(SOUND, 2)).await;
    house
        .database
        .execute(
            "INSERT INTO problems (author_id, game, rules, position, moves, title, theme, difficulty, state, rating) \
             SELECT author_id, game, rules, position, moves, title, theme, difficulty, state, rating FROM problems, generate_series(2, 500)",
        )
        .await;
    ana.create_problem(draft(COOKED, 2)).await.refused(Code::FailedPrecondition, "TOO_MANY_DRAFTS");
    ana.create_problem(new(COOKED, 2)).await.refused(Code::FailedPrecondition, "TOO_MANY_DRAFTS");
}
