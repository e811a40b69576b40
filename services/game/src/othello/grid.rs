use super::{axes::Axes, word::Word};

/// A square board of a size and the lines along which discs are taken on it.
#[derive(Debug, Clone)]
pub(super) struct Grid<W> {
    size: u32,
    /// Every square.
    pub(super) area: W,
    /// Every square but the first and the last column, so that no line goes round the edge.
    inner: W,
    /// One way along every line that is allowed; [`Way::back`] is the other.
    pub(super) ways: Vec<Way>,
    /// The squares beyond which no allowed line goes on: a disc there stands for good.
    pub(super) anchors: W,
    /// The outermost squares.
    pub(super) edge: W,
}

/// One way along a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    by: u32,
    up: bool,
    sideways: bool,
}

impl Way {
    pub(super) fn step<W: Word>(self, set: W) -> W {
        if self.up { set.up(self.by) } else { set.down(self.by) }
    }

    pub(super) const fn back(self) -> Way {
        Way { up: !self.up, ..self }
    }
}

impl<W: Word> Grid<W> {
    /// `size` is at most the stride of the word.
    pub(super) fn new(size: u32, axes: Axes) -> Grid<W> {
        let fill = |columns: std::ops::Range<u32>| {
            let row = columns.fold(W::EMPTY, |row, column| row | W::bit(column));
            (1..size).fold(row, |rows, _| rows.up(W::STRIDE) | row)
        };
        let way = |by, sideways| Way { by, up: true, sideways };
        let ways = [
            (axes.horizontal(), way(1, true)),
            (axes.vertical(), way(W::STRIDE, false)),
            (axes.diagonal(), way(W::STRIDE + 1, true)),
            (axes.diagonal(), way(W::STRIDE - 1, true)),
        ];
        let ways = ways.into_iter().filter_map(|(allowed, way)| allowed.then_some(way)).collect();
        let (area, inner) = (fill(0..size), fill(1..size - 1));
        let middle = inner & inner.up(W::STRIDE) & inner.down(W::STRIDE);
        let mut grid = Grid { size, area, inner, ways, anchors: W::EMPTY, edge: area & !middle };
        grid.anchors = grid.ways.iter().fold(grid.area, |anchors, &way| anchors & grid.ends(way));
        grid
    }

    fn both_ways(&self) -> impl Iterator<Item = Way> {
        self.ways.iter().flat_map(|way| [*way, way.back()])
    }

    /// Of `set`, what may lie between two ends of a line.
    fn between(&self, way: Way, set: W) -> W {
        if way.sideways { set & self.inner } else { set }
    }

    /// The squares on which `own` may place a disc.
    pub(super) fn moves(&self, own: W, other: W) -> W {
        let empty = self.area & !(own | other);
        let mut moves = W::EMPTY;
        for way in self.both_ways() {
            let prey = self.between(way, other);
            let mut run = way.step(own) & prey;
            for _ in 3..self.size {
                run |= way.step(run) & prey;
            }
            moves |= way.step(run);
        }
        moves & empty
    }

    /// The discs of `other` that turn over when `own` places a disc on `square`.
    pub(super) fn flips(&self, own: W, other: W, square: W) -> W {
        let mut flips = W::EMPTY;
        for way in self.both_ways() {
            let prey = self.between(way, other);
            let mut run = W::EMPTY;
            let mut next = way.step(square);
            while !(next & prey).is_empty() {
                run |= next;
                next = way.step(next);
            }
            if !(next & own & self.area).is_empty() {
                flips |= run;
            }
        }
        flips
    }

    /// The squares that touch one of `set` along a line.
    pub(super) fn beside(&self, set: W) -> W {
        self.both_ways().fold(W::EMPTY, |beside, way| beside | self.next(way, set))
    }

    /// Where a step this way leads from the squares of `set`, as far as it stays on the board.
    pub(super) fn next(&self, way: Way, set: W) -> W {
        let step = way.step(set) & self.area;
        // A step sideways that goes round the edge arrives on the opposite side of where it left.
        if way.sideways { step & (self.inner | way.step(set & self.inner)) } else { step }
    }

    /// The first and the last square of every line along a way.
    pub(super) fn ends(&self, way: Way) -> W {
        self.area & !(self.next(way, self.area) & self.next(way.back(), self.area))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::word::Wide, *};

    fn anchors<W: Word>(size: u32, axes: &str) -> u32 {
        Grid::<W>::new(size, Axes::read(axes).unwrap()).anchors.count()
    }

    #[test]
    fn anchors_are_where_every_allowed_line_ends() {
        for (axes, count) in [("hvd", 4), ("hv", 4), ("h", 16), ("v", 16), ("d", 28), ("hd", 16), ("vd", 16)]
        {
            assert_eq!(anchors::<u64>(8, axes), count, "{axes}");
            assert_eq!(anchors::<Wide>(8, axes), count, "{axes}");
        }
        assert_eq!((anchors::<Wide>(16, "hvd"), anchors::<Wide>(16, "d")), (4, 60));
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        let grid = Grid::<Wide>::new(16, Axes::ALL);
        for (at, count) in
            [(0, 3), (15, 3), (16 * 15, 3), (255, 3), (7, 5), (16 * 7, 5), (16 * 7 + 15, 5), (100, 8)]
        {
            assert_eq!(grid.beside(Wide::bit(at)).count(), count, "{at}");
        }
    }
}
