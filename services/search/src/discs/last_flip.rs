/// By place on a line and the mover's discs on it, where all else is the other side's: twice the number of
/// discs that turn over.
const COUNT: [[u8; 256]; 8] = count();
/// The diagonals through every square: falling and rising.
const DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn count() -> [[u8; 256]; 8] {
    let mut count = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut mover = 0;
        while mover < 256 {
            let mut at = place + 1;
            while at < 8 && mover >> at & 1 == 0 {
                at += 1;
            }
            if at < 8 {
                count[place][mover] += 2 * (at - place - 1) as u8;
            }
            let mut at = place as i32 - 1;
            while at >= 0 && mover >> at & 1 == 0 {
                at -= 1;
            }
            if at >= 0 {
                count[place][mover] += 2 * (place as i32 - at - 1) as u8;
            }
            mover += 1;
        }
        place += 1;
    }
    count
}

const fn diagonals() -> [[u64; 2]; 64] {
    let mut lines = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square as i32 / 8, square as i32 % 8);
        let mut at = 0;
        while at < 8 {
            let (falling, rising) = (column - row + at, column + row - at);
            if falling >= 0 && falling < 8 {
                lines[square][0] |= 1 << (at * 8 + falling);
            }
            if rising >= 0 && rising < 8 {
                lines[square][1] |= 1 << (at * 8 + rising);
            }
            at += 1;
        }
        square += 1;
    }
    lines
}

/// Twice the number of discs that `mover` turns over on the one empty square.
///
/// A diagonal has one disc in each column: multiplied by eight ones, it falls into a row. Where it ends
/// before the row does, there are no discs beyond that could close anything in.
#[inline]
pub(super) fn twice_flipped(mover: u64, square: usize) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    let square = square & 63;
    let (row, column) = (square >> 3, square & 7);
    let of = |place: usize, line: u64| i32::from(COUNT[place][line as usize & 255]);
    let [falling, rising] = DIAGONALS[square];
    of(column, mover >> (square & 56))
        + of(row, ((mover >> column) & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56)
        + of(column, (mover & falling).wrapping_mul(COLUMN) >> 56)
        + of(column, (mover & rising).wrapping_mul(COLUMN) >> 56)
}

#[cfg(test)]
mod tests {
    use super::{
        super::bits::tests::{boards, plain_flips},
        *,
    };

    #[test]
    fn the_last_flips_are_counted_right() {
        for (mover, _) in boards(3000) {
            for square in 0..64 {
                let mover = mover & !(1 << square);
                let other = !mover & !(1 << square);
                let flipped = plain_flips(mover, other, square).count_ones() as i32;
                assert_eq!(twice_flipped(mover, square), 2 * flipped, "{mover:x} {square}");
            }
        }
    }
}
