//! Plain minimax on a fast board, the unit in which speed is compared between machines.

use cozy_chess::{Board, Color};

/// Whether the side to move mates within `moves`, found by looking at every line of every shorter length.
pub(crate) fn mates(fen: &str, moves: u8) -> bool {
    let board = Board::from_fen(fen, false).expect("the corpus is legal");
    (1..=u32::from(moves)).any(|moves| minimax(&board, 2 * moves - 1, board.side_to_move()))
}

fn minimax(board: &Board, depth: u32, attacker: Color) -> bool {
    let attacks = board.side_to_move() == attacker;
    let mut best = !attacks;
    let mut any = false;
    board.generate_moves(|moves| {
        for play in moves {
            any = true;
            if depth == 0 {
                break;
            }
            let mut next = board.clone();
            next.play_unchecked(play);
            let won = minimax(&next, depth - 1, attacker);
            best = if attacks { best || won } else { best && won };
        }
        depth == 0
    });
    match any {
        false => !attacks && !board.checkers().is_empty(),
        true => depth > 0 && best,
    }
}
