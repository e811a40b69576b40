use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of squares: one bit each, row by row from the top left, every row [`Word::STRIDE`] bits long.
pub(super) trait Word:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign + Not<Output = Self>
{
    const STRIDE: u32;
    const EMPTY: Self;

    fn bit(at: u32) -> Self;
    /// Shifts by less than 64 towards higher bits; what falls off the end is gone.
    fn up(self, by: u32) -> Self;
    /// Shifts by less than 64 towards lower bits; what falls off the end is gone.
    fn down(self, by: u32) -> Self;
    fn count(self) -> u32;
    /// The number of the lowest bit; the set is not empty.
    fn lowest(self) -> u32;
    fn without_lowest(self) -> Self;
    /// The set as 64-bit words, lowest first.
    fn words(self) -> [u64; 4];

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    fn bits(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            (!self.is_empty()).then(|| {
                let lowest = self.lowest();
                self = self.without_lowest();
                lowest
            })
        })
    }
}

impl Word for u64 {
    const STRIDE: u32 = 8;
    const EMPTY: u64 = 0;

    fn bit(at: u32) -> u64 {
        1 << at
    }

    fn up(self, by: u32) -> u64 {
        self << by
    }

    fn down(self, by: u32) -> u64 {
        self >> by
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    fn words(self) -> [u64; 4] {
        [self, 0, 0, 0]
    }
}

/// A set of up to 16 by 16 squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Wide {
    low: u128,
    high: u128,
}

impl BitAnd for Wide {
    type Output = Wide;

    fn bitand(self, other: Wide) -> Wide {
        Wide { low: self.low & other.low, high: self.high & other.high }
    }
}

impl BitOr for Wide {
    type Output = Wide;

    fn bitor(self, other: Wide) -> Wide {
        Wide { low: self.low | other.low, high: self.high | other.high }
    }
}

impl BitOrAssign for Wide {
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Wide;

    fn not(self) -> Wide {
        Wide { low: !self.low, high: !self.high }
    }
}

impl Word for Wide {
    const STRIDE: u32 = 16;
    const EMPTY: Wide = Wide { low: 0, high: 0 };

    fn bit(at: u32) -> Wide {
        if at < 128 { Wide { low: 1 << at, high: 0 } } else { Wide { low: 0, high: 1 << (at - 128) } }
    }

    fn up(self, by: u32) -> Wide {
        Wide { low: self.low << by, high: self.high << by | self.low >> (128 - by) }
    }

    fn down(self, by: u32) -> Wide {
        Wide { low: self.low >> by | self.high << (128 - by), high: self.high >> by }
    }

    fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    fn lowest(self) -> u32 {
        if self.low == 0 { 128 + self.high.trailing_zeros() } else { self.low.trailing_zeros() }
    }

    fn without_lowest(self) -> Wide {
        if self.low == 0 {
            Wide { low: 0, high: self.high & self.high.wrapping_sub(1) }
        } else {
            Wide { low: self.low & (self.low - 1), high: self.high }
        }
    }

    fn words(self) -> [u64; 4] {
        [self.low as u64, (self.low >> 64) as u64, self.high as u64, (self.high >> 64) as u64]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_cross_the_middle_of_a_wide_word() {
        for (from, by) in [(120, 17), (127, 1), (3, 16), (200, 15)] {
            assert_eq!(Wide::bit(from).up(by), Wide::bit(from + by));
            assert_eq!(Wide::bit(from + by).down(by), Wide::bit(from));
        }
        assert_eq!(Wide::bit(250).up(16), Wide::EMPTY);
        assert_eq!(Wide::bit(5).down(16), Wide::EMPTY);
        let set = Wide::bit(0) | Wide::bit(127) | Wide::bit(128) | Wide::bit(255);
        assert_eq!(set.bits().collect::<Vec<_>>(), [0, 127, 128, 255]);
        assert_eq!(set.count(), 4);
    }
}
