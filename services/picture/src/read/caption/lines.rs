use super::sheet::Sheet;

/// A line of text: the box around its letters, in pixels of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

impl Line {
    pub(super) fn width(&self) -> usize {
        self.right - self.left
    }

    pub(super) fn height(&self) -> usize {
        self.bottom - self.top
    }

    fn take(&mut self, other: &Line) {
        self.left = self.left.min(other.left);
        self.top = self.top.min(other.top);
        self.right = self.right.max(other.right);
        self.bottom = self.bottom.max(other.bottom);
    }
}

/// Lower letters cannot be told apart.
const LOWEST: usize = 4;
/// In squares.
const HIGHEST: f64 = 0.9;
/// A sheet with more than so many letters is a page of text or a pattern, and is not looked at.
const MOST_LETTERS: usize = 6000;
/// How much neighbours differ where nobody can overlook it, of 255.
const CLEAR: u8 = 90;
/// How many times as long as high a line is that may be a caption.
const SHORTEST: usize = 4;
const LONGEST: usize = 30;

/// The lines of a sheet that may be captions.
pub(super) fn lines(sheet: &Sheet) -> Vec<Line> {
    let highest = (sheet.square() * HIGHEST) as usize;
    let letters = |edge: u8| {
        let mut letters = shapes(sheet, edge);
        letters.retain(|letter| (LOWEST..=highest).contains(&letter.height()));
        Some(letters).filter(|letters| letters.len() <= MOST_LETTERS)
    };
    // On a ground with a pattern only what is clear beyond it counts.
    let Some(mut letters) = letters(threshold(sheet)).or_else(|| letters(CLEAR)) else { return Vec::new() };
    letters.sort_by_key(|letter| letter.left);
    let (mut lines, mut open): (Vec<Line>, Vec<Line>) = Default::default();
    for letter in &letters {
        // No letter that is still to come is near enough to these.
        lines.extend(open.extract_if(.., |line| line.right + gap(highest) < letter.left));
        let before = open.iter_mut().filter(|line| follows(line, letter));
        match before.min_by_key(|line| line.top.abs_diff(letter.top) + line.bottom.abs_diff(letter.bottom)) {
            Some(line) => line.take(letter),
            None => open.push(*letter),
        }
    }
    lines.extend(open);
    let long = |line: &Line| (SHORTEST..=LONGEST).contains(&(line.width() / line.height()));
    lines.retain(|line| long(line) && line.height() <= highest);
    lines
}

/// How wide the gap between two words may be: in fonts of one width it is wider than the letters are high.
fn gap(high: usize) -> usize {
    high * 5 / 4
}

/// Whether a letter goes on with a line: level with it, of about its size, and not a wide gap away.
fn follows(line: &Line, letter: &Line) -> bool {
    let (high, letter_high) = (line.height(), letter.height());
    let common = line.bottom.min(letter.bottom).saturating_sub(line.top.max(letter.top));
    let level = 2 * common >= high.min(letter_high);
    let like = letter_high <= 2 * high;
    let near = letter.left <= line.right + gap(high.max(letter_high));
    let together = line.bottom.max(letter.bottom) - line.top.min(letter.top);
    level && like && near && 5 * together <= 8 * high.max(letter_high)
}

/// The boxes of everything whose outline hangs together. Outlines are where neighbouring pixels differ, so that dark letters
/// on light and light ones on dark are the same.
fn shapes(sheet: &Sheet, edge: u8) -> Vec<Line> {
    let Sheet { width, height, .. } = *sheet;
    let mut shapes = Shapes::default();
    let mut above: Vec<(usize, usize, usize)> = Vec::new();
    // A row ends unmarked, so that every run ends.
    let mut marked = vec![0_u8; width];
    for y in 0..height - 1 {
        let row = &sheet.grey[y * width..][..width];
        let below = &sheet.grey[(y + 1) * width..][..width];
        for (mark, ((here, next), below)) in marked.iter_mut().zip(row.iter().zip(&row[1..]).zip(below)) {
            *mark = u8::from(here.abs_diff(*next).max(here.abs_diff(*below)) >= edge);
        }
        let mut runs = Vec::new();
        let (mut x, mut first) = (0, 0);
        while let Some(skipped) = marked[x..].iter().position(|mark| *mark == 1) {
            let from = x + skipped;
            let to = from + marked[from..].iter().position(|mark| *mark == 0).unwrap_or(width - from);
            // At the left and at the top the ink begins after the difference, elsewhere it ends before it.
            let mut shape = shapes.add(Line { left: from + 1, top: y + 1, right: to, bottom: y + 1 });
            while first < above.len() && above[first].1 < from {
                first += 1;
            }
            for (_, _, other) in above[first..].iter().take_while(|(start, _, _)| *start <= to) {
                shape = shapes.join(shape, *other);
            }
            runs.push((from, to, shape));
            x = to;
        }
        above = runs;
    }
    shapes.whole()
}

/// How much neighbours differ at the edge of a letter: less where nothing in the sheet is clear, more where all of it is grainy.
fn threshold(sheet: &Sheet) -> u8 {
    let mut counts = [0_usize; 256];
    // Every fourth row shows as much as all.
    for row in sheet.grey.chunks_exact(sheet.width).step_by(4) {
        for pair in row.windows(2) {
            counts[usize::from(pair[0].abs_diff(pair[1]))] += 1;
        }
    }
    let all: usize = counts.iter().sum();
    let exceeded_by = |share: usize| {
        let mut left = all / share;
        let step = counts.iter().rposition(|count| {
            let here = *count > left;
            left = left.saturating_sub(*count);
            here
        });
        step.unwrap_or(0)
    };
    let (letters, grain) = (exceeded_by(200), exceeded_by(4));
    (letters * 35 / 100).clamp(14, 40).max(3 * grain).min(usize::from(CLEAR)) as u8
}

/// Shapes as they grow together.
#[derive(Debug, Default)]
struct Shapes {
    boxes: Vec<Line>,
    /// The shape that each became part of, or itself.
    parents: Vec<u32>,
}

impl Shapes {
    fn add(&mut self, shape: Line) -> usize {
        self.boxes.push(shape);
        self.parents.push(self.parents.len() as u32);
        self.boxes.len() - 1
    }

    fn root(&mut self, mut shape: usize) -> usize {
        while self.parents[shape] as usize != shape {
            let parent = self.parents[shape] as usize;
            self.parents[shape] = self.parents[parent];
            shape = parent;
        }
        shape
    }

    fn join(&mut self, one: usize, other: usize) -> usize {
        let (one, other) = (self.root(one), self.root(other));
        let (old, new) = (one.min(other), one.max(other));
        if old != new {
            let grown = self.boxes[new];
            self.boxes[old].take(&grown);
            self.parents[new] = old as u32;
        }
        old
    }

    fn whole(self) -> Vec<Line> {
        let roots = self.parents.iter().enumerate().filter(|(at, parent)| *at == **parent as usize);
        roots.map(|(at, _)| self.boxes[at]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bars for letters: the left ends, the top and the height of each line.
    fn sheet(paper: u8, ink: u8, lines: &[(&[usize], usize, usize)]) -> Sheet {
        let (width, height) = (200, 100);
        let mut grey = vec![paper; width * height];
        for (letters, top, high) in lines {
            for (left, y) in letters.iter().flat_map(|left| (*top..top + high).map(move |y| (left, y))) {
                grey[y * width + left..][..3].fill(ink);
            }
        }
        Sheet::of(width, height, grey, 40.0)
    }

    #[test]
    fn letters_that_are_level_and_near_make_a_line_whatever_its_colour() {
        let long: Vec<usize> = (20..120).step_by(6).collect();
        let apart: Vec<usize> = (140..190).step_by(6).collect();
        for (paper, ink) in [(250, 10), (30, 200)] {
            let sheet =
                sheet(paper, ink, &[(&long, 10, 10), (&apart, 11, 10), (&long, 40, 8), (&[5, 9], 70, 8)]);
            let mut found = lines(&sheet);
            found.sort_by_key(|line| (line.top, line.left));
            let boxes: Vec<_> =
                found.iter().map(|line| [line.left, line.top, line.right, line.bottom]).collect();
            assert_eq!(boxes, [[20, 10, 119, 20], [140, 11, 191, 21], [20, 40, 119, 48]]);
        }
    }

    #[test]
    fn a_frame_and_a_rule_are_no_letters() {
        let rule: Vec<usize> = (10..190).collect();
        let sheet = sheet(255, 0, &[(&rule, 5, 2), (&[4], 5, 90), (&[190], 5, 90)]);
        assert_eq!(lines(&sheet), []);
    }
}
