use std::collections::BTreeMap;

use serenity::all::{CreateActionRow, CreateSelectMenuOption};
use tablero_api::v1::{LegalMove, Match};

use super::parts::{MOST_OPTIONS, button, buttons, menu, option};
use crate::id::Id;
use crate::pen::piece_at;
use crate::words::{Language, piece_emoji, piece_name, say, spell};

/// How a move is entered: by what the moves look like, whatever the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// A piece, then where it goes.
    Pieces,
    /// A square.
    Squares,
    /// A column, then a square of it.
    Columns,
    /// A button for each move.
    Buttons,
}

/// More moves than this do not make good buttons.
const MOST_BUTTONS: usize = 12;
/// Beyond one row of five, rows of four look even: seven are four and three.
const BUTTONS_IN_A_ROW: usize = 4;

fn manner(moves: &[LegalMove]) -> Manner {
    if moves.iter().any(|legal| !legal.from_square.is_empty()) {
        Manner::Pieces
    } else if moves.len() <= MOST_BUTTONS && moves.iter().all(|legal| legal.to_square.is_empty()) {
        Manner::Buttons
    } else if moves.len() <= MOST_OPTIONS {
        Manner::Squares
    } else {
        Manner::Columns
    }
}

/// The first choice that a move belongs to: its piece, or its column.
fn group<'a>(manner: Manner, game: &'a Match, legal: &'a LegalMove) -> &'a str {
    match manner {
        Manner::Pieces => &legal.from_square,
        Manner::Columns => {
            let columns =
                game.diagram.as_ref().map(|diagram| diagram.column_names.as_slice()).unwrap_or_default();
            let of = |name: &&String| legal.to_square.starts_with(name.as_str());
            columns.iter().find(of).map_or("", String::as_str)
        }
        Manner::Squares | Manner::Buttons => "",
    }
}

/// The rows to enter a move with, at most four. `id` makes the id of a component from its action and what it remembers.
pub(super) fn rows(
    game: &Match,
    chosen: &str,
    language: Language,
    id: impl Fn(&str, &str) -> Id,
) -> Vec<CreateActionRow> {
    let moves = &game.legal_moves;
    let manner = manner(moves);
    let spelled = |legal: &LegalMove| {
        let play = legal.play.clone().unwrap_or_default();
        (spell(&game.game, &play.text, language), play.code)
    };
    if manner == Manner::Buttons {
        let width = if moves.len() <= 5 { 5 } else { BUTTONS_IN_A_ROW };
        let rows = moves.chunks(width).map(|chunk| {
            buttons(chunk.iter().map(|legal| {
                let (text, code) = spelled(legal);
                button(id("drop", &code), text)
            }))
        });
        return rows.collect();
    }
    let target = |legal: &LegalMove| {
        let (text, code) = spelled(legal);
        option(text, code)
    };
    if manner == Manner::Squares {
        let words = say!(language, "Choose your move", "Elige tu jugada");
        return menus(moves.iter().map(target).collect(), &words, "play", |action| id(action, chosen));
    }
    let mut groups: BTreeMap<&str, usize> = BTreeMap::new();
    for legal in moves {
        *groups.entry(group(manner, game, legal)).or_default() += 1;
    }
    let first = groups
        .into_iter()
        .map(|(name, count)| first_choice(game, manner, name, count, name == chosen, language));
    let words = match manner {
        Manner::Pieces => say!(language, "1. Choose a piece", "1. Elige una pieza"),
        _ => say!(language, "1. Choose a column", "1. Elige una columna"),
    };
    let mut rows = menus(first.collect(), &words, "pick", |action| id(action, chosen));
    let targets: Vec<_> =
        moves.iter().filter(|legal| group(manner, game, legal) == chosen).map(target).collect();
    if !targets.is_empty() {
        let words = say!(language, "2. Where to?", "2. ¿Adónde?");
        rows.extend(menus(targets, &words, "play", |action| id(action, chosen)));
    }
    rows
}

fn first_choice(
    game: &Match,
    manner: Manner,
    name: &str,
    count: usize,
    chosen: bool,
    language: Language,
) -> CreateSelectMenuOption {
    let piece = game.diagram.as_ref().and_then(|diagram| piece_at(diagram, name)).unwrap_or_default();
    let label = match manner {
        Manner::Pieces if !piece.is_empty() => {
            let emoji = piece_emoji(piece).unwrap_or_default();
            format!("{emoji} {} {name}", piece_name(piece, language))
        }
        _ if name.is_empty() => say!(language, "Other", "Otra"),
        _ => name.to_owned(),
    };
    let moves = match (count, language) {
        (1, Language::English) => "1 move".to_owned(),
        (1, Language::Spanish) => "1 jugada".to_owned(),
        (_, Language::English) => format!("{count} moves"),
        (_, Language::Spanish) => format!("{count} jugadas"),
    };
    // A menu's value may not be empty.
    let value = if name.is_empty() { OTHER } else { name };
    option(label, value).description(moves).default_selection(chosen)
}

/// What stands in a menu for moves that have no square.
pub(super) const OTHER: &str = "-";

/// One menu, or two where one does not hold everything.
fn menus(
    options: Vec<CreateSelectMenuOption>,
    words: &str,
    action: &str,
    id: impl Fn(&str) -> Id,
) -> Vec<CreateActionRow> {
    if options.len() <= MOST_OPTIONS {
        return vec![menu(id(action), words, options)];
    }
    let half = options.len().div_ceil(2);
    let (first, second) = options.split_at(half.min(MOST_OPTIONS));
    let second = &second[..second.len().min(MOST_OPTIONS)];
    vec![
        menu(id(action), &format!("{words} (1/2)"), first.to_vec()),
        menu(id(&format!("{action}2")), &format!("{words} (2/2)"), second.to_vec()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablero_api::v1::Play;

    fn legal(from: &str, to: &str, text: &str) -> LegalMove {
        let play = Play { text: text.into(), code: text.to_lowercase() };
        LegalMove { play: Some(play), from_square: from.into(), to_square: to.into() }
    }

    fn shown(moves: Vec<LegalMove>, chosen: &str) -> serde_json::Value {
        let diagram = tablero_api::v1::Diagram {
            columns: 8,
            rows: 8,
            column_names: ('a'..='h').map(String::from).collect(),
            row_names: (1..=8).rev().map(|row| row.to_string()).collect(),
            cells: vec![tablero_api::v1::diagram::Cell::default(); 64],
            ..Default::default()
        };
        let game =
            Match { game: "chess".into(), diagram: Some(diagram), legal_moves: moves, ..Match::default() };
        let rows =
            rows(&game, chosen, Language::English, |action, rest| Id::new("solve", "m", 3, action, rest));
        serde_json::to_value(rows).unwrap()
    }

    #[test]
    fn a_piece_is_chosen_first_and_then_its_square() {
        let moves = vec![legal("d1", "d7", "Qd7"), legal("d1", "d8", "Qd8"), legal("e1", "e2", "Ke2")];
        let first = shown(moves.clone(), "");
        assert_eq!(first.as_array().unwrap().len(), 1);
        assert_eq!(first[0]["components"][0]["options"][0]["value"], "d1");
        let second = shown(moves, "d1");
        assert_eq!(second[1]["components"][0]["options"].as_array().unwrap().len(), 2);
        assert_eq!(second[1]["components"][0]["custom_id"], "v1:solve:m:3:play:d1");
    }

    #[test]
    fn a_queen_with_27_moves_gets_two_menus() {
        let moves = (0..27).map(|n| legal("d4", &format!("a{n}"), &format!("Q{n}"))).collect();
        let rows = shown(moves, "d4");
        let sizes: Vec<_> = rows
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["components"][0]["options"].as_array().unwrap().len())
            .collect();
        assert_eq!(sizes, [1, 14, 13]);
    }

    #[test]
    fn seven_columns_and_a_bomb_are_buttons_of_four_and_four() {
        let moves = (1..=7).map(|n| legal("", "", &n.to_string())).chain([legal("", "", "boom")]).collect();
        let rows = shown(moves, "");
        let sizes: Vec<_> =
            rows.as_array().unwrap().iter().map(|row| row["components"].as_array().unwrap().len()).collect();
        assert_eq!(sizes, [4, 4]);
    }

    #[test]
    fn many_squares_are_chosen_by_column() {
        let columns = ('a'..='h').flat_map(|column| (1..=4).map(move |row| format!("{column}{row}")));
        let moves = columns.map(|square| legal("", &square, &square)).collect();
        let rows = shown(moves, "c");
        assert_eq!(rows[0]["components"][0]["options"].as_array().unwrap().len(), 8);
        assert_eq!(rows[1]["components"][0]["options"].as_array().unwrap().len(), 4);
    }
}
