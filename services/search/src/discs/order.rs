use super::{
    bits::{CORNERS, beside, moves, placed},
    search::Node,
    solver::Solver,
};

/// A move to be tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) square: u8,
    pub(super) flips: u64,
    rank: i32,
}

impl Candidate {
    pub(super) const fn new(square: usize, flips: u64) -> Candidate {
        Candidate { square: square as u8, flips, rank: 0 }
    }
}

const REMEMBERED: i32 = 1 << 28;
const MOBILITY: i32 = 1 << 15;
const CORNER: i32 = 1 << 11;
const GLANCE: i32 = 1 << 9;
const FRONTIER: i32 = 1 << 5;
const ODD: i32 = 8;
/// By row and column of a quarter: corners first, the squares next to them last.
const SQUARES: [[i32; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];

/// How deep to look at a move before it is tried. Odd depths end after the mover's own move, where the
/// opponent's mobility tells most.
const fn glance_depth(empties: u32) -> Option<u32> {
    match empties {
        ..14 => None,
        14..17 => Some(1),
        17..20 => Some(3),
        20..22 => Some(5),
        _ => Some(7),
    }
}

impl Solver<'_> {
    /// Ranks the candidates from `first` on: the remembered one, then those that leave the opponent the
    /// fewest moves.
    pub(super) fn rank(&mut self, node: &Node, first: usize, remembered: u8) {
        for at in first..self.candidates.len() {
            let candidate = self.candidates[at];
            self.candidates[at].rank =
                if candidate.square == remembered { REMEMBERED } else { self.rank_of(node, candidate) };
        }
    }

    fn rank_of(&mut self, node: &Node, candidate: Candidate) -> i32 {
        let square = usize::from(candidate.square);
        let (mover, other) = placed(node.mover, node.other, square, candidate.flips);
        let fold = |line: usize| if line < 4 { line } else { 7 - line };
        let mut rank = SQUARES[fold(square >> 3 & 7)][fold(square & 7)];
        if node.parity.odd_squares() >> square & 1 == 1 {
            rank += ODD;
        }
        let found = moves(mover, other);
        rank -= MOBILITY * (found.count_ones() + (found & CORNERS).count_ones()) as i32;
        if node.empties < 10 {
            return rank;
        }
        rank -= FRONTIER * (beside(!(mover | other)) & other).count_ones() as i32;
        rank += CORNER * (other & CORNERS).count_ones() as i32;
        match glance_depth(node.empties) {
            Some(depth) => rank - GLANCE * self.glance(mover, other, depth),
            None => rank,
        }
    }

    /// Brings the best of the candidates from `at` on to `at`.
    pub(super) fn bring(&mut self, at: usize) -> Candidate {
        let mut best = at;
        for other in at + 1..self.candidates.len() {
            if self.candidates[other].rank > self.candidates[best].rank {
                best = other;
            }
        }
        self.candidates.swap(at, best);
        self.candidates[at]
    }
}
