use tablero_game::Evaluate;

use super::{
    memory::{Bound, Memory},
    purse::Purse,
    root::Thought,
    score::{INFINITE, after, ended},
    sight::{Sight, Window},
};

/// Room in the memory.
const POSITIONS: u64 = 1 << 18;

/// Alpha-beta to the end of the game, by the rules alone: those moves first that leave the fewest replies.
#[derive(Debug)]
pub(super) struct Exact<'a, G: Evaluate> {
    purse: Purse<'a>,
    memory: Memory<G::Move>,
    /// Lists of moves to be used again.
    spare: Vec<Vec<(usize, G::Move)>>,
    legal: Vec<G::Move>,
}

impl<'a, G: Evaluate> Exact<'a, G> {
    pub(super) fn new(purse: Purse<'a>) -> Exact<'a, G> {
        Exact { purse, memory: Memory::new(POSITIONS), spare: Vec::new(), legal: Vec::new() }
    }

    fn value(&mut self, game: &G, window: Window) -> i32 {
        if !self.purse.pay() {
            return 0;
        }
        let key = game.key();
        let note = self.memory.recall(key);
        if let Some(note) = note {
            match note.bound {
                Bound::Exact => return note.value,
                Bound::AtLeast if note.value >= window.beta => return note.value,
                Bound::AtMost if note.value <= window.alpha => return note.value,
                Bound::AtLeast | Bound::AtMost => {}
            }
        }
        let moves = self.moves(game, note.and_then(|note| note.play));
        let (value, play) =
            if moves.is_empty() { (ended(game, 0), None) } else { self.best(game, &moves, window) };
        self.spare.push(moves);
        if !self.purse.is_empty() {
            let bound = match value {
                value if value >= window.beta => Bound::AtLeast,
                value if value <= window.alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.memory.keep(key, play, value, 0, bound);
        }
        value
    }

    fn best(&mut self, game: &G, moves: &[(usize, G::Move)], mut window: Window) -> (i32, Option<G::Move>) {
        let (mut best, mut chosen) = (-INFINITE, None);
        for &(_, play) in moves {
            let next = after(game, play);
            let sight = Sight::of(game, &next);
            let value = sight.value(self.value(&next, sight.window(window)));
            if value > best {
                (best, chosen) = (value, Some(play));
            }
            window.alpha = window.alpha.max(value);
            if window.alpha >= window.beta || self.purse.is_empty() {
                break;
            }
        }
        (best, chosen)
    }

    /// Every legal move, in the order to try them.
    fn moves(&mut self, game: &G, first: Option<G::Move>) -> Vec<(usize, G::Move)> {
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        self.legal.clear();
        game.legal_moves_into(&mut self.legal);
        let count = self.legal.len();
        for at in 0..count {
            let play = self.legal[at];
            after(game, play).legal_moves_into(&mut self.legal);
            let replies = self.legal.len() - count;
            self.legal.truncate(count);
            moves.push((if Some(play) == first { 0 } else { 1 + replies }, play));
        }
        moves.sort_by_key(|&(replies, _)| replies);
        moves
    }
}

impl<G: Evaluate> Thought<G> for Exact<'_, G> {
    fn reply(&mut self, game: &G, next: &G, _depth: u8, floor: i32) -> i32 {
        let (sight, window) = (Sight::of(game, next), Window { alpha: floor, beta: INFINITE });
        sight.value(self.value(next, sight.window(window)))
    }

    fn has_ended(&self) -> bool {
        self.purse.is_empty()
    }
}
