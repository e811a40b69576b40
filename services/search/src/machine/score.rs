use tablero_game::{Evaluate, Game};

/// The value of a win now; a win `n` plies away is worth `WIN - n`.
pub const WIN: i32 = 1_000_000;
/// Above every value.
pub(super) const INFINITE: i32 = WIN + 1;
/// The longest line a search follows, in plies.
pub(super) const LONGEST: usize = 96;
/// From here on a value is a forced win.
pub(super) const WON: i32 = WIN - 1000;

/// Games that count points are won by so much and the points, below every win that counts plies.
pub(super) const POINTS: i32 = 900_000;

/// The value of being ahead by so many points when the game is over.
pub(super) const fn points(margin: i32) -> i32 {
    margin.signum() * POINTS + margin
}

/// The points behind a value, if it is the value of some.
pub(super) const fn margin_of(value: i32) -> Option<i32> {
    match value.abs() {
        0 => Some(0),
        POINTS..WON => Some(value - value.signum() * POINTS),
        _ => None,
    }
}

/// The value of an ended game for the side to move, `ply` plies from the root.
pub(super) fn ended<G: Evaluate>(game: &G, ply: usize) -> i32 {
    if let Some(margin) = game.margin() {
        return points(margin);
    }
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
