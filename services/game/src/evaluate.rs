use std::hash::{DefaultHasher, Hasher as _};

use crate::{Game, Level};

/// The way a machine looks for its move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Every line to the full depth, valued by [`Game::appraise`].
    Minimax,
    /// Alpha-beta to the full depth, valued by [`Evaluate::weigh`].
    AlphaBeta,
    /// Alpha-beta to the full depth, valued by [`Evaluate::weigh`], where a win is a win however far away:
    /// the first move of the best value, in the game's own order.
    Fixed,
    /// Alpha-beta that deepens until its nodes are spent and follows forcing moves to their end,
    /// valued by [`Evaluate::judge`].
    Deepening,
}

/// What makes a level of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Skill {
    pub method: Method,
    /// Plies to look ahead at most, in a whole game.
    pub depth: u8,
    /// Plies to look ahead at most, in a problem with a goal and an end.
    pub problem_depth: u8,
    /// Nodes to visit at most where the caller's budget names none.
    pub nodes: u64,
}

/// The end of a game, close enough to be counted out to the last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Finale {
    /// By the rules alone.
    Plain,
    /// Standard Othello on 8 by 8 squares, one bit each, row by row: the discs of the side to move and
    /// those of the other.
    Discs { mover: u64, other: u64 },
}

/// What machines want to know of a game besides its rules.
///
/// Every verb has a default that is right for any game: a game gets working machines from an empty
/// implementation, and better ones from each verb it answers itself. All values are for the side to
/// move, higher is better, and stay well within a million.
pub trait Evaluate: Game {
    /// Quiet moves are remembered as good or bad in so many pigeonholes.
    const HABITS: usize = 1;

    /// How a level plays this game.
    #[must_use]
    fn skill(level: Level) -> Skill {
        let (method, depth, nodes) = match level {
            Level::Easy => (Method::Minimax, 2, 400_000),
            Level::Normal => (Method::AlphaBeta, 3, 400_000),
            Level::Hard => (Method::AlphaBeta, 5, 400_000),
            Level::Expert => (Method::Deepening, 60, 200_000),
        };
        Skill { method, depth, problem_depth: depth, nodes }
    }

    /// A better value than [`Game::appraise`], still cheap.
    fn weigh(&self) -> i32 {
        self.appraise()
    }

    /// The best value this game can give without looking ahead.
    fn judge(&self) -> i32 {
        self.weigh()
    }

    /// For a move that changes the balance at once, what it promises: the best promise is tried first,
    /// and a negative one is not followed beyond the horizon. `None` for a quiet move.
    fn promise(&self, _play: Self::Move) -> Option<i32> {
        None
    }

    /// The pigeonhole of a quiet move, below [`Evaluate::HABITS`].
    fn habit(&self, _play: Self::Move) -> usize {
        0
    }

    /// Whether the side to move forces the win before its next turn begins, where that is known without
    /// looking.
    fn wins_now(&self) -> Option<bool> {
        None
    }

    /// Whether the side to move is under a threat that makes [`Evaluate::judge`] meaningless.
    fn is_pressed(&self) -> bool {
        false
    }

    /// The position with the other side to move, where doing nothing is never better than the best move.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// In games that count points, by how many the side to move is ahead in an ended game: winning by more
    /// is better, and when it is won does not matter.
    fn margin(&self) -> Option<i32> {
        None
    }

    /// Whether a level is to try to count this position out to the end. Positions that come after one that
    /// is counted out are counted out too, in the same way.
    fn finale(&self, _level: Level) -> Option<Finale> {
        None
    }

    /// A number that equal positions share and different ones almost never do.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}
