use super::colour::Rgb;
use super::palette::Palette;

/// A picture in the making: an index of the palette for every pixel.
///
/// Every row begins with a zero, which is how PNG wants it, so that no copy has to be made for it.
#[derive(Debug, Clone)]
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) bytes: Vec<u8>,
    pub(super) palette: &'static Palette,
}

/// How much of every pixel of a rectangle is covered by a shape.
#[derive(Debug)]
pub(super) struct Cover {
    pub(super) width: usize,
    pub(super) cover: Vec<u8>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize, ground: Rgb, palette: &'static Palette) -> Canvas {
        let mut bytes = vec![palette.exact(ground); (width + 1) * height];
        bytes.iter_mut().step_by(width + 1).for_each(|first| *first = 0);
        Canvas { width, height, bytes, palette }
    }

    /// From a row to the next.
    pub(super) fn stride(&self) -> usize {
        self.width + 1
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.chunks_exact(self.stride()).map(|row| &row[1..])
    }

    fn at(&self, x: usize, y: usize) -> usize {
        y * self.stride() + 1 + x
    }

    /// Puts a square tile of indices down. It has to fit.
    pub(super) fn put(&mut self, x: usize, y: usize, tile: &[u8], px: usize) {
        for (row, line) in tile.chunks_exact(px).enumerate() {
            let start = self.at(x, y + row);
            self.bytes[start..start + px].copy_from_slice(line);
        }
    }

    /// Fills a rectangle, cut to the picture.
    pub(super) fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: Rgb) {
        let index = self.palette.exact(colour);
        let (left, right) = (x.min(self.width), (x + width).min(self.width));
        for row in y.min(self.height)..(y + height).min(self.height) {
            let (start, end) = (self.at(left, row), self.at(right, row));
            self.bytes[start..end].fill(index);
        }
    }

    /// Lays a colour through a shape, cut to the picture.
    pub(super) fn ink(&mut self, x: i32, y: i32, shape: &Cover, colour: Rgb, opacity: u8) {
        let full = (opacity == u8::MAX).then(|| self.palette.exact(colour));
        let columns = clip(x, shape.width, self.width);
        let rows = clip(y, shape.cover.len() / shape.width.max(1), self.height);
        for row in rows {
            let line = &shape.cover[row * shape.width..][columns.clone()];
            let at = self.at(shifted(x, columns.start), shifted(y, row));
            for (pixel, cover) in self.bytes[at..at + line.len()].iter_mut().zip(line) {
                match (*cover, full) {
                    (0, _) => {}
                    (u8::MAX, Some(index)) => *pixel = index,
                    (cover, _) => {
                        let cover = u16::from(cover) * u16::from(opacity) / 255;
                        let under = self.palette.colour(*pixel);
                        *pixel = self.palette.near(under.under(colour, cover.to_le_bytes()[0]));
                    }
                }
            }
        }
    }
}

/// The part of a line of `length` pixels that lies on a canvas of `limit` when it begins at `start`.
fn clip(start: i32, length: usize, limit: usize) -> std::ops::Range<usize> {
    let before = usize::try_from(-i64::from(start)).unwrap_or(0).min(length);
    let room = usize::try_from(limit as i64 - i64::from(start)).unwrap_or(0);
    before..room.clamp(before, length.max(before))
}

fn shifted(start: i32, step: usize) -> usize {
    usize::try_from(i64::from(start) + step as i64).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Theme;
    use crate::draw::palette::Scene;

    #[test]
    fn shapes_are_cut_at_every_edge() {
        let theme = Theme::Grey;
        let ink = theme.colours().ink;
        let blank = Canvas::new(4, 3, theme.colours().frame, Palette::of(theme, Scene::Panel));
        let shape = Cover { width: 3, cover: vec![255; 9] };
        for (x, y, covered) in
            [(0, 0, 9), (-1, -1, 4), (3, 2, 1), (4, 0, 0), (-3, 0, 0), (0, -9, 0), (0, i32::MAX, 0)]
        {
            let mut canvas = blank.clone();
            canvas.ink(x, y, &shape, ink, 255);
            let changed = canvas.bytes.iter().zip(&blank.bytes).filter(|(now, then)| now != then).count();
            assert_eq!(changed, covered, "at {x}, {y}");
        }
    }
}
