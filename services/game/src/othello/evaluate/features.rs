use super::super::{grid::Grid, word::Word};

/// What can be seen of one side's discs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Features<'a, W> {
    grid: &'a Grid<W>,
    own: W,
    empty: W,
}

impl<'a, W: Word> Features<'a, W> {
    pub(super) fn new(grid: &'a Grid<W>, own: W, other: W) -> Features<'a, W> {
        Features { grid, own, empty: grid.area & !(own | other) }
    }

    pub(super) fn discs(self) -> i32 {
        self.own.count() as i32
    }

    /// Discs on squares that nobody can take back: the corners, where all axes are allowed.
    pub(super) fn corners(self) -> i32 {
        (self.own & self.grid.anchors).count() as i32
    }

    /// Discs next to a corner that is still to be had, those across it and those along an edge.
    pub(super) fn beside_corners(self) -> (i32, i32) {
        let open = self.grid.anchors & self.empty;
        let risky = self.own & self.grid.beside(open);
        let rim = risky & self.grid.edge;
        ((risky & !rim).count() as i32, rim.count() as i32)
    }

    /// Discs that touch an empty square: each may give the opponent a move.
    pub(super) fn frontier(self) -> i32 {
        (self.own & self.grid.beside(self.empty)).count() as i32
    }

    /// Discs that are seen to stand for good: on every line they end it or lean on another one that does.
    pub(super) fn stable(self) -> i32 {
        let mut stable = self.own & self.grid.anchors;
        if stable.is_empty() {
            return 0;
        }
        loop {
            let grown = self.grid.ways.iter().fold(self.own, |held, &way| {
                held & (self.grid.ends(way)
                    | self.grid.next(way, stable)
                    | self.grid.next(way.back(), stable))
            });
            if grown == stable {
                return stable.count() as i32;
            }
            stable = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::super::{Axes, grid::Grid},
        *,
    };

    fn features(grid: &Grid<u64>, own: u64, other: u64) -> Features<'_, u64> {
        Features::new(grid, own, other)
    }

    #[test]
    fn discs_that_lean_on_a_corner_are_stable() {
        let grid = Grid::new(8, Axes::ALL);
        assert_eq!(features(&grid, 0b111, 0).stable(), 3);
        assert_eq!(features(&grid, 0b1110, 0).stable(), 0);
        assert_eq!(features(&grid, 0x01_03_07, 0).stable(), 6);
        assert_eq!(features(&grid, 0x02_03_07, 0).stable(), 5);
        let rows = Grid::new(8, Axes::read("h").unwrap());
        assert_eq!(features(&rows, 0x0300, 0).stable(), 2);
    }

    #[test]
    fn squares_next_to_a_corner_are_risky_while_it_is_empty() {
        let grid = Grid::new(8, Axes::ALL);
        assert_eq!(features(&grid, 0x0302, 0).beside_corners(), (1, 2));
        assert_eq!(features(&grid, 0x0302, 1).beside_corners(), (0, 0));
        assert_eq!(features(&grid, 0x0302, 1).corners(), 0);
        assert_eq!(features(&grid, 1, 0x0302).corners(), 1);
    }

    #[test]
    fn a_disc_without_an_empty_neighbour_is_no_frontier() {
        let grid = Grid::new(4, Axes::ALL);
        assert_eq!(features(&grid, 0x0707_0707, 0x0808_0800).frontier(), 2);
    }
}
