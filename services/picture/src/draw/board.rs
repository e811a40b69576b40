use super::art::{Paint, Shape, Sprite};
use super::backdrop::{Backdrop, State};
use super::canvas::Canvas;
use super::caption::{self, Line};
use super::layout::Layout;
use super::overlay::{LEGAL_OPACITY, MARK_OPACITY};
use super::text::{Font, Typesetter};
use super::tiles::Tiles;
use super::{Style, arrow};
use crate::{Diagram, Ground, MarkKind};

/// Draws a diagram that was checked.
pub(super) fn draw(
    diagram: &Diagram,
    lines: &[Line],
    style: &Style,
    layout: &Layout,
    tiles: &Tiles,
    typesetter: &Typesetter,
) -> Canvas {
    let colours = style.theme.colours();
    let mut canvas = Canvas::new(layout.width, layout.height, colours.frame, tiles.palette);
    caption::draw(&mut canvas, lines, layout, style.theme, typesetter);
    border(&mut canvas, layout, tiles);
    cells(&mut canvas, diagram, layout, tiles, typesetter);
    marks(&mut canvas, diagram, layout, tiles);
    if style.coordinates {
        coordinates(&mut canvas, diagram, style, layout, typesetter);
    }
    for arrow in &diagram.arrows {
        let (from, to) = (layout.middle(arrow.from), layout.middle(arrow.to));
        arrow::draw(&mut canvas, from, to, layout.cell as f32, colours.arrow);
    }
    canvas
}

/// A board of one colour ends in a line, and so does one on paper.
fn border(canvas: &mut Canvas, layout: &Layout, tiles: &Tiles) {
    let colours = tiles.theme.colours();
    if tiles.ground == Ground::Plain || colours.hatch.is_some() {
        let thick = (layout.cell / 30).clamp(1, layout.rim);
        let (width, height) = (layout.board_width() + 2 * thick, layout.board_height() + 2 * thick);
        canvas.fill(layout.left - thick, layout.top - thick, width, height, colours.grid);
    }
}

fn cells(canvas: &mut Canvas, diagram: &Diagram, layout: &Layout, tiles: &Tiles, typesetter: &Typesetter) {
    let mut states: Vec<State> =
        diagram.cells.iter().map(|cell| if cell.dimmed { State::Dimmed } else { State::Clear }).collect();
    for (kind, state) in [(MarkKind::LastMove, State::LastMove), (MarkKind::Check, State::Check)] {
        for cell in diagram.marked(kind) {
            states[usize::from(cell)] = state;
        }
    }
    for (index, (cell, state)) in diagram.cells.iter().zip(states).enumerate() {
        let dark = tiles.ground == Ground::Chequered && layout.is_dark(index);
        let backdrop = Backdrop { dark, state };
        let (x, y) = layout.corner(index);
        let Some(name) = &cell.piece else {
            canvas.put(x, y, tiles.bare(backdrop), tiles.px);
            continue;
        };
        let known = Sprite::named(name, diagram.ground);
        let sprite = known.unwrap_or(Sprite { shape: Shape::Disc, paint: unknown_paint(diagram.ground) });
        canvas.put(x, y, tiles.piece(sprite, backdrop), tiles.px);
        if known.is_none() {
            let font = Font::bold(tiles.px * 3 / 10);
            let label = typesetter.fitted(name, font, tiles.px as f32 * 0.7);
            let middle = (x as f32 + tiles.px as f32 / 2.0, y as f32 + tiles.px as f32 / 2.0);
            let left = middle.0 - typesetter.width(&label, font) / 2.0;
            let ink = tiles.theme.colouring(sprite.paint).rim;
            typesetter.write(canvas, left, middle.1 + font.capital() / 2.0, &label, font, ink);
        }
    }
}

fn unknown_paint(ground: Ground) -> Paint {
    if ground == Ground::Holes { Paint::Yellow } else { Paint::White }
}

fn marks(canvas: &mut Canvas, diagram: &Diagram, layout: &Layout, tiles: &Tiles) {
    let colours = tiles.theme.colours();
    let corner = |cell: u16| {
        let (x, y) = layout.corner(cell.into());
        (x as i32, y as i32)
    };
    for cell in diagram.marked(MarkKind::Square) {
        let (x, y) = corner(cell);
        canvas.ink(x, y, tiles.ring(), colours.mark, MARK_OPACITY);
    }
    // Holes are dark: a dark dot would not be seen in them.
    let lit = tiles.ground == Ground::Holes && !colours.print;
    let legal = if lit { colours.ink } else { colours.legal };
    for cell in diagram.marked(MarkKind::Legal) {
        let (x, y) = corner(cell);
        let taken = diagram.cells[usize::from(cell)].piece.is_some();
        let shape = if taken { tiles.corners() } else { tiles.dot() };
        canvas.ink(x, y, shape, legal, LEGAL_OPACITY);
    }
}

fn coordinates(
    canvas: &mut Canvas,
    diagram: &Diagram,
    style: &Style,
    layout: &Layout,
    typesetter: &Typesetter,
) {
    let ink = style.theme.colours().ink;
    let columns = usize::from(diagram.columns);
    let font = Font { px: layout.font.px.min(layout.cell as u16 * 4 / 5), ..layout.font };
    let half = layout.cell as f32 / 2.0;
    let below = (layout.top + layout.board_height()) as f32;
    let base = below + (layout.height as f32 - below + font.capital()) / 2.0;
    for (column, name) in diagram.column_names.iter().enumerate() {
        let middle = layout.corner(column).0 as f32 + half;
        typesetter.write(canvas, middle - typesetter.width(name, font) / 2.0, base, name, font, ink);
    }
    for (row, name) in diagram.row_names.iter().enumerate() {
        let middle = layout.corner(row * columns).1 as f32 + half;
        let left = (layout.left as f32 - typesetter.width(name, font)) / 2.0;
        typesetter.write(canvas, left, middle + font.capital() / 2.0, name, font, ink);
    }
}
