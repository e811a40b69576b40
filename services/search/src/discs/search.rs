use super::{
    bits::{moves, placed, squares},
    flip::flips,
    order::Candidate,
    quadrants::Parity,
    solver::Solver,
    stability::stable,
    table::{Bounds, NOWHERE},
};

/// Up to so many empty squares positions are neither ranked nor remembered.
const FEW: u32 = 6;
/// From so many on they are remembered for long.
const MANY: u32 = 9;
/// From so many on the table is asked about all replies before one is searched.
const LOOKED_UP: u32 = 8;
/// Nodes between two looks at the budget.
const STRIDE: u64 = 1024;

/// A position on the way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) mover: u64,
    pub(super) other: u64,
    pub(super) empties: u32,
    pub(super) parity: Parity,
}

impl Node {
    pub(super) fn new(mover: u64, other: u64) -> Node {
        let empty = !(mover | other);
        Node { mover, other, empties: empty.count_ones(), parity: Parity::of(empty) }
    }

    pub(super) const fn turned(self) -> Node {
        Node { mover: self.other, other: self.mover, ..self }
    }

    #[inline]
    pub(super) const fn after(self, square: usize, flips: u64) -> Node {
        let (mover, other) = placed(self.mover, self.other, square, flips);
        Node { mover, other, empties: self.empties - 1, parity: self.parity.after(square) }
    }
}

/// The bounds within which a result matters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

/// No result lies outside.
pub(super) const EVERYTHING: Window = Window { alpha: -65, beta: 65 };

impl Window {
    pub(super) const fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    const fn is_narrow(self) -> bool {
        self.beta - self.alpha == 1
    }
}

impl Solver<'_> {
    /// The result for the side to move, or a bound on it where it lies outside the window. Means nothing
    /// once the solver has stopped.
    pub(super) fn search(&mut self, node: Node, window: Window) -> i32 {
        if node.empties <= FEW {
            return self.few(node, window);
        }
        self.nodes += 1;
        if self.nodes - self.paid >= STRIDE {
            self.pay();
        }
        if self.stopped {
            return 0;
        }
        if let Some(bound) = self.bound_by_stability(&node, window).filter(|_| window.is_narrow()) {
            return bound;
        }
        let found = moves(node.mover, node.other);
        if found == 0 {
            if moves(node.other, node.mover) == 0 {
                return self.count.result(node.mover, node.other);
            }
            return -self.search(node.turned(), window.turned());
        }
        let known = self.recall(&node).unwrap_or(Bounds { lower: -64, upper: 64, best: NOWHERE });
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= window.beta || lower == upper {
            return lower;
        }
        if upper <= window.alpha {
            return upper;
        }
        let window = Window { alpha: window.alpha.max(lower), beta: window.beta.min(upper) };
        let first = self.candidates.len();
        let (best, chosen) = match self.gather(&node, found, window, first) {
            Some(settled) => (settled, NOWHERE),
            None => {
                self.rank(&node, first, known.best);
                self.best(&node, window, first)
            }
        };
        self.candidates.truncate(first);
        if !self.stopped && chosen != NOWHERE {
            let lower = if best > window.alpha { best } else { lower };
            let upper = if best < window.beta { best } else { upper };
            self.keep(&node, Bounds { lower: lower as i8, upper: upper as i8, best: chosen });
        }
        best
    }

    /// Lists the moves; answers a result at once if one takes all or leads to where enough is known.
    fn gather(&mut self, node: &Node, found: u64, window: Window, first: usize) -> Option<i32> {
        for square in squares(found) {
            let flipped = flips(node.mover, node.other, square);
            if flipped == node.other {
                let (mover, other) = placed(node.mover, node.other, square, flipped);
                return Some(self.count.result(other, mover));
            }
            self.candidates.push(Candidate::new(square, flipped));
        }
        if node.empties < LOOKED_UP || !window.is_narrow() {
            return None;
        }
        (first..self.candidates.len()).find_map(|at| {
            let candidate = self.candidates[at];
            let next = node.after(candidate.square.into(), candidate.flips);
            let bound = -i32::from(self.recall(&next)?.upper);
            (bound >= window.beta).then_some(bound)
        })
    }

    /// The best result among the candidates from `first` on, and its square.
    pub(super) fn best(&mut self, node: &Node, mut window: Window, first: usize) -> (i32, u8) {
        let (mut best, mut chosen) = (-65, NOWHERE);
        for at in first..self.candidates.len() {
            let candidate = self.bring(at);
            let next = node.after(candidate.square.into(), candidate.flips);
            let result = self.tried(next, window, at == first);
            if self.stopped {
                break;
            }
            if result > best {
                (best, chosen) = (result, candidate.square);
                window.alpha = window.alpha.max(result);
                if window.alpha >= window.beta {
                    break;
                }
            }
        }
        (best, chosen)
    }

    /// The first move in full, later ones at first only against the best.
    pub(super) fn tried(&mut self, next: Node, window: Window, in_full: bool) -> i32 {
        if in_full || window.is_narrow() {
            return -self.search(next, window.turned());
        }
        let Window { alpha, beta } = window;
        let result = -self.search(next, Window { alpha: -alpha - 1, beta: -alpha });
        if result > alpha && result < beta {
            -self.search(next, Window { alpha: -beta, beta: -result })
        } else {
            result
        }
    }

    /// What the opponent cannot lose bounds the result.
    #[inline]
    pub(super) fn bound_by_stability(&self, node: &Node, window: Window) -> Option<i32> {
        let worthwhile = match node.empties {
            ..6 => 30,
            6..9 => 16,
            _ => 10,
        };
        if window.alpha < worthwhile {
            return None;
        }
        let bound = 64 - 2 * stable(node.other, node.mover);
        (bound <= window.alpha).then_some(bound)
    }

    /// Small positions have a small table, which stays in the processor's cache.
    fn recall(&self, node: &Node) -> Option<Bounds> {
        let table = if node.empties >= MANY { &self.large } else { &self.small };
        table.recall(node.mover, node.other)
    }

    fn keep(&mut self, node: &Node, bounds: Bounds) {
        let table = if node.empties >= MANY { &mut self.large } else { &mut self.small };
        table.keep(node.mover, node.other, bounds, node.empties as u8);
    }
}
