use super::canvas::Canvas;
use super::check::{count, size, text, verdict};
use super::overlay::disc;
use super::palette::{MEDALS, Palette, Scene};
use super::text::{Font, Typesetter};
use super::{Fault, Language, Refused, Style, check};

/// A table of people, best first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaderboard {
    pub title: String,
    /// The heads of the columns of values.
    pub columns: Vec<String>,
    pub rows: Vec<Standing>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub rank: u32,
    pub name: String,
    /// One for each column, as it is to be read.
    pub values: Vec<String>,
    /// The reader's own row.
    pub highlighted: bool,
}

const MOST_ROWS: usize = 25;
const MOST_COLUMNS: usize = 8;

pub(super) fn check(board: &Leaderboard, style: &Style) -> Result<(), Refused> {
    let mut faults = Vec::new();
    size(style.size, check::MOST_SIZE, &mut faults);
    count("rows", board.rows.len(), MOST_ROWS, &mut faults);
    count("columns", board.columns.len(), MOST_COLUMNS, &mut faults);
    text(&board.title, &mut faults);
    board.columns.iter().take(MOST_COLUMNS).for_each(|head| text(head, &mut faults));
    for (index, row) in board.rows.iter().take(MOST_ROWS).enumerate() {
        if row.values.len() != board.columns.len() {
            let (values, columns) = (row.values.len(), board.columns.len());
            faults.push(Fault::Standing { row: index, values, columns });
        }
        text(&row.name, &mut faults);
        row.values.iter().take(MOST_COLUMNS).for_each(|value| text(value, &mut faults));
    }
    verdict(faults)
}

/// Where the columns end, and the letters.
struct Table<'a> {
    typesetter: &'a Typesetter,
    style: &'a Style,
    unit: f32,
    head: Font,
    body: Font,
    name_at: f32,
    name_room: f32,
    /// Right ends and widths of the values.
    values: Vec<(f32, f32)>,
}

pub(super) fn draw(board: &Leaderboard, style: &Style, typesetter: &Typesetter) -> Canvas {
    let colours = style.theme.colours();
    let width = usize::from(style.size);
    let unit = width as f32 / 720.0;
    let (top, line) = ((104.0 * unit) as usize, (46.0 * unit) as usize);
    let height = top + line * board.rows.len().max(1) + (14.0 * unit) as usize;
    let mut canvas = Canvas::new(width, height, colours.frame, Palette::of(style.theme, Scene::Panel));
    let title = Font::bold((30.0 * unit) as usize);
    let table = Table::new(board, style, typesetter, unit);
    let words = typesetter.fitted(&board.title, title, width as f32 - 40.0 * unit);
    typesetter.write(&mut canvas, 20.0 * unit, 44.0 * unit, &words, title, colours.ink);
    table.heads(&mut canvas, board, 88.0 * unit);
    for (index, row) in board.rows.iter().enumerate() {
        table.row(&mut canvas, row, top + index * line, line, index % 2 == 0);
    }
    if board.rows.is_empty() {
        let nobody = match style.language {
            Language::English => "Nobody yet",
            Language::Spanish => "Nadie todavía",
        };
        let base = top as f32 + 32.0 * unit;
        typesetter.write(&mut canvas, table.name_at, base, nobody, table.body, colours.ink);
    }
    canvas
}

impl<'a> Table<'a> {
    fn new(board: &Leaderboard, style: &'a Style, typesetter: &'a Typesetter, unit: f32) -> Table<'a> {
        let (head, body) = (Font::regular((20.0 * unit) as usize), Font::bold((25.0 * unit) as usize));
        let (name_at, gap) = (78.0 * unit, 24.0 * unit);
        let mut right = f32::from(style.size) - 22.0 * unit;
        let most = (right - name_at) * 0.65 / board.columns.len().max(1) as f32;
        let mut values = Vec::new();
        for (index, column) in board.columns.iter().enumerate().rev() {
            let widths =
                board.rows.iter().filter_map(|row| Some(typesetter.width(row.values.get(index)?, body)));
            let needed = widths.fold(typesetter.width(column, head), f32::max).min(most - gap).max(1.0);
            values.push((right, needed));
            right -= needed + gap;
        }
        values.reverse();
        Table { typesetter, style, unit, head, body, name_at, name_room: right - name_at, values }
    }

    fn heads(&self, canvas: &mut Canvas, board: &Leaderboard, base: f32) {
        let ink = self.style.theme.colours().ink;
        for (head, column) in board.columns.iter().zip(&self.values) {
            self.value(canvas, head, *column, base, self.head, ink);
        }
    }

    fn row(&self, canvas: &mut Canvas, row: &Standing, top: usize, line: usize, even: bool) {
        let colours = self.style.theme.colours();
        let inset = (10.0 * self.unit) as usize;
        if even {
            canvas.fill(inset, top, canvas.width - 2 * inset, line, colours.faint);
        }
        if row.highlighted {
            canvas.fill(inset, top, (6.0 * self.unit).ceil() as usize, line, colours.arrow);
        }
        let middle = (top + line / 2) as f32;
        let base = middle + self.body.capital() / 2.0;
        self.rank(canvas, row.rank, middle, base);
        let name = self.typesetter.fitted(&row.name, self.body, self.name_room);
        let ink = if row.highlighted { colours.arrow } else { colours.ink };
        self.typesetter.write(canvas, self.name_at, base, &name, self.body, ink);
        for (value, column) in row.values.iter().zip(&self.values) {
            self.value(canvas, value, *column, base, self.body, ink);
        }
    }

    fn value(
        &self,
        canvas: &mut Canvas,
        text: &str,
        (right, room): (f32, f32),
        base: f32,
        font: Font,
        ink: super::colour::Rgb,
    ) {
        let fitted = self.typesetter.fitted(text, font, room + 0.5);
        let left = right - self.typesetter.width(&fitted, font);
        self.typesetter.write(canvas, left, base, &fitted, font, ink);
    }

    /// The first three stand on medals.
    fn rank(&self, canvas: &mut Canvas, rank: u32, middle: f32, base: f32) {
        let centre = 46.0 * self.unit;
        let medal = usize::try_from(rank).ok().and_then(|rank| MEDALS.get(rank.checked_sub(1)?));
        let mut ink = self.style.theme.colours().ink;
        if let Some(medal) = medal {
            let px = (36.0 * self.unit) as usize;
            let corner = |at: f32| at as i32 - px as i32 / 2;
            canvas.ink(corner(centre), corner(middle), &disc(px), *medal, u8::MAX);
            ink = super::palette::MEDAL_INK;
        }
        let words = self.typesetter.fitted(&rank.to_string(), self.body, 56.0 * self.unit);
        let left = centre - self.typesetter.width(&words, self.body) / 2.0;
        self.typesetter.write(canvas, left, base, &words, self.body, ink);
    }
}
