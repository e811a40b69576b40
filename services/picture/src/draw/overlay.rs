use resvg::tiny_skia::{FillRule, Mask, Path, PathBuilder, Rect, Transform};

use super::canvas::Cover;

pub(super) const LEGAL_OPACITY: u8 = 165;
pub(super) const MARK_OPACITY: u8 = 235;
pub(super) const ARROW_OPACITY: u8 = 215;

/// Where an empty cell can be moved to.
pub(super) fn dot(px: usize) -> Cover {
    let middle = px as f32 / 2.0;
    cover(px, PathBuilder::from_circle(middle, middle, px as f32 * 0.15), FillRule::Winding)
}

/// Where something can be taken: the four corners of the cell.
pub(super) fn corners(px: usize) -> Cover {
    let size = px as f32;
    let mut path = PathBuilder::new();
    for (x, y) in [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)] {
        let reach = size * 0.26;
        path.move_to(x, y);
        path.line_to(if x == 0.0 { reach } else { size - reach }, y);
        path.line_to(x, if y == 0.0 { reach } else { size - reach });
        path.close();
    }
    cover(px, path.finish(), FillRule::Winding)
}

/// A marked cell.
pub(super) fn ring(px: usize) -> Cover {
    let (size, middle) = (px as f32, px as f32 / 2.0);
    let mut path = PathBuilder::new();
    path.push_circle(middle, middle, size * 0.48);
    path.push_circle(middle, middle, size * 0.48 - (size * 0.07).max(1.5));
    cover(px, path.finish(), FillRule::EvenOdd)
}

pub(super) fn disc(px: usize) -> Cover {
    let middle = px as f32 / 2.0;
    cover(px, PathBuilder::from_circle(middle, middle, middle), FillRule::Winding)
}

/// The cover of a path in a square at the origin.
fn cover(px: usize, path: Option<Path>, rule: FillRule) -> Cover {
    rasterise(px, px, path.as_ref(), rule)
}

/// The cover of a path in a rectangle at the origin. Nothing is covered where there is no path.
pub(super) fn rasterise(width: usize, height: usize, path: Option<&Path>, rule: FillRule) -> Cover {
    let mask = Mask::new(width.max(1) as u32, height.max(1) as u32);
    let cover = mask.zip(path).map(|(mut mask, path)| {
        mask.fill_path(path, rule, true, Transform::identity());
        mask.take()
    });
    Cover { width: width.max(1), cover: cover.unwrap_or_else(|| vec![0; width.max(1) * height.max(1)]) }
}

/// The whole pixels that a path touches: left, top, width, height.
pub(super) fn extent(bounds: Rect) -> (i32, i32, usize, usize) {
    let (left, top) = (bounds.left().floor(), bounds.top().floor());
    let (width, height) = (bounds.right().ceil() - left, bounds.bottom().ceil() - top);
    (left as i32, top as i32, width as usize + 1, height as usize + 1)
}
