use std::sync::LazyLock;

/// By the mover's and the other side's discs on an edge, the discs of the mover that stay whatever is played
/// on it.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(edges);

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

fn edges() -> Vec<u8> {
    let mut stable = vec![0; 1 << 16];
    // Fuller edges first: what is played on an edge leads to one of them.
    let mut known: Vec<(u8, u8)> = (0..=255u8)
        .flat_map(|own| (0..=255u8).map(move |other| (own, other)))
        .filter(|(own, other)| own & other == 0)
        .collect();
    known.sort_by_key(|(own, other)| std::cmp::Reverse((own | other).count_ones()));
    for (own, other) in known {
        let mut kept = own;
        for at in (0..8).filter(|at| (own | other) >> at & 1 == 0) {
            for mine in [true, false] {
                let (placer, waiter) = if mine { (own, other) } else { (other, own) };
                let flips = edge_flips(placer, waiter, at);
                let (placer, waiter) = (placer | flips | 1 << at, waiter & !flips);
                let (own, other) = if mine { (placer, waiter) } else { (waiter, placer) };
                kept &= stable[usize::from(own) << 8 | usize::from(other)];
            }
        }
        stable[usize::from(own) << 8 | usize::from(other)] = kept;
    }
    stable
}

/// Nobody need take anything along the edge to place a disc on it.
fn edge_flips(placer: u8, waiter: u8, at: i32) -> u8 {
    let mut flips = 0;
    for step in [-1, 1] {
        let (mut run, mut next) = (0, at + step);
        while (0..8).contains(&next) && waiter >> next & 1 == 1 {
            run |= 1 << next;
            next += step;
        }
        if (0..8).contains(&next) && placer >> next & 1 == 1 {
            flips |= run;
        }
    }
    flips
}

fn column(set: u64, column: u32) -> usize {
    (((set >> column) & FIRST_COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// Bit `n` of an edge goes to row `n` of the first column.
fn upright(edge: u8) -> u64 {
    let edge = u64::from(edge);
    (edge & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & FIRST_COLUMN | (edge & 0x80) << 49
}

fn stable_edges(own: u64, other: u64) -> u64 {
    let edges = &*EDGES;
    let stable = |own: usize, other: usize| edges[(own & 255) << 8 | (other & 255)];
    let top = stable(own as usize, other as usize);
    let bottom = stable((own >> 56) as usize, (other >> 56) as usize);
    let left = stable(column(own, 0), column(other, 0));
    let right = stable(column(own, 7), column(other, 7));
    u64::from(top) | u64::from(bottom) << 56 | upright(left) | upright(right) << 7
}

/// The squares of full lines: rows, columns, falling and rising diagonals.
fn full_lines(discs: u64) -> [u64; 4] {
    let mut rows = discs & discs >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & FIRST_COLUMN) * 255;
    let mut columns = discs & discs.rotate_right(32);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(8);
    [rows, columns, full_diagonals::<9>(discs), full_diagonals::<7>(discs)]
}

fn full_diagonals<const BY: u32>(discs: u64) -> u64 {
    // A square keeps a full line if its neighbours on the line do, or the board ends there.
    let (left, right) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080);
    let (up_rim, down_rim) =
        if BY == 9 { (0xff | left, 0xff << 56 | right) } else { (0xff | right, 0xff << 56 | left) };
    let mut full = discs;
    let (mut by, mut up, mut down) = (BY, up_rim, down_rim);
    for _ in 0..3 {
        full &= (full << by | up) & (full >> by | down);
        up |= up << by;
        down |= down >> by;
        by *= 2;
    }
    full
}

/// How many discs of `own` nobody can turn over, as far as edges and full lines tell.
pub(super) fn stable(own: u64, other: u64) -> i32 {
    stable_discs(own, other).count_ones() as i32
}

fn stable_discs(own: u64, other: u64) -> u64 {
    const MIDDLE: u64 = 0x007e_7e7e_7e7e_7e00;
    let [rows, columns, falling, rising] = full_lines(own | other);
    let mut stable = stable_edges(own, other) | own & MIDDLE & rows & columns & falling & rising;
    if stable == 0 {
        return 0;
    }
    let inner = own & MIDDLE;
    loop {
        let held = |by: u32, full: u64| stable << by | stable >> by | full;
        let grown = stable | inner & held(1, rows) & held(8, columns) & held(9, falling) & held(7, rising);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            bits::{moves, squares, tests::boards},
            flip::flips,
        },
        *,
    };

    #[test]
    fn an_edge_goes_upright() {
        for edge in 0..=255u8 {
            let expected =
                (0..8).filter(|at| edge >> at & 1 == 1).fold(0, |column, at| column | 1u64 << (8 * at));
            assert_eq!(upright(edge), expected);
            assert_eq!(column(expected, 0), usize::from(edge));
        }
    }

    #[test]
    fn full_lines_are_full_from_end_to_end() {
        for (own, other) in boards(500) {
            let discs = own | other;
            let lines = [(0, 1), (1, 0), (1, 1), (1, -1)].map(|way| plain_full(discs, way));
            assert_eq!(full_lines(discs), lines, "{discs:x}");
        }
    }

    fn plain_full(discs: u64, (down, right): (i32, i32)) -> u64 {
        let full = |square: &usize| {
            [1, -1].into_iter().all(|way| {
                let (mut row, mut column) = (*square as i32 / 8, *square as i32 % 8);
                while (0..8).contains(&row) && (0..8).contains(&column) {
                    if discs >> (row * 8 + column) & 1 == 0 {
                        return false;
                    }
                    (row, column) = (row + way * down, column + way * right);
                }
                true
            })
        };
        (0..64).filter(full).fold(0, |set, square| set | 1 << square)
    }

    /// The discs of `own` that some line of play turns over, looking a few moves ahead.
    fn taken(own: u64, other: u64, own_moves: bool, depth: u32) -> u64 {
        let (mover, waiter) = if own_moves { (own, other) } else { (other, own) };
        let mut lost = 0;
        if depth > 0 {
            for square in squares(moves(mover, waiter)) {
                let flipped = flips(mover, waiter, square);
                let (mover, waiter) = (mover | flipped | 1 << square, waiter & !flipped);
                let (next_own, next_other) = if own_moves { (mover, waiter) } else { (waiter, mover) };
                lost |= own & !next_own | own & taken(next_own, next_other, !own_moves, depth - 1);
            }
            lost |= taken(own, other, !own_moves, depth - 1);
        }
        lost
    }

    #[test]
    fn a_stable_disc_is_never_taken() {
        let mut found = 0;
        for (own, other) in boards(1200).filter(|(own, other)| (own | other).count_ones() > 48) {
            let kept = stable_discs(own, other);
            assert_eq!(kept & !own, 0);
            assert_eq!(kept & taken(own, other, false, 4), 0, "{own:x} {other:x}");
            found += kept.count_ones();
        }
        assert!(found > 500, "{found}");
    }
}
