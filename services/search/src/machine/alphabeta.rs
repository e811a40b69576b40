use std::cmp::Reverse;

use tablero_game::Evaluate;

use super::{
    purse::Purse,
    root::Thought,
    score::{INFINITE, after, ended},
    sight::{Sight, Window},
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

    fn value<G: Evaluate>(&mut self, game: &G, depth: u8, ply: usize, mut window: Window) -> i32 {
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
            let next = after(game, play);
            let sight = Sight::of(game, &next);
            best = best.max(sight.value(self.value(&next, depth - 1, ply + 1, sight.window(window))));
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                break;
            }
        }
        best
    }
}

impl<G: Evaluate> Thought<G> for AlphaBeta<'_> {
    fn reply(&mut self, game: &G, next: &G, depth: u8, floor: i32) -> i32 {
        let (sight, window) = (Sight::of(game, next), Window { alpha: floor, beta: INFINITE });
        sight.value(self.value(next, depth, 1, sight.window(window)))
    }

    fn has_ended(&self) -> bool {
        self.purse.is_empty()
    }
}
