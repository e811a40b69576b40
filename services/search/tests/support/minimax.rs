//! The second opinion: a plain exhaustive minimax on the rules of shakmaty, without any cleverness.

use tablero_game::chess::{Chess, Move, Position};

/// The least number of moves, up to `moves`, in which the side to move forces mate.
pub fn shortest(position: &Chess, moves: u8) -> Option<u8> {
    (1..=moves).find(|&moves| !keys(position, moves).is_empty())
}

/// Every first move that forces mate within `moves`.
pub fn keys(position: &Chess, moves: u8) -> Vec<Move> {
    let depth = 2 * u32::from(moves) - 1;
    let mut keys: Vec<Move> = position.legal_moves().into_iter().collect();
    keys.retain(|&play| mated(&after(position, play), depth - 1));
    keys
}

/// Whether the attacker has forced mate with the defender to move; looks at every move.
fn mated(position: &Chess, depth: u32) -> bool {
    let defences = position.legal_moves();
    if defences.is_empty() {
        return position.is_check();
    }
    let mut all = true;
    if depth == 0 {
        return false;
    }
    for play in defences {
        all &= mates(&after(position, play), depth - 1);
    }
    all
}

fn mates(position: &Chess, depth: u32) -> bool {
    let mut any = false;
    for play in position.legal_moves() {
        any |= mated(&after(position, play), depth - 1);
    }
    any
}

fn after(position: &Chess, play: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(play);
    next
}
