use tablero_game::{
    Faults,
    chess::{read_position, write_fen},
};

use super::{Progress, Solution, Solver, Verdict};
use crate::Budget;

/// What `validate` says of one position, legal or not, ready to be told to a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Validation {
    /// The complete FEN, or the text as it came where it is no legal position.
    pub fen: String,
    pub moves: u8,
    pub verdict: Verdict,
    pub keys: Vec<String>,
    pub keys_uci: Vec<String>,
    pub shortest: Option<u8>,
    pub nodes: u64,
    pub elapsed_ms: u64,
    /// Everything wrong with the position, in words; empty unless it is illegal.
    pub faults: Vec<String>,
}

impl From<&Solution> for Validation {
    fn from(solution: &Solution) -> Validation {
        Validation {
            fen: write_fen(&solution.position),
            moves: solution.moves,
            verdict: solution.verdict,
            keys: solution.keys_san(),
            keys_uci: solution.keys_uci(),
            shortest: solution.shortest,
            nodes: solution.nodes,
            elapsed_ms: solution.elapsed_ms,
            faults: Vec::new(),
        }
    }
}

impl Validation {
    /// The answer to a text that is no legal position.
    #[must_use]
    pub fn illegal(fen: &str, moves: u8, faults: Faults) -> Validation {
        Validation {
            fen: fen.to_owned(),
            moves,
            verdict: Verdict::Illegal,
            keys: Vec::new(),
            keys_uci: Vec::new(),
            shortest: None,
            nodes: 0,
            elapsed_ms: 0,
            faults: faults.0.into_iter().map(|flaw| flaw.words).collect(),
        }
    }
}

impl Solver {
    /// Reads a FEN and proves what there is to prove about it.
    pub fn validate(
        &mut self,
        fen: &str,
        moves: u8,
        budget: Budget,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Validation {
        match read_position(fen) {
            Ok(position) => Validation::from(&self.solve(&position, moves, budget, progress)),
            Err(faults) => Validation::illegal(fen, moves, faults.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Options, *};

    fn validate(fen: &str, moves: u8, budget: Budget) -> Validation {
        Solver::new(Options::default()).validate(fen, moves, budget, &|_| {})
    }

    #[test]
    fn every_verdict_has_its_word() {
        let words = [
            ("8/5P1k/5K2/8/8/8/8/8 w", 2, "sound"),
            ("8/5P1k/8/5K2/8/8/8/6R1 w", 2, "cooked"),
            ("8/5P1k/5K2/8/8/8/8/8 w", 3, "short"),
            ("8/5P1k/5K2/8/8/8/8/8 w", 1, "no_mate"),
            ("8/5P1k/5K2/8/8/8/8/8 b", 0, "no_mate"),
            ("8/5P2/5K2/8/8/8/8/8 w", 2, "illegal"),
        ];
        for (fen, moves, word) in words {
            assert_eq!(validate(fen, moves, Budget::unlimited()).verdict.as_str(), word, "{fen} {moves}");
        }
        let hurried = validate("2kb1B2/6B1/K6R/8/R6P/8/3P4/7n w", 5, Budget::unlimited().with_nodes(1000));
        assert_eq!(hurried.verdict.as_str(), "undecided");
    }

    #[test]
    fn an_illegal_position_names_its_faults_and_keeps_its_text() {
        let found = validate("P7/8/5K2/8/8/8/8/8 w", 2, Budget::unlimited());
        assert_eq!(found.faults, ["there is no black king", "the pawn on a8 stands on the last rank"]);
        assert_eq!((found.fen.as_str(), found.shortest), ("P7/8/5K2/8/8/8/8/8 w", None));
    }

    #[test]
    fn a_short_mate_gives_the_keys_of_the_shortest() {
        let found = validate("8/5P1k/5K2/8/8/8/8/8", 3, Budget::unlimited());
        assert_eq!(
            (found.shortest, found.keys, found.keys_uci),
            (Some(2), vec!["f8=R".into()], vec!["f7f8r".into()])
        );
        assert_eq!(found.fen, "8/5P1k/5K2/8/8/8/8/8 w - - 0 1");
    }
}
