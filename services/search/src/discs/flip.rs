//! Which discs turn over, by carries: added to a line of the other side's discs, one runs through them to
//! the first square that is not theirs.

/// From every square the squares of the lines towards the right, the bottom left, the bottom and the bottom
/// right, of which the last three are of use upside down too.
const RAYS: [[u64; 4]; 64] = rays();
/// By column and by the inner six discs of the other side in a row, where a disc of the mover would close them in.
const ENDS: [[u8; 64]; 8] = ends();
/// By column and by closing discs, what lies between.
const BETWEEN: [[u8; 256]; 8] = between();

const fn rays() -> [[u64; 4]; 64] {
    let mut rays = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 4 {
            let (down, right) = [(0, 1), (1, -1), (1, 0), (1, 1)][way];
            let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
            while row < 8 && column >= 0 && column < 8 {
                rays[square][way] |= 1 << (row * 8 + column);
                row += down;
                column += right;
            }
            way += 1;
        }
        square += 1;
    }
    rays
}

const fn ends() -> [[u8; 64]; 8] {
    let mut ends = [[0; 64]; 8];
    let mut column = 0;
    while column < 8 {
        let mut inner = 0;
        while inner < 64 {
            let other = (inner as u16) << 1;
            let mut at = column + 1;
            while at < 8 && other >> at & 1 == 1 {
                at += 1;
            }
            if at < 8 && at > column + 1 {
                ends[column][inner] |= 1 << at;
            }
            let mut at = column as i32 - 1;
            while at >= 0 && other >> at & 1 == 1 {
                at -= 1;
            }
            if at >= 0 && at < column as i32 - 1 {
                ends[column][inner] |= 1 << at;
            }
            inner += 1;
        }
        column += 1;
    }
    ends
}

const fn between() -> [[u8; 256]; 8] {
    let mut between = [[0; 256]; 8];
    let mut column = 0;
    while column < 8 {
        let mut closing = 0;
        while closing < 256 {
            let mut at = 0;
            while at < 8 {
                if closing >> at & 1 == 1 && at != column {
                    let (low, high) = if at < column { (at, column) } else { (column, at) };
                    let mut inside = low + 1;
                    while inside < high {
                        between[column][closing] |= 1 << inside;
                        inside += 1;
                    }
                }
                at += 1;
            }
            closing += 1;
        }
        column += 1;
    }
    between
}

/// The discs of `other` that turn over when `mover` places one on `square`, which is empty.
#[inline]
pub(super) fn flips(mover: u64, other: u64, square: usize) -> u64 {
    let square = square & 63;
    let below = &RAYS[square];
    let above = &RAYS[square ^ 56];
    let (mover_over, other_over) = (mover.swap_bytes(), other.swap_bytes());
    let down = ray(mover, other, below[1]) | ray(mover, other, below[2]) | ray(mover, other, below[3]);
    let up = ray(mover_over, other_over, above[1])
        | ray(mover_over, other_over, above[2])
        | ray(mover_over, other_over, above[3]);
    let (row, column) = (square & 56, square & 7);
    let inner = (other >> (row + 1)) as usize & 63;
    let closing = ENDS[column][inner] & (mover >> row) as u8;
    down | up.swap_bytes() | u64::from(BETWEEN[column][closing as usize]) << row
}

#[inline]
fn ray(mover: u64, other: u64, ray: u64) -> u64 {
    let closing = (other | !ray).wrapping_add(1) & mover & ray;
    closing.wrapping_sub(u64::from(closing != 0)) & ray
}
