use tablero_api::v1 as pb;
use tablero_game::Language;
use tablero_picture::draw::{self, Style, Theme};
use tablero_picture::{Arrow, Diagram, Mark, MarkKind};

use crate::error::Fault;

const MOST_MARKS: usize = 64;
const MOST_ARROWS: usize = 64;
const LEAST_SIZE: u16 = 120;
const MOST_SIZE: u16 = 2048;
const MOST_ANIMATED_SIZE: u16 = 1024;

pub(super) fn language(raw: &str) -> Language {
    if raw.starts_with("es") { Language::Spanish } else { Language::English }
}

/// How it is to look, and what is wrong with that.
pub(super) fn style(request: &pb::DrawBoardRequest) -> (Style, Vec<Fault>) {
    let mut style = Style {
        flipped: request.flipped,
        coordinates: !request.hide_coordinates,
        language: match language(&request.language) {
            Language::English => draw::Language::English,
            Language::Spanish => draw::Language::Spanish,
        },
        ..Style::default()
    };
    let mut faults = Vec::new();
    let most = if request.animated { MOST_ANIMATED_SIZE } else { MOST_SIZE };
    match u16::try_from(request.size) {
        Ok(0) => {}
        Ok(size) if (LEAST_SIZE..=most).contains(&size) => style.size = size,
        _ => {
            let words = format!("a picture of this kind is {LEAST_SIZE} to {most} pixels wide");
            faults.push(Fault::new("size", "BAD_SIZE", words));
        }
    }
    if !request.theme.is_empty() {
        match request.theme.parse::<Theme>() {
            Ok(theme) => style.theme = theme,
            Err(fault) => faults.push(Fault::new("theme", "UNKNOWN_THEME", fault.to_string())),
        }
    }
    (style, faults)
}

/// Puts the caller's marks and arrows on every board, and hides the last move if that is wanted. Answers with what is wrong.
pub(super) fn annotate(boards: &mut [Diagram], request: &pb::DrawBoardRequest) -> Vec<Fault> {
    let Some(board) = boards.first() else { return Vec::new() };
    let mut faults = Vec::new();
    let marks = few("marks", "TOO_MANY_MARKS", &request.marks, MOST_MARKS, &mut faults);
    let arrows = few("arrows", "TOO_MANY_ARROWS", &request.arrows, MOST_ARROWS, &mut faults);
    let ends = arrows.iter().flat_map(|arrow| [&arrow.from_square, &arrow.to_square]);
    faults.extend(unknown("marks", board, marks.iter()));
    faults.extend(unknown("arrows", board, ends));
    let marks: Vec<Mark> = marks
        .iter()
        .filter_map(|name| Some(Mark { cell: board.cell_named(name)?, kind: MarkKind::Square }))
        .collect();
    let arrows: Vec<Arrow> = arrows
        .iter()
        .filter_map(|arrow| {
            let (from, to) = (&arrow.from_square, &arrow.to_square);
            Some(Arrow { from: board.cell_named(from)?, to: board.cell_named(to)? })
        })
        .collect();
    if arrows.iter().any(|arrow| arrow.from == arrow.to) {
        faults.push(Fault::new("arrows", "BAD_ARROW", "an arrow from a square to itself points nowhere"));
    }
    for board in boards {
        if request.hide_last_move {
            board.marks.retain(|mark| mark.kind != MarkKind::LastMove);
        }
        board.marks.extend(&marks);
        board.arrows.extend(&arrows);
    }
    faults
}

/// The list, or none of it if it is too long.
fn few<'a, T>(
    field: &'static str,
    reason: &'static str,
    list: &'a [T],
    most: usize,
    faults: &mut Vec<Fault>,
) -> &'a [T] {
    if list.len() <= most {
        return list;
    }
    faults.push(Fault::new(field, reason, format!("there may be at most {most} {field}")));
    &[]
}

/// One fault for all squares that are not there: a refusal has to fit into the headers of an answer.
fn unknown<'a>(
    field: &'static str,
    board: &Diagram,
    names: impl Iterator<Item = &'a String>,
) -> Option<Fault> {
    let mut missing = names.filter(|name| board.cell_named(name).is_none());
    let first: String = missing.next()?.chars().take(8).collect();
    let others = match missing.count() {
        0 => String::new(),
        others => format!(", nor are {others} more"),
    };
    Some(Fault::new(field, "UNKNOWN_SQUARE", format!("{first:?} is not a square of this board{others}")))
}
