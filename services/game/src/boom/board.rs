use crate::Side;

/// A column takes eight bits from the bottom up; the eighth is never set, so that lines do not wrap.
pub(super) const COLUMNS: u32 = 7;
pub(super) const ROWS: u32 = 7;
pub(super) const BOTTOM: u64 = 0x0001_0101_0101_0101;
const TOP: u64 = BOTTOM << (ROWS - 1);
/// Every cell of the board.
pub(super) const CELLS: u64 = BOTTOM * 0x7f;
/// Steps upward, to the right, and along both diagonals.
const STEPS: [u32; 4] = [1, 7, 8, 9];

/// After so many moves the match is abandoned as a draw.
pub(super) const MOST_MOVES: u16 = 512;

/// A position of Boom.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Boom {
    /// The pieces of each side, bombs among them.
    pub(super) discs: [u64; 2],
    pub(super) bombs: u64,
    /// The number of the next move, counted from 1.
    pub(super) next: u16,
    pub(super) ending: Ending,
}

/// How the game ended, if it did. It follows from the rest of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Ending {
    Open,
    Line(Side),
    /// The other side has no move left.
    Stuck(Side),
    Abandoned,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Play {
    /// A drop into the column with that index, counted from the left.
    Drop(u8),
    /// Sets off the bomb of the side to move.
    Boom,
}

pub(super) const fn cell(column: u32, row: u32) -> u64 {
    1 << (8 * column + row)
}

/// The side that makes the move of that number.
pub(super) const fn mover(number: u16) -> Side {
    if (number / 2).is_multiple_of(2) { Side::First } else { Side::Second }
}

/// Whether drops of that move may become bombs.
pub(super) const fn is_bomb_round(number: u16) -> bool {
    (number / 4 + 1).is_multiple_of(4)
}

/// The lines of four within a set of cells, each told by its first cell.
pub(super) fn lines(discs: u64, step: u32) -> u64 {
    let pairs = discs & discs >> step;
    pairs & pairs >> (2 * step)
}

pub(super) fn has_line(discs: u64) -> bool {
    STEPS.into_iter().any(|step| lines(discs, step) != 0)
}

/// Every cell that belongs to a line of four.
pub(super) fn cells_in_lines(discs: u64) -> u64 {
    STEPS.into_iter().fold(0, |cells, step| {
        let starts = lines(discs, step);
        let pairs = starts | starts << step;
        cells | pairs | pairs << (2 * step)
    })
}

impl Boom {
    pub(super) const START: Boom = Boom { discs: [0; 2], bombs: 0, next: 1, ending: Ending::Open };

    /// A position of pieces that all stand on something, at most one bomb a side.
    pub(super) fn new(discs: [u64; 2], bombs: u64, next: u16) -> Boom {
        let mut boom = Boom { discs, bombs, next, ending: Ending::Open };
        boom.ending = boom.ending_now();
        boom
    }

    pub(super) const fn side(&self) -> Side {
        mover(self.next)
    }

    pub(super) const fn discs_of(&self, side: Side) -> u64 {
        self.discs[side as usize]
    }

    pub(super) const fn occupied(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    pub(super) const fn bomb_of(&self, side: Side) -> u64 {
        self.bombs & self.discs_of(side)
    }

    /// The top cells of the columns that take another piece.
    pub(super) const fn open_tops(&self) -> u64 {
        !self.occupied() & TOP
    }

    pub(super) const fn is_open(&self, column: u32) -> bool {
        self.open_tops() & cell(column, ROWS - 1) != 0
    }

    /// The cell in which a drop comes to rest.
    pub(super) const fn landing(&self, column: u32) -> u64 {
        let column_cells = 0x7f << (8 * column);
        ((self.occupied() & column_cells) + cell(column, 0)) & column_cells
    }

    pub(super) const fn next_drop_is_bomb(&self) -> bool {
        is_bomb_round(self.next) && self.bomb_of(self.side()) == 0
    }

    /// Whether a drop into an open column wins at once.
    pub(super) fn wins_by(&self, column: u32) -> bool {
        has_line(self.discs_of(self.side()) | self.landing(column))
    }

    pub(super) fn drop_disc(&mut self, column: u32) {
        let (side, landing) = (self.side(), self.landing(column));
        if self.next_drop_is_bomb() {
            self.bombs |= landing;
        }
        self.discs[side as usize] |= landing;
        self.next += 1;
        // A drop gives nobody else a line.
        self.ending =
            if has_line(self.discs_of(side)) { Ending::Line(side) } else { self.ending_without_line() };
    }

    /// Removes the mover's bomb and every piece of the other side in its row; what stood above them
    /// comes down by one cell.
    pub(super) fn set_off(&mut self) {
        let side = self.side();
        let bomb = self.bomb_of(side);
        let row = bomb.trailing_zeros() % 8;
        let gone = self.discs_of(side.other()) & BOTTOM << row | bomb;
        let columns = (gone >> row) * 0xff;
        let below = BOTTOM * ((1 << row) - 1);
        let above = columns & CELLS & !(below | BOTTOM << row);
        let fall = |cells: u64| {
            let stay = cells & !gone;
            stay & !above | (stay & above) >> 1
        };
        self.discs = self.discs.map(fall);
        self.bombs = fall(self.bombs);
        self.next += 1;
        self.ending = self.ending_now();
    }

    fn ending_now(&self) -> Ending {
        match [has_line(self.discs[0]), has_line(self.discs[1])] {
            [true, true] => Ending::Line(mover(self.next - 1)),
            [true, false] => Ending::Line(Side::First),
            [false, true] => Ending::Line(Side::Second),
            [false, false] => self.ending_without_line(),
        }
    }

    fn ending_without_line(&self) -> Ending {
        if self.open_tops() == 0 && self.bomb_of(self.side()) == 0 {
            Ending::Stuck(self.side().other())
        } else if self.next > MOST_MOVES {
            Ending::Abandoned
        } else {
            Ending::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(actions: &str) -> Boom {
        let mut boom = Boom::START;
        for action in actions.chars() {
            match action.to_digit(10).unwrap() {
                7 => boom.set_off(),
                column => boom.drop_disc(column),
            }
        }
        boom
    }

    #[test]
    fn the_first_turn_is_one_move_and_all_others_are_two() {
        let movers: String =
            (1..=9).map(|number| if mover(number) == Side::First { 'x' } else { 'o' }).collect();
        assert_eq!(movers, "xooxxooxx");
        let rounds: Vec<u16> = (1..100).filter(|&number| is_bomb_round(number)).collect();
        assert_eq!(rounds[..5], [12, 13, 14, 15, 28]);
    }

    #[test]
    fn there_are_88_windows() {
        let windows: u32 = STEPS.into_iter().map(|step| lines(CELLS, step).count_ones()).sum();
        assert_eq!(windows, 88);
        assert_eq!(cells_in_lines(CELLS), CELLS);
        assert_eq!(cells_in_lines(0b111_1011), 0b111_1000);
    }

    #[test]
    fn lines_do_not_wrap_around_the_board() {
        for column in 0..6 {
            assert!(!has_line(cell(column, 5) | cell(column, 6) | cell(column + 1, 0) | cell(column + 1, 1)));
        }
        let wrapped = [(0, 4), (1, 5), (2, 6), (4, 0)]
            .iter()
            .fold(0, |cells, &(column, row)| cells | cell(column, row));
        assert!(!has_line(wrapped));
    }

    #[test]
    fn a_bomb_clears_its_row_of_the_other_side() {
        // Move 12 is the first bomb; what stood on the pieces it takes comes down.
        let before = played("05435634126");
        assert!(before.next_drop_is_bomb());
        let mut boom = before.clone();
        boom.drop_disc(0);
        assert_eq!((boom.bombs, boom.next), (cell(0, 1), 13));
        let row = cell(0, 1) | cell(1, 1) | cell(2, 1) | cell(3, 1) | cell(4, 1) | cell(5, 1) | cell(6, 1);
        let others = boom.discs_of(Side::Second) & row;
        boom.set_off();
        assert_eq!(boom.occupied().count_ones(), 12 - 1 - others.count_ones());
        assert_eq!((boom.bombs, boom.next), (0, 14));
        for column in 0..COLUMNS {
            let height = (boom.occupied() >> (8 * column) & 0x7f).count_ones();
            assert_eq!(boom.occupied() >> (8 * column) & 0x7f, (1 << height) - 1, "column {column} stands");
        }
    }

    #[test]
    fn the_match_is_abandoned_after_512_moves() {
        assert_eq!(Boom::new([0; 2], 0, 512).ending, Ending::Open);
        assert_eq!(Boom::new([0; 2], 0, 513).ending, Ending::Abandoned);
    }
}
