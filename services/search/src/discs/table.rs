/// What is known of a position: its result lies within the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best move, or [`NOWHERE`].
    pub(super) best: u8,
}

pub(super) const NOWHERE: u8 = 64;

/// A position as it is kept: both sets of discs, so that no two are taken for one, and the rest packed.
type Place = [u64; 3];

/// A transposition table. Of two places a position may take, the first keeps what cost more.
#[derive(Debug)]
pub(super) struct Table {
    places: Vec<Place>,
    shift: u32,
}

impl Table {
    /// Room for `2^bits` positions.
    pub(super) fn new(bits: u32) -> Table {
        Table { places: vec![[0; 3]; 1 << bits], shift: 64 - bits }
    }

    #[inline]
    fn at(&self, mover: u64, other: u64) -> usize {
        let mixed = mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
        (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> self.shift) as usize
    }

    #[inline]
    pub(super) fn recall(&self, mover: u64, other: u64) -> Option<Bounds> {
        let at = self.at(mover, other);
        [at, at ^ 1]
            .into_iter()
            .map(|at| &self.places[at])
            .find(|place| place[0] == mover && place[1] == other)
            .map(|place| {
                let [lower, upper, best, ..] = place[2].to_le_bytes();
                Bounds { lower: lower as i8, upper: upper as i8, best }
            })
    }

    /// Keeps the bounds, and how much they cost to find.
    pub(super) fn keep(&mut self, mover: u64, other: u64, bounds: Bounds, cost: u8) {
        let first = self.at(mover, other);
        let second = first ^ 1;
        let is_same = |place: &Place| place[0] == mover && place[1] == other;
        let worth = |place: &Place| place[2].to_le_bytes()[3];
        let at = if is_same(&self.places[first]) {
            first
        } else if is_same(&self.places[second]) {
            second
        } else if worth(&self.places[first]) <= worth(&self.places[second]) {
            first
        } else {
            second
        };
        let Bounds { lower, upper, best } = bounds;
        self.places[at] =
            [mover, other, u64::from_le_bytes([lower as u8, upper as u8, best, cost, 0, 0, 0, 0])];
    }
}
