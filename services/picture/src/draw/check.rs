use std::collections::BTreeSet;

use super::{Fault, Refused, Style};
use crate::{Caption, Diagram};

pub(super) const MOST_LINES: u8 = 16;
pub(super) const LEAST_SIZE: u16 = 120;
pub(super) const MOST_SIZE: u16 = 2048;
const MOST_NAME: usize = 3;
const MOST_PIECE_NAME: usize = 12;
const MOST_MARKS: usize = 1024;
const MOST_ARROWS: usize = 64;
const MOST_CAPTIONS: usize = 8;
pub(super) const MOST_TEXT: usize = 200;

/// Judges everything that could be drawn wrongly or at too great a cost, before anything is drawn.
pub(super) fn check(diagram: &Diagram, style: &Style) -> Result<(), Refused> {
    let mut faults = Vec::new();
    size(style.size, MOST_SIZE, &mut faults);
    board(diagram, &mut faults);
    count("marks", diagram.marks.len(), MOST_MARKS, &mut faults);
    count("arrows", diagram.arrows.len(), MOST_ARROWS, &mut faults);
    count("captions", diagram.captions.len(), MOST_CAPTIONS, &mut faults);
    let cells = usize::from(diagram.columns) * usize::from(diagram.rows);
    let marked = diagram.marks.iter().take(MOST_MARKS).map(|mark| mark.cell);
    let aimed = diagram.arrows.iter().take(MOST_ARROWS).flat_map(|arrow| [arrow.from, arrow.to]);
    let unknown: BTreeSet<u16> = marked.chain(aimed).filter(|cell| usize::from(*cell) >= cells).collect();
    faults.extend(unknown.into_iter().map(|cell| Fault::UnknownCell { cell }));
    let loops = diagram.arrows.iter().take(MOST_ARROWS).filter(|arrow| arrow.from == arrow.to);
    faults.extend(loops.map(|arrow| Fault::ArrowToItself { cell: arrow.from }));
    for caption in diagram.captions.iter().take(MOST_CAPTIONS) {
        match caption {
            Caption::ToMove(words) | Caption::Text(words) => text(words, &mut faults),
            Caption::MateIn(_) | Caption::MovesLeft(_) => {}
        }
    }
    verdict(faults)
}

pub(super) fn verdict(faults: Vec<Fault>) -> Result<(), Refused> {
    if faults.is_empty() { Ok(()) } else { Err(Refused(faults)) }
}

pub(super) fn size(size: u16, most: u16, faults: &mut Vec<Fault>) {
    if !(LEAST_SIZE..=most).contains(&size) {
        faults.push(Fault::Size { size, least: LEAST_SIZE, most });
    }
}

pub(super) fn count(what: &'static str, count: usize, limit: usize, faults: &mut Vec<Fault>) {
    if count > limit {
        faults.push(Fault::TooMany { what, count, limit });
    }
}

pub(super) fn text(text: &str, faults: &mut Vec<Fault>) {
    let length = text.chars().count();
    if length > MOST_TEXT {
        faults.push(Fault::Text { length, limit: MOST_TEXT });
    }
}

fn board(diagram: &Diagram, faults: &mut Vec<Fault>) {
    let (columns, rows) = (diagram.columns, diagram.rows);
    if !(1..=MOST_LINES).contains(&columns) || !(1..=MOST_LINES).contains(&rows) {
        faults.push(Fault::Board { columns, rows, limit: MOST_LINES });
        return;
    }
    let cells = usize::from(columns) * usize::from(rows);
    if diagram.cells.len() != cells {
        faults.push(Fault::Cells { columns, rows, cells: diagram.cells.len() });
    }
    let named = |names: &[String], count: u8| {
        names.len() == usize::from(count) && names.iter().all(|name| name.chars().count() <= MOST_NAME)
    };
    if !named(&diagram.column_names, columns) || !named(&diagram.row_names, rows) {
        faults.push(Fault::Names { limit: MOST_NAME });
    }
    for (cell, content) in diagram.cells.iter().take(cells).enumerate() {
        if content.piece.as_ref().is_some_and(|name| name.len() > MOST_PIECE_NAME) {
            faults.push(Fault::Piece { cell, limit: MOST_PIECE_NAME });
        }
    }
}
