use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn problems_are_found_by_every_filter() {
    let house = House::open().await;
    let (mut ana, mut bob) = library(&house).await;
    let all = ["five 100%", "four", "three", "two", "one"];
    let any = ProblemFilter::default;
    let which = Some(get_profile_request::Which::Name("bob".into()));
    let mut nobody = house.client(tablero_tests::Badge::nobody()).await;
    let author = nobody.get_profile(GetProfileRequest { which }).await;
    let bob_id = author.unwrap().into_inner().profile.unwrap().id;
    let cases: Vec<(ProblemFilter, Vec<&str>)> = vec![
        (any(), all.to_vec()),
        (ProblemFilter { game: "chess".into(), ..any() }, all.to_vec()),
        (ProblemFilter { game: "boom".into(), ..any() }, vec![]),
        (ProblemFilter { min_moves: 2, ..any() }, vec!["four", "three", "two", "one"]),
        (ProblemFilter { max_moves: 1, ..any() }, vec!["five 100%"]),
        (ProblemFilter { theme: "zugZWANG".into(), ..any() }, vec!["three", "one"]),
        (ProblemFilter { difficulty: 2, ..any() }, vec!["three", "two"]),
        (ProblemFilter { author_name: "ANA".into(), ..any() }, vec!["two", "one"]),
        (ProblemFilter { author_id: bob_id, ..any() }, vec!["five 100%", "four", "three"]),
        (ProblemFilter { solved: SolvedFilter::SolvedByMe.into(), ..any() }, vec!["four", "three"]),
        (
            ProblemFilter { solved: SolvedFilter::NotSolvedByMe.into(), ..any() },
            vec!["five 100%", "two", "one"],
        ),
        (ProblemFilter { query: "zug three".into(), ..any() }, vec!["three"]),
        (ProblemFilter { query: "100%".into(), ..any() }, vec!["five 100%"]),
        (ProblemFilter { query: "a_b".into(), ..any() }, vec!["five 100%"]),
        (ProblemFilter { query: "%".into(), min_moves: 2, ..any() }, vec![]),
        (ProblemFilter { mine: true, ..any() }, vec!["draft", "two", "one"]),
        (ProblemFilter { mine: true, state: ProblemState::Draft.into(), ..any() }, vec!["draft"]),
        (ProblemFilter { theme: "zugzwang".into(), author_name: "ana".into(), ..any() }, vec!["one"]),
    ];
    for (filter, titles) in cases {
        assert_eq!(list(&mut ana, filter.clone()).await, titles, "{filter:?}");
    }
    let solved = ProblemFilter { solved: SolvedFilter::SolvedByMe.into(), ..any() };
    assert_eq!(list(&mut bob, solved).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn problems_are_paged_in_every_order_without_gaps_or_repeats() {
    let house = House::open().await;
    let (mut ana, _) = library(&house).await;
    let orders = [
        (ProblemOrder::Newest, ["five 100%", "four", "three", "two", "one"], 5),
        (ProblemOrder::Hardest, ["two", "", "", "", "five 100%"], 5),
        (ProblemOrder::MostPlayed, ["four", "", "", "", ""], 5),
    ];
    for (order, expected, count) in orders {
        let mut titles = vec![];
        let mut page_token = String::new();
        loop {
            let request =
                ListProblemsRequest { order: order.into(), page_size: 2, page_token, ..Default::default() };
            let page = ana.list_problems(request).await.unwrap().into_inner();
            assert!(page.problems.iter().all(|problem| problem.report.is_none()), "no list tells a solution");
            titles.extend(page.problems.into_iter().map(|problem| problem.title));
            page_token = page.next_page_token;
            if page_token.is_empty() {
                break;
            }
        }
        let unique: std::collections::BTreeSet<_> = titles.iter().collect();
        assert_eq!((titles.len(), unique.len()), (count, count), "{order:?}");
        for (title, expected) in titles.iter().zip(expected).filter(|(_, expected)| !expected.is_empty()) {
            assert_eq!(title, expected, "{order:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_makes_no_sense_is_refused() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let filter = ProblemFilter { min_moves: 10, difficulty: 6, author_id: "x".into(), ..Default::default() };
    let request = ListProblemsRequest {
        filter: Some(filter),
        page_size: 101,
        page_token: "x".into(),
        ..Default::default()
    };
    ana.list_problems(request.clone()).await.faulty(&[
        "BAD_PAGE_SIZE",
        "BAD_PAGE_TOKEN",
        "BAD_MOVES",
        "BAD_DIFFICULTY",
        "BAD_ID",
    ]);
    let export = ExportProblemsRequest { filter: request.filter };
    ana.export_problems(export).await.faulty(&["BAD_MOVES", "BAD_DIFFICULTY", "BAD_ID"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_problems_are_imported_with_a_word_on_each_and_exported_again() {
    use import_problems_response::Outcome;
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let lines = [
        "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - bm #2; id \"Tablero 2.01\"; c1 \"theme=Block\";",
        "",
        "# a comment",
        "7k/8/5K2/8/8/8/8/R7 w - - #2",
        &format!("{SOUND_TURNED} bm #2;"),
        "7k/8/5K2/8/8/8/8/R7 w - -",
        "8/8/8/8/8/8/8/kK5P b - - bm #2;",
        &"x".repeat(1001),
    ];
    let requests: Vec<_> =
        lines.iter().map(|line| ImportProblemsRequest { line: line.to_string() }).collect();
    let mut answers = ana.import_problems(futures_util::stream::iter(requests)).await.unwrap().into_inner();
    let mut outcomes = vec![];
    while let Some(answer) = answers.message().await.unwrap() {
        outcomes.push((answer.line_number, answer.outcome.unwrap()));
    }
    let first = match &outcomes[0] {
        (1, Outcome::ProblemId(id)) => id.clone(),
        other => panic!("{other:?}"),
    };
    let reason = |outcome: &Outcome| match outcome {
        Outcome::ProblemId(_) => "made".to_owned(),
        Outcome::ExistingProblemId(id) => format!("exists {}", *id == first),
        Outcome::Faults(faults) => faults.faults[0].reason.clone(),
        Outcome::PassedOver(_) => "passed over".to_owned(),
    };
    let told: Vec<_> = outcomes.iter().map(|(_, outcome)| reason(outcome)).collect();
    let expected = [
        "made",
        "passed over",
        "passed over",
        "made",
        "exists true",
        "BAD_MOVES",
        "PAWN_ON_END_RANK",
        "LINE_TOO_LONG",
    ];
    assert_eq!(told, expected);

    watch_until_done(&mut ana, &first).await;
    let made = get(&mut ana, &first).await.unwrap();
    assert_eq!(
        (made.state(), made.title.as_str(), made.theme.as_str()),
        (ProblemState::Playable, "Tablero 2.01", "Block")
    );
    let Outcome::ProblemId(second) = &outcomes[3].1 else { panic!("made") };
    watch_until_done(&mut ana, second).await;

    let mut exported = ana.export_problems(ExportProblemsRequest::default()).await.unwrap().into_inner();
    let mut lines = vec![];
    while let Some(answer) = exported.message().await.unwrap() {
        lines.push(answer.line);
    }
    assert_eq!(lines.len(), 2);
    let expected = format!(
        "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - bm #2; id \"{first}\"; c0 \"title=Tablero 2.01\"; c1 \"theme=Block\"; c2 \"author=ana\";"
    );
    assert_eq!(lines[1], expected);

    let other = House::open().await;
    let mut bob = other.problems(other.badge("bob").await).await;
    let requests: Vec<_> = lines.into_iter().map(|line| ImportProblemsRequest { line }).collect();
    let mut answers = bob.import_problems(futures_util::stream::iter(requests)).await.unwrap().into_inner();
    while let Some(answer) = answers.message().await.unwrap() {
        let Some(Outcome::ProblemId(id)) = answer.outcome else { panic!("{answer:?}") };
        assert_eq!(watch_until_done(&mut bob, &id).await.state(), ProblemState::Playable);
    }
    assert_eq!(
        list(&mut bob, ProblemFilter { theme: "block".into(), ..Default::default() }).await,
        ["Tablero 2.01"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_finds_our_own_problems_playable() {
    let house = House::with(|options| options.no_starter = false).await;
    let second = house.beside_with(|options| options.no_starter = false).await;
    let mut ana = second.problems(house.badge("ana").await).await;
    let count = async |client: &mut ProblemClient, moves: u32| {
        let filter = ProblemFilter {
            author_name: "Tablero".into(),
            min_moves: moves,
            max_moves: moves,
            ..Default::default()
        };
        let request = ListProblemsRequest { filter: Some(filter), page_size: 100, ..Default::default() };
        client.list_problems(request).await.unwrap().into_inner().problems.len()
    };
    let begun = std::time::Instant::now();
    loop {
        let counts = (count(&mut ana, 2).await, count(&mut ana, 3).await, count(&mut ana, 4).await);
        if counts == (60, 30, 10) {
            break;
        }
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{counts:?}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}
