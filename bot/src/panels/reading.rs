use futures_util::stream;
use serenity::all::{Attachment, CreateModal};
use tablero_api::v1::position_edit::{Put, Remove, What as Edit};
use tablero_api::v1::{
    CreateProblemRequest, EditPositionRequest, EditPositionResponse, PositionEdit, ProblemState,
    ReadBoardRequest, SeenBoard, ValidateRequest,
};

use super::board::{Board, SOLVE};
use super::card::{self, get_problem};
use super::editor::{self, fault_words, typed_edit};
use super::parts::{MOST_OPTIONS, button, buttons, input, line, main_button, menu, option};
use super::report;
use crate::error::{Error, Result};
use crate::house::Visit;
use crate::id::Id;
use crate::pen::{cell_named, piece_at};
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{piece_emoji, piece_name, say, side_name};

/// A board that was read from a picture, to be looked over before it becomes anything.
pub(crate) const READING: &str = "read";

const GAME: &str = "chess";
/// The server takes no more.
const LARGEST_FILE: u32 = 10 << 20;
const CHUNK: usize = 64 << 10;
/// More pictures of one message are not looked at.
const MOST_PICTURES: usize = 4;
const EMPTY: &str = "-";

/// What was read. It stands in the message itself, so that it is there after a restart.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Reading {
    placement: String,
    side: String,
    doubtful: Vec<String>,
}

impl Reading {
    fn of(board: &SeenBoard) -> Reading {
        let mut fields = board.position.split(' ');
        let placement = fields.next().unwrap_or_default().to_owned();
        let side = if board.side_to_move == "black" { "b" } else { "w" };
        Reading { placement, side: side.into(), doubtful: board.doubtful_squares.clone() }
    }

    /// At most a hundred characters, for the value of a menu's option: doubtful squares beyond that are left out.
    fn write(&self) -> String {
        let mut text = format!("{} {}", self.placement, self.side);
        for square in &self.doubtful {
            if text.len() + square.len() < 100 {
                text += &format!(" {square}");
            }
        }
        text
    }

    fn read(text: &str) -> Option<Reading> {
        let mut words = text.split(' ').map(str::to_owned);
        let (placement, side) = (words.next()?, words.next()?);
        (placement.contains('/') && matches!(side.as_str(), "w" | "b")).then(|| Reading {
            placement,
            side,
            doubtful: words.collect(),
        })
    }

    /// From the line of the message that holds it.
    fn in_message(deed: &Deed) -> Result<Reading> {
        let text = deed.message.as_ref().map(|message| message.content.as_str()).unwrap_or_default();
        let held = text.lines().filter_map(|line| line.strip_prefix("-# `")?.strip_suffix('`')).next_back();
        held.and_then(Reading::read).ok_or_else(|| Error::Unexpected("a reading without its board".into()))
    }

    fn fen(&self) -> String {
        format!("{} {} - - 0 1", self.placement, self.side)
    }

    /// Seen from the other side. Runs of empty squares are single digits, so the text itself turns.
    fn turned(mut self) -> Reading {
        self.placement = self.placement.chars().rev().collect();
        let turn = |square: &String| {
            let &[column, row] = square.as_bytes() else { return square.clone() };
            let turned = [b'a' + b'h' - column, b'1' + b'8' - row];
            String::from_utf8_lossy(&turned).into_owned()
        };
        self.doubtful = self.doubtful.iter().map(turn).collect();
        self
    }

    fn side_name(&self) -> &'static str {
        if self.side == "b" { "black" } else { "white" }
    }
}

/// Reads the boards of some pictures, for the person alone.
pub(crate) async fn read(visit: &Visit, pictures: Vec<Attachment>) -> Result<Answer> {
    let language = visit.language;
    let images: Vec<_> = pictures.into_iter().filter(is_picture).take(MOST_PICTURES).collect();
    if images.is_empty() {
        let words = say!(
            language,
            "There is no picture. Attach a screenshot or a diagram as PNG, JPEG, WebP or GIF.",
            "No hay ninguna imagen. Adjunta una captura o un diagrama en PNG, JPEG, WebP o GIF."
        );
        return Err(Error::Told(words));
    }
    let (mut boards, mut trouble) = (Vec::new(), None);
    for image in images {
        match read_one(visit, &image).await {
            Ok(found) => boards.extend(found),
            Err(error) => trouble = Some(error),
        }
    }
    match (boards.as_slice(), trouble) {
        ([], Some(error)) => Err(error),
        ([], None) => Err(Error::Unexpected("a picture without an answer".into())),
        ([only], _) => Ok(Answer::private(screen(visit, &Reading::of(only), "", sure(visit, only)).await?)),
        (several, _) => Ok(Answer::private(choice(visit, several))),
    }
}

fn is_picture(file: &Attachment) -> bool {
    file.content_type.as_deref().is_some_and(|kind| kind.starts_with("image/")) || file.width.is_some()
}

async fn read_one(visit: &Visit, image: &Attachment) -> Result<Vec<SeenBoard>> {
    if image.size > LARGEST_FILE {
        return Err(Error::Told(
            crate::words::refusal("TOO_LARGE", visit.language).unwrap_or_default().into(),
        ));
    }
    let bytes = image.download().await?;
    let chunks: Vec<_> =
        bytes.chunks(CHUNK).map(|chunk| ReadBoardRequest { chunk: chunk.to_vec() }).collect();
    Ok(visit.desk().pictures.read_board(stream::iter(chunks)).await?.into_inner().boards)
}

/// How sure the reader is, for the first look.
fn sure(visit: &Visit, board: &SeenBoard) -> Option<String> {
    let percent = (board.confidence * 100.0).floor();
    Some(say!(visit.language, "I am {percent} % sure of it.", "Estoy seguro al {percent} %."))
}

/// Which of several boards.
fn choice(visit: &Visit, boards: &[SeenBoard]) -> Screen {
    let language = visit.language;
    let mut seen = Vec::new();
    let mut options = Vec::new();
    for (number, board) in boards.iter().take(MOST_OPTIONS).enumerate() {
        let value = Reading::of(board).write();
        // Two values of one menu must differ, and two equal boards are one.
        if !seen.contains(&value) {
            let (number, percent) = (number + 1, (board.confidence * 100.0).floor());
            let words = say!(language, "Board {number}", "Tablero {number}");
            options.push(option(words, value.clone()).description(format!("{percent} %")));
            seen.push(value);
        }
    }
    let count = options.len();
    let words = say!(language, "📷 I see {count} boards. Which one?", "📷 Veo {count} tableros. ¿Cuál?");
    let id = Id::new(READING, "", 0, "board", "");
    Screen::saying(words).row(menu(id, &say!(language, "Choose a board", "Elige un tablero"), options))
}

/// The board as read, its doubts, and what can become of it.
async fn screen(visit: &Visit, reading: &Reading, square: &str, note: Option<String>) -> Result<Screen> {
    let language = visit.language;
    let now = edited(visit, reading, vec![Edit::SideToMove(reading.side_name().into())]).await?;
    let mut diagram = now.diagram.clone().unwrap_or_default();
    let marked = reading.doubtful.iter().map(String::as_str).chain([square]);
    let cells: Vec<_> = marked.filter_map(|square| cell_named(&diagram, square)).collect();
    let kind = tablero_api::v1::diagram::MarkKind::Square.into();
    diagram
        .marks
        .extend(cells.into_iter().map(|cell| tablero_api::v1::diagram::Mark { cell: cell as u32, kind }));
    let picture = visit.house.pen.board(&diagram, visit.style(false)).await?;

    let side = side_name(reading.side_name(), language);
    let mut lines = vec![say!(
        language,
        "📷 **Is this the board?** {side} to move.",
        "📷 **¿Es este el tablero?** Mueven {side}."
    )];
    lines.extend(note);
    if !reading.doubtful.is_empty() {
        let squares = reading.doubtful.join(", ");
        lines.push(say!(
            language,
            "⚠️ Please look at: **{squares}**",
            "⚠️ Comprueba, por favor: **{squares}**"
        ));
    }
    lines.extend(
        now.faults
            .iter()
            .map(|fault| format!("• {}", fault_words(&fault.reason, &fault.description, language))),
    );
    lines.push(format!("-# `{}`", reading.write()));

    let id = |action: &str| Id::new(READING, "", 0, action, square);
    let mut screen = Screen::saying(lines.join("\n")).picture(picture);
    if !reading.doubtful.is_empty() {
        let options = reading.doubtful.iter().take(MOST_OPTIONS).map(|name| {
            let piece = piece_at(&diagram, name).unwrap_or_default();
            option(format!("{name}: {}", what_stands(visit, piece)), name).default_selection(name == square)
        });
        screen = screen.row(menu(
            id("square"),
            &say!(language, "Correct a doubtful square", "Corregir una casilla dudosa"),
            options.collect(),
        ));
    }
    if !square.is_empty() {
        let pieces =
            visit.house.games().await?.iter().find(|game| game.name == GAME).map(|game| game.pieces.clone());
        let pieces = pieces.unwrap_or_default().into_iter();
        let options = pieces
            .map(|piece| option(what_stands(visit, &piece), piece))
            .chain([option(what_stands(visit, ""), EMPTY)]);
        screen = screen.row(menu(
            id("piece"),
            &say!(language, "What stands on {square}?", "¿Qué hay en {square}?"),
            options.collect(),
        ));
    }
    Ok(screen
        .row(buttons([
            button(id("turn"), say!(language, "Flip", "Girar")).emoji('🔃'),
            button(id("side"), say!(language, "Side to move", "Turno")).emoji('🔁'),
            button(id("type"), say!(language, "Type", "Escribir")).emoji('⌨'),
            button(id("fen"), "FEN").emoji('📋'),
        ]))
        .row(buttons([
            main_button(id("solve"), say!(language, "Solve", "Resolver")).emoji('🧩'),
            button(id("validate"), say!(language, "Validate", "Validar")).emoji('✅'),
            button(id("save"), say!(language, "Save as a draft", "Guardar borrador")).emoji('💾'),
        ])))
}

fn what_stands(visit: &Visit, piece: &str) -> String {
    if piece.is_empty() {
        return say!(visit.language, "Nothing", "Nada");
    }
    format!("{} {}", piece_emoji(piece).unwrap_or_default(), piece_name(piece, visit.language))
}

async fn edited(visit: &Visit, reading: &Reading, edits: Vec<Edit>) -> Result<EditPositionResponse> {
    let request = EditPositionRequest {
        game: GAME.into(),
        position: reading.fen(),
        edits: edits.into_iter().map(|what| PositionEdit { what: Some(what) }).collect(),
        ..EditPositionRequest::default()
    };
    Ok(visit.desk().problems.edit_position(request).await?.into_inner())
}

/// The reading after an edit: what somebody looked at is no longer in doubt.
async fn corrected(visit: &Visit, reading: Reading, edits: Vec<Edit>, looked_at: &str) -> Result<Reading> {
    let now = edited(visit, &reading, edits).await?;
    let placement = now.position.split(' ').next().unwrap_or_default().to_owned();
    let doubtful = reading.doubtful.into_iter().filter(|square| square != looked_at).collect();
    Ok(Reading { placement, doubtful, ..reading })
}

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let id = &deed.id;
    let language = visit.language;
    match id.action.as_str() {
        "type" => {
            let label =
                say!(language, "Pieces, or a whole position (FEN)", "Piezas, o toda una posición (FEN)");
            return Ok(Answer::form(
                CreateModal::new(
                    Id { action: "typed".into(), ..id.clone() },
                    say!(language, "Correct the board", "Corregir el tablero"),
                )
                .components(vec![input(line("pieces", &label, 1000).placeholder("Kg1 -a2 e2-e4"))]),
            ));
        }
        "solve" | "validate" => {
            let action = if id.action == "solve" { "solved" } else { "validated" };
            let label = say!(language, "Mate in how many moves?", "¿Mate en cuántas jugadas?");
            return Ok(Answer::form(
                CreateModal::new(
                    Id { action: action.into(), ..id.clone() },
                    say!(language, "The number of moves", "El número de jugadas"),
                )
                .components(vec![input(line("moves", &label, 2).value("2"))]),
            ));
        }
        _ => {}
    }
    if id.action == "board" {
        let reading =
            Reading::read(deed.value()?).ok_or_else(|| Error::Unexpected("a choice of no board".into()))?;
        return Ok(Answer::update(screen(visit, &reading, "", None).await?));
    }
    let reading = Reading::in_message(deed)?;
    let (reading, square) = match id.action.as_str() {
        "fen" => return Ok(Answer::private(Screen::saying(format!("```\n{}\n```", reading.fen())))),
        "validated" => return report::prove(visit, validate_request(&reading, deed)).await,
        "save" => return save(visit, &reading).await,
        "solved" => return solve(visit, &reading, moves_of(deed)).await,
        "square" => (reading, deed.value()?.to_owned()),
        "piece" => {
            let square = id.rest.clone();
            let edit = match deed.value()? {
                EMPTY => Edit::Remove(Remove { square: square.clone() }),
                piece => Edit::Put(Put { piece: piece.into(), square: square.clone() }),
            };
            (put_right(visit, reading, edit, &square).await?, String::new())
        }
        "turn" => (reading.turned(), String::new()),
        "side" => {
            let side = if reading.side == "w" { "b" } else { "w" };
            (Reading { side: side.into(), ..reading }, String::new())
        }
        "typed" => (typed(visit, reading, deed.field("pieces")).await?, String::new()),
        _ => (reading, String::new()),
    };
    Ok(Answer::update(screen(visit, &reading, &square, None).await?))
}

/// An empty square cannot be emptied, but somebody may well say that it is empty.
async fn put_right(visit: &Visit, reading: Reading, edit: Edit, square: &str) -> Result<Reading> {
    match corrected(visit, reading.clone(), vec![edit], square).await {
        Err(error) if error.reason().as_deref() == Some("EMPTY_SQUARE") => {
            let same = vec![Edit::SideToMove(reading.side_name().into())];
            corrected(visit, reading, same, square).await
        }
        other => other,
    }
}

async fn typed(visit: &Visit, reading: Reading, text: &str) -> Result<Reading> {
    if text.contains('/') {
        let mut words = text.split(' ');
        let placement = words.next().unwrap_or_default().to_owned();
        let side = words.next().filter(|side| *side == "b").unwrap_or("w").to_owned();
        let typed = Reading { placement, side, doubtful: Vec::new() };
        let same = vec![Edit::SideToMove(typed.side_name().into())];
        return corrected(visit, typed, same, "").await;
    }
    let edits: Vec<_> = text.split([' ', ',', ';']).filter(|word| !word.is_empty()).map(typed_edit).collect();
    let looked_at: Vec<_> =
        reading.doubtful.iter().filter(|square| text.contains(square.as_str())).cloned().collect();
    let mut now = corrected(visit, reading, edits, "").await?;
    now.doubtful.retain(|square| !looked_at.contains(square));
    Ok(now)
}

fn moves_of(deed: &Deed) -> u32 {
    // What is no number is refused by the server like one that is too large.
    deed.field("moves").parse().unwrap_or(u32::MAX)
}

fn validate_request(reading: &Reading, deed: &Deed) -> ValidateRequest {
    ValidateRequest {
        game: GAME.into(),
        position: reading.fen(),
        moves: moves_of(deed),
        ..ValidateRequest::default()
    }
}

async fn save(visit: &Visit, reading: &Reading) -> Result<Answer> {
    let request = CreateProblemRequest {
        game: GAME.into(),
        position: reading.fen(),
        moves: 2,
        draft: true,
        ..CreateProblemRequest::default()
    };
    let made = visit.desk().problems.create_problem(request).await?.into_inner().problem.unwrap_or_default();
    Ok(Answer::update(editor::screen(visit, &made).await?))
}

/// Proves it, and sits the person down at it: at the same problem of the library if it is there already.
async fn solve(visit: &Visit, reading: &Reading, moves: u32) -> Result<Answer> {
    let request = CreateProblemRequest {
        game: GAME.into(),
        position: reading.fen(),
        moves,
        ..CreateProblemRequest::default()
    };
    let problem = match visit.desk().problems.create_problem(request).await.map_err(Error::from) {
        Ok(made) => made.into_inner().problem.unwrap_or_default(),
        Err(error) => match error.metadata("problem_id") {
            Some(existing) => get_problem(visit, &existing).await?,
            None => return Err(error),
        },
    };
    if problem.state() != ProblemState::Playable {
        return report::checking(visit, problem, Answer::update).await;
    }
    let game = card::start(visit, &problem).await?;
    Ok(Answer::update(Board::new(visit, SOLVE, game).screen().await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading() -> Reading {
        Reading {
            placement: "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8".into(),
            side: "w".into(),
            doubtful: vec!["e4".into(), "h1".into()],
        }
    }

    #[test]
    fn a_reading_is_read_as_it_was_written() {
        assert_eq!(Reading::read(&reading().write()), Some(reading()));
        assert_eq!(Reading::read("nonsense"), None);
    }

    #[test]
    fn a_reading_with_every_square_in_doubt_still_fits_into_a_menu() {
        let placement = ["rnbqkbnr"; 8].join("/");
        let doubtful =
            ('a'..='h').flat_map(|column| (1..=8).map(move |row| format!("{column}{row}"))).collect();
        let text = Reading { placement, side: "b".into(), doubtful }.write();
        assert!(text.len() <= 100, "{text}");
    }

    #[test]
    fn a_board_is_turned_with_its_doubts_and_back_again() {
        let turned = reading().turned();
        assert_eq!(turned.placement, "8/8/3Q4/1Rr5/2NNk1B1/1n6/8/4K3");
        assert_eq!(turned.doubtful, ["d5", "a8"]);
        assert_eq!(turned.turned(), reading());
    }
}
