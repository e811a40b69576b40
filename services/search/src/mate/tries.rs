use shakmaty::{Chess, Move, Position as _};
use tablero_game::{Language, chess::write_san};

use super::{
    Solution,
    analyst::{Analyst, Undecided, after, ordered_moves, passed},
};

/// A first move that only one defence refutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Try {
    pub play: Move,
    pub san: String,
    pub refutation: Move,
    pub refutation_san: String,
    /// Defences that do not refute: the more, the nearer to success.
    pub answered: usize,
    /// Whether the try threatens mate in time.
    pub threatens: bool,
    pub is_check: bool,
}

/// The best tries of a problem that is mate in `moves`: quiet ones before checks, then those that
/// answer the most defences.
pub(super) fn tries(
    analyst: &mut Analyst<'_>,
    solution: &Solution,
    moves: u8,
    most: usize,
) -> Result<Vec<Try>, Undecided> {
    let mut tries = Vec::new();
    if most == 0 || moves < 2 {
        return Ok(tries);
    }
    for play in ordered_moves(&solution.position).into_iter().filter(|play| !solution.keys.contains(play)) {
        tries.extend(as_try(analyst, &solution.position, play, moves)?);
    }
    tries.sort_by_key(|found| (found.is_check, std::cmp::Reverse(found.answered)));
    tries.truncate(most);
    Ok(tries)
}

fn as_try(
    analyst: &mut Analyst<'_>,
    position: &Chess,
    play: Move,
    moves: u8,
) -> Result<Option<Try>, Undecided> {
    let next = after(position, play);
    let mut refutation = None;
    let mut answered = 0;
    for defence in ordered_moves(&next) {
        if analyst.shortest(&after(&next, defence), moves - 1)?.is_some() {
            answered += 1;
        } else if refutation.replace(defence).is_some() {
            return Ok(None);
        }
    }
    // Stalemate is a failure without a refutation; a lone legal reply shows no play.
    let Some(refutation) = refutation.filter(|_| answered > 0) else {
        return Ok(None);
    };
    let threatens = match passed(&next).filter(|_| !next.is_check()) {
        Some(free) => analyst.shortest(&free, moves - 1)?.is_some(),
        None => false,
    };
    Ok(Some(Try {
        play,
        san: write_san(position, play, Language::English),
        refutation,
        refutation_san: write_san(&next, refutation, Language::English),
        answered,
        threatens,
        is_check: next.is_check(),
    }))
}
