use std::fmt;

/// The lines along which discs are taken; at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Axes {
    horizontal: bool,
    vertical: bool,
    diagonal: bool,
}

impl Axes {
    pub const ALL: Axes = Axes { horizontal: true, vertical: true, diagonal: true };
    /// How many choices there are.
    pub(super) const COUNT: usize = 7;

    /// Every choice of axes, in the order of [`Axes::index`].
    pub fn every() -> impl Iterator<Item = Axes> {
        (1..=7).filter_map(|bits: u8| Axes::new(bits & 1 != 0, bits & 2 != 0, bits & 4 != 0))
    }

    pub(super) const fn index(self) -> usize {
        (self.horizontal as usize | (self.vertical as usize) << 1 | (self.diagonal as usize) << 2) - 1
    }

    /// `None` if there is none.
    #[must_use]
    pub const fn new(horizontal: bool, vertical: bool, diagonal: bool) -> Option<Axes> {
        if horizontal || vertical || diagonal { Some(Axes { horizontal, vertical, diagonal }) } else { None }
    }

    /// Reads letters of `hvd`, each at most once, in any order.
    #[must_use]
    pub fn read(text: &str) -> Option<Axes> {
        let mut seen = [false; 3];
        for sign in text.chars() {
            let at = "hvd".find(sign.to_ascii_lowercase())?;
            if std::mem::replace(&mut seen[at], true) {
                return None;
            }
        }
        Axes::new(seen[0], seen[1], seen[2])
    }

    #[must_use]
    pub const fn horizontal(self) -> bool {
        self.horizontal
    }

    #[must_use]
    pub const fn vertical(self) -> bool {
        self.vertical
    }

    #[must_use]
    pub const fn diagonal(self) -> bool {
        self.diagonal
    }

    /// The same lines on a board of which rows and columns are exchanged.
    #[must_use]
    pub(super) const fn transposed(self) -> Axes {
        Axes { horizontal: self.vertical, vertical: self.horizontal, ..self }
    }
}

impl fmt::Display for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (on, sign) in [(self.horizontal, "h"), (self.vertical, "v"), (self.diagonal, "d")] {
            if on {
                f.write_str(sign)?;
            }
        }
        Ok(())
    }
}
