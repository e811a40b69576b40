use crate::mate::Verdict;

/// A move in two spellings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// As people write it.
    pub text: String,
    /// As programs exchange it.
    pub code: String,
}

/// What a composer wants to know about a problem, whatever its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub verdict: Verdict,
    /// The moves of the shortest win within the number asked for.
    pub shortest: Option<u8>,
    pub keys: Vec<Key>,
    /// False where the budget ended before all first moves were settled.
    pub keys_complete: bool,
    /// It is proven that no win exists within so many moves.
    pub refuted: u8,
    /// First moves that fail to one defence only, the nearest to success first.
    pub tries: Vec<Try>,
    /// What would happen if the side to move could pass.
    pub set_play: Vec<Variation>,
    pub duals: Vec<Dual>,
    /// False where the budget or a limit cut the play short.
    pub complete: bool,
    pub nodes: u64,
    pub elapsed_ms: u64,
    /// All of it on one page.
    pub text: String,
}

/// A key and what makes it one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub line: Continuation,
    pub is_check: bool,
    pub is_capture: bool,
    pub is_promotion: bool,
    pub flights_taken: Vec<String>,
    pub flights_given: Vec<String>,
}

/// An attacker's move that keeps the win, and the play after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation {
    /// `None` where the defender moves again.
    pub play: Option<Said>,
    pub stake: Stake,
    pub variations: Vec<Variation>,
}

/// Why the defender must do something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stake {
    /// The game is won.
    Win,
    Check,
    Threat(Vec<Continuation>),
    Zugzwang,
    /// Not looked into.
    Unknown,
}

/// A defence with the continuations that win in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// `None` where the attacker moves again.
    pub defence: Option<Said>,
    /// The win follows in so many moves.
    pub wins_in: u8,
    /// Whether every threat fails after this defence; true where there is none.
    pub parries: bool,
    pub continuations: Vec<Continuation>,
}

/// A first move that only one defence refutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Try {
    pub play: Said,
    pub refutation: Said,
    /// Defences that do not refute: the more, the nearer to success.
    pub answered: usize,
    pub threatens: bool,
    pub is_check: bool,
}

/// A choice of the attacker where there should be one move only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dual {
    /// The moves from the key to the defence.
    pub line: Vec<String>,
    /// The number of the move that is not unique, counted from the key.
    pub move_number: u8,
    pub continuations: Vec<String>,
    /// Major before the last move, minor at it.
    pub major: bool,
}
