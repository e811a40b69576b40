use shakmaty::{Bitboard, Color, Move, Position as _, Role};

use super::{
    super::{Chess, rules::worth},
    insight,
    promise::promise,
    tables::placement,
};
use crate::{Evaluate, Level, Method, Skill};

impl Evaluate for Chess {
    /// Colour, role and target square.
    const HABITS: usize = 2 * 6 * 64;

    fn skill(level: Level) -> Skill {
        let (method, depth, problem_depth, nodes) = match level {
            Level::Easy => (Method::Minimax, 2, 2, 400_000),
            Level::Normal => (Method::AlphaBeta, 2, 3, 400_000),
            Level::Hard => (Method::AlphaBeta, 4, 5, 600_000),
            Level::Expert => (Method::Deepening, 60, 60, 600_000),
        };
        Skill { method, depth, problem_depth, nodes }
    }

    /// Document A's hard evaluation in tenths of its units: material and piece-square tables.
    fn weigh(&self) -> i32 {
        let balance: i32 = self
            .board()
            .iter()
            .map(|(square, piece)| {
                let value = 10 * worth(piece.role) + placement(piece.role, piece.color, square);
                piece.color.fold_wb(value, -value)
            })
            .sum();
        self.turn().fold_wb(balance, -balance)
    }

    fn judge(&self) -> i32 {
        insight::judge(self)
    }

    fn promise(&self, play: Move) -> Option<i32> {
        promise(self.board(), self.turn(), play)
    }

    fn habit(&self, play: Move) -> usize {
        let piece = (play.role() as usize - 1) << 6 | usize::from(play.to());
        piece + self.turn().fold_wb(0, 6 * 64)
    }

    fn is_pressed(&self) -> bool {
        self.is_check()
    }

    /// With pawns alone, having to move may be the whole misfortune.
    fn passed(&self) -> Option<Chess> {
        let board = self.board();
        let pieces = board.by_color(self.turn()) & !board.pawns() & !board.kings();
        if pieces.is_empty() || self.is_check() { None } else { self.clone().swap_turn().ok() }
    }

    fn key(&self) -> u64 {
        let board = self.board();
        let passing = self.pseudo_legal_ep_square().map_or(Bitboard::EMPTY, Bitboard::from);
        let rest = (self.castles().castling_rights() | passing).0 ^ u64::from(self.turn().is_white()) << 27;
        Role::ALL
            .into_iter()
            .map(|role| board.by_role(role).0)
            .chain([board.by_color(Color::White).0, rest])
            .fold(0, |hash, word| {
                let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                mixed ^ mixed >> 29
            })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{super::super::read_position, *};
    use crate::Game;

    #[test]
    fn the_start_is_balanced_and_development_is_weighed() {
        assert_eq!(Chess::default().weigh(), 0);
        assert_eq!(read_position("4k3/8/8/8/8/2N5/8/4K3 w").unwrap().weigh(), 310);
        assert_eq!(read_position("4k3/8/8/8/8/8/8/N3K3 b").unwrap().weigh(), -250);
    }

    #[test]
    fn different_positions_have_different_keys() {
        let mut seen: HashMap<u64, Chess> = HashMap::new();
        let mut level = vec![Chess::default()];
        for _ in 0..3 {
            level = level
                .iter()
                .flat_map(|game| {
                    Game::legal_moves(game).into_iter().map(|play| Game::play(game.clone(), play).unwrap())
                })
                .collect();
            for game in &level {
                assert_eq!(seen.entry(game.key()).or_insert_with(|| game.clone()), game);
            }
        }
        let keys = [
            "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6",
            "4k3/8/8/3pP3/8/8/8/R3K3 w Q",
            "4k3/8/8/3pP3/8/8/8/R3K3 w",
            "4k3/8/8/3pP3/8/8/8/R3K3 b",
        ]
        .map(|fen| read_position(fen).unwrap().key());
        assert!((1..4).all(|at| !keys[..at].contains(&keys[at])));
    }
}
