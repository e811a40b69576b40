use tablero_game::Evaluate;

use super::{
    deepening::Deepening,
    order::bring,
    score::{INFINITE, LONGEST, after, ended},
    sight::{Sight, Window},
};

impl<G: Evaluate> Deepening<'_, G> {
    /// The value once the forcing moves that promise something are played out: the answer to the horizon
    /// effect. Under pressure every move is looked at, and standing still is no choice.
    pub(super) fn quiet_value(&mut self, game: &G, ply: usize, mut window: Window) -> i32 {
        if !self.purse.pay() {
            return 0;
        }
        let pressed = game.is_pressed() && ply < LONGEST;
        let mut best = if pressed { -INFINITE } else { game.judge() };
        if best >= window.beta || ply >= LONGEST {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let mut moves = self.order.moves(game, None, ply);
        if moves.is_empty() {
            best = ended(game, ply);
        }
        if !pressed {
            moves.retain(|&(_, play)| game.promise(play).is_some_and(|promise| promise >= 0));
        }
        for at in 0..moves.len() {
            let (_, play) = bring(&mut moves, at);
            let next = after(game, play);
            let sight = Sight::of(game, &next);
            let value = sight.value(self.quiet_value(&next, ply + 1, sight.window(window)));
            best = best.max(value);
            window.alpha = window.alpha.max(value);
            if window.alpha >= window.beta || self.purse.is_empty() {
                break;
            }
        }
        self.order.done(moves);
        best
    }
}
