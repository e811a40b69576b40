use super::{Othello, board::Board, fault::Fault, settings::Settings, square::Square};
use crate::Side;

/// A position in the making: discs anywhere, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Setup {
    pub(super) settings: Settings,
    /// Row by row from the top.
    pub(super) cells: Vec<Option<Side>>,
    pub(super) turn: Side,
    pub(super) left: [u8; 2],
}

impl Setup {
    pub(super) fn empty(settings: Settings) -> Setup {
        let squares = usize::from(settings.size).pow(2);
        Setup { settings, cells: vec![None; squares], turn: Side::First, left: settings.skips }
    }

    /// The four discs of the standard start: white on the main diagonal.
    pub(super) fn standard(settings: Settings) -> Setup {
        let mut setup = Setup::empty(settings);
        let (size, middle) = (usize::from(settings.size), usize::from(settings.size) / 2);
        for (row, column) in
            [(middle - 1, middle - 1), (middle, middle), (middle - 1, middle), (middle, middle - 1)]
        {
            setup.cells[row * size + column] = Some(if row == column { Side::Second } else { Side::First });
        }
        setup
    }

    pub(super) fn of(game: &Othello) -> Setup {
        Setup {
            settings: game.settings,
            cells: game.board.cells(&game.settings),
            turn: game.turn,
            left: game.left,
        }
    }

    pub(super) fn position(&self) -> Othello {
        let Setup { settings, ref cells, turn, left } = *self;
        Othello { settings, board: Board::new(&settings, cells, turn), turn, left }
    }

    /// The disc on a square; `None` if the board is too small for it.
    pub(super) fn cell_mut(&mut self, square: Square) -> Option<&mut Option<Side>> {
        let size = self.settings.size();
        let on_board = square.row() < size && square.column() < size;
        on_board.then(|| &mut self.cells[(square.row() * size + square.column()) as usize])
    }

    /// What keeps a game from starting here.
    pub(super) fn faults(&self) -> Vec<Fault> {
        let has = |wanted| self.cells.contains(&wanted);
        if !has(Some(Side::First)) && !has(Some(Side::Second)) {
            return vec![Fault::EmptyBoard];
        }
        let mut faults: Vec<Fault> =
            Side::ALL.into_iter().filter(|side| !has(Some(*side))).map(Fault::NoDisc).collect();
        if !has(None) {
            faults.push(Fault::FullBoard);
        }
        let board = Board::new(&self.settings, &self.cells, self.turn);
        if faults.is_empty() && !Side::ALL.into_iter().any(|side| board.can_move(&self.settings, side)) {
            faults.push(Fault::NoMoves);
        }
        faults
    }
}
