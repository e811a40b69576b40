use resvg::{tiny_skia, usvg};

use super::Theme;
use crate::Ground;

/// The silhouettes that are drawn here. One SVG each; the colours are put on when it is rasterised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    Disc,
    Bomb,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paint {
    White,
    Black,
    Red,
    Yellow,
}

/// A piece of art: a shape in a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sprite {
    pub shape: Shape,
    pub paint: Paint,
}

impl Shape {
    pub const CHESS: [Shape; 6] =
        [Shape::King, Shape::Queen, Shape::Rook, Shape::Bishop, Shape::Knight, Shape::Pawn];

    fn svg(self) -> &'static str {
        match self {
            Shape::King => include_str!("../../art/king.svg"),
            Shape::Queen => include_str!("../../art/queen.svg"),
            Shape::Rook => include_str!("../../art/rook.svg"),
            Shape::Bishop => include_str!("../../art/bishop.svg"),
            Shape::Knight => include_str!("../../art/knight.svg"),
            Shape::Pawn => include_str!("../../art/pawn.svg"),
            Shape::Disc => include_str!("../../art/disc.svg"),
            Shape::Bomb => include_str!("../../art/bomb.svg"),
        }
    }
}

impl Sprite {
    pub(super) const COUNT: usize = 32;

    pub(super) fn index(self) -> usize {
        self.shape as usize * 4 + self.paint as usize
    }

    /// The art for the name of a piece. The same disc is black or white on a plain board and red or yellow
    /// in a board of holes.
    #[must_use]
    pub fn named(name: &str, ground: Ground) -> Option<Sprite> {
        let paint = |second: bool| match (ground, second) {
            (Ground::Holes, false) => Paint::Red,
            (Ground::Holes, true) => Paint::Yellow,
            (_, false) => Paint::Black,
            (_, true) => Paint::White,
        };
        let disc = |shape, second| Some(Sprite { shape, paint: paint(second) });
        match name {
            "x" => return disc(Shape::Disc, false),
            "o" => return disc(Shape::Disc, true),
            "bomb-x" => return disc(Shape::Bomb, false),
            "bomb-o" => return disc(Shape::Bomb, true),
            _ => {}
        }
        let (paint, letter) = match name.as_bytes() {
            [b'w', letter] => (Paint::White, letter),
            [b'b', letter] => (Paint::Black, letter),
            _ => return None,
        };
        let shape = Shape::CHESS[b"KQRBNP".iter().position(|known| known == letter)?];
        Some(Sprite { shape, paint })
    }

    /// Rasterises the sprite into a square, on nothing.
    pub(super) fn rasterise(self, theme: Theme, px: u32) -> Option<tiny_skia::Pixmap> {
        let mut pixmap = tiny_skia::Pixmap::new(px, px)?;
        if theme.colours().print {
            render(self.shape, halo(theme), &mut pixmap)?;
        }
        render(self.shape, style_sheet(theme, self.paint), &mut pixmap)?;
        Some(pixmap)
    }
}

/// The SVG of a shape with the style sheet that colours it. It opens on its own in any viewer.
#[must_use]
pub fn piece_svg(sprite: Sprite, theme: Theme) -> String {
    let style = format!("<style>{}</style>", style_sheet(theme, sprite.paint));
    sprite.shape.svg().replacen('\n', &format!("\n{style}\n"), 1)
}

fn style_sheet(theme: Theme, paint: Paint) -> String {
    let colours = theme.colouring(paint);
    let (body, shade, rim, line) =
        (colours.body.css(), colours.shade.css(), colours.rim.css(), colours.line.css());
    format!(
        ".body{{fill:{body};stroke:{rim}}}.shade{{fill:{shade}}}.rim{{stroke:{rim}}}\
         .line{{stroke:{line}}}.dot{{fill:{line}}}"
    ) + match (paint, theme.colours().print) {
        (_, false) => "",
        (Paint::White | Paint::Yellow, true) => ".spark{fill:#fff}",
        (Paint::Black | Paint::Red, true) => {
            ".shell{fill:#fff}.fuse{stroke:#fff}.glint{stroke:#000}.spark{fill:#fff}"
        }
    }
}

fn halo(theme: Theme) -> String {
    let paper = theme.colours().light.css();
    format!(
        ".body{{fill:{paper};stroke:{paper};stroke-width:9}}\
         .shade,.rim,.line,.dot,.shell,.fuse,.glint,.spark{{display:none}}"
    )
}

fn render(shape: Shape, style_sheet: String, pixmap: &mut tiny_skia::Pixmap) -> Option<()> {
    let options = usvg::Options { style_sheet: Some(style_sheet), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(shape.svg(), &options).ok()?;
    let scale = pixmap.width() as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Some(())
}
