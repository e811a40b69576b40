use tablero_game::Evaluate;

use super::{
    purse::Purse,
    root::Thought,
    score::{INFINITE, after, ended},
    sight::Sight,
};

/// Document A's easy player: every line to a fixed depth, valued by [`tablero_game::Game::appraise`].
#[derive(Debug)]
pub(super) struct Minimax<'a, G: Evaluate> {
    purse: Purse<'a>,
    /// Lists of moves to be used again.
    spare: Vec<Vec<G::Move>>,
}

impl<'a, G: Evaluate> Minimax<'a, G> {
    pub(super) fn new(purse: Purse<'a>) -> Minimax<'a, G> {
        Minimax { purse, spare: Vec::new() }
    }

    fn value(&mut self, game: &G, depth: u8, ply: usize) -> i32 {
        if !self.purse.pay() {
            return 0;
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        game.legal_moves_into(&mut moves);
        let value = match (moves.is_empty(), depth) {
            (true, _) => ended(game, ply),
            (false, 0) => game.appraise(),
            _ => self.best(game, &moves, depth, ply),
        };
        self.spare.push(moves);
        value
    }

    fn best(&mut self, game: &G, moves: &[G::Move], depth: u8, ply: usize) -> i32 {
        let value = |play: &G::Move| {
            let next = after(game, *play);
            Sight::of(game, &next).value(self.value(&next, depth - 1, ply + 1))
        };
        moves.iter().map(value).max().unwrap_or(-INFINITE)
    }
}

impl<G: Evaluate> Thought<G> for Minimax<'_, G> {
    fn reply(&mut self, game: &G, next: &G, depth: u8, _floor: i32) -> i32 {
        Sight::of(game, next).value(self.value(next, depth, 1))
    }

    fn has_ended(&self) -> bool {
        self.purse.is_empty()
    }
}
