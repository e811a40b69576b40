//! The peer: one SVG document for the whole board, parsed and rendered for every request.

use resvg::{tiny_skia, usvg};
use tablero_picture::Diagram;
use tablero_picture::draw::{Sprite, Theme, piece_svg};

pub(crate) fn png(diagram: &Diagram, size: u32) -> Vec<u8> {
    render(diagram, size).encode_png().expect("a picture")
}

pub(crate) fn render(diagram: &Diagram, size: u32) -> tiny_skia::Pixmap {
    let tree = usvg::Tree::from_str(&document(diagram), &usvg::Options::default()).expect("an SVG");
    let mut pixmap = tiny_skia::Pixmap::new(size, size).expect("a size");
    let scale = size as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap
}

/// Squares, marks and pieces; no letters, which the peer gets for free.
fn document(diagram: &Diagram) -> String {
    let mut document = String::from(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800">"#);
    for (index, cell) in diagram.cells.iter().enumerate() {
        let (x, y) = (index % 8 * 100, index / 8 * 100);
        let marked = diagram.marks.iter().any(|mark| usize::from(mark.cell) == index);
        let fill = match ((index % 8 + index / 8) % 2, marked) {
            (_, true) => "#d9c21c",
            (0, _) => "#f0d9b5",
            _ => "#b58863",
        };
        document += &format!(r#"<rect x="{x}" y="{y}" width="100" height="100" fill="{fill}"/>"#);
        if let Some(sprite) = cell.piece.as_ref().and_then(|name| Sprite::named(name, diagram.ground)) {
            let svg = piece_svg(sprite, Theme::Brown)
                .replace("<svg ", &format!(r#"<svg x="{x}" y="{y}" width="100" height="100" "#));
            document += &svg;
        }
    }
    document + "</svg>"
}
