/// Where the lines of a board cross, in pixels of the picture. The inner crossings are 0 to 6 from the left and from the
/// top, so that the corners of the board are at -1 and 7. A projective map: a board may be seen at a slant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    /// `x = (a + b u + c v) / w`, `y = (d + e u + f v) / w`, `w = 1 + g u + h v`, with `u` and `v` from the middle.
    terms: [f64; 8],
    /// How clearly the crossings alternate, from 0 to 1.
    pub(super) score: f32,
}

impl Grid {
    pub(super) const MIDDLE: f64 = 3.0;

    pub(super) fn new(terms: [f64; 8], score: f32) -> Grid {
        Grid { terms, score }
    }

    pub(super) fn at(&self, column: f64, row: f64) -> [f64; 2] {
        let (u, v) = (column - Self::MIDDLE, row - Self::MIDDLE);
        let [a, b, c, d, e, f, g, h] = self.terms;
        let depth = 1.0 + g * u + h * v;
        [(a + b * u + c * v) / depth, (d + e * u + f * v) / depth]
    }

    /// The corners of the board, from the top left, clockwise.
    pub(super) fn corners(&self) -> [[f64; 2]; 4] {
        [self.at(-1.0, -1.0), self.at(7.0, -1.0), self.at(7.0, 7.0), self.at(-1.0, 7.0)]
    }

    /// The side of a square in pixels, roughly.
    pub(super) fn square(&self) -> f64 {
        let [[x0, y0], _, [x1, y1], _] = self.corners();
        (x1 - x0).hypot(y1 - y0) / (8.0 * std::f64::consts::SQRT_2)
    }

    /// The box around the board and so many squares more on every side: left, top, right, bottom.
    pub(super) fn bounds(&self, margin: f64) -> [f64; 4] {
        let corners = self.corners();
        let margin = margin * self.square();
        let least = |axis: usize| corners.iter().map(|corner| corner[axis]).fold(f64::INFINITY, f64::min);
        let most = |axis: usize| corners.iter().map(|corner| corner[axis]).fold(f64::NEG_INFINITY, f64::max);
        [least(0) - margin, least(1) - margin, most(0) + margin, most(1) + margin]
    }

    /// How much of the smaller of two boards lies on the other.
    pub(super) fn overlap(&self, other: &Grid) -> f64 {
        let (mine, theirs) = (self.bounds(0.0), other.bounds(0.0));
        let width = mine[2].min(theirs[2]) - mine[0].max(theirs[0]);
        let height = mine[3].min(theirs[3]) - mine[1].max(theirs[1]);
        let area = |[left, top, right, bottom]: [f64; 4]| (right - left) * (bottom - top);
        width.max(0.0) * height.max(0.0) / area(mine).min(area(theirs))
    }

    /// In squares, how far the board reaches out of a picture of that size.
    pub(super) fn outside(&self, width: usize, height: usize) -> f64 {
        let [left, top, right, bottom] = self.bounds(0.0);
        let most = (-left).max(-top).max(right - width as f64).max(bottom - height as f64);
        most / self.square()
    }
}
