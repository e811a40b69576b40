//! Whole games between machines, from openings that are level, each opening with both colours.

use std::time::{Duration, Instant};

use tablero_game::{
    Game as _,
    chess::{Chess, Color, Position},
};
use tablero_search::{
    Budget,
    machine::{Level, Machine},
};

/// Moves as UCI, a few plies into well-known openings.
pub const OPENINGS: [&str; 12] = [
    "e2e4 e7e5 g1f3 b8c6",
    "d2d4 d7d5 c2c4 e7e6",
    "e2e4 c7c5 g1f3 d7d6",
    "d2d4 g8f6 c2c4 g7g6",
    "e2e4 e7e6 d2d4 d7d5",
    "e2e4 c7c6 d2d4 d7d5",
    "c2c4 e7e5 b1c3 g8f6",
    "g1f3 d7d5 g2g3 g8f6",
    "e2e4 e7e5 f1c4 f8c5",
    "d2d4 g8f6 c1g5 d7d5",
    "e2e4 d7d6 d2d4 g8f6 b1c3 g7g6",
    "d2d4 f7f5 g2g3 g8f6",
];

/// Without a result by then a game is a draw.
const LONGEST: usize = 240;

#[derive(Debug, Clone, Copy, Default)]
pub struct Score {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub plies: u32,
    pub slowest: Duration,
}

impl Score {
    /// The first machine's points of all points.
    pub fn share(&self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games.max(1))
    }
}

/// Plays every opening twice, once with each colour. The expert gets `expert_nodes`, if they are given,
/// instead of its own.
pub fn contest(
    first: Level,
    second: Level,
    openings: &[&str],
    seed: u64,
    expert_nodes: Option<u64>,
) -> Score {
    let mut score = Score::default();
    let budget = Budget { nodes: expert_nodes, ..Budget::unlimited() };
    for (at, opening) in openings.iter().enumerate() {
        for colour in Color::ALL {
            let seed = seed.wrapping_mul(1000) + at as u64;
            let levels = colour.fold_wb([first, second], [second, first]);
            match play(levels, opening, seed, &budget, &mut score) {
                Some(winner) if winner == colour => score.wins += 1,
                Some(_) => score.losses += 1,
                None => score.draws += 1,
            }
        }
    }
    score
}

/// Plays a game, White's level first; answers the winner.
fn play(
    [white, black]: [Level; 2],
    opening: &str,
    seed: u64,
    expert: &Budget,
    score: &mut Score,
) -> Option<Color> {
    let mut game = Chess::default();
    let mut seen = vec![game.clone()];
    for text in opening.split_whitespace() {
        let play = game.read(text, tablero_game::Language::English).expect("openings are legal");
        Position::play_unchecked(&mut game, play);
        seen.push(game.clone());
    }
    while !is_drawn(&game, &seen) {
        let machine = Machine::new(game.turn().fold_wb(white, black), seed).having_seen(&seen);
        let budget = if machine.level() == Level::Expert { expert.clone() } else { Budget::unlimited() };
        let began = Instant::now();
        let Some(choice) = machine.choose(&game, budget) else {
            return game.is_checkmate().then_some(!game.turn());
        };
        score.slowest = score.slowest.max(began.elapsed());
        score.plies += 1;
        Position::play_unchecked(&mut game, choice.play);
        seen.push(game.clone());
    }
    None
}

fn is_drawn(game: &Chess, seen: &[Chess]) -> bool {
    game.is_insufficient_material()
        || game.halfmoves() >= 100
        || seen.len() > LONGEST
        || seen.iter().filter(|earlier| *earlier == game).count() >= 3
}
