//! Whole games between machines, from openings that are level, each opening with both sides.

use std::time::{Duration, Instant};

use tablero_game::{Evaluate, Language, Side};
use tablero_search::{
    Budget,
    machine::{Level, Machine, WIN},
};

use super::random::Dice;

/// Moves as UCI, a few plies into well-known openings of chess.
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
const LONGEST: usize = 600;
/// Plies of an opening by chance. In Boom a third would already have wasted a turn.
fn chance_plies(game: &str) -> usize {
    if game == "boom" { 2 } else { 6 }
}

/// Nodes to find out that an opening is not lost for somebody.
const CARE: u64 = 20_000;

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

    pub fn add(&mut self, other: Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.plies += other.plies;
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// The well-known openings of chess; in other games moves by chance, the same for the same seed.
pub fn openings<G: Evaluate>(count: usize, seed: u64) -> Vec<String> {
    if G::NAME == "chess" {
        return OPENINGS.into_iter().take(count).map(str::to_owned).collect();
    }
    let mut dice = Dice::new(seed);
    let mut openings = Vec::new();
    while openings.len() < count {
        let mut game = G::start("").expect("the usual rules");
        let mut moves = Vec::new();
        for _ in 0..chance_plies(G::NAME) {
            let legal = game.legal_moves();
            let play = legal[dice.below(legal.len() as u64) as usize];
            moves.push(game.code(play));
            game.play_unchecked(play);
        }
        let opening = moves.join(" ");
        let thought = Machine::new(Level::Expert, 0).choose(&game, Budget::unlimited().with_nodes(CARE));
        let level = thought.is_some_and(|choice| choice.value.abs() < WIN / 2);
        if level && !openings.contains(&opening) {
            openings.push(opening);
        }
    }
    openings
}

/// Plays every opening twice, once with each side; the first machine's score as first and as second side.
/// The expert gets `expert_nodes`, if they are given, instead of its own.
pub fn contest<G: Evaluate>(
    first: Level,
    second: Level,
    openings: &[String],
    seed: u64,
    expert_nodes: Option<u64>,
) -> [Score; 2] {
    let mut scores = [Score::default(); 2];
    let budget = Budget { nodes: expert_nodes, ..Budget::unlimited() };
    for (at, opening) in openings.iter().enumerate() {
        for (side, score) in Side::ALL.into_iter().zip(&mut scores) {
            let seed = seed.wrapping_mul(1000) + at as u64;
            let levels = if side == Side::First { [first, second] } else { [second, first] };
            match play::<G>(levels, opening, seed, &budget, score) {
                Some(winner) if winner == side => score.wins += 1,
                Some(_) => score.losses += 1,
                None => score.draws += 1,
            }
        }
    }
    scores
}

/// Plays a game, the first side's level first; answers the winner.
fn play<G: Evaluate>(
    levels: [Level; 2],
    opening: &str,
    seed: u64,
    expert: &Budget,
    score: &mut Score,
) -> Option<Side> {
    let mut game = G::start("").expect("the usual rules");
    let mut seen = vec![game.clone()];
    for text in opening.split_whitespace() {
        let play = game.read(text, Language::English).expect("openings are legal");
        game.play_unchecked(play);
        seen.push(game.clone());
    }
    while !is_drawn(&game, &seen) {
        let level = levels[game.side_to_move() as usize];
        let machine = Machine::new(level, seed).having_seen(&seen);
        let budget = if level == Level::Expert { expert.clone() } else { Budget::unlimited() };
        let began = Instant::now();
        let Some(choice) = machine.choose(&game, budget) else {
            return game.outcome().and_then(|outcome| outcome.winner());
        };
        score.slowest = score.slowest.max(began.elapsed());
        score.plies += 1;
        game.play_unchecked(choice.play);
        seen.push(game.clone());
    }
    None
}

fn is_drawn<G: Evaluate>(game: &G, seen: &[G]) -> bool {
    let text = game.repeats_as();
    game.drawn().is_some()
        || seen.len() > LONGEST
        || seen.iter().filter(|earlier| earlier.repeats_as() == text).count() >= 3
}
