use tablero_game::Evaluate;

use super::{
    memory::{Bound, Memory},
    order::{Order, bring},
    purse::Purse,
    root::Thought,
    score::{INFINITE, LONGEST, WIN, WON, after, ended},
    sight::{Sight, Window},
};

/// The strongest player: principal variation search with a transposition table, null moves, late move
/// reductions, check extensions and quiescence.
///
/// Where the window is wider than one nothing is cut by memory, so the principal variation is real.
#[derive(Debug)]
pub(super) struct Deepening<'a, G: Evaluate> {
    pub(super) purse: Purse<'a>,
    pub(super) order: Order<G>,
    memory: Memory<G::Move>,
    /// Keys of the game so far and of the line being searched.
    path: Vec<u64>,
}

impl<'a, G: Evaluate> Deepening<'a, G> {
    /// A search from `root`; `seen` are keys of earlier positions, to which it does not want to return.
    pub(super) fn new(purse: Purse<'a>, root: &G, seen: &[u64], nodes: u64) -> Deepening<'a, G> {
        let mut path = seen.to_vec();
        path.push(root.key());
        Deepening { purse, order: Order::new(), memory: Memory::new(nodes), path }
    }

    fn value(&mut self, game: &G, depth: i32, ply: usize, window: Window, may_pass: bool) -> i32 {
        let key = game.key();
        if self.path.contains(&key) {
            return 0;
        }
        let pressed = game.is_pressed();
        let depth = if pressed { depth + 1 } else { depth };
        if depth <= 0 || ply >= LONGEST {
            return self.quiet_value(game, ply, window);
        }
        if !self.purse.pay() {
            return 0;
        }
        let note = self.memory.recall(key);
        if let Some(note) = note.filter(|note| window.is_narrow() && i32::from(note.depth) >= depth) {
            let value = from_note(note.value, ply);
            match note.bound {
                Bound::Exact => return value,
                Bound::AtLeast if value >= window.beta => return value,
                Bound::AtMost if value <= window.alpha => return value,
                Bound::AtLeast | Bound::AtMost => {}
            }
        }
        if may_pass && !pressed && self.holds_by_passing(game, depth, ply, window) {
            return window.beta;
        }
        self.path.push(key);
        let (value, play) = self.best(game, depth, ply, window, note.and_then(|note| note.play));
        self.path.pop();
        if !self.purse.is_empty() {
            let bound = match value {
                value if value >= window.beta => Bound::AtLeast,
                value if value <= window.alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            let play = play.filter(|_| bound != Bound::AtMost);
            self.memory.keep(key, play, to_note(value, ply), depth.min(100) as i8, bound);
        }
        value
    }

    /// Whether the side to move is so well off that it could even pass (null move, Donninger 1993).
    fn holds_by_passing(&mut self, game: &G, depth: i32, ply: usize, window: Window) -> bool {
        if depth < 3 || !window.is_narrow() || window.beta.abs() >= WON || game.judge() < window.beta {
            return false;
        }
        let Some(passed) = game.passed() else {
            return false;
        };
        let beyond = Window { alpha: window.beta - 1, beta: window.beta };
        -self.value(&passed, depth - 3 - depth / 6, ply + 1, beyond.turned(), false) >= window.beta
    }

    fn best(
        &mut self,
        game: &G,
        depth: i32,
        ply: usize,
        mut window: Window,
        first: Option<G::Move>,
    ) -> (i32, Option<G::Move>) {
        let mut moves = self.order.moves(game, first, ply);
        let (mut best, mut chosen) = (-INFINITE, None);
        if moves.is_empty() {
            best = ended(game, ply);
        }
        for at in 0..moves.len() {
            let (_, play) = bring(&mut moves, at);
            let quiet = game.promise(play).is_none();
            let next = after(game, play);
            let value = self.tried(game, &next, (depth, ply), window, (at, quiet));
            if self.purse.is_empty() {
                break;
            }
            if value > best {
                (best, chosen) = (value, Some(play));
            }
            window.alpha = window.alpha.max(value);
            if window.alpha >= window.beta {
                if quiet {
                    self.order.praise(game, play, ply, depth);
                    for &(_, vain) in moves[..at].iter().filter(|tried| game.promise(tried.1).is_none()) {
                        self.order.blame(game, vain, depth);
                    }
                }
                break;
            }
        }
        self.order.done(moves);
        (best, chosen)
    }

    /// The value of the `at`-th move: the first in full, later ones at first only against the best.
    fn tried(
        &mut self,
        game: &G,
        next: &G,
        (depth, ply): (i32, usize),
        window: Window,
        (at, quiet): (usize, bool),
    ) -> i32 {
        let sight = Sight::of(game, next);
        if at == 0 {
            return sight.value(self.value(next, depth - 1, ply + 1, sight.window(window), true));
        }
        let late = depth >= 3 && at >= 3 && quiet && !next.is_pressed();
        let reduced = if late { 1 + i32::from(at >= 8) + depth / 8 } else { 0 };
        let narrow = sight.window(window.narrowed());
        let mut value = sight.value(self.value(next, depth - 1 - reduced, ply + 1, narrow, true));
        if value > window.alpha && reduced > 0 {
            value = sight.value(self.value(next, depth - 1, ply + 1, narrow, true));
        }
        if value > window.alpha && value < window.beta {
            value = sight.value(self.value(next, depth - 1, ply + 1, sight.window(window), true));
        }
        value
    }
}

impl<G: Evaluate> Thought<G> for Deepening<'_, G> {
    fn reply(&mut self, game: &G, next: &G, depth: u8, floor: i32) -> i32 {
        let window = Window { alpha: floor, beta: INFINITE };
        let at = usize::from(floor > -INFINITE);
        self.tried(game, next, (i32::from(depth) + 1, 0), window, (at, false))
    }

    fn has_ended(&self) -> bool {
        self.purse.is_empty()
    }
}

/// Wins are counted from the root while searching and from the position while remembered.
fn to_note(value: i32, ply: usize) -> i32 {
    match value {
        WON..=WIN => value + ply as i32,
        _ if value <= -WON => value - ply as i32,
        _ => value,
    }
}

fn from_note(value: i32, ply: usize) -> i32 {
    match value {
        WON.. => value - ply as i32,
        _ if value <= -WON => value + ply as i32,
        _ => value,
    }
}
