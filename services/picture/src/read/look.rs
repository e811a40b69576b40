use super::net::Field;
use super::rectify::{SIDE, SQUARE};

/// How a board is looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// How much of every square is seen, about its middle: sets differ in how large their pieces are.
    pub(super) part: f32,
    /// By how many pixels the board is moved right and down.
    pub(super) shift: [i8; 2],
    pub(super) mirrored: bool,
}

impl Look {
    pub(super) const STRAIGHT: Look = Look { part: 1.0, shift: [0, 0], mirrored: false };

    /// The board so seen. Four neighbouring pixels become one with four times as many channels.
    pub(super) fn at(self, board: &[[f32; 3]]) -> Field {
        let side = SIDE / 2;
        let columns = self.places(self.shift[0]);
        let rows = self.places(self.shift[1]);
        let pixel = |x: usize, y: usize| {
            let (left, right, across) = columns[if self.mirrored { SIDE - 1 - x } else { x }];
            let (top, bottom, down) = rows[y];
            let mixed = |one: [f32; 3], other: [f32; 3], share: f32| -> [f32; 3] {
                std::array::from_fn(|channel| one[channel] + (other[channel] - one[channel]) * share)
            };
            let line = |row: usize| mixed(board[row * SIDE + left], board[row * SIDE + right], across);
            mixed(line(top), line(bottom), down)
        };
        let mut values = Vec::with_capacity(board.len() * 3);
        for at in 0..side * side {
            let (x, y) = (at % side * 2, at / side * 2);
            let four = [pixel(x, y), pixel(x + 1, y), pixel(x, y + 1), pixel(x + 1, y + 1)];
            values.extend((0..3).flat_map(|channel| four.map(|pixel| pixel[channel] - 0.5)));
        }
        Field { width: side, height: side, channels: 12, values }
    }

    /// For every pixel of a line, the two that it is mixed from and the share of the second.
    fn places(self, shift: i8) -> Vec<(usize, usize, f32)> {
        let square = SQUARE as f32;
        let place = |at: usize| {
            let start = (at as f32 / square).floor() * square;
            let along = (at as f32 - start + 0.5 - square / 2.0) * self.part + square / 2.0 - 0.5;
            let place = (start + along - f32::from(shift)).clamp(0.0, (SIDE - 1) as f32);
            let first = place.floor() as usize;
            (first, (first + 1).min(SIDE - 1), place - place.floor())
        };
        (0..SIDE).map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board whose pixels tell where they are.
    fn board() -> Vec<[f32; 3]> {
        (0..SIDE * SIDE).map(|at| [(at % SIDE) as f32, (at / SIDE) as f32, 0.5]).collect()
    }

    /// The first two channels of the first pixel of four.
    fn seen(look: Look, x: usize, y: usize) -> [f32; 2] {
        let field = look.at(&board());
        let first = (y / 2 * field.width + x / 2) * field.channels;
        [field.values[first] + 0.5, field.values[first + 4] + 0.5]
    }

    #[test]
    fn a_straight_look_changes_nothing() {
        assert_eq!(seen(Look::STRAIGHT, 66, 130), [66.0, 130.0]);
    }

    #[test]
    fn a_closer_look_keeps_every_square_in_its_place() {
        let closer = Look { part: 0.5, ..Look::STRAIGHT };
        assert_eq!(seen(closer, 32, 0), [32.0 + 7.75, 7.75]);
        assert_eq!(seen(closer, 62, 30), [32.0 + 22.75, 22.75]);
    }

    #[test]
    fn a_board_is_mirrored_and_moved() {
        assert_eq!(seen(Look { mirrored: true, ..Look::STRAIGHT }, 0, 0), [255.0, 0.0]);
        assert_eq!(seen(Look { shift: [2, -1], ..Look::STRAIGHT }, 10, 20), [8.0, 21.0]);
    }
}
