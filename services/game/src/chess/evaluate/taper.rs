use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A value in the middle game and in the endgame, in hundredths of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Taper {
    pub(super) middle: i32,
    pub(super) end: i32,
}

/// The phase of the full set of pieces.
pub(super) const FULL: i32 = 24;

pub(super) const fn taper(middle: i32, end: i32) -> Taper {
    Taper { middle, end }
}

impl Taper {
    /// The value at a phase from zero, the endgame, to [`FULL`].
    pub(super) fn at(self, phase: i32) -> i32 {
        let phase = phase.clamp(0, FULL);
        (self.middle * phase + self.end * (FULL - phase)) / FULL
    }
}

impl Add for Taper {
    type Output = Taper;

    fn add(self, other: Taper) -> Taper {
        taper(self.middle + other.middle, self.end + other.end)
    }
}

impl AddAssign for Taper {
    fn add_assign(&mut self, other: Taper) {
        *self = *self + other;
    }
}

impl Sub for Taper {
    type Output = Taper;

    fn sub(self, other: Taper) -> Taper {
        self + -other
    }
}

impl Neg for Taper {
    type Output = Taper;

    fn neg(self) -> Taper {
        taper(-self.middle, -self.end)
    }
}

impl Mul<i32> for Taper {
    type Output = Taper;

    fn mul(self, times: i32) -> Taper {
        taper(self.middle * times, self.end * times)
    }
}
