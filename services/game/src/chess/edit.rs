use shakmaty::{Castles, CastlingMode, Piece, Setup, Square};
use thiserror::Error;

/// One change to the pieces of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// Puts a piece on a square; what stood there is gone.
    Put {
        piece: Piece,
        square: Square,
    },
    Remove {
        square: Square,
    },
    /// Moves a piece; what stood on the target is gone.
    Move {
        from: Square,
        to: Square,
    },
    /// Gives a piece to the other side.
    Recolour {
        square: Square,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EditError {
    #[error("there is nothing on {0}")]
    EmptySquare(Square),
}

/// The set-up after an edit. Castling rights and the en passant square that the edit made impossible
/// are dropped; the result may have faults, which [`super::judge`] names.
///
/// # Errors
/// The edit needs a piece where there is none; the set-up is untouched.
pub fn edit(setup: &Setup, edit: Edit) -> Result<Setup, EditError> {
    let mut next = setup.clone();
    let lifted = |square: Square| setup.board.piece_at(square).ok_or(EditError::EmptySquare(square));
    match edit {
        Edit::Put { piece, square } => next.board.set_piece_at(square, piece),
        Edit::Remove { square } => {
            lifted(square)?;
            next.board.discard_piece_at(square);
        }
        Edit::Move { from, to } => {
            let piece = lifted(from)?;
            next.board.discard_piece_at(from);
            next.board.set_piece_at(to, piece);
        }
        Edit::Recolour { square } => {
            let piece = lifted(square)?;
            next.board.set_piece_at(square, piece.role.of(!piece.color));
        }
    }
    let castles = Castles::from_setup(&next, CastlingMode::Standard).unwrap_or_else(|possible| possible);
    next.castling_rights &= castles.castling_rights();
    next.ep_square = next.ep_square.filter(|&ep| passed(&next, ep));
    Ok(next)
}

fn passed(setup: &Setup, ep: Square) -> bool {
    let (stands, came) = (ep.xor(Square::A2), ep.xor(Square::A4));
    setup.board.piece_at(stands) == Some((!setup.turn).pawn())
        && !setup.board.occupied().contains(ep)
        && !setup.board.occupied().contains(came)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Role};

    use super::{
        super::{Fault, judge, read_setup, write_setup},
        *,
    };

    fn after(fen: &str, change: Edit) -> String {
        write_setup(&edit(&read_setup(fen).unwrap(), change).unwrap())
    }

    #[test]
    fn pieces_are_put_removed_moved_and_recoloured() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let queen = Role::Queen.of(Color::Black);
        assert_eq!(
            after(fen, Edit::Put { piece: queen, square: Square::A1 }),
            "4k3/8/8/8/8/8/8/q3K2R w K - 0 1"
        );
        assert_eq!(after(fen, Edit::Remove { square: Square::H1 }), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        let step = Edit::Move { from: Square::E1, to: Square::H1 };
        assert_eq!(after(fen, step), "4k3/8/8/8/8/8/8/7K w - - 0 1");
        assert_eq!(after(fen, Edit::Recolour { square: Square::H1 }), "4k3/8/8/8/8/8/8/4K2r w - - 0 1");
    }

    #[test]
    fn an_edit_may_leave_faults_for_the_judge() {
        let setup = read_setup("4k3/8/8/8/8/8/8/4K3 w").unwrap();
        let kingless = edit(&setup, Edit::Remove { square: Square::E8 }).unwrap();
        assert_eq!(judge(&kingless).unwrap_err(), [Fault::NoKing(Color::Black)]);
    }

    #[test]
    fn an_edit_of_nothing_is_refused() {
        let setup = read_setup("4k3/8/8/8/8/8/8/4K3 w").unwrap();
        assert_eq!(
            edit(&setup, Edit::Remove { square: Square::A1 }),
            Err(EditError::EmptySquare(Square::A1))
        );
    }

    #[test]
    fn an_en_passant_square_goes_with_its_pawn() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        assert_eq!(after(fen, Edit::Remove { square: Square::D5 }), "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1");
        assert!(after(fen, Edit::Remove { square: Square::E5 }).contains("d6"));
    }
}
