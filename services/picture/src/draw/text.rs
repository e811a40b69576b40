use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use resvg::tiny_skia::{FillRule, PathBuilder};
use ttf_parser::{Face, OutlineBuilder};

use super::canvas::{Canvas, Cover};
use super::colour::Rgb;
use super::overlay::{extent, rasterise};

/// DejaVu Sans, which has the Spanish letters and the chess figurines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// Letters in one weight and size, in pixels to the em.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Font {
    pub(super) weight: Weight,
    pub(super) px: u16,
}

/// Keeps the letters it has drawn, up to a number of them.
#[derive(Debug, Default)]
pub(super) struct Typesetter {
    letters: Mutex<HashMap<(Font, char), Arc<Letter>>>,
}

#[derive(Debug)]
struct Letter {
    advance: f32,
    left: i32,
    top: i32,
    cover: Option<Cover>,
}

impl Font {
    pub(super) fn bold(px: usize) -> Font {
        Font { weight: Weight::Bold, px: u16::try_from(px).unwrap_or(Font::MOST).min(Font::MOST) }
    }

    pub(super) fn regular(px: usize) -> Font {
        Font { weight: Weight::Regular, ..Font::bold(px) }
    }

    const MOST: u16 = 128;

    /// The height of a capital letter.
    pub(super) fn capital(self) -> f32 {
        f32::from(self.px) * 0.729
    }

    fn face(self) -> &'static Face<'static> {
        static FACES: [OnceLock<Face<'static>>; 2] = [const { OnceLock::new() }; 2];
        FACES[self.weight as usize].get_or_init(|| {
            let font = match self.weight {
                Weight::Regular => dejavu::sans::regular(),
                Weight::Bold => dejavu::sans::bold(),
            };
            Face::parse(font, 0).expect("the font in the package is a font")
        })
    }
}

impl Typesetter {
    const MOST_LETTERS: usize = 1024;

    pub(super) fn width(&self, text: &str, font: Font) -> f32 {
        text.chars().map(|letter| self.letter(letter, font).advance).sum()
    }

    /// The text, or as much of its beginning as fits with an ellipsis.
    pub(super) fn fitted(&self, text: &str, font: Font, room: f32) -> String {
        if self.width(text, font) <= room {
            return text.to_owned();
        }
        let mut left = room - self.letter('…', font).advance;
        let mut fitted: String = text
            .chars()
            .take_while(|letter| {
                left -= self.letter(*letter, font).advance;
                left >= 0.0
            })
            .collect();
        fitted.truncate(fitted.trim_end().len());
        fitted.push('…');
        fitted
    }

    /// Writes the text with its left end at `x` on the base line `y`.
    pub(super) fn write(&self, canvas: &mut Canvas, x: f32, y: f32, text: &str, font: Font, colour: Rgb) {
        let mut pen = x;
        for character in text.chars() {
            let letter = self.letter(character, font);
            if let Some(cover) = &letter.cover {
                let (x, y) = (pen.round() as i32 + letter.left, y.round() as i32 + letter.top);
                canvas.ink(x, y, cover, colour, u8::MAX);
            }
            pen += letter.advance;
        }
    }

    fn letter(&self, character: char, font: Font) -> Arc<Letter> {
        let mut letters = self.letters.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(letter) = letters.get(&(font, character)) {
            return Arc::clone(letter);
        }
        if letters.len() >= Self::MOST_LETTERS {
            letters.clear();
        }
        let letter = Arc::new(draw(character, font));
        letters.insert((font, character), Arc::clone(&letter));
        letter
    }
}

/// A character that the font lacks is drawn as the font's empty box, a control character as nothing.
fn draw(character: char, font: Font) -> Letter {
    let nothing = Letter { advance: 0.0, left: 0, top: 0, cover: None };
    if character.is_control() {
        return nothing;
    }
    let face = font.face();
    let glyph = face.glyph_index(character).unwrap_or_default();
    let scale = f32::from(font.px) / f32::from(face.units_per_em());
    let advance = f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    let mut outline = Outline { path: PathBuilder::new(), scale };
    face.outline_glyph(glyph, &mut outline);
    let Some(path) = outline.path.finish() else { return Letter { advance, ..nothing } };
    let (left, top, width, height) = extent(path.bounds());
    let shift = resvg::tiny_skia::Transform::from_translate(-(left as f32), -(top as f32));
    let cover = rasterise(width, height, path.transform(shift).as_ref(), FillRule::Winding);
    Letter { advance, left, top, cover: Some(cover) }
}

struct Outline {
    path: PathBuilder,
    scale: f32,
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(x * self.scale, -y * self.scale);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(x * self.scale, -y * self.scale);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let scale = self.scale;
        self.path.quad_to(x1 * scale, -y1 * scale, x * scale, -y * scale);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let scale = self.scale;
        self.path.cubic_to(x1 * scale, -y1 * scale, x2 * scale, -y2 * scale, x * scale, -y * scale);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spanish_letters_and_figurines_are_in_both_weights() {
        for font in [Font::bold(20), Font::regular(20)] {
            for letter in "áéíóúüñÁÉÍÓÚÜÑ¿¡…·♔♕♖♗♘♙♚♛♜♝♞♟".chars()
            {
                assert!(font.face().glyph_index(letter).is_some(), "{letter} is missing");
            }
        }
    }

    #[test]
    fn a_long_name_ends_in_an_ellipsis_and_fits() {
        let typesetter = Typesetter::default();
        let fitted = typesetter.fitted("Wolfeschlegelsteinhausenbergerdorff", Font::bold(20), 120.0);
        assert!(fitted.ends_with('…') && typesetter.width(&fitted, Font::bold(20)) <= 120.0);
        assert_eq!(typesetter.fitted("Ana", Font::bold(20), 120.0), "Ana");
    }

    #[test]
    fn the_letters_kept_are_bounded() {
        let typesetter = Typesetter::default();
        for px in 1..200 {
            typesetter.width("abcdefghijklmnopqrstuvwxyz", Font::bold(px));
        }
        assert!(typesetter.letters.lock().unwrap().len() <= Typesetter::MOST_LETTERS);
    }
}
