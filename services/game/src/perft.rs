use crate::Game;

/// The number of leaves of the tree of legal moves, `depth` plies deep. Games that end above count as
/// [`Game::ENDED_LEAVES`] says.
#[must_use]
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.legal_moves();
    if moves.is_empty() {
        return G::ENDED_LEAVES;
    }
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|play| {
            let mut next = game.clone();
            next.play_unchecked(play);
            perft(&next, depth - 1)
        })
        .sum()
}
