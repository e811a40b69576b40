use crate::Game;

/// The number of leaves of the tree of legal moves, `depth` plies deep. Games that end above count as
/// [`Game::ENDED_LEAVES`] says.
#[must_use]
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    let mut spare = vec![Vec::new(); depth as usize];
    leaves(game, &mut spare)
}

/// Every depth has a list of moves of its own, so that none is made anew.
fn leaves<G: Game>(game: &G, spare: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, deeper)) = spare.split_first_mut() else {
        return 1;
    };
    moves.clear();
    game.legal_moves_into(moves);
    if moves.is_empty() {
        return G::ENDED_LEAVES;
    }
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    let after = |&play: &G::Move| {
        let mut next = game.clone();
        next.play_unchecked(play);
        leaves(&next, deeper)
    };
    moves.iter().map(after).sum()
}
