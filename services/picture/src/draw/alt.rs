use super::Language::{self, English, Spanish};
use super::{Sprite, words};
use crate::{Caption, Diagram, Ground, MarkKind};

/// An alt text is shorter than this, in characters.
pub const ALT_TEXT_LIMIT: usize = 1024;

/// The diagram in words, for those who do not see it: side to move, every piece by square in reading
/// order, last move, check.
///
/// A crowded board is told by runs of equal pieces, and if that is still too long, row by row with one
/// letter a cell. What the diagram says of cells that it does not have is left out.
#[must_use]
pub fn alt_text(diagram: &Diagram, language: Language) -> String {
    let head: String =
        diagram.captions.iter().take(8).map(|caption| sentence(caption, diagram.ground, language)).collect();
    let tail: String =
        [(MarkKind::LastMove, "Last move", "Última jugada"), (MarkKind::Check, "Check", "Jaque")]
            .into_iter()
            .map(|(kind, english, spanish)| marked(diagram, kind, pick(language, english, spanish)))
            .collect();
    let forms =
        [pieces, runs, rows].into_iter().map(|form| format!("{head}{}{tail}", form(diagram, language)));
    let mut text = String::new();
    for form in forms {
        text = form;
        if text.chars().count() < ALT_TEXT_LIMIT {
            break;
        }
    }
    cut(text.trim_end(), ALT_TEXT_LIMIT - 1)
}

fn pick(language: Language, english: &'static str, spanish: &'static str) -> &'static str {
    match language {
        English => english,
        Spanish => spanish,
    }
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

fn sentence(caption: &Caption, ground: Ground, language: Language) -> String {
    let words = match caption {
        Caption::ToMove(side) => words::to_move(side, language),
        Caption::MateIn(moves) => words::mate_in(*moves, ground, language),
        Caption::MovesLeft(moves) => words::moves_left(*moves, language),
        Caption::Text(text) => cut(text, 120),
    };
    format!("{words}. ")
}

fn marked(diagram: &Diagram, kind: MarkKind, words: &str) -> String {
    let names: Vec<String> = diagram.marked(kind).take(32).filter_map(|cell| diagram.name_of(cell)).collect();
    if names.is_empty() { String::new() } else { format!("{words}: {}. ", names.join(", ")) }
}

/// The pieces with the numbers of their cells, in reading order.
fn placed(diagram: &Diagram) -> impl Iterator<Item = (u16, &str)> {
    let cells = diagram.cells.iter().take(256).zip(0..);
    cells.filter_map(|(cell, number)| Some((number, cell.piece.as_deref()?)))
}

fn named(piece: &str, diagram: &Diagram, language: Language) -> String {
    Sprite::named(piece, diagram.ground)
        .map_or_else(|| piece.to_owned(), |sprite| words::piece(sprite, language))
}

fn told(list: &[String], language: Language) -> String {
    if list.is_empty() {
        return pick(language, "The board is empty. ", "El tablero está vacío. ").to_owned();
    }
    format!("{}: {}. ", pick(language, "Pieces", "Piezas"), list.join(", "))
}

fn pieces(diagram: &Diagram, language: Language) -> String {
    let list: Vec<String> = placed(diagram)
        .filter_map(|(cell, piece)| {
            Some(format!("{} {}", named(piece, diagram, language), diagram.name_of(cell)?))
        })
        .collect();
    told(&list, language)
}

fn runs(diagram: &Diagram, language: Language) -> String {
    let columns = u16::from(diagram.columns.max(1));
    let mut runs: Vec<(&str, u16, u16)> = Vec::new();
    for (cell, piece) in placed(diagram) {
        match runs.last_mut() {
            Some((same, _, last)) if *same == piece && *last + 1 == cell && cell % columns != 0 => {
                *last = cell
            }
            _ => runs.push((piece, cell, cell)),
        }
    }
    let list: Vec<String> = runs
        .into_iter()
        .filter_map(|(piece, first, last)| {
            let (piece, first_name) = (named(piece, diagram, language), diagram.name_of(first)?);
            if first == last {
                return Some(format!("{piece} {first_name}"));
            }
            Some(format!("{piece} {first_name}-{}", diagram.name_of(last)?))
        })
        .collect();
    told(&list, language)
}

fn rows(diagram: &Diagram, language: Language) -> String {
    let mut legend: Vec<(&str, char)> = Vec::new();
    let mut letters = ('a'..='z').chain('A'..='Z');
    let mut text = String::new();
    for (row, name) in diagram.cells.chunks(diagram.columns.max(1).into()).zip(&diagram.row_names).take(16) {
        text.push_str(name);
        text.push(' ');
        for cell in row {
            let letter = cell.piece.as_deref().map_or('.', |piece| {
                let known = legend.iter().find(|(known, _)| *known == piece).map(|(_, letter)| *letter);
                known.unwrap_or_else(|| {
                    let letter = usual_letter(piece).or_else(|| letters.next()).unwrap_or('?');
                    legend.push((piece, letter));
                    letter
                })
            });
            text.push(letter);
        }
        text.push_str("; ");
    }
    let legend: Vec<String> = legend
        .into_iter()
        .take(12)
        .map(|(piece, letter)| format!("{letter} {}", named(piece, diagram, language)))
        .collect();
    format!("{}. {}. ", legend.join(", "), text.trim_end_matches("; "))
}

fn usual_letter(piece: &str) -> Option<char> {
    match piece {
        "x" => Some('x'),
        "o" => Some('o'),
        "bomb-x" => Some('X'),
        "bomb-o" => Some('O'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    fn board(
        columns: u8,
        rows: u8,
        ground: Ground,
        piece: impl Fn(usize) -> Option<&'static str>,
    ) -> Diagram {
        let mut diagram = Diagram::empty(columns, rows, ground);
        for (index, cell) in diagram.cells.iter_mut().enumerate() {
            cell.piece = piece(index).map(str::to_owned);
        }
        diagram
    }

    #[test]
    fn a_problem_is_told_in_both_languages() {
        let mut diagram = board(8, 8, Ground::Chequered, |cell| match cell {
            4 => Some("bK"),
            12 => Some("wP"),
            60 => Some("wQ"),
            _ => None,
        });
        diagram.captions = vec![Caption::ToMove("black".into()), Caption::MateIn(3)];
        diagram.marks =
            [(60, MarkKind::LastMove), (4, MarkKind::Check)].map(|(cell, kind)| Mark { cell, kind }).into();
        assert_eq!(
            alt_text(&diagram, English),
            "Black to move. Mate in 3. Pieces: black king e8, white pawn e7, white queen e1. \
             Last move: e1. Check: e8."
        );
        assert_eq!(
            alt_text(&diagram, Spanish),
            "Juegan negras. Mate en 3. Piezas: rey negro e8, peón blanco e7, dama blanca e1. \
             Última jugada: e1. Jaque: e8."
        );
    }

    #[test]
    fn a_problem_without_kings_asks_for_a_win() {
        let mut diagram = board(7, 7, Ground::Holes, |_| None);
        diagram.captions = vec![Caption::ToMove("x".into()), Caption::MateIn(2)];
        assert!(alt_text(&diagram, English).starts_with("Player 1 to move. Win in 2."));
        assert!(alt_text(&diagram, Spanish).starts_with("Juega el jugador 1. Gana en 2."));
    }

    #[test]
    fn the_fullest_boards_stay_under_the_limit() {
        let long = |cell: usize| Some(["bomb-x", "bomb-o"][(cell + cell / 16) % 2]);
        let runs = |cell: usize| Some(["x", "o"][cell / 2 % 2]);
        let mut wordy = board(16, 16, Ground::Holes, long);
        wordy.captions = vec![Caption::Text("ñ".repeat(200)); 8];
        for diagram in [board(16, 16, Ground::Holes, long), board(8, 8, Ground::Plain, runs), wordy.clone()] {
            for language in [English, Spanish] {
                assert!(alt_text(&diagram, language).chars().count() < ALT_TEXT_LIMIT);
            }
        }
        let discs = board(8, 8, Ground::Plain, runs);
        assert!(alt_text(&discs, English).contains("black disc a8, black disc b8"));
        assert!(alt_text(&discs, Spanish).contains("ficha negra a8-b8, ficha blanca c8"));
        assert!(alt_text(&board(16, 16, Ground::Holes, long), English).contains("16 XOXO"));
    }

    #[test]
    fn cells_that_are_not_there_are_left_out() {
        let mut diagram = board(2, 1, Ground::Plain, |_| None);
        diagram.marks.push(Mark { cell: 999, kind: MarkKind::Check });
        assert_eq!(alt_text(&diagram, Spanish), "El tablero está vacío.");
    }
}
