use tablero_game::Game;

/// The value of a win now; a win `n` plies away is worth `WIN - n`.
pub const WIN: i32 = 1_000_000;
/// Above every value.
pub(super) const INFINITE: i32 = WIN + 1;
/// The longest line a search follows, in plies.
pub(super) const LONGEST: usize = 96;
/// From here on a value is a forced win.
pub(super) const WON: i32 = WIN - 1000;

/// The value of an ended game for the side to move, `ply` plies from the root.
pub(super) fn ended<G: Game>(game: &G, ply: usize) -> i32 {
    match game.outcome().and_then(|outcome| outcome.winner()) {
        Some(winner) if winner == game.side_to_move() => WIN - ply as i32,
        Some(_) => ply as i32 - WIN,
        None => 0,
    }
}

pub(crate) fn after<G: Game>(game: &G, play: G::Move) -> G {
    let mut next = game.clone();
    next.play_unchecked(play);
    next
}
