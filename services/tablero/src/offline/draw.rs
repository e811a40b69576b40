use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use tablero_picture::draw::{Frame, Language, Studio, Style, Theme, alt_text};
use tablero_picture::{Arrow, Diagram, Mark, MarkKind, film};

use super::line::moves;
use super::start::StartOptions;
use super::words::say;
use crate::cli::BadInput;

#[derive(Debug, Args)]
pub(crate) struct DrawOptions {
    #[command(flatten)]
    start: StartOptions,

    /// Width of the picture in pixels: 120 to 2048, for a GIF to 1024
    #[arg(long, value_name = "PX", default_value_t = Style::default().size)]
    size: u16,

    /// See the board from the other side
    #[arg(long)]
    flip: bool,

    /// Mark the move that led here: its squares, as in e2e4, or one square
    #[arg(long, value_name = "MOVE", conflicts_with = "line")]
    last: Option<String>,

    /// Draw an arrow from square to square, as in a1a8; may be given again
    #[arg(long, value_name = "SQUARES")]
    arrow: Vec<String>,

    /// Mark a square; may be given again
    #[arg(long, value_name = "SQUARE")]
    mark: Vec<String>,

    /// Colours: brown, green, blue, grey, newspaper or contrast
    #[arg(long, value_name = "THEME", default_value = Theme::default().name())]
    theme: Theme,

    /// Play these moves first, as people write them, with or without their numbers
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,

    /// Show the line move by move, as a GIF
    #[arg(long, requires = "line")]
    gif: bool,

    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Draws a position or a line into a file, and says in words what it shows.
pub(crate) fn run(options: &DrawOptions) -> Result<()> {
    let mut table = options.start.table()?;
    let moves = moves(&*table, options.line.as_deref().unwrap_or_default());
    let mut boards = film(&mut *table, &moves, tablero_game::Language::English).map_err(bad)?;
    for board in &mut boards {
        annotate(board, options)?;
    }
    let last = boards.last().expect("a film has at least one board").clone();
    let style = Style { size: options.size, theme: options.theme, flipped: options.flip, ..Style::default() };
    let studio = Studio::new();
    let drawn =
        if options.gif { studio.gif(&Frame::line(boards), &style) } else { studio.png(&last, &style) };
    let cannot = || BadInput(format!("cannot write {}", options.out.display()));
    std::fs::write(&options.out, drawn.map_err(bad)?).with_context(cannot)?;
    say(&alt_text(&last, Language::English))
}

fn bad(error: impl std::fmt::Display) -> BadInput {
    BadInput(error.to_string())
}

fn annotate(board: &mut Diagram, options: &DrawOptions) -> Result<(), BadInput> {
    if let Some(last) = &options.last {
        let cells = squares_of(board, last);
        let cells = cells.ok_or_else(|| BadInput(format!("{last:?} does not name squares, as e2e4 does")))?;
        board.marks.extend(cells.into_iter().map(|cell| Mark { cell, kind: MarkKind::LastMove }));
    }
    for name in &options.mark {
        let cell = board.cell_named(name);
        let cell = cell.ok_or_else(|| BadInput(format!("{name:?} is not a square of this board")))?;
        board.marks.push(Mark { cell, kind: MarkKind::Square });
    }
    for names in &options.arrow {
        let cells = board.two_cells_named(names);
        let (from, to) = cells.ok_or_else(|| BadInput(format!("{names:?} is not an arrow, as a1a8 is")))?;
        if from == to {
            return Err(BadInput(format!("{names:?} is an arrow that points nowhere")));
        }
        board.arrows.push(Arrow { from, to });
    }
    Ok(())
}

/// The squares of a move: one, or two and perhaps a promotion, as in e7e8q and e7-e8=Q.
fn squares_of(board: &Diagram, text: &str) -> Option<Vec<u16>> {
    if let Some(cell) = board.cell_named(text) {
        return Some(vec![cell]);
    }
    let promoted = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).trim_end_matches('=');
    board.two_cells_named(promoted).map(|(from, to)| vec![from, to])
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablero_picture::Ground;

    #[test]
    fn the_squares_of_a_move_are_found() {
        let board = Diagram::empty(8, 8, Ground::Chequered);
        for text in ["e7e8", "e7e8q", "e7-e8=Q"] {
            assert_eq!(squares_of(&board, text), Some(vec![12, 4]), "{text}");
        }
        assert_eq!(squares_of(&board, "a8"), Some(vec![0]));
        assert_eq!(squares_of(&board, "Nf3"), None);
    }
}
