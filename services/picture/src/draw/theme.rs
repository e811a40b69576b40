use std::str::FromStr;

use super::Fault;
use super::art::Paint;
use super::colour::{Rgb, rgb};

/// The colours of a board and of what stands on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    #[default]
    Brown,
    Green,
    Blue,
    Grey,
    /// Diagram print: black on white, dark squares hatched, marks as frames.
    Newspaper,
    HighContrast,
}

/// How one side's pieces are coloured.
#[derive(Debug)]
pub(super) struct Colouring {
    pub(super) body: Rgb,
    pub(super) shade: Rgb,
    pub(super) rim: Rgb,
    pub(super) line: Rgb,
}

#[derive(Debug)]
pub(super) struct Colours {
    pub(super) light: Rgb,
    pub(super) dark: Rgb,
    /// Dark squares are white paper with lines in this colour.
    pub(super) hatch: Option<Rgb>,
    pub(super) plain: Rgb,
    pub(super) grid: Rgb,
    pub(super) holes: Rgb,
    pub(super) hole: Rgb,
    pub(super) last: Rgb,
    pub(super) check: Rgb,
    /// Last move and check are frames inside the cell instead of tints.
    pub(super) framed: bool,
    pub(super) legal: Rgb,
    pub(super) mark: Rgb,
    pub(super) arrow: Rgb,
    /// Around the board; opaque, so that the picture reads on any page.
    pub(super) frame: Rgb,
    pub(super) ink: Rgb,
    pub(super) faint: Rgb,
    /// Pieces are set off from the ground by a rim of the light colour, and pieces are plain black and white.
    pub(super) print: bool,
}

const WHITE: Colouring =
    Colouring { body: rgb(0xfffdf6), shade: rgb(0xd8d0bf), rim: rgb(0x1c1917), line: rgb(0x1c1917) };
const BLACK: Colouring =
    Colouring { body: rgb(0x3a3531), shade: rgb(0x241f1c), rim: rgb(0x0e0c0b), line: rgb(0xefe7d8) };
const RED: Colouring =
    Colouring { body: rgb(0xdf4632), shade: rgb(0xb23224), rim: rgb(0x3b0f0a), line: rgb(0xffd9d0) };
const YELLOW: Colouring =
    Colouring { body: rgb(0xf8cd3c), shade: rgb(0xd5a21b), rim: rgb(0x3d2e06), line: rgb(0x5c4708) };
const PRINT_WHITE: Colouring =
    Colouring { body: rgb(0xffffff), shade: rgb(0xffffff), rim: rgb(0), line: rgb(0) };
const PRINT_BLACK: Colouring = Colouring { body: rgb(0), shade: rgb(0), rim: rgb(0), line: rgb(0xffffff) };

const BROWN: Colours = Colours {
    light: rgb(0xf0d9b5),
    dark: rgb(0xb58863),
    hatch: None,
    plain: rgb(0xc49a6c),
    grid: rgb(0x6d4a30),
    holes: rgb(0xa8754c),
    hole: rgb(0x4a3222),
    last: rgb(0xd9c21c),
    check: rgb(0xe5341f),
    framed: false,
    legal: rgb(0x1f5130),
    mark: rgb(0x14803c),
    arrow: rgb(0xf08a00),
    frame: rgb(0x2a211b),
    ink: rgb(0xf3e6d3),
    faint: rgb(0x4a3c32),
    print: false,
};
const GREEN: Colours = Colours {
    light: rgb(0xeeeed2),
    dark: rgb(0x769656),
    plain: rgb(0x4f9a62),
    grid: rgb(0x23512f),
    holes: rgb(0x5f8a4a),
    hole: rgb(0x24361d),
    legal: rgb(0x26331c),
    mark: rgb(0x1560bd),
    frame: rgb(0x1f271b),
    ink: rgb(0xeef2df),
    faint: rgb(0x3a4632),
    ..BROWN
};
const BLUE: Colours = Colours {
    light: rgb(0xdee8ef),
    dark: rgb(0x7394b2),
    plain: rgb(0x6f9cc0),
    grid: rgb(0x2c4a66),
    holes: rgb(0x3f6fae),
    hole: rgb(0x16283f),
    last: rgb(0xa9c93a),
    legal: rgb(0x17324d),
    frame: rgb(0x1a222b),
    ink: rgb(0xe6eef5),
    faint: rgb(0x35424f),
    ..BROWN
};
const GREY: Colours = Colours {
    light: rgb(0xdedede),
    dark: rgb(0x949494),
    plain: rgb(0xa6a6a6),
    grid: rgb(0x4b4b4b),
    holes: rgb(0x7d7d7d),
    hole: rgb(0x2b2b2b),
    legal: rgb(0x2c2c2c),
    frame: rgb(0x222222),
    ink: rgb(0xeeeeee),
    faint: rgb(0x444444),
    ..BROWN
};
const NEWSPAPER: Colours = Colours {
    light: rgb(0xffffff),
    dark: rgb(0xffffff),
    hatch: Some(rgb(0x4c4c4c)),
    plain: rgb(0xffffff),
    grid: rgb(0),
    holes: rgb(0xd6d6d6),
    hole: rgb(0xffffff),
    last: rgb(0x505050),
    check: rgb(0),
    framed: true,
    legal: rgb(0),
    mark: rgb(0),
    arrow: rgb(0x303030),
    frame: rgb(0xffffff),
    ink: rgb(0),
    faint: rgb(0xdcdcdc),
    print: true,
};
const HIGH_CONTRAST: Colours = Colours {
    light: rgb(0xffffff),
    dark: rgb(0x8a8a8a),
    hatch: None,
    plain: rgb(0x8a8a8a),
    grid: rgb(0),
    holes: rgb(0x5a5a5a),
    hole: rgb(0xb4b4b4),
    last: rgb(0x0057ff),
    check: rgb(0xff0000),
    framed: true,
    legal: rgb(0x0057ff),
    mark: rgb(0xd000d0),
    arrow: rgb(0xff6a00),
    frame: rgb(0),
    ink: rgb(0xffffff),
    faint: rgb(0x3a3a3a),
    print: true,
};

impl Theme {
    pub const ALL: [Theme; 6] =
        [Theme::Brown, Theme::Green, Theme::Blue, Theme::Grey, Theme::Newspaper, Theme::HighContrast];

    /// The name that [`FromStr`] reads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Theme::Brown => "brown",
            Theme::Green => "green",
            Theme::Blue => "blue",
            Theme::Grey => "grey",
            Theme::Newspaper => "newspaper",
            Theme::HighContrast => "contrast",
        }
    }

    pub(super) fn colours(self) -> &'static Colours {
        match self {
            Theme::Brown => &BROWN,
            Theme::Green => &GREEN,
            Theme::Blue => &BLUE,
            Theme::Grey => &GREY,
            Theme::Newspaper => &NEWSPAPER,
            Theme::HighContrast => &HIGH_CONTRAST,
        }
    }

    /// Print has two colours of ink: what is red elsewhere is black, and what is yellow is white.
    pub(super) fn colouring(self, paint: Paint) -> &'static Colouring {
        match (paint, self.colours().print) {
            (Paint::White | Paint::Yellow, true) => &PRINT_WHITE,
            (Paint::Black | Paint::Red, true) => &PRINT_BLACK,
            (Paint::White, false) => &WHITE,
            (Paint::Black, false) => &BLACK,
            (Paint::Red, false) => &RED,
            (Paint::Yellow, false) => &YELLOW,
        }
    }
}

impl FromStr for Theme {
    type Err = Fault;

    fn from_str(name: &str) -> Result<Theme, Fault> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name).ok_or(Fault::Theme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_is_found_by_its_name_and_no_other() {
        for theme in Theme::ALL {
            assert_eq!(theme.name().parse(), Ok(theme));
        }
        assert_eq!("purple".parse::<Theme>(), Err(Fault::Theme));
    }
}
