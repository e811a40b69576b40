use resvg::tiny_skia::{FillRule, PathBuilder, Transform};

use super::canvas::Canvas;
use super::colour::Rgb;
use super::overlay::{ARROW_OPACITY, extent, rasterise};

/// Draws an arrow between the middles of two cells; its point reaches the middle of the second.
pub(super) fn draw(canvas: &mut Canvas, from: (f32, f32), to: (f32, f32), px: f32, colour: Rgb) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    let (ux, uy) = (dx / length, dy / length);
    let (shaft, wing, head) = (px * 0.085, px * 0.24, px * 0.42);
    let at = |along: f32, aside: f32| (from.0 + ux * along - uy * aside, from.1 + uy * along + ux * aside);
    let (tail, neck) = ((px * 0.28).min(length * 0.3), length + px * 0.08 - head);
    let outline = [
        at(tail, shaft),
        at(neck, shaft),
        at(neck, wing),
        at(length + px * 0.08, 0.0),
        at(neck, -wing),
        at(neck, -shaft),
        at(tail, -shaft),
    ];
    let mut path = PathBuilder::new();
    path.move_to(outline[0].0, outline[0].1);
    for (x, y) in &outline[1..] {
        path.line_to(*x, *y);
    }
    path.close();
    let Some(path) = path.finish() else { return };
    let (left, top, width, height) = extent(path.bounds());
    let path = path.transform(Transform::from_translate(-(left as f32), -(top as f32)));
    let cover = rasterise(width, height, path.as_ref(), FillRule::Winding);
    canvas.ink(left, top, &cover, colour, ARROW_OPACITY);
}
