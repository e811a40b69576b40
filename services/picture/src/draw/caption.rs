use super::art::Paint;
use super::canvas::Canvas;
use super::layout::Layout;
use super::overlay;
use super::text::{Font, Typesetter};
use super::{Language, Sprite, Style, Theme, words};
use crate::{Caption, Diagram, Ground};

/// A line above the board.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// A disc in the colour of the side to move.
    icon: Option<Paint>,
    left: String,
    right: String,
}

const MOST_LINES: usize = 3;
const SEPARATOR: &str = "  ·  ";

/// Words the captions and breaks them into lines: the side to move at the left, the rest at the right
/// or below. What does not fit is cut with an ellipsis.
pub(super) fn lines(diagram: &Diagram, style: &Style, typesetter: &Typesetter) -> Vec<Line> {
    let size = usize::from(style.size);
    let font = font(size);
    let room = size as f32 - margin(size) * 2.0;
    let mut lines: Vec<Line> = Vec::new();
    for caption in &diagram.captions {
        let words = worded(caption, diagram.ground, style.language);
        let icon = side_paint(caption, diagram.ground);
        let needed = typesetter.width(&words, font);
        match lines.last_mut().filter(|_| icon.is_none()) {
            Some(line) if line.taken(typesetter, font) + needed <= room => line.push(words),
            _ if icon.is_some() => {
                let indent = font.capital() * 1.7;
                let left = typesetter.fitted(&words, font, room - indent);
                lines.push(Line { icon, left, right: String::new() });
            }
            _ => lines.extend(broken(&words, room, font, typesetter)),
        }
    }
    lines.truncate(MOST_LINES);
    lines
}

pub(super) fn draw(
    canvas: &mut Canvas,
    lines: &[Line],
    layout: &Layout,
    theme: Theme,
    typesetter: &Typesetter,
) {
    let colours = theme.colours();
    let font = font(layout.width);
    let margin = margin(layout.width);
    for (index, line) in lines.iter().enumerate() {
        let middle = (layout.rim / 2 + index * layout.line + layout.line / 2) as f32;
        let base = middle + font.capital() / 2.0;
        let mut x = margin;
        if let Some(paint) = line.icon {
            let px = (font.capital() * 1.25) as usize;
            let y = middle as i32 - px as i32 / 2;
            let body = theme.colouring(paint).body;
            canvas.ink(x as i32, y, &overlay::disc(px), colours.ink, u8::MAX);
            let rim = (px / 9).max(1);
            canvas.ink(x as i32 + rim as i32, y + rim as i32, &overlay::disc(px - 2 * rim), body, u8::MAX);
            x += font.capital() * 1.7;
        }
        typesetter.write(canvas, x, base, &line.left, font, colours.ink);
        let right = layout.width as f32 - margin - typesetter.width(&line.right, font);
        typesetter.write(canvas, right, base, &line.right, font, colours.ink);
    }
}

impl Line {
    fn taken(&self, typesetter: &Typesetter, font: Font) -> f32 {
        let indent = if self.icon.is_some() { font.capital() * 1.7 } else { 0.0 };
        let after = if self.right.is_empty() { "" } else { SEPARATOR };
        indent + typesetter.width(&format!("{}{SEPARATOR}{}{after}", self.left, self.right), font)
    }

    fn push(&mut self, words: String) {
        let part = if self.icon.is_some() { &mut self.right } else { &mut self.left };
        if !part.is_empty() {
            part.push_str(SEPARATOR);
        }
        part.push_str(&words);
    }
}

fn worded(caption: &Caption, ground: Ground, language: Language) -> String {
    match caption {
        Caption::ToMove(side) => words::to_move(side, language),
        Caption::MateIn(moves) => words::mate_in(*moves, ground, language),
        Caption::MovesLeft(moves) => words::moves_left(*moves, language),
        Caption::Text(text) => text.clone(),
    }
}

fn side_paint(caption: &Caption, ground: Ground) -> Option<Paint> {
    match caption {
        Caption::ToMove(side) => match side.as_str() {
            "white" => Some(Paint::White),
            "black" => Some(Paint::Black),
            other => Sprite::named(other, ground).map(|sprite| sprite.paint),
        },
        _ => None,
    }
}

fn broken(words: &str, room: f32, font: Font, typesetter: &Typesetter) -> Vec<Line> {
    let mut rows = vec![String::new()];
    for word in words.split_whitespace() {
        let row = rows.last().map(String::as_str).unwrap_or_default();
        let longer = if row.is_empty() { word.to_owned() } else { format!("{row} {word}") };
        if row.is_empty() || typesetter.width(&longer, font) <= room {
            rows.pop();
            rows.push(longer);
        } else if rows.len() == MOST_LINES {
            rows.pop();
            rows.push(longer);
            break;
        } else {
            rows.push(word.to_owned());
        }
    }
    let fitted = rows.into_iter().map(|row| typesetter.fitted(&row, font, room));
    fitted.map(|left| Line { icon: None, left, right: String::new() }).collect()
}

fn font(width: usize) -> Font {
    Font::bold((width * 30 / 720).max(9))
}

fn margin(width: usize) -> f32 {
    width as f32 * 18.0 / 720.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn side_and_moves_left_share_a_line_in_both_languages() {
        for language in [Language::English, Language::Spanish] {
            for moves in [1, 2, 9] {
                let captions = vec![Caption::ToMove("white".into()), Caption::MovesLeft(moves)];
                let diagram = Diagram { captions, ..Diagram::empty(8, 8, Ground::Chequered) };
                let style = Style { language, ..Style::default() };
                assert_eq!(lines(&diagram, &style, &Typesetter::default()).len(), 1, "{language:?} {moves}");
            }
        }
    }
}
