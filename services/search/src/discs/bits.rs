pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// The squares on which `mover` may place a disc (parallel prefix, two ways at a time).
pub(super) fn moves(mover: u64, other: u64) -> u64 {
    let inner = other & !(FIRST_COLUMN | LAST_COLUMN);
    let found = along::<1>(mover, inner)
        | along::<8>(mover, other)
        | along::<7>(mover, inner)
        | along::<9>(mover, inner);
    found & !(mover | other)
}

fn along<const BY: u32>(mover: u64, prey: u64) -> u64 {
    let mut up = prey & (mover << BY);
    let mut down = prey & (mover >> BY);
    up |= prey & (up << BY);
    down |= prey & (down >> BY);
    let up_two = prey & (prey << BY);
    let down_two = up_two >> BY;
    up |= up_two & (up << (2 * BY));
    down |= down_two & (down >> (2 * BY));
    up |= up_two & (up << (2 * BY));
    down |= down_two & (down >> (2 * BY));
    (up << BY) | (down >> BY)
}

/// The squares of a set, lowest first.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let at = set.trailing_zeros() as usize;
            set &= set - 1;
            at
        })
    })
}

/// The squares that touch a square of `set`, without those of the set.
pub(super) const fn beside(set: u64) -> u64 {
    let row = set | (set & !LAST_COLUMN) << 1 | (set & !FIRST_COLUMN) >> 1;
    (row | row << 8 | row >> 8) & !set
}

/// The position for the side to move after a disc was placed.
pub(super) const fn placed(mover: u64, other: u64, square: usize, flips: u64) -> (u64, u64) {
    (other & !flips, mover | flips | 1 << (square & 63))
}

#[cfg(test)]
pub(super) mod tests {
    use super::{super::flip::flips, *};

    /// The discs turned over, step by step.
    pub(in super::super) fn plain_flips(mover: u64, other: u64, square: usize) -> u64 {
        let at = |row: i32, column: i32| 1u64 << (row * 8 + column);
        let mut flips = 0;
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
            let on_board = |row: i32, column: i32| (0..8).contains(&row) && (0..8).contains(&column);
            let mut run = 0;
            while on_board(row, column) && other & at(row, column) != 0 {
                run |= at(row, column);
                (row, column) = (row + down, column + right);
            }
            if on_board(row, column) && mover & at(row, column) != 0 {
                flips |= run;
            }
        }
        flips
    }

    /// Boards with more and less on them, never the same square twice.
    pub(in super::super) fn boards(count: usize) -> impl Iterator<Item = (u64, u64)> {
        let mut dice = crate::dice::Dice::new(5);
        let mut word = move || (0..4).fold(0u64, |word, _| word << 16 | dice.roll(1 << 16) as u64);
        (0..count).map(move |at| {
            let (a, b, c) = (word(), word(), word());
            let full = match at % 3 {
                0 => a,
                1 => a | b,
                _ => a | b | word() | word(),
            };
            (full & c, full & !c)
        })
    }

    #[test]
    fn moves_are_the_empty_squares_that_flip_and_flips_are_right() {
        for (mover, other) in boards(3000) {
            let mut found = 0;
            for square in squares(!(mover | other)) {
                let plain = plain_flips(mover, other, square);
                assert_eq!(flips(mover, other, square), plain, "{mover:x} {other:x} {square}");
                found |= u64::from(plain != 0) << square;
            }
            assert_eq!(moves(mover, other), found, "{mover:x} {other:x}");
        }
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        let count = |square: u32| beside(1 << square).count_ones();
        assert_eq!([0, 7, 56, 63, 3, 24, 31, 27].map(count), [3, 3, 3, 3, 5, 5, 5, 8]);
    }
}
