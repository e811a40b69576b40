use tablero_api::v1::seat::Who;
use tablero_api::v1::{ListMatchesRequest, Match, MatchList};

use crate::api::Desk;
use crate::error::Result;

/// Whether this person is to move.
pub(super) fn is_mine(game: &Match, profile_id: &str) -> bool {
    let seat = if game.first_to_move { &game.first } else { &game.second };
    matches!(seat.as_ref().and_then(|seat| seat.who.as_ref()), Some(Who::Person(person)) if person.id == profile_id)
}

/// A match in which it is the person's turn, without its legal moves: the one they saw last, else the one that changed last.
pub(super) async fn find(desk: Desk, profile_id: &str, last_seen: Option<&str>) -> Result<Option<Match>> {
    let request =
        ListMatchesRequest { list: MatchList::Running.into(), page_size: 100, page_token: String::new() };
    let mut mine = desk.matches.clone().list_matches(request).await?.into_inner().matches;
    mine.retain(|game| is_mine(game, profile_id));
    let at = mine.iter().position(|game| Some(game.id.as_str()) == last_seen).unwrap_or(0);
    Ok(mine.into_iter().nth(at))
}
