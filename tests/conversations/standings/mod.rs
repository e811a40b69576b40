//! Who is best, who one is, and how one likes it.

mod leaders;
mod linking;
mod profiles;
mod rankings;
mod tastes;
mod votes;

use tablero_api::v1::new_seat::Who;
use tablero_api::v1::{GetHintRequest, NewSeat, PlayMoveRequest, Problem, StartMatchRequest, WrongMoves};
use tablero_tests::{Badge, Chat};

/// A mate in one: Ra8#.
pub(crate) const ONE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
/// Another: Qb8#.
pub(crate) const ANOTHER: &str = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1";

/// What somebody does before they mate.
#[derive(Default)]
pub(crate) struct Way {
    pub(crate) errors: u32,
    pub(crate) hint: bool,
}

/// The badge of somebody in the sandbox's first server, called by name.
pub(crate) fn in_cafe(chat: &Chat, id: &str, name: &str) -> Badge {
    Badge::discord(id, name).in_community(&chat.sandbox.guild("Chess Café").to_string())
}

/// Solves a mate in one on the way that a third-party client takes.
pub(crate) async fn solve(chat: &Chat, badge: Badge, problem: &Problem, mate: &str, way: Way) {
    let mut client = chat.house.matches(badge).await;
    let seat = |who| Some(NewSeat { who: Some(who) });
    let request = StartMatchRequest {
        problem_id: problem.id.clone(),
        first: seat(Who::Me(true)),
        second: seat(Who::Machine("easy".into())),
        wrong_moves: WrongMoves::TakeBack.into(),
        ..Default::default()
    };
    let begun = client.start_match(request).await.unwrap().into_inner().r#match.unwrap();
    let play = |text: &str| PlayMoveRequest {
        match_id: begun.id.clone(),
        r#move: text.into(),
        ..Default::default()
    };
    for _ in 0..way.errors {
        assert!(client.play_move(play("Kf6")).await.unwrap().into_inner().taken_back.is_some());
    }
    if way.hint {
        client.get_hint(GetHintRequest { match_id: begun.id.clone(), step: 1 }).await.unwrap();
    }
    client.play_move(play(mate)).await.unwrap();
}
