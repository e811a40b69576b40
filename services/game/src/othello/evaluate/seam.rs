use super::{
    super::{
        Axes, Othello, Play,
        board::{Board, Field, Ground, with_field},
        settings::Settings,
        word::Word as _,
    },
    features::Features,
};
use crate::{Evaluate, Finale, Game as _, Level, Method, Skill};

/// From so many empty squares on the expert counts standard games out, and others.
const STANDARD_FINALE: u32 = 20;
const FINALE: u32 = 12;

impl Evaluate for Othello {
    /// Side and square.
    const HABITS: usize = 2 * 256;

    fn skill(level: Level) -> Skill {
        let (method, depth, nodes) = match level {
            Level::Easy => (Method::Minimax, 2, 400_000),
            Level::Normal => (Method::AlphaBeta, 3, 400_000),
            Level::Hard => (Method::AlphaBeta, 6, 400_000),
            Level::Expert => (Method::Deepening, 60, 400_000),
        };
        Skill { method, depth, problem_depth: depth, nodes }
    }

    /// Document E's evaluation: discs, corners, the squares next to them, mobility.
    fn weigh(&self) -> i32 {
        with_field!(&self.board, field => weigh(self, field))
    }

    fn judge(&self) -> i32 {
        with_field!(&self.board, field => judge(self, field))
    }

    /// A corner is never taken back. Where whole edges are such corners, one is a move like others.
    fn promise(&self, play: Play) -> Option<i32> {
        let Play::Place { square, skip: false } = play else {
            return None;
        };
        let size = self.settings.size();
        let at_end = |line: u32| line == 0 || line + 1 == size;
        let few = self.settings.axes == Axes::ALL;
        (few && at_end(square.row()) && at_end(square.column())).then_some(1)
    }

    fn habit(&self, play: Play) -> usize {
        match play {
            Play::Place { square, .. } => (self.turn as usize) << 8 | square.index(),
            Play::Pass => 0,
        }
    }

    /// A pass is no move to be counted.
    fn is_pressed(&self) -> bool {
        !self.can_place() && self.can_wait()
    }

    fn margin(&self) -> Option<i32> {
        Some(self.appraise())
    }

    fn finale(&self, level: Level) -> Option<Finale> {
        if level != Level::Expert {
            return None;
        }
        let empties = self.empties();
        let skips: u32 = self.left.into_iter().map(u32::from).sum();
        match self.board {
            Board::Small(field) if self.settings.is_standard() && skips == 0 => {
                let (mover, other) = field.seen_by(self.turn);
                (empties <= STANDARD_FINALE).then_some(Finale::Discs { mover, other })
            }
            // Every skip about doubles the moves of its side.
            _ => (empties + 2 * skips <= FINALE).then_some(Finale::Plain),
        }
    }

    fn key(&self) -> u64 {
        let [first, second] = with_field!(&self.board, field => field.discs.map(|discs| discs.words()));
        let Settings { size, axes, skips } = self.settings;
        let rest =
            [size, axes.index() as u8, skips[0], skips[1], self.left[0], self.left[1], self.turn as u8, 0];
        let used = if size <= 8 { 1 } else { 4 };
        first[..used].iter().chain(&second[..used]).fold(u64::from_le_bytes(rest), |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        })
    }
}

/// How full the board is, in percent.
fn phase<W: Ground>(game: &Othello, field: &Field<W>) -> i32 {
    let discs = (field.discs[0] | field.discs[1]).count() as i32;
    100 * discs / (game.settings.size() as i32).pow(2)
}

fn weigh<W: Ground>(game: &Othello, field: &Field<W>) -> i32 {
    let grid = W::grid(&game.settings);
    let (own, other) = field.seen_by(game.turn);
    let mobility =
        field.moves.count() as i32 - field.moves_of(&game.settings, game.turn.other()).count() as i32;
    let side = |own, other| {
        let features = Features::new(grid, own, other);
        let (across, along) = features.beside_corners();
        250 * features.corners() - 60 * across - 25 * along + phase(game, field) / 10 * features.discs()
    };
    side(own, other) - side(other, own) + 20 * mobility
}

fn judge<W: Ground>(game: &Othello, field: &Field<W>) -> i32 {
    let grid = W::grid(&game.settings);
    let (own, other) = field.seen_by(game.turn);
    let phase = phase(game, field);
    let mobility =
        field.moves.count() as i32 - field.moves_of(&game.settings, game.turn.other()).count() as i32;
    let side = |own, other| {
        let features = Features::new(grid, own, other);
        let (across, along) = features.beside_corners();
        let late = (phase - 70).max(0);
        180 * features.corners() - 70 * across - 25 * along + 60 * features.stable()
            - (100 - phase) / 8 * features.frontier()
            + late * features.discs()
    };
    side(own, other) - side(other, own) + (30 + (100 - phase) / 4) * mobility + parity(game, field)
}

/// Who plays last takes discs that nobody takes back: good for the side to move where an odd number of
/// squares is empty.
fn parity<W: Ground>(game: &Othello, field: &Field<W>) -> i32 {
    let odd = game.empties() % 2 == 1;
    let near = phase(game, field) >= 60;
    match (near, odd) {
        (false, _) => 0,
        (true, true) => 40,
        (true, false) => -40,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn game(rules: &str, text: &str) -> Othello {
        Othello::decode(rules, text).unwrap()
    }

    #[test]
    fn the_judgement_knows_neither_colours_nor_directions() {
        for rules in ["size=6", "size=6 axes=hv", "size=6 axes=d"] {
            let same = [
                "xo4/1oxx2/2ox2/2xo2/6/4o1 x",
                "ox4/1xoo2/2xo2/2ox2/6/4x1 o",
                "4ox/2xxo1/2xo2/2ox2/6/1o4 x",
                "x5/oo4/1xox2/1xxo2/5o/6 x",
            ]
            .map(|text| game(rules, text));
            for other in &same {
                assert_eq!(
                    (other.weigh(), other.judge()),
                    (same[0].weigh(), same[0].judge()),
                    "{}",
                    other.encode()
                );
            }
        }
    }

    #[test]
    fn a_corner_is_worth_more_than_the_square_beside_it() {
        // Without diagonals only squares along an edge lead to the corner.
        for (rules, beside) in [("size=8", "8/1x6/8"), ("size=8 axes=hv", "1x6/8/8")] {
            let [corner, beside, middle] =
                ["x7/8/8", beside, "8/8/2x5"].map(|rows| game(rules, &format!("{rows}/8/8/3xo3/8/8 x")));
            assert!(corner.judge() > middle.judge() && middle.judge() > beside.judge(), "{rules}");
            assert!(corner.weigh() > middle.weigh() && middle.weigh() > beside.weigh(), "{rules}");
        }
    }

    #[test]
    fn only_experts_count_games_out_and_only_near_the_end() {
        let late = game("", "xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxoooxx/xxxo4/8/8 x");
        assert!(matches!(late.finale(Level::Expert), Some(Finale::Discs { .. })));
        assert_eq!(late.finale(Level::Hard), None);
        assert_eq!(Othello::start("").unwrap().finale(Level::Expert), None);
        assert_eq!(Othello::start("size=4").unwrap().finale(Level::Expert), Some(Finale::Plain));
        assert_eq!(Othello::start("size=4 skips=1,0").unwrap().finale(Level::Expert), None);
    }

    #[test]
    fn different_positions_have_different_keys() {
        let mut seen: HashMap<u64, Othello> = HashMap::new();
        for rules in ["", "skips=1,0", "size=10", "size=6 axes=hd"] {
            let mut level = vec![Othello::start(rules).unwrap()];
            for _ in 0..5 {
                let next = |game: &Othello| {
                    let game = game.clone();
                    game.legal_moves().into_iter().map(move |play| game.clone().play(play).unwrap())
                };
                level = level.iter().flat_map(next).collect();
                for game in &level {
                    assert_eq!(seen.entry(game.key()).or_insert_with(|| game.clone()), game);
                }
            }
        }
    }
}
