use super::{
    bits::{CORNERS, beside, moves, placed, squares},
    flip::flips,
    solver::Solver,
    stability::stable,
};

/// Above every value of a glance.
const BEYOND: i32 = 1_000_000;

impl Solver<'_> {
    /// What a few plies tell of a position, for the side to move.
    pub(crate) fn glance(&mut self, mover: u64, other: u64, depth: u32) -> i32 {
        self.look(mover, other, depth, -BEYOND, BEYOND)
    }

    fn look(&mut self, mover: u64, other: u64, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let found = moves(mover, other);
        if found == 0 && moves(other, mover) == 0 {
            return self.count.result(mover, other) * 1000;
        }
        if depth == 0 {
            return impression(mover, other, found);
        }
        if found == 0 {
            return -self.look(other, mover, depth, -beta, -alpha);
        }
        let mut best = -BEYOND;
        for square in squares(found & CORNERS).chain(squares(found & !CORNERS)) {
            let (mover, other) = placed(mover, other, square, flips(mover, other, square));
            best = best.max(-self.look(mover, other, depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Mobility first: here it matters less who is ahead than who has few lines to be searched.
fn impression(mover: u64, other: u64, found: u64) -> i32 {
    const DIAGONAL: u64 = 0x0042_0000_0000_4200;
    let empty = !(mover | other);
    let balance = |set: u64| (mover & set).count_ones() as i32 - (other & set).count_ones() as i32;
    let mobility = found.count_ones() as i32 - moves(other, mover).count_ones() as i32;
    let held = if empty & CORNERS == CORNERS { 0 } else { stable(mover, other) - stable(other, mover) };
    100 * mobility - 40 * balance(beside(empty)) + 300 * balance(CORNERS)
        - 150 * balance(beside(empty & CORNERS) & DIAGONAL)
        + 120 * held
}
