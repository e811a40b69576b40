use super::{
    bits::{moves, squares},
    flip::flips,
    order::Candidate,
    search::{EVERYTHING, Node, Window},
    table::{NOWHERE, Table},
};
use crate::{Budget, Meter};

/// How a result is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// As matches count: the difference of the discs on the board.
    Discs,
    /// As the literature does: who wins gets the empty squares too.
    Filled,
}

impl Count {
    /// The result of an ended game for the mover.
    pub(super) fn result(self, mover: u64, other: u64) -> i32 {
        let (own, his) = (mover.count_ones() as i32, other.count_ones() as i32);
        self.settled(own - his, 64 - own - his)
    }

    pub(super) const fn settled(self, difference: i32, empties: i32) -> i32 {
        match self {
            Count::Discs => difference,
            Count::Filled => difference + difference.signum() * empties,
        }
    }
}

/// A position counted out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved {
    /// By how many discs the side to move wins, at best.
    pub score: i32,
    /// A best square, numbered row by row from the top left; none where there is no move.
    pub square: Option<u8>,
    pub nodes: u64,
}

/// Counts positions out under one budget and remembers what it found between them.
#[derive(Debug)]
pub struct Solver<'a> {
    meter: &'a Meter,
    pub(super) count: Count,
    pub(super) large: Table,
    pub(super) small: Table,
    /// Those of every position on the way, one after the other.
    pub(super) candidates: Vec<Candidate>,
    pub(super) nodes: u64,
    pub(super) paid: u64,
    pub(super) stopped: bool,
}

impl<'a> Solver<'a> {
    /// A solver for positions with up to so many empty squares, or more, slower.
    #[must_use]
    pub fn new(meter: &'a Meter, count: Count, empties: u32) -> Solver<'a> {
        Solver {
            meter,
            count,
            large: Table::new((empties + 2).clamp(12, 20)),
            small: Table::new(13),
            candidates: Vec::with_capacity(512),
            nodes: 0,
            paid: 0,
            stopped: !meter.spend(0),
        }
    }

    /// Counts a position out; both sides have 64 squares, row by row from the top left. `None` if the budget
    /// ends first.
    #[must_use]
    pub fn solve(mover: u64, other: u64, count: Count, budget: Budget) -> Option<Solved> {
        let meter = budget.start();
        let node = Node::new(mover, other);
        let mut solver = Solver::new(&meter, count, node.empties);
        let (score, square) = solver.root(&node);
        solver.pay();
        (!solver.stopped).then_some(Solved { score, square, nodes: solver.nodes })
    }

    fn root(&mut self, node: &Node) -> (i32, Option<u8>) {
        let found = moves(node.mover, node.other);
        if found == 0 {
            return (self.search(*node, EVERYTHING), None);
        }
        for square in squares(found) {
            self.candidates.push(Candidate::new(square, flips(node.mover, node.other, square)));
        }
        self.rank(node, 0, NOWHERE);
        let (score, square) = self.best(node, EVERYTHING, 0);
        (score, Some(square))
    }

    /// The result for the side that has just moved, with the other to move; at or below `floor` it is only
    /// an upper bound. Means nothing once the solver has stopped.
    pub(crate) fn reply(&mut self, mover: u64, other: u64, floor: Option<i32>) -> i32 {
        let window = Window { alpha: floor.unwrap_or(EVERYTHING.alpha), ..EVERYTHING };
        let result = self.tried(Node::new(mover, other), window, floor.is_none());
        self.pay();
        result
    }

    pub(crate) fn has_stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn pay(&mut self) {
        self.stopped |= !self.meter.spend(self.nodes - self.paid);
        self.paid = self.nodes;
    }
}
