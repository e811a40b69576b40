use super::super::grid::Grid;
use super::super::pixels::Pixels;

/// What lies beside a board, in grey and in the board's own frame: upright, even where the picture shows it turned.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) grey: Vec<u8>,
    /// In squares from the top left corner of the board.
    left: f64,
    top: f64,
    /// How many pixels of the sheet a square is wide and high.
    scale: [f64; 2],
}

/// Finer is never needed: text is about a seventh of a square high, or more.
const FINEST: f64 = 112.0;
/// In pixels: below it no line has room.
const LEAST: f64 = 6.0;
/// How far a corner may be out of line, in squares, for a board to be upright.
const LEVEL: f64 = 0.1;

impl Sheet {
    /// Between left, top, right and bottom, in squares. `None` if too little of it is in the picture.
    pub(super) fn new(pixels: &Pixels, grid: &Grid, place: [f64; 4]) -> Option<Sheet> {
        if upright(grid) { Sheet::level(pixels, grid, place) } else { Sheet::turned(pixels, grid, place) }
    }

    fn level(pixels: &Pixels, grid: &Grid, [left, top, right, bottom]: [f64; 4]) -> Option<Sheet> {
        let [x0, y0, x1, y1] = grid.bounds(0.0);
        let (wide, high) = ((x1 - x0) / 8.0, (y1 - y0) / 8.0);
        let within = |at: f64, most: usize| at.clamp(0.0, most as f64);
        let (from_x, to_x) =
            (within(x0 + left * wide, pixels.width), within(x0 + right * wide, pixels.width));
        let (from_y, to_y) =
            (within(y0 + top * high, pixels.height), within(y0 + bottom * high, pixels.height));
        if to_x - from_x < LEAST || to_y - from_y < LEAST {
            return None;
        }
        let part = pixels.part([from_x, from_y, to_x, to_y], FINEST / grid.square());
        let grey = part.pixels.data.iter().map(|pixel| luma(*pixel)).collect();
        Some(Sheet {
            width: part.pixels.width,
            height: part.pixels.height,
            grey,
            left: (part.left - x0) / wide,
            top: (part.top - y0) / high,
            scale: [wide * part.scale_x, high * part.scale_y],
        })
    }

    /// Along each row of the sheet the picture is walked through in equal steps: seen at a slant, that is near enough.
    fn turned(pixels: &Pixels, grid: &Grid, [left, top, right, bottom]: [f64; 4]) -> Option<Sheet> {
        let scale = grid.square().min(FINEST);
        let (width, height) = (((right - left) * scale) as usize, ((bottom - top) * scale) as usize);
        if (width as f64) < LEAST || (height as f64) < LEAST {
            return None;
        }
        let mut grey = Vec::with_capacity(width * height);
        for row in 0..height {
            let down = top + (row as f64 + 0.5) / scale;
            let [from, to] = [left, right].map(|across| grid.at(across - 1.0, down - 1.0));
            if !from.iter().chain(&to).all(|at| at.is_finite()) {
                return None;
            }
            let step = [0, 1].map(|axis| (to[axis] - from[axis]) / width as f64);
            grey.extend((0..width).map(|column| {
                let along = column as f64 + 0.5;
                grey_at(pixels, from[0] + step[0] * along - 0.5, from[1] + step[1] * along - 0.5)
            }));
        }
        Some(Sheet { width, height, grey, left, top, scale: [scale; 2] })
    }

    #[cfg(test)]
    pub(super) fn of(width: usize, height: usize, grey: Vec<u8>, square: f64) -> Sheet {
        Sheet { width, height, grey, left: 0.0, top: 0.0, scale: [square; 2] }
    }

    /// A place of the sheet in squares from the top left corner of the board.
    pub(super) fn place(&self, x: f64, y: f64) -> [f64; 2] {
        [self.left + x / self.scale[0], self.top + y / self.scale[1]]
    }

    /// The side of a square in pixels of the sheet.
    pub(super) fn square(&self) -> f64 {
        self.scale[1]
    }
}

fn upright(grid: &Grid) -> bool {
    let [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = grid.corners();
    let most = [x0 - x3, x1 - x2, y0 - y1, y3 - y2].map(f64::abs).into_iter().fold(0.0, f64::max);
    most < LEVEL * grid.square()
}

fn luma([red, green, blue]: [u8; 3]) -> u8 {
    ((u32::from(red) * 77 + u32::from(green) * 150 + u32::from(blue) * 29) >> 8) as u8
}

/// Between four pixels; beyond the picture, its edge.
fn grey_at(pixels: &Pixels, x: f64, y: f64) -> u8 {
    let clamp = |at: f64, length: usize| (at.max(0.0) as usize).min(length - 1);
    let (left, right) = (clamp(x.floor(), pixels.width), clamp(x.floor() + 1.0, pixels.width));
    let (top, bottom) = (clamp(y.floor(), pixels.height), clamp(y.floor() + 1.0, pixels.height));
    let (across, down) = ((x - x.floor()) as f32, (y - y.floor()) as f32);
    let at = |x: usize, y: usize| f32::from(luma(pixels.data[y * pixels.width + x]));
    let above = at(left, top) * (1.0 - across) + at(right, top) * across;
    let below = at(left, bottom) * (1.0 - across) + at(right, bottom) * across;
    (above * (1.0 - down) + below * down + 0.5) as u8
}
