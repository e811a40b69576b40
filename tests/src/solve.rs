use tablero_api::v1::new_seat::Who;
use tablero_api::v1::{MatchState, NewSeat, PlayMoveRequest, StartMatchRequest, WrongMoves};

use crate::{Badge, House};

/// A mate in one by Ra8, for each number below 64 another.
pub fn mate_in_one(number: usize) -> String {
    let pawns: String = (0..6).map(|file| if number >> file & 1 == 1 { 'P' } else { '1' }).collect();
    format!("6k1/5ppp/8/8/8/8/1{pawns}1/R6K w - - 0 1")
}

impl House {
    /// Solves a mate in one on the way that a third-party client takes.
    pub async fn solve(&self, who: Badge, problem_id: &str, mate: &str) {
        let mut client = self.matches(who).await;
        let seat = |who| Some(NewSeat { who: Some(who) });
        let request = StartMatchRequest {
            problem_id: problem_id.into(),
            first: seat(Who::Me(true)),
            second: seat(Who::Machine("expert".into())),
            wrong_moves: WrongMoves::TakeBack.into(),
            ..Default::default()
        };
        let begun = client.start_match(request).await.expect("a problem to solve").into_inner().r#match;
        let match_id = begun.expect("a match").id;
        let play = PlayMoveRequest { match_id, r#move: mate.into(), ..Default::default() };
        let ended = client.play_move(play).await.expect("a legal move").into_inner().r#match;
        assert_eq!(ended.expect("a match").state(), MatchState::Finished, "{mate} mates");
    }
}
