//! The last squares: no lists, no table, and at the very end no board.

use super::{
    bits::{CORNERS, beside, moves, placed, squares},
    flip::flips,
    last_flip::twice_flipped,
    quadrants::Parity,
    search::{Node, Window},
    solver::Solver,
};

/// Worse than every result.
const NONE: i32 = -100;
const BESIDE: [u64; 64] = all_beside();

const fn all_beside() -> [u64; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = beside(1 << square);
        square += 1;
    }
    all
}

/// What turns over, where a look at the neighbours does not already tell that nothing does.
#[inline]
fn flips_at(mover: u64, other: u64, square: usize) -> u64 {
    if BESIDE[square & 63] & other == 0 { 0 } else { flips(mover, other, square) }
}

impl Solver<'_> {
    /// From seven empty squares down: odd quarters first, corners first among those.
    pub(super) fn few(&mut self, node: Node, mut window: Window) -> i32 {
        let Node { mover, other, empties, parity } = node;
        if empties <= 4 {
            return self.last(mover, other, parity, window);
        }
        self.nodes += 1;
        if let Some(bound) = self.bound_by_stability(&node, window) {
            return bound;
        }
        let found = moves(mover, other);
        if found == 0 {
            if moves(other, mover) == 0 {
                return self.count.result(mover, other);
            }
            return -self.few(node.turned(), window.turned());
        }
        let odd = found & parity.odd_squares();
        let even = found & !odd;
        let mut best = NONE;
        for part in [odd & CORNERS, odd & !CORNERS, even & CORNERS, even & !CORNERS] {
            for square in squares(part) {
                let next = node.after(square, flips(mover, other, square));
                best = best.max(-self.few(next, window.turned()));
                if best >= window.beta {
                    return best;
                }
                window.alpha = window.alpha.max(best);
            }
        }
        best
    }

    /// Four empty squares or fewer.
    pub(super) fn last(&mut self, mover: u64, other: u64, parity: Parity, window: Window) -> i32 {
        let empty = !(mover | other);
        let odd = empty & parity.odd_squares();
        let mut rest = squares(odd).chain(squares(empty & !odd));
        let mut next = || rest.next().unwrap_or_default();
        match empty.count_ones() {
            0 => self.count.result(mover, other),
            1 => self.last_one(mover, next()),
            2 => {
                let pair = [next(), next()];
                self.last_two(mover, other, pair, window)
            }
            3 => {
                let three = [next(), next(), next()];
                self.last_three(mover, other, three, window, false)
            }
            _ => {
                let four = [next(), next(), next(), next()];
                self.last_four(mover, other, four, window, false)
            }
        }
    }

    fn last_four(&mut self, mover: u64, other: u64, four: [usize; 4], window: Window, passed: bool) -> i32 {
        self.nodes += 1;
        let [a, b, c, d] = four;
        let mut best = NONE;
        let mut left = window;
        // The partner of a square in an even region answers it.
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [d, a, b]), (d, [c, a, b])] {
            let flipped = flips_at(mover, other, square);
            if flipped != 0 {
                let (mover, other) = placed(mover, other, square, flipped);
                best = best.max(-self.last_three(mover, other, rest, left.turned(), false));
                if best >= window.beta {
                    return best;
                }
                left.alpha = left.alpha.max(best);
            }
        }
        match (best, passed) {
            (NONE, true) => self.count.result(mover, other),
            (NONE, false) => -self.last_four(other, mover, four, window.turned(), true),
            _ => best,
        }
    }

    fn last_three(&mut self, mover: u64, other: u64, three: [usize; 3], window: Window, passed: bool) -> i32 {
        self.nodes += 1;
        let [a, b, c] = three;
        let mut best = NONE;
        let mut left = window;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flipped = flips_at(mover, other, square);
            if flipped != 0 {
                let (mover, other) = placed(mover, other, square, flipped);
                best = best.max(-self.last_two(mover, other, rest, left.turned()));
                if best >= window.beta {
                    return best;
                }
                left.alpha = left.alpha.max(best);
            }
        }
        match (best, passed) {
            (NONE, true) => self.count.result(mover, other),
            (NONE, false) => -self.last_three(other, mover, three, window.turned(), true),
            _ => best,
        }
    }

    fn last_two(&mut self, mover: u64, other: u64, [a, b]: [usize; 2], window: Window) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        for (square, rest) in [(a, b), (b, a)] {
            let flipped = flips_at(mover, other, square);
            if flipped != 0 {
                best = best.max(-self.last_one(other & !flipped, rest));
                if best >= window.beta {
                    return best;
                }
            }
        }
        if best != NONE {
            return best;
        }
        for (square, rest) in [(a, b), (b, a)] {
            let flipped = flips_at(other, mover, square);
            if flipped != 0 {
                best = best.max(-self.last_one(mover & !flipped, rest));
                if -best <= window.alpha {
                    return -best;
                }
            }
        }
        if best == NONE { self.count.result(mover, other) } else { -best }
    }

    /// One empty square: the discs of the mover tell all.
    fn last_one(&mut self, mover: u64, square: usize) -> i32 {
        self.nodes += 1;
        let twice = 2 * mover.count_ones() as i32;
        let flipped = twice_flipped(mover, square);
        if flipped > 0 {
            return twice - 62 + flipped;
        }
        let flipped = twice_flipped(!(mover | 1 << (square & 63)), square);
        if flipped > 0 {
            return twice - 64 - flipped;
        }
        self.count.settled(twice - 63, 1)
    }
}
