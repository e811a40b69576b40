use resvg::tiny_skia::{FillRule, Mask, PathBuilder, Transform};

use super::Theme;
use super::colour::{Rgb, rgb};
use crate::Ground;

/// What lies under a piece: the shade of the cell and its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Backdrop {
    /// The second shade of a chequered board.
    pub(super) dark: bool,
    pub(super) state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Clear,
    LastMove,
    Check,
    Dimmed,
}

impl Backdrop {
    pub(super) const COUNT: usize = 8;
    /// How much of a piece is seen on a dimmed cell.
    pub(super) const DIM_OPACITY: u8 = 110;

    pub(super) fn all() -> impl Iterator<Item = Backdrop> {
        [false, true].into_iter().flat_map(|dark| {
            [State::Clear, State::LastMove, State::Check, State::Dimmed]
                .into_iter()
                .map(move |state| Backdrop { dark, state })
        })
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.dark) * 4 + self.state as usize
    }

    pub(super) fn is_dim(self) -> bool {
        self.state == State::Dimmed
    }

    /// The flat colours of the cell.
    pub(super) fn areas(self, theme: Theme, ground: Ground) -> Vec<Rgb> {
        let mut areas = vec![self.base(theme, ground)];
        let colours = theme.colours();
        match ground {
            Ground::Chequered => {}
            Ground::Plain => areas.push(colours.grid),
            Ground::Holes => areas.push(self.dim(colours.hole)),
        }
        match self.state {
            State::LastMove if colours.framed => areas.push(colours.last),
            State::Check if colours.framed => areas.push(colours.check),
            _ => {}
        }
        areas
    }

    /// The colours of a cell of that size, row by row.
    pub(super) fn paint(self, theme: Theme, ground: Ground, px: usize) -> Vec<Rgb> {
        let colours = theme.colours();
        let mut pixels = vec![self.base(theme, ground); px * px];
        match ground {
            Ground::Chequered => {
                if let Some(hatch) = colours.hatch.filter(|_| self.dark) {
                    self.hatch(&mut pixels, px, self.dim(hatch));
                }
            }
            Ground::Plain => {
                let thick = (px / 40).max(1);
                for (index, pixel) in pixels.iter_mut().enumerate() {
                    if index % px < thick || index / px < thick {
                        *pixel = colours.grid;
                    }
                }
            }
            Ground::Holes => self.cut_hole(&mut pixels, px, self.dim(colours.hole)),
        }
        match self.state {
            State::LastMove if colours.framed => frame(&mut pixels, px, px / 14 + 1, colours.last),
            State::Check if colours.framed => frame(&mut pixels, px, px / 8 + 1, colours.check),
            _ => {}
        }
        pixels
    }

    fn base(self, theme: Theme, ground: Ground) -> Rgb {
        let colours = theme.colours();
        let base = match ground {
            Ground::Chequered if self.dark => colours.dark,
            Ground::Chequered => colours.light,
            Ground::Plain => colours.plain,
            Ground::Holes => colours.holes,
        };
        match self.state {
            State::LastMove if !colours.framed => base.under(colours.last, 130),
            State::Check if !colours.framed => base.under(colours.check, 190),
            _ => self.dim(base),
        }
    }

    fn dim(self, colour: Rgb) -> Rgb {
        if self.is_dim() { colour.under(rgb(0x80_80_80), 150) } else { colour }
    }

    /// Lines from lower left to upper right, smoothed by their distance.
    fn hatch(self, pixels: &mut [Rgb], px: usize, ink: Rgb) {
        let lines = 9.0;
        let period = px as f32 / lines;
        let half = (period * 0.17).max(0.45);
        for (index, pixel) in pixels.iter_mut().enumerate() {
            let along = (index % px + index / px) as f32 + 1.0;
            let off = (along / period - (along / period).round()).abs() * period / std::f32::consts::SQRT_2;
            let cover = (half + 0.5 - off).clamp(0.0, 1.0);
            *pixel = pixel.under(ink, (cover * 255.0) as u8);
        }
    }

    fn cut_hole(self, pixels: &mut [Rgb], px: usize, hole: Rgb) {
        let middle = px as f32 / 2.0;
        let circle = PathBuilder::from_circle(middle, middle, px as f32 * 0.44);
        let Some((circle, mut mask)) = circle.zip(Mask::new(px as u32, px as u32)) else { return };
        mask.fill_path(&circle, FillRule::Winding, true, Transform::identity());
        for (pixel, cover) in pixels.iter_mut().zip(mask.data()) {
            *pixel = pixel.under(hole, *cover);
        }
    }
}

fn frame(pixels: &mut [Rgb], px: usize, thick: usize, ink: Rgb) {
    for (index, pixel) in pixels.iter_mut().enumerate() {
        let (x, y) = (index % px, index / px);
        if x.min(y).min(px - 1 - x).min(px - 1 - y) < thick {
            *pixel = ink;
        }
    }
}
