use shakmaty::{Chess, Move, Position as _, Role, Square};

use super::board::{Kind, Ply, castled_rook};

/// The move of the rules for a legal move of the inner loop.
pub(super) fn play_of(position: &Chess, ply: Ply) -> Move {
    let (from, to) = (ply.from, ply.to);
    let promotion = match ply.kind {
        Kind::Castle => {
            return Move::Castle { king: from, rook: castled_rook(to).0 };
        }
        Kind::EnPassant => return Move::EnPassant { from, to },
        Kind::Promotion(role) => Some(role),
        Kind::Normal | Kind::DoublePush => None,
    };
    Move::Normal { role: ply.role, from, capture: position.board().role_at(to), to, promotion }
}

/// The move of the inner loop for a legal move of the rules.
pub(super) fn ply_of(play: Move) -> Ply {
    let (from, to) = (play.from().unwrap_or(Square::A1), play.to());
    match play {
        Move::Castle { king, rook } => {
            let file = if rook < king { shakmaty::File::C } else { shakmaty::File::G };
            Ply::new(Role::King, king, Square::from_coords(file, king.rank()), Kind::Castle)
        }
        Move::EnPassant { .. } => Ply::new(Role::Pawn, from, to, Kind::EnPassant),
        Move::Normal { promotion: Some(role), .. } => Ply::new(Role::Pawn, from, to, Kind::Promotion(role)),
        Move::Normal { role: Role::Pawn, .. } if from.abs_diff(to) == 16 => {
            Ply::new(Role::Pawn, from, to, Kind::DoublePush)
        }
        Move::Normal { .. } | Move::Put { .. } => Ply::new(play.role(), from, to, Kind::Normal),
    }
}

#[cfg(test)]
mod tests {
    use tablero_game::chess::read_position;

    use super::{super::board::Board, *};

    #[test]
    fn both_boards_know_the_same_moves_and_play_them_alike() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "r3k2r/Pp1p1ppp/1b3nbN/nPp5/BBP1P3/q4N2/Pp1P2PP/R2Q1R1K w kq c6",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3",
        ] {
            let position = read_position(fen).unwrap();
            let board = Board::from(&position);
            let plies = board.legal_moves();
            assert_eq!(plies.len(), position.legal_moves().len());
            for play in position.legal_moves() {
                let ply = ply_of(play);
                assert!(plies.contains(&ply) && play_of(&position, ply) == play, "{play} in {fen}");
                let mut next = position.clone();
                next.play_unchecked(play);
                assert_eq!(board.play(ply), Board::from(&next));
            }
        }
    }
}
