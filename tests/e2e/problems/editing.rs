use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn pieces_are_put_moved_recoloured_and_removed_without_storing_anything() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let edits = vec![
        put("wK", "f6"),
        put("k", "h8"),
        put("bR", "b1"),
        PositionEdit { what: Some(What::Move(Move { from_square: "b1".into(), to_square: "a1".into() })) },
        PositionEdit { what: Some(What::Recolour(Recolour { square: "a1".into() })) },
        put("wP", "c8"),
    ];
    let answer =
        ana.edit_position(EditPositionRequest { edits, ..Default::default() }).await.unwrap().into_inner();
    assert_eq!(answer.position, "2P4k/8/5K2/8/8/8/8/R7 w - - 0 1");
    assert_eq!(
        answer.faults.iter().map(|fault| fault.reason.as_str()).collect::<Vec<_>>(),
        ["PAWN_ON_END_RANK"]
    );
    assert_eq!(answer.diagram.unwrap().cells[56].piece, "wR");
    let edits = vec![
        PositionEdit { what: Some(What::Remove(Remove { square: "c8".into() })) },
        PositionEdit { what: Some(What::SideToMove("black".into())) },
    ];
    let request = EditPositionRequest { position: answer.position, edits, ..Default::default() };
    let answer = ana.edit_position(request).await.unwrap().into_inner();
    assert_eq!((answer.position.as_str(), answer.faults.len()), ("7k/8/5K2/8/8/8/8/R7 b - - 0 1", 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_that_cannot_be_made_is_refused_with_its_reason() {
    let house = House::open().await;
    let mut ana = house.problems(house.badge("ana").await).await;
    let remove = PositionEdit { what: Some(What::Remove(Remove { square: "a1".into() })) };
    for (edits, reason) in [
        (vec![], "NO_EDIT"),
        (vec![PositionEdit { what: None }], "NO_EDIT"),
        (vec![put("wX", "a1")], "NO_SUCH_PIECE"),
        (vec![put("wK", "z9")], "NO_SUCH_SQUARE"),
        (vec![put("wK", "a1"), remove.clone(), remove], "EMPTY_SQUARE"),
        (vec![PositionEdit { what: Some(What::SideToMove("green".into())) }], "NO_SUCH_SIDE"),
        (vec![put("wK", "a1"); 129], "NO_EDIT"),
    ] {
        ana.edit_position(EditPositionRequest { edits, ..Default::default() }).await.faulty(&[reason]);
    }
    let nonsense =
        EditPositionRequest { position: "x".into(), edits: vec![put("wK", "a1")], ..Default::default() };
    ana.edit_position(nonsense).await.unwrap_err();
}
