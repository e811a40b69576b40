use std::fmt;

/// A square of a board of any size: `a1` is the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Row and column count from 0 at the top left; `None` beyond 16.
    #[must_use]
    pub fn new(row: u32, column: u32) -> Option<Square> {
        (row < 16 && column < 16).then_some(Square((row << 4 | column) as u8))
    }

    /// Reads a letter and a number, in either case.
    #[must_use]
    pub fn read(text: &str) -> Option<Square> {
        let mut signs = text.chars();
        let column = (signs.next()?.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
        let number = signs.as_str();
        if number.starts_with(['0', '+']) {
            return None;
        }
        Square::new(number.parse::<u32>().ok()?.checked_sub(1)?, column)
    }

    #[must_use]
    pub const fn row(self) -> u32 {
        (self.0 >> 4) as u32
    }

    #[must_use]
    pub const fn column(self) -> u32 {
        (self.0 & 15) as u32
    }

    /// Below 256, different for every square.
    #[must_use]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 16), self.row() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back_as_itself() {
        for square in (0..=255).map(Square) {
            assert_eq!(Square::read(&square.to_string()), Some(square));
        }
        assert_eq!(Square::read("P16"), Square::new(15, 15));
        for text in ["", "a", "a0", "a01", "a17", "q1", "1a", "a+1", "ñ3", "a1 "] {
            assert_eq!(Square::read(text), None, "{text}");
        }
    }
}
