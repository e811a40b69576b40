use shakmaty::{Chess, Move};
use tablero_game::{
    Language,
    chess::{write_san, write_uci},
};

/// What is proven about a position and a number of moves N.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Mate in exactly N with one key.
    Sound,
    /// Mate in exactly N with several keys.
    Cooked,
    /// Mate in fewer than N.
    Short,
    /// No mate in N.
    NoMate,
    /// The budget ended before a proof.
    Undecided,
    /// The position has faults.
    Illegal,
}

impl Verdict {
    /// What follows from what is proven: the shortest win within `moves`, how many keys it has, and whether
    /// all first moves are settled.
    pub(crate) fn of(shortest: Option<u8>, moves: u8, keys: usize, complete: bool) -> Verdict {
        match (shortest, keys, complete) {
            (Some(shortest), _, _) if shortest < moves => Verdict::Short,
            (Some(_), 2.., _) => Verdict::Cooked,
            (_, _, false) => Verdict::Undecided,
            (Some(_), _, true) => Verdict::Sound,
            (None, _, true) => Verdict::NoMate,
        }
    }

    /// The stable word for machines.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Sound => "sound",
            Verdict::Cooked => "cooked",
            Verdict::Short => "short",
            Verdict::NoMate => "no_mate",
            Verdict::Undecided => "undecided",
            Verdict::Illegal => "illegal",
        }
    }
}

/// The outcome of solving a position for N moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    pub position: Chess,
    /// The N that was asked for.
    pub moves: u8,
    pub verdict: Verdict,
    /// The moves of the shortest mate within N.
    pub shortest: Option<u8>,
    /// Every first move of the shortest mate, in order of their UCI text.
    pub keys: Vec<Move>,
    /// False where the budget ended before all first moves were settled.
    pub keys_complete: bool,
    /// It is proven that no mate exists within so many moves.
    pub refuted: u8,
    pub nodes: u64,
    pub elapsed_ms: u64,
}

impl Solution {
    /// Nothing is known yet.
    pub(super) fn open(position: &Chess, moves: u8) -> Solution {
        Solution {
            position: position.clone(),
            moves,
            verdict: Verdict::Undecided,
            shortest: None,
            keys: Vec::new(),
            keys_complete: true,
            refuted: 0,
            nodes: 0,
            elapsed_ms: 0,
        }
    }

    /// Draws the conclusion from what is proven so far.
    pub(super) fn conclude(&mut self) {
        self.shortest = (!self.keys.is_empty()).then_some(self.refuted + 1);
        self.verdict = Verdict::of(self.shortest, self.moves, self.keys.len(), self.keys_complete);
    }

    #[must_use]
    pub fn keys_san(&self) -> Vec<String> {
        self.keys.iter().map(|&key| write_san(&self.position, key, Language::English)).collect()
    }

    #[must_use]
    pub fn keys_uci(&self) -> Vec<String> {
        self.keys.iter().map(|&key| write_uci(key)).collect()
    }
}

/// A sign of life while the solver thinks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The number of moves being proven or disproven.
    pub depth: u8,
    /// The first move being tried, as SAN.
    pub key: String,
    /// First moves settled at this depth, and all of them.
    pub settled: usize,
    pub total: usize,
    pub nodes: u64,
    pub elapsed_ms: u64,
}
