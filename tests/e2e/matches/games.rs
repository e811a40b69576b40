use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_by_two_people_to_its_end() {
    let house = House::open().await;
    let (mut ana, mut bob) =
        (house.matches(house.badge("ana").await).await, house.matches(house.badge("bob").await).await);
    let mut seen =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    assert_eq!(seen.state(), MatchState::Open);
    let accept = AcceptMatchRequest { match_id: seen.id.clone() };
    seen = bob.accept_match(accept).await.unwrap().into_inner().r#match.unwrap();
    for (number, text) in ["f3", "e5", "g4", "Dh4"].into_iter().enumerate() {
        let client = if number % 2 == 0 { &mut ana } else { &mut bob };
        let request = PlayMoveRequest { language: "es-ES".into(), ..play(&seen, text) };
        seen = client.play_move(request).await.unwrap().into_inner().r#match.unwrap();
    }
    assert_eq!(
        (seen.state(), seen.winner(), seen.reason.as_str()),
        (MatchState::Finished, Winner::Second, "checkmate")
    );
    assert_eq!(seen.plays[3].play.as_ref().unwrap().text, "Qh4#");
    ana.play_move(play(&seen, "a3")).await.refused(Code::FailedPrecondition, "MATCH_OVER");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_repeats_itself_is_drawn() {
    let house = House::open().await;
    let (mut ana, mut bob) =
        (house.matches(house.badge("ana").await).await, house.matches(house.badge("bob").await).await);
    let mut seen =
        start(&mut ana, StartMatchRequest { first: me(), second: anybody(), ..Default::default() }).await;
    let accept = AcceptMatchRequest { match_id: seen.id.clone() };
    seen = bob.accept_match(accept).await.unwrap().into_inner().r#match.unwrap();
    for (number, text) in ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(8).enumerate() {
        let client = if number % 2 == 0 { &mut ana } else { &mut bob };
        seen = make(client, &seen, text).await;
    }
    assert_eq!((seen.winner(), seen.reason.as_str()), (Winner::Nobody, "repetition"));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_machines_play_to_the_end_while_somebody_watches() {
    let house = House::open().await;
    let badge = house.badge("ana").await;
    let mut ana = house.matches(badge).await;
    let request = StartMatchRequest {
        position: "4k3/8/8/8/8/8/1q6/4K3 b - - 0 1".into(),
        first: machine("easy"),
        second: machine("hard"),
        ..Default::default()
    };
    let begun = start(&mut ana, request).await;
    let mut bob = house.matches(house.badge("bob").await).await;
    let mut news =
        bob.watch_match(WatchMatchRequest { match_id: begun.id, after_ply: 0 }).await.unwrap().into_inner();
    let (mut plies, mut last) = (vec![], None);
    while let Some(told) = news.message().await.unwrap() {
        match told.what.unwrap() {
            What::Play(play) => plies.push(play.ply),
            What::Match(seen) => last = Some(seen),
        }
    }
    let last = last.unwrap();
    assert_eq!(last.state(), MatchState::Finished);
    assert_eq!(plies, (1..=last.ply).collect::<Vec<_>>(), "every play is told once, in order");
    assert_ne!(last.winner(), Winner::First);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_games_are_told_to_everybody_with_all_that_a_client_needs_to_offer_them() {
    let house = House::open().await;
    let mut nobody = house.matches(Badge::nobody()).await;
    let games = nobody.list_games(ListGamesRequest {}).await.unwrap().into_inner().games;
    let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
    assert_eq!(names, tablero_game::games().iter().map(|entry| entry.name).collect::<Vec<_>>());
    let mut ana = house.matches(house.badge("ana").await).await;
    let mut problems = house.problems(house.badge("bob").await).await;
    for game in &games {
        assert_eq!((game.sides.len(), game.levels.len()), (2, 4), "{}", game.name);
        // What is told works: every level plays, the default rules are rules, and every piece can be put on the board.
        let defaults = game.options.iter().map(|option| format!("{}={}", option.name, option.default_value));
        let rules = defaults.collect::<Vec<_>>().join(" ");
        for level in &game.levels {
            let (name, rules) = (game.name.clone(), rules.clone());
            let (first, second) = (me(), machine(level));
            let request = StartMatchRequest { game: name, rules, first, second, ..Default::default() };
            let begun = start(&mut ana, request).await;
            assert_eq!(begun.diagram, game.start, "{}", game.name);
            assert!(game.sides.contains(&begun.side_to_move));
        }
        let square = |diagram: &Diagram| diagram.column_names[0].clone() + &diagram.row_names[0];
        for piece in &game.pieces {
            let put =
                position_edit::Put { piece: piece.clone(), square: square(game.start.as_ref().unwrap()) };
            let edits = vec![PositionEdit { what: Some(position_edit::What::Put(put)) }];
            let request = EditPositionRequest { game: game.name.clone(), edits, ..Default::default() };
            let edited = problems.edit_position(request).await.unwrap().into_inner();
            assert_eq!(&edited.diagram.unwrap().cells[0].piece, piece);
        }
    }
    let chess = &games[0];
    assert_eq!((chess.name.as_str(), chess.max_problem_moves, chess.pieces.len()), ("chess", 9, 12));
    assert_eq!((&chess.sides[..], chess.pieces[0].as_str()), (&["white".into(), "black".into()][..], "wK"));
    assert_eq!(chess.levels, ["easy", "normal", "hard", "expert"]);
    let told = |name: &str| {
        let game = games.iter().find(|game| game.name == name).unwrap();
        (game.max_problem_moves, game.pieces.clone())
    };
    assert_eq!(told("othello"), (9, vec!["x".into(), "o".into()]));
    assert_eq!(told("boom"), (6, ["x", "bomb-x", "o", "bomb-o"].map(str::to_owned).to_vec()));
}
