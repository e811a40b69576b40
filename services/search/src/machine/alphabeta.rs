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
pub(super) struct AlphaBeta<'a, G: Evaluate> {
    purse: Purse<'a>,
    /// Lists of moves to be used again.
    spare: Vec<Vec<(Reverse<i32>, G::Move)>>,
    legal: Vec<G::Move>,
}

impl<'a, G: Evaluate> AlphaBeta<'a, G> {
    pub(super) fn new(purse: Purse<'a>) -> AlphaBeta<'a, G> {
        AlphaBeta { purse, spare: Vec::new(), legal: Vec::new() }
    }

    fn value(&mut self, game: &G, depth: u8, ply: usize, window: Window) -> i32 {
        if !self.purse.pay() {
            return 0;
        }
        self.legal.clear();
        game.legal_moves_into(&mut self.legal);
        if self.legal.is_empty() {
            return ended(game, ply);
        }
        if depth == 0 {
            return game.weigh();
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        moves.extend(self.legal.iter().map(|&play| (Reverse(game.promise(play).unwrap_or(0)), play)));
        moves.sort_by_key(|&(promise, _)| promise);
        let best = self.best(game, &moves, depth, ply, window);
        self.spare.push(moves);
        best
    }

    fn best(
        &mut self,
        game: &G,
        moves: &[(Reverse<i32>, G::Move)],
        depth: u8,
        ply: usize,
        mut window: Window,
    ) -> i32 {
        let mut best = -INFINITE;
        for &(_, play) in moves {
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

impl<G: Evaluate> Thought<G> for AlphaBeta<'_, G> {
    fn reply(&mut self, game: &G, next: &G, depth: u8, floor: i32) -> i32 {
        let (sight, window) = (Sight::of(game, next), Window { alpha: floor, beta: INFINITE });
        sight.value(self.value(next, depth, 1, sight.window(window)))
    }

    fn has_ended(&self) -> bool {
        self.purse.is_empty()
    }
}
