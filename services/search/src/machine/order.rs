use tablero_game::Evaluate;

use super::score::LONGEST;

const REMEMBERED: i32 = 1 << 30;
const FORCING: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
/// Habits stay below the killers.
const STRONGEST_HABIT: i32 = 1 << 20;

/// The order in which moves are tried: the remembered one, forcing ones by their promise, killers, quiet
/// ones by their history, and last the forcing ones that promise a loss.
#[derive(Debug)]
pub(super) struct Order<G: Evaluate> {
    killers: Vec<[Option<G::Move>; 2]>,
    habits: Vec<i32>,
    /// Lists of moves to be used again.
    spare: Vec<Vec<(i32, G::Move)>>,
    legal: Vec<G::Move>,
}

impl<G: Evaluate> Order<G> {
    pub(super) fn new() -> Order<G> {
        Order {
            killers: vec![[None; 2]; LONGEST + 1],
            habits: vec![0; G::HABITS],
            spare: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Every legal move with its rank, in no order.
    pub(super) fn moves(&mut self, game: &G, first: Option<G::Move>, ply: usize) -> Vec<(i32, G::Move)> {
        let mut moves = self.spare.pop().unwrap_or_default();
        moves.clear();
        self.legal.clear();
        game.legal_moves_into(&mut self.legal);
        for &play in &self.legal {
            let rank = if Some(play) == first { REMEMBERED } else { self.rank(game, play, ply) };
            moves.push((rank, play));
        }
        moves
    }

    fn rank(&self, game: &G, play: G::Move, ply: usize) -> i32 {
        match game.promise(play) {
            Some(promise) if promise >= 0 => FORCING + promise,
            Some(promise) => promise - STRONGEST_HABIT,
            None if self.killers[ply][0] == Some(play) => KILLER + 1,
            None if self.killers[ply][1] == Some(play) => KILLER,
            None => self.habits[game.habit(play)],
        }
    }

    /// Gives a list back.
    pub(super) fn done(&mut self, moves: Vec<(i32, G::Move)>) {
        self.spare.push(moves);
    }

    /// Remembers a quiet move that refuted its position.
    pub(super) fn praise(&mut self, game: &G, play: G::Move, ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(play) {
            killers[1] = killers[0].replace(play);
        }
        self.shift(game.habit(play), depth * depth);
    }

    /// Remembers a quiet move that was tried in vain.
    pub(super) fn blame(&mut self, game: &G, play: G::Move, depth: i32) {
        self.shift(game.habit(play), -depth * depth);
    }

    fn shift(&mut self, habit: usize, by: i32) {
        let value = &mut self.habits[habit];
        *value = (*value + by).clamp(-STRONGEST_HABIT / 2, STRONGEST_HABIT / 2);
    }
}

/// Brings the best of the moves from `at` on to `at`.
pub(super) fn bring<M: Copy>(moves: &mut [(i32, M)], at: usize) -> (i32, M) {
    let mut best = at;
    for other in at + 1..moves.len() {
        if moves[other].0 > moves[best].0 {
            best = other;
        }
    }
    moves.swap(at, best);
    moves[at]
}
