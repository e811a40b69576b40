//! Parity by quarters of the board: where an odd number of squares is empty, who plays first plays last.

use super::bits::squares;

/// The quarters with an odd number of empty squares, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parity(u8);

const QUARTER: [u8; 64] = quarters();
/// The squares of the odd quarters, by parity.
const ODD: [u64; 16] = odd();

const fn quarters() -> [u8; 64] {
    let mut quarters = [0; 64];
    let mut square = 0;
    while square < 64 {
        quarters[square] = 1 << (square / 32 * 2 + square % 8 / 4);
        square += 1;
    }
    quarters
}

const fn odd() -> [u64; 16] {
    let mut odd = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut square = 0;
        while square < 64 {
            if QUARTER[square] as usize & parity != 0 {
                odd[parity] |= 1 << square;
            }
            square += 1;
        }
        parity += 1;
    }
    odd
}

impl Parity {
    pub(super) fn of(empty: u64) -> Parity {
        squares(empty).fold(Parity(0), Parity::after)
    }

    /// The parity once a square is taken.
    pub(super) const fn after(self, square: usize) -> Parity {
        Parity(self.0 ^ QUARTER[square & 63])
    }

    pub(super) const fn odd_squares(self) -> u64 {
        ODD[self.0 as usize & 15]
    }
}
