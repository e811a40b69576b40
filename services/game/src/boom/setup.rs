use super::{
    Boom, Fault,
    board::{CELLS, COLUMNS, MOST_MOVES, ROWS, cell, is_bomb_round, mover},
};
use crate::Side;

/// The first move before which a piece can have gone: the first bomb falls with move 12.
const FIRST_AFTER_BOOM: u16 = 14;

/// Pieces on a board and whose turn it is, possible or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Setup {
    /// The pieces of each side, bombs among them.
    pub(super) discs: [u64; 2],
    pub(super) bombs: u64,
    pub(super) turn: Side,
    /// The number of the next move, from 1 to one more than the last.
    pub(super) number: u16,
}

impl From<&Boom> for Setup {
    fn from(boom: &Boom) -> Setup {
        Setup { discs: boom.discs, bombs: boom.bombs, turn: boom.side(), number: boom.next }
    }
}

impl Setup {
    pub(super) const EMPTY: Setup = Setup { discs: [0; 2], bombs: 0, turn: Side::First, number: 1 };

    /// The position of the set-up.
    ///
    /// # Errors
    /// Every fault, not only the first.
    pub(super) fn judge(&self) -> Result<Boom, Vec<Fault>> {
        let mut faults = self.floating();
        for side in Side::ALL {
            let count = (self.bombs & self.discs[side as usize]).count_ones();
            if count > 1 {
                faults.push(Fault::ManyBombs { side, count });
            }
        }
        faults.extend(self.number_faults(self.number));
        if faults.is_empty() { Ok(Boom::new(self.discs, self.bombs, self.number)) } else { Err(faults) }
    }

    /// What speaks against `number` being that of the next move.
    fn number_faults(&self, number: u16) -> Vec<Fault> {
        let mut faults = Vec::new();
        if mover(number) != self.turn {
            faults.push(Fault::WrongTurn { number, side: self.turn });
        }
        for side in Side::ALL {
            let count = self.discs[side as usize].count_ones();
            let moves = moves_before(number, side);
            if count > moves {
                faults.push(Fault::ManyPieces { side, count, moves, number });
            } else if count < moves && number < FIRST_AFTER_BOOM {
                faults.push(Fault::MissingPieces { side, count, moves, number });
            }
            if self.bombs & self.discs[side as usize] != 0 && number <= first_bomb(side) {
                faults.push(Fault::EarlyBomb { side, number });
            }
        }
        faults
    }

    /// The first number of a next move, from the present one on, that the pieces allow; the present one
    /// where none does.
    pub(super) fn fitting_number(&self) -> u16 {
        (self.number..=MOST_MOVES)
            .find(|&number| self.number_faults(number).is_empty())
            .unwrap_or(self.number)
    }

    fn floating(&self) -> Vec<Fault> {
        let occupied = self.discs[0] | self.discs[1];
        let floating = occupied & !(occupied << 1) & CELLS & !(cell(0, 0) * 0x0001_0101_0101_0101);
        cells(floating).map(|at| Fault::Floating(cell_name(at))).collect()
    }
}

/// The moves that a side made before the move of that number.
fn moves_before(number: u16, side: Side) -> u32 {
    let made = u32::from(number) - 1;
    let first = made.div_ceil(4) + made / 4;
    match side {
        Side::First => first,
        Side::Second => made - first,
    }
}

fn first_bomb(side: Side) -> u16 {
    (1..=MOST_MOVES).find(|&number| is_bomb_round(number) && mover(number) == side).unwrap_or(MOST_MOVES)
}

/// The cells of a set one by one, column by column from the bottom.
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        at
    })
}

/// The column's number, as drops are written, and the row's letter from the bottom: `4a`.
pub(super) fn cell_name(at: u32) -> String {
    format!("{}{}", at / 8 + 1, row_name(at % 8))
}

pub(super) fn row_name(row: u32) -> char {
    char::from(b'a' + row as u8)
}

/// Reads `4a`, or `d1` as chess players name cells, in either case.
pub(super) fn read_cell(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    let (column, row) = match *text.as_bytes() {
        [column @ b'1'..=b'7', row @ b'a'..=b'g'] => (column - b'1', row - b'a'),
        [column @ b'a'..=b'g', row @ b'1'..=b'7'] => (column - b'a', row - b'1'),
        _ => return None,
    };
    debug_assert!(u32::from(column) < COLUMNS && u32::from(row) < ROWS);
    Some(cell(column.into(), row.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_for_each_side() {
        for number in 1..60 {
            for side in Side::ALL {
                let plainly = (1..number).filter(|&earlier| mover(earlier) == side).count();
                assert_eq!(moves_before(number, side) as usize, plainly, "{number}");
            }
        }
        assert_eq!(Side::ALL.map(first_bomb), [12, 14]);
    }

    #[test]
    fn a_number_that_does_not_fit_moves_on() {
        let lonely = Setup { discs: [cell(3, 0), 0], ..Setup::EMPTY };
        assert_eq!(lonely.fitting_number(), 16);
        assert_eq!(Setup { turn: Side::Second, ..lonely.clone() }.fitting_number(), 2);
        assert_eq!(Setup { number: 41, ..lonely }.fitting_number(), 41);
    }

    #[test]
    fn cells_have_names() {
        assert_eq!(read_cell(" 4A "), read_cell("d1"));
        assert_eq!(read_cell("7g").map(|at| cell_name(at.trailing_zeros())).as_deref(), Some("7g"));
        assert_eq!(read_cell("8a").or(read_cell("4h")).or(read_cell("4")).or(read_cell("ñ")), None);
    }
}
