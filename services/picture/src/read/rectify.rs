use super::grid::Grid;
use super::pixels::{Part, Pixels};

/// The side of a rectified board, and of one of its squares.
pub(super) const SIDE: usize = 256;
pub(super) const SQUARE: f64 = 32.0;

/// A board and its surroundings, a little larger than it is going to be looked at.
#[derive(Debug)]
pub(super) struct Scene {
    part: Part,
    grid: Grid,
}

impl Scene {
    pub(super) fn new(pixels: &Pixels, grid: &Grid) -> Scene {
        let part = pixels.part(grid.bounds(1.0), 1.15 * SQUARE / grid.square());
        Scene { part, grid: *grid }
    }

    /// The board from straight above: 256 by 256 pixels, RGB from 0 to 1.
    pub(super) fn board(&self) -> Vec<[f32; 3]> {
        let places = (0..SIDE * SIDE).map(|at| [(at % SIDE) as f64 + 0.5, (at / SIDE) as f64 + 0.5]);
        places.map(|[x, y]| self.colour(x / SQUARE, y / SQUARE)).collect()
    }

    /// The colour at a place of the board, in squares from its top left corner.
    pub(super) fn colour(&self, column: f64, row: f64) -> [f32; 3] {
        let [x, y] = self.grid.at(column - 1.0, row - 1.0);
        let x = (x - self.part.left) * self.part.scale_x - 0.5;
        let y = (y - self.part.top) * self.part.scale_y - 0.5;
        let (across, down) = ((x - x.floor()) as f32, (y - y.floor()) as f32);
        let Pixels { width, height, data } = &self.part.pixels;
        let clamp = |at: f64, length: usize| (at.max(0.0) as usize).min(length - 1);
        let (left, right) = (clamp(x.floor(), *width), clamp(x.floor() + 1.0, *width));
        let (top, bottom) = (clamp(y.floor(), *height), clamp(y.floor() + 1.0, *height));
        let corners = [
            data[top * width + left],
            data[top * width + right],
            data[bottom * width + left],
            data[bottom * width + right],
        ];
        let shares =
            [(1.0 - across) * (1.0 - down), across * (1.0 - down), (1.0 - across) * down, across * down];
        [0, 1, 2].map(|channel| {
            let mixed: f32 =
                corners.iter().zip(shares).map(|(corner, share)| f32::from(corner[channel]) * share).sum();
            mixed / 255.0
        })
    }
}
