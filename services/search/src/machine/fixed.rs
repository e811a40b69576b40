use tablero_game::{Evaluate, Side};

use super::{
    memory::Bound,
    order::{Order, bring},
    purse::Purse,
    root::Best,
    score::{INFINITE, WIN, after},
    sight::Window,
};

/// Room for positions, as a power of two.
const PLACES: usize = 1 << 14;

/// Document C's player: alpha-beta to a fixed depth, a win a win however far away.
///
/// It answers what the plain search answers that tries every move in the game's order and changes its mind
/// only for a better one; it tries better moves first inside the tree, and remembers what it has seen. A
/// position is remembered whole, so that no answer rests on a key that lies.
pub(super) struct Fixed<'a, G: Evaluate, V> {
    purse: Purse<'a>,
    me: Side,
    worth: V,
    order: Order<G>,
    notes: Vec<Option<Note<G>>>,
}

#[derive(Debug, Clone)]
struct Note<G: Evaluate> {
    game: G,
    value: i32,
    bound: Bound,
    play: Option<G::Move>,
}

impl<'a, G: Evaluate, V: Fn(&G, Side) -> i32> Fixed<'a, G, V> {
    /// A search from `root`; `worth` values a game that goes on for a side.
    pub(super) fn new(purse: Purse<'a>, root: &G, worth: V) -> Fixed<'a, G, V> {
        Fixed { purse, me: root.side_to_move(), worth, order: Order::new(), notes: vec![None; PLACES] }
    }

    /// The first of the best of `moves`; of those searched, where the budget ends on the way.
    pub(super) fn look(&mut self, game: &G, moves: &[G::Move], depth: u8) -> Option<Best<G::Move>> {
        let mut best = Best { play: *moves.first()?, value: -INFINITE, depth: 0 };
        for &play in moves {
            let window = Window { alpha: best.value, beta: INFINITE };
            let value = self.value(&after(game, play), depth - 1, 1, window);
            if self.purse.is_empty() {
                return Some(Best { value: best.value.max(-WIN), ..best });
            }
            if value > best.value {
                (best.play, best.value) = (play, value);
            }
        }
        Some(Best { depth, ..best })
    }

    /// The value for the player: at or beyond a bound of the window it is only a bound itself.
    fn value(&mut self, game: &G, depth: u8, ply: usize, window: Window) -> i32 {
        if !self.purse.pay() {
            return 0;
        }
        if let Some(outcome) = game.outcome() {
            return outcome.winner().map_or(0, |winner| if winner == self.me { WIN } else { -WIN });
        }
        match depth {
            0 => (self.worth)(game, self.me),
            1 => {
                self.best(
                    game,
                    window,
                    game.legal_moves().into_iter().map(|play| (0, play)).collect(),
                    (1, ply),
                )
                .0
            }
            _ => self.remembered(game, depth, ply, window),
        }
    }

    fn remembered(&mut self, game: &G, depth: u8, ply: usize, window: Window) -> i32 {
        // All paths to a position are equally long here: what is known of it is known to the same depth.
        let place = (game.key() >> 20) as usize & (PLACES - 1);
        let note = self.notes[place].as_ref().filter(|note| note.game == *game);
        let first = note.and_then(|note| note.play);
        if let Some(note) = note {
            match note.bound {
                Bound::Exact => return note.value,
                Bound::AtLeast if note.value >= window.beta => return note.value,
                Bound::AtMost if note.value <= window.alpha => return note.value,
                Bound::AtLeast | Bound::AtMost => {}
            }
        }
        let moves = self.order.moves(game, first, ply);
        let (value, play) = self.best(game, window, moves, (depth, ply));
        if !self.purse.is_empty() {
            let bound = match value {
                value if value >= window.beta => Bound::AtLeast,
                value if value <= window.alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.notes[place] = Some(Note { game: game.clone(), value, bound, play });
        }
        value
    }

    fn best(
        &mut self,
        game: &G,
        mut window: Window,
        mut moves: Vec<(i32, G::Move)>,
        (depth, ply): (u8, usize),
    ) -> (i32, Option<G::Move>) {
        let mine = game.side_to_move() == self.me;
        let (mut best, mut chosen) = (if mine { -INFINITE } else { INFINITE }, None);
        for at in 0..moves.len() {
            let (_, play) = if depth > 1 { bring(&mut moves, at) } else { moves[at] };
            let value = self.value(&after(game, play), depth - 1, ply + 1, window);
            if if mine { value > best } else { value < best } {
                (best, chosen) = (value, Some(play));
            }
            if mine {
                window.alpha = window.alpha.max(value);
            } else {
                window.beta = window.beta.min(value);
            }
            if window.alpha >= window.beta {
                if depth > 1 {
                    self.order.praise(game, play, ply, depth.into());
                }
                break;
            }
        }
        self.order.done(moves);
        (best, chosen)
    }
}

#[cfg(test)]
mod tests;
