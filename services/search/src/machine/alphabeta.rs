use std::cmp::Reverse;

use tablero_game::Evaluate;

use super::{
    purse::Purse,
    root::Thought,
    score::{INFINITE, after, ended},
};

/// Document A's hard player: alpha-beta to a fixed depth, valued by [`Evaluate::weigh`].
#[derive(Debug)]
pub(super) struct AlphaBeta<'a> {
    purse: Purse<'a>,
}

impl<'a> AlphaBeta<'a> {
    pub(super) fn new(purse: Purse<'a>) -> AlphaBeta<'a> {
        AlphaBeta { purse }
    }

    fn value<G: Evaluate>(&mut self, game: &G, depth: u8, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if !self.purse.pay() {
            return 0;
        }
        let mut moves = game.legal_moves();
        if moves.is_empty() {
            return ended(game, ply);
        }
        if depth == 0 {
            return game.weigh();
        }
        moves.sort_by_cached_key(|&play| Reverse(game.promise(play).unwrap_or(0)));
        let mut best = -INFINITE;
        for play in moves {
            best = best.max(-self.value(&after(game, play), depth - 1, ply + 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

impl<G: Evaluate> Thought<G> for AlphaBeta<'_> {
    fn reply(&mut self, next: &G, depth: u8, floor: i32) -> i32 {
        -self.value(next, depth, 1, -INFINITE, -floor)
    }

    fn has_ended(&self) -> bool {
        self.purse.is_empty()
    }
}
