/// A picture in RGB.
#[derive(Debug, Clone)]
pub(super) struct Pixels {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) data: Vec<[u8; 3]>,
}

/// What the two kinds of squares differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Channel {
    Luma,
    /// Red against blue, for boards whose squares are equally bright.
    Warmth,
}

/// A part of a picture, made smaller: `x = (X - left) * scale_x`.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) pixels: Pixels,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) scale_x: f64,
    pub(super) scale_y: f64,
}

impl Pixels {
    pub(super) fn channel(&self, channel: Channel) -> Vec<i32> {
        let value = |&[red, green, blue]: &[u8; 3]| match channel {
            Channel::Luma => (i32::from(red) * 299 + i32::from(green) * 587 + i32::from(blue) * 114) / 1000,
            Channel::Warmth => i32::from(red) - i32::from(blue),
        };
        self.data.iter().map(value).collect()
    }

    /// The whole picture with its longer side at most so long.
    pub(super) fn within(&self, side: usize) -> Part {
        let scale = side as f64 / self.width.max(self.height) as f64;
        self.part([0.0, 0.0, self.width as f64, self.height as f64], scale)
    }

    /// What lies within left, top, right and bottom, as far as it is in the picture, at that scale or its own if that
    /// would make it larger.
    pub(super) fn part(&self, [left, top, right, bottom]: [f64; 4], scale: f64) -> Part {
        let clamp = |at: f64, most: usize| at.clamp(0.0, most as f64) as usize;
        let (left, top) = (clamp(left, self.width - 1), clamp(top, self.height - 1));
        let right = clamp(right.ceil(), self.width).max(left + 1);
        let bottom = clamp(bottom.ceil(), self.height).max(top + 1);
        let (width, height) = (right - left, bottom - top);
        let pixels = if scale >= 1.0 {
            self.cropped(left, top, width, height)
        } else {
            let size = |length: usize| ((length as f64 * scale) as usize).max(1);
            self.averaged([left, top, width, height], size(width), size(height))
        };
        let scale_x = pixels.width as f64 / width as f64;
        let scale_y = pixels.height as f64 / height as f64;
        Part { pixels, left: left as f64, top: top as f64, scale_x, scale_y }
    }

    fn cropped(&self, left: usize, top: usize, width: usize, height: usize) -> Pixels {
        let rows = (top..top + height).map(|y| &self.data[y * self.width + left..][..width]);
        Pixels { width, height, data: rows.flatten().copied().collect() }
    }

    /// Every pixel of the result is the mean of the area that it covers.
    fn averaged(&self, [left, top, width, height]: [usize; 4], to_width: usize, to_height: usize) -> Pixels {
        let columns = shares(width, to_width);
        let mut sums = vec![0_f32; to_width * 3];
        let mut row = vec![0_f32; to_width * 3];
        let mut data = Vec::with_capacity(to_width * to_height);
        let mut last = usize::MAX;
        for lines in shares(height, to_height) {
            sums.fill(0.0);
            for (y, share) in lines.covered() {
                if y != last {
                    squeeze(&self.data[(top + y) * self.width + left..][..width], &columns, &mut row);
                    last = y;
                }
                for (sum, value) in sums.iter_mut().zip(&row) {
                    *sum += value * share;
                }
            }
            data.extend(sums.chunks_exact(3).map(|sum| [0, 1, 2].map(|c| (sum[c] + 0.5) as u8)));
        }
        Pixels { width: to_width, height: to_height, data }
    }
}

/// The run of pixels that one smaller pixel covers: the first and last in part, those between in full.
#[derive(Debug, Clone, Copy)]
struct Share {
    first: usize,
    last: usize,
    first_share: f32,
    full_share: f32,
    last_share: f32,
}

impl Share {
    fn covered(self) -> impl Iterator<Item = (usize, f32)> {
        let share = move |at| match at {
            at if at == self.first => self.first_share,
            at if at == self.last => self.last_share,
            _ => self.full_share,
        };
        (self.first..=self.last).map(move |at| (at, share(at)))
    }
}

fn shares(from: usize, to: usize) -> Vec<Share> {
    let step = from as f32 / to as f32;
    let share = |at: usize| {
        let (begin, end) = (at as f32 * step, ((at + 1) as f32 * step).min(from as f32));
        let first = (begin as usize).min(from - 1);
        let last = (end.ceil() as usize).clamp(first + 1, from) - 1;
        let total = end - begin;
        let first_share = ((first + 1) as f32).min(end) - begin;
        let last_share = end - last as f32;
        Share {
            first,
            last,
            first_share: if first == last { 1.0 } else { first_share / total },
            full_share: 1.0 / total,
            last_share: last_share / total,
        }
    };
    (0..to).map(share).collect()
}

fn squeeze(line: &[[u8; 3]], columns: &[Share], out: &mut [f32]) {
    for (column, out) in columns.iter().zip(out.chunks_exact_mut(3)) {
        let [first, last] = [line[column.first], line[column.last]];
        let between = if column.last > column.first + 1 { &line[column.first + 1..column.last] } else { &[] };
        let mut full = [0_u32; 3];
        for pixel in between {
            for (sum, value) in full.iter_mut().zip(pixel) {
                *sum += u32::from(*value);
            }
        }
        let last_share = if column.last > column.first { column.last_share } else { 0.0 };
        for c in 0..3 {
            out[c] = f32::from(first[c]) * column.first_share
                + full[c] as f32 * column.full_share
                + f32::from(last[c]) * last_share;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_picture_has_the_means_of_the_larger() {
        let data = (0..35).map(|at| [at as u8 * 7, 255 - at as u8, 40]).collect();
        let pixels = Pixels { width: 7, height: 5, data };
        let mean = |pixels: &Pixels, c: usize| {
            pixels.data.iter().map(|pixel| f64::from(pixel[c])).sum::<f64>() / pixels.data.len() as f64
        };
        for scale in [0.99, 0.6, 0.43, 0.2] {
            let part = pixels.part([0.0, 0.0, 7.0, 5.0], scale);
            for c in 0..3 {
                assert!((mean(&pixels, c) - mean(&part.pixels, c)).abs() < 1.0, "{scale} {c}");
            }
        }
        let whole = pixels.part([-3.0, -3.0, 99.0, 99.0], 1.0);
        assert_eq!(whole.pixels.data, pixels.data);
    }
}
