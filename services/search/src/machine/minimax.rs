use tablero_game::Evaluate;

use super::{
    purse::Purse,
    root::Thought,
    score::{INFINITE, after, ended},
    sight::Sight,
};

/// Document A's easy player: every line to a fixed depth, valued by [`tablero_game::Game::appraise`].
#[derive(Debug)]
pub(super) struct Minimax<'a> {
    purse: Purse<'a>,
}

impl<'a> Minimax<'a> {
    pub(super) fn new(purse: Purse<'a>) -> Minimax<'a> {
        Minimax { purse }
    }

    fn value<G: Evaluate>(&mut self, game: &G, depth: u8, ply: usize) -> i32 {
        if !self.purse.pay() {
            return 0;
        }
        let moves = game.legal_moves();
        if moves.is_empty() {
            return ended(game, ply);
        }
        if depth == 0 {
            return game.appraise();
        }
        moves
            .into_iter()
            .map(|play| {
                let next = after(game, play);
                Sight::of(game, &next).value(self.value(&next, depth - 1, ply + 1))
            })
            .max()
            .unwrap_or(-INFINITE)
    }
}

impl<G: Evaluate> Thought<G> for Minimax<'_> {
    fn reply(&mut self, game: &G, next: &G, depth: u8, _floor: i32) -> i32 {
        Sight::of(game, next).value(self.value(next, depth, 1))
    }

    fn has_ended(&self) -> bool {
        self.purse.is_empty()
    }
}
