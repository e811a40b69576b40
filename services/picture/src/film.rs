use tablero_game::{Language, MarkKind, Refused, Table};
use thiserror::Error;

use crate::Diagram;

/// The first move of a line that is not played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {number} of the line: {refused}")]
pub struct WrongMove {
    /// Counted from 1.
    pub number: usize,
    pub refused: Refused,
}

/// Plays a line and answers with its boards: the one before it, and the one after each move with that move marked.
///
/// # Errors
/// The first move that is not understood or not allowed. The table stands before it.
pub fn film<T: AsRef<str>>(
    table: &mut dyn Table,
    moves: &[T],
    language: Language,
) -> Result<Vec<Diagram>, WrongMove> {
    let mut boards = vec![Diagram::from(table.diagram())];
    for (text, number) in moves.iter().zip(1..) {
        let played = table.play(text.as_ref(), language).map_err(|refused| WrongMove { number, refused })?;
        let mut board = table.diagram();
        for square in [played.from, played.to].into_iter().flatten() {
            board.mark(&square, MarkKind::LastMove);
        }
        boards.push(board.into());
    }
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    #[test]
    fn every_move_is_a_board_with_that_move_marked() {
        let mut table = tablero_game::find("chess").unwrap().start("").unwrap();
        let boards = film(&mut *table, &["e4", "e7e5", "Cf3"], Language::Spanish).unwrap();
        let marked: Vec<Vec<u16>> =
            boards.iter().map(|board| board.marks.iter().map(|Mark { cell, .. }| *cell).collect()).collect();
        assert_eq!(marked, [vec![], vec![52, 36], vec![12, 28], vec![62, 45]]);
        assert_eq!(boards[3].cells[45].piece.as_deref(), Some("wN"));
    }

    #[test]
    fn a_wrong_move_is_named_by_its_number() {
        let mut table = tablero_game::find("chess").unwrap().start("").unwrap();
        let wrong = film(&mut *table, &["e4", "e4"], Language::English).unwrap_err();
        assert_eq!((wrong.number, table.side_to_move()), (2, tablero_game::Side::Second));
    }
}
