use prost_types::FieldMask;
use serenity::all::{CreateActionRow, CreateModal, CreateSelectMenuOption};
use tablero_api::v1::diagram::caption::What;
use tablero_api::v1::position_edit::{Move, Put, Recolour, Remove, What as Edit};
use tablero_api::v1::{Diagram, EditPositionRequest, Game, PositionEdit, Problem, UpdateProblemRequest};

use super::card::get_problem;
use super::parts::{button, buttons, input, line, main_button, menu, option};
use super::report;
use crate::error::{Error, Result, sentence};
use crate::house::Visit;
use crate::id::Id;
use crate::pen::cell_named;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{Language, piece_emoji, piece_name, plain, refusal, say, side_name, stipulation};

/// A draft of the person's, piece by piece.
pub(crate) const EDITOR: &str = "edit";

const REMOVE: &str = "-";
const MOVE: &str = ">";
const RECOLOUR: &str = "~";

/// What the person has chosen so far. It rides in the ids of the components.
#[derive(Debug, Clone, Default)]
struct Hand {
    /// A piece to put, or one of the signs above.
    tool: String,
    column: String,
    /// Where a piece that moves comes from.
    from: String,
}

impl Hand {
    fn read(rest: &str) -> Hand {
        let mut parts = rest.splitn(3, ';').map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        Hand { tool: next(), column: next(), from: next() }
    }

    fn write(&self) -> String {
        format!("{};{};{}", self.tool, self.column, self.from)
    }
}

/// The panel with a fresh hand.
pub(crate) async fn screen(visit: &Visit, problem: &Problem) -> Result<Screen> {
    panel(visit, problem, &Hand::default(), None).await
}

async fn panel(visit: &Visit, problem: &Problem, hand: &Hand, note: Option<String>) -> Result<Screen> {
    let mut diagram = problem.diagram.clone().unwrap_or_default();
    if let Some(cell) = cell_named(&diagram, &hand.from) {
        let kind = tablero_api::v1::diagram::MarkKind::Square.into();
        diagram.marks.push(tablero_api::v1::diagram::Mark { cell: cell as u32, kind });
    }
    let picture = visit.house.pen.board(&diagram, visit.style(false)).await?;
    let game = game_of(visit, problem).await?;
    let text = text(visit, problem, note);
    Ok(Screen::saying(text).picture(picture).rows(rows(visit, problem, &game, &diagram, hand)))
}

async fn game_of(visit: &Visit, problem: &Problem) -> Result<Game> {
    let games = visit.house.games().await?;
    let game = games.iter().find(|game| game.name == problem.game).cloned();
    game.ok_or_else(|| Error::Unexpected(format!("a problem of the unknown game {}", problem.game)))
}

fn to_move(problem: &Problem) -> &str {
    let captions = problem.diagram.iter().flat_map(|diagram| &diagram.captions);
    let mut sides = captions.filter_map(|caption| match caption.what.as_ref() {
        Some(What::ToMove(side)) => Some(side.as_str()),
        _ => None,
    });
    sides.next().unwrap_or_default()
}

fn text(visit: &Visit, problem: &Problem, note: Option<String>) -> String {
    let language = visit.language;
    let goal = stipulation(&problem.game, problem.moves, language);
    let side = side_name(to_move(problem), language);
    let mut lines: Vec<String> = note.into_iter().collect();
    lines.push(say!(language, "✏️ **{goal}** · {side} to move", "✏️ **{goal}** · juegan {side}"));
    if !problem.title.is_empty() || !problem.theme.is_empty() {
        lines.push(format!("-# {} {}", plain(&problem.title), plain(&problem.theme)));
    }
    if problem.faults.is_empty() {
        lines.push(say!(
            language,
            "-# Nothing is wrong with the position: validate it when you like.",
            "-# La posición no tiene defectos: valídala cuando quieras."
        ));
    }
    lines.extend(
        problem
            .faults
            .iter()
            .map(|fault| format!("• {}", fault_words(&fault.reason, &fault.description, language))),
    );
    lines.join("\n")
}

/// In English the server tells more than a reason can.
pub(super) fn fault_words(reason: &str, description: &str, language: Language) -> String {
    match refusal(reason, language).filter(|_| language == Language::Spanish) {
        Some(words) => words.to_owned(),
        None => sentence(description),
    }
}

fn rows(
    visit: &Visit,
    problem: &Problem,
    game: &Game,
    diagram: &Diagram,
    hand: &Hand,
) -> Vec<CreateActionRow> {
    let language = visit.language;
    let id = |action: &str| Id::new(EDITOR, &problem.id, 0, action, hand.write());
    let tools = game.pieces.iter().map(|piece| {
        let emoji = piece_emoji(piece).unwrap_or_default();
        option(format!("{emoji} {}", piece_name(piece, language)), piece)
    });
    let signs = [
        (MOVE, say!(language, "↔ Move a piece", "↔ Mover una pieza")),
        (REMOVE, say!(language, "✖ Remove a piece", "✖ Quitar una pieza")),
        (RECOLOUR, say!(language, "◐ Change its colour", "◐ Cambiar su color")),
    ];
    let signs = signs.into_iter().map(|(sign, words)| option(words, sign));
    let names = game.pieces.iter().map(String::as_str).chain([MOVE, REMOVE, RECOLOUR]);
    let tools =
        tools.chain(signs).zip(names).map(|(option, name)| option.default_selection(name == hand.tool));
    let chosen = |names: &[String], now: &str| -> Vec<CreateSelectMenuOption> {
        names.iter().map(|name| option(name, name).default_selection(name == now)).collect()
    };
    let row_words = match (hand.tool.as_str(), hand.from.is_empty()) {
        (MOVE, false) => say!(language, "4. … to this row", "4. … a esta fila"),
        _ => say!(language, "3. Row", "3. Fila"),
    };
    vec![
        menu(id("tool"), &say!(language, "1. What to do", "1. Qué hacer"), tools.collect()),
        menu(
            id("column"),
            &say!(language, "2. Column", "2. Columna"),
            chosen(&diagram.column_names, &hand.column),
        ),
        menu(id("row"), &row_words, chosen(&diagram.row_names, "")),
        buttons([
            button(id("side"), say!(language, "Side to move", "Turno")).emoji('🔁'),
            button(id("type"), say!(language, "Type", "Escribir")).emoji('⌨'),
            button(id("details"), say!(language, "Details", "Detalles")).emoji('🏷'),
            main_button(id("validate"), say!(language, "Validate", "Validar")).emoji('✅'),
            button(id("close"), say!(language, "Close", "Cerrar")),
        ]),
    ]
}

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let id = &deed.id;
    let mut hand = Hand::read(&id.rest);
    match id.action.as_str() {
        "type" => return Ok(Answer::form(type_form(visit, id))),
        "details" => return details_form(visit, id).await.map(Answer::form),
        "validate" => return report::validate(visit, &id.subject, Answer::update).await,
        _ => {}
    }
    let problem = get_problem(visit, &id.subject).await?;
    let mut note = None;
    let edits = match id.action.as_str() {
        "close" => return report::screen(visit, &problem).await.map(Answer::update),
        "tool" => {
            hand = Hand { tool: deed.value()?.into(), ..Hand::default() };
            Vec::new()
        }
        "column" => {
            hand.column = deed.value()?.into();
            Vec::new()
        }
        "row" => pressed(visit, &mut hand, deed.value()?, &mut note),
        "side" => vec![Edit::SideToMove(other_side(visit, &problem).await?)],
        "typed" => return typed(visit, &problem, deed.field("pieces")).await,
        "detailed" => return detailed(visit, &problem, deed).await,
        _ => Vec::new(),
    };
    let problem = if edits.is_empty() { problem } else { edit(visit, &problem, edits).await? };
    Ok(Answer::update(panel(visit, &problem, &hand, note).await?))
}

/// What happens now that a square is named: an edit, or a word about what is missing.
fn pressed(visit: &Visit, hand: &mut Hand, row: &str, note: &mut Option<String>) -> Vec<Edit> {
    let language = visit.language;
    if hand.tool.is_empty() || hand.column.is_empty() {
        *note = Some(say!(
            language,
            "☝️ First choose what to do and a column.",
            "☝️ Elige primero qué hacer y una columna."
        ));
        return Vec::new();
    }
    let square = format!("{}{row}", hand.column);
    match hand.tool.as_str() {
        MOVE if hand.from.is_empty() => {
            *note = Some(say!(
                language,
                "↔ From **{square}**: now choose where to.",
                "↔ Desde **{square}**: elige adónde."
            ));
            hand.from = square;
            Vec::new()
        }
        MOVE => vec![Edit::Move(Move { from_square: std::mem::take(&mut hand.from), to_square: square })],
        REMOVE => vec![Edit::Remove(Remove { square })],
        RECOLOUR => vec![Edit::Recolour(Recolour { square })],
        piece => vec![Edit::Put(Put { piece: piece.into(), square })],
    }
}

async fn other_side(visit: &Visit, problem: &Problem) -> Result<String> {
    let game = game_of(visit, problem).await?;
    let now = to_move(problem);
    Ok(game.sides.into_iter().find(|side| side != now).unwrap_or_default())
}

async fn edit(visit: &Visit, problem: &Problem, edits: Vec<Edit>) -> Result<Problem> {
    let request = EditPositionRequest {
        game: problem.game.clone(),
        rules: problem.rules.clone(),
        position: problem.position.clone(),
        edits: edits.into_iter().map(|what| PositionEdit { what: Some(what) }).collect(),
    };
    let edited = visit.desk().problems.edit_position(request).await?.into_inner();
    replace(visit, problem, edited.position).await
}

async fn replace(visit: &Visit, problem: &Problem, position: String) -> Result<Problem> {
    let request = UpdateProblemRequest {
        problem_id: problem.id.clone(),
        update_mask: Some(FieldMask { paths: vec!["position".into()] }),
        position,
        ..UpdateProblemRequest::default()
    };
    Ok(visit.desk().problems.update_problem(request).await?.into_inner().problem.unwrap_or_default())
}

fn type_form(visit: &Visit, id: &Id) -> CreateModal {
    let language = visit.language;
    let form = Id { action: "typed".into(), ..id.clone() };
    let label = say!(language, "Pieces, or a whole position (FEN)", "Piezas, o toda una posición (FEN)");
    CreateModal::new(form, say!(language, "Type pieces", "Escribe piezas"))
        .components(vec![input(line("pieces", &label, 1000).placeholder("Kg1 Qh5 kg8 -a2 e2-e4"))])
}

async fn typed(visit: &Visit, problem: &Problem, text: &str) -> Result<Answer> {
    let problem = if text.contains('/') {
        replace(visit, problem, text.into()).await?
    } else {
        let edits = text.split([' ', ',', ';']).filter(|word| !word.is_empty()).map(typed_edit).collect();
        edit(visit, problem, edits).await?
    };
    Ok(Answer::update(screen(visit, &problem).await?))
}

/// `Kg1` puts, `-a2` removes, `e2-e4` moves. A square is a letter and a number at the end.
fn typed_edit(word: &str) -> Edit {
    if let Some(square) = word.strip_prefix('-') {
        return Edit::Remove(Remove { square: square.into() });
    }
    if let Some((from, to)) = word.split_once('-') {
        return Edit::Move(Move { from_square: from.into(), to_square: to.into() });
    }
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let at = letters.char_indices().next_back().map_or(0, |(at, _)| at);
    let (piece, square) = word.split_at(at);
    Edit::Put(Put { piece: piece.into(), square: square.into() })
}

async fn details_form(visit: &Visit, id: &Id) -> Result<CreateModal> {
    let language = visit.language;
    let problem = get_problem(visit, &id.subject).await?;
    let form = Id { action: "detailed".into(), ..id.clone() };
    let difficulty = if problem.difficulty == 0 { String::new() } else { problem.difficulty.to_string() };
    Ok(CreateModal::new(form, say!(language, "Details", "Detalles")).components(vec![
        input(
            line("moves", &say!(language, "Number of moves", "Número de jugadas"), 2)
                .value(problem.moves.to_string()),
        ),
        input(line("title", &say!(language, "Title", "Título"), 80).required(false).value(problem.title)),
        input(line("theme", &say!(language, "Theme", "Tema"), 40).required(false).value(problem.theme)),
        input(
            line("difficulty", &say!(language, "Difficulty, 1 to 5", "Dificultad, de 1 a 5"), 1)
                .required(false)
                .value(difficulty),
        ),
    ]))
}

async fn detailed(visit: &Visit, problem: &Problem, deed: &Deed) -> Result<Answer> {
    // What is not a number is refused by the server like one that is too large, with the same words.
    let number = |text: &str| if text.is_empty() { 0 } else { text.parse().unwrap_or(u32::MAX) };
    let request = UpdateProblemRequest {
        problem_id: problem.id.clone(),
        update_mask: Some(FieldMask {
            paths: ["moves", "title", "theme", "difficulty"].map(str::to_owned).into(),
        }),
        moves: number(deed.field("moves")),
        title: deed.field("title").into(),
        theme: deed.field("theme").into(),
        difficulty: number(deed.field("difficulty")),
        ..UpdateProblemRequest::default()
    };
    let problem =
        visit.desk().problems.update_problem(request).await?.into_inner().problem.unwrap_or_default();
    Ok(Answer::update(screen(visit, &problem).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_pieces_are_put_removed_and_moved() {
        assert_eq!(typed_edit("Kg1"), Edit::Put(Put { piece: "K".into(), square: "g1".into() }));
        assert_eq!(typed_edit("wQh5"), Edit::Put(Put { piece: "wQ".into(), square: "h5".into() }));
        assert_eq!(typed_edit("xd10"), Edit::Put(Put { piece: "x".into(), square: "d10".into() }));
        assert_eq!(typed_edit("-a2"), Edit::Remove(Remove { square: "a2".into() }));
        assert_eq!(
            typed_edit("e2-e4"),
            Edit::Move(Move { from_square: "e2".into(), to_square: "e4".into() })
        );
        assert_eq!(typed_edit("ñ"), Edit::Put(Put { piece: String::new(), square: "ñ".into() }));
    }
}
