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
            Level::Hard => (Method::AlphaBeta, 5, 600_000),
            Level::Expert => (Method::Deepening, 60, 600_000),
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
