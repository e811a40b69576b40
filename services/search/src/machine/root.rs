use std::ops::RangeInclusive;

use tablero_game::Evaluate;

use super::score::{INFINITE, WIN, after};

/// A way to value the position after a move.
pub(super) trait Thought<G: Evaluate> {
    /// The value for the player of a root move from `game` to `next`, `depth` plies beyond it. At or below `floor` it is only
    /// an upper bound.
    fn reply(&mut self, game: &G, next: &G, depth: u8, floor: i32) -> i32;

    /// Whether the budget ended: then the last value means nothing.
    fn has_ended(&self) -> bool;
}

/// The best root move so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Best<M> {
    pub(super) play: M,
    pub(super) value: i32,
    /// Plies searched to the end.
    pub(super) depth: u8,
}

/// Looks one depth after the other for the best of `moves`, until it is found to be won, the last depth
/// is done or the budget ends. Among equals the first of `moves` is chosen.
pub(super) fn look<G: Evaluate>(
    thought: &mut impl Thought<G>,
    game: &G,
    moves: &mut [G::Move],
    depths: RangeInclusive<u8>,
    seen: &[u64],
) -> Option<Best<G::Move>> {
    let mut best = Best { play: *moves.first()?, value: 0, depth: 0 };
    for depth in depths {
        let Some((at, value)) = best_at(thought, game, moves, depth, seen) else {
            break;
        };
        best = Best { play: moves[at], value, depth: if thought.has_ended() { best.depth } else { depth } };
        if thought.has_ended() || WIN - value <= i32::from(depth) {
            break;
        }
        moves[..=at].rotate_right(1);
    }
    Some(best)
}

/// The place and value of the best move; of those searched, where the budget ends on the way.
fn best_at<G: Evaluate>(
    thought: &mut impl Thought<G>,
    game: &G,
    moves: &[G::Move],
    depth: u8,
    seen: &[u64],
) -> Option<(usize, i32)> {
    let mut best: Option<(usize, i32)> = None;
    for (at, &play) in moves.iter().enumerate() {
        let next = after(game, play);
        let floor = best.map_or(-INFINITE, |(_, value)| value);
        let value = thought.reply(game, &next, depth - 1, floor);
        if thought.has_ended() {
            break;
        }
        // Who comes back to where the game has been makes no progress.
        let value = if seen.contains(&next.key()) { value.min(0) } else { value };
        if value > floor {
            best = Some((at, value));
        }
    }
    best
}
