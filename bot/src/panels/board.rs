use serenity::all::{Builder, CreateActionRow, CreateModal, MessageId};
use tablero_api::v1::diagram::caption::What as Caption;
use tablero_api::v1::diagram::{Mark, MarkKind};
use tablero_api::v1::seat::Who;
use tablero_api::v1::watch_match_response::What;
use tablero_api::v1::{
    AbandonMatchRequest, Diagram, DrawBoardRequest, DrawnPosition, GetHintRequest, GetMatchRequest, Match,
    MatchState, PlayMoveRequest, PlayMoveResponse, Seat, TakenBack, WatchMatchRequest, draw_board_request,
};
use tonic::Code;

use super::ending;
use super::entry::{self, OTHER};
use super::parts::{button, buttons, danger_button, input, line};
use super::tourney::back_button;
use super::typed::{moves_of, same_move};
use crate::error::{Error, Result};
use crate::house::Visit;
use crate::id::Id;
use crate::pen::cell_named;
use crate::router::Deed;
use crate::screen::{Picture, Screen};
use crate::talk::Answer;
use crate::words::{clock, level_name, plain, say, side_name, spell, stipulation};

/// A problem that one person solves, seen by them alone.
pub(crate) const SOLVE: &str = "solve";
/// A match that everybody in the channel sees.
pub(crate) const MATCH: &str = "match";

/// The plays that are shown below a board.
const LAST_PLAYS: usize = 8;

/// How a match is looked at. It rides in the ids of the components.
#[derive(Debug, Clone, Default)]
pub(crate) struct View {
    /// From the other side than one would expect.
    pub(crate) flipped: bool,
    /// The first half of a move.
    pub(crate) chosen: String,
}

impl View {
    fn read(rest: &str) -> View {
        View { flipped: rest.starts_with('1'), chosen: rest.get(1..).unwrap_or_default().into() }
    }

    fn write(&self, chosen: &str) -> String {
        format!("{}{chosen}", u8::from(self.flipped))
    }
}

/// A match as somebody sees it.
pub(crate) struct Board<'a> {
    pub(crate) visit: &'a Visit,
    pub(crate) what: &'static str,
    pub(crate) game: Match,
    pub(crate) view: View,
    /// Something to say above the rest.
    pub(crate) note: Option<String>,
    /// Shown instead of the position.
    pub(crate) picture: Option<Picture>,
}

impl<'a> Board<'a> {
    pub(crate) fn new(visit: &'a Visit, what: &'static str, game: Match) -> Board<'a> {
        visit.house.remember_match(visit.user_id(), &game);
        Board { visit, what, game, view: View::default(), note: None, picture: None }
    }

    fn id(&self, action: &str, chosen: &str) -> Id {
        Id::new(self.what, &self.game.id, self.game.ply, action, self.view.write(chosen))
    }

    /// Whether the board is seen from the second side.
    fn seen_from_second(&self) -> bool {
        // Only a chequered board has a near and a far side; discs fall downwards.
        let turns = self
            .game
            .diagram
            .as_ref()
            .is_some_and(|diagram| diagram.ground() == tablero_api::v1::diagram::Ground::Chequered);
        let second = match (self.what, people(&self.game)) {
            (SOLVE, _) => !self.game.first_attacks,
            (_, (true, false)) => false,
            (_, (false, true)) => true,
            _ => !self.game.first_to_move && self.game.state() == MatchState::Running,
        };
        turns && second
    }

    /// What the message shows.
    pub(crate) async fn screen(mut self) -> Result<Screen> {
        let flipped = self.seen_from_second() ^ self.view.flipped;
        let picture = match self.picture.take() {
            Some(picture) => picture,
            None => self.visit.house.pen.board(&self.diagram(), self.visit.style(flipped)).await?,
        };
        let over = self.game.state() != MatchState::Running;
        if over && self.what == SOLVE {
            self.note = Some(ending::summary(self.visit, &self.game).await?);
        }
        let rows = if over { ending::rows(&self) } else { self.rows() };
        Ok(Screen::saying(self.text()).picture(picture).rows(rows))
    }

    /// The position; where the first half of a move was chosen, with the squares that complete it.
    fn diagram(&self) -> Diagram {
        let mut diagram = self.game.diagram.clone().unwrap_or_default();
        if self.game.state() != MatchState::Running {
            // Nobody is to move any more.
            diagram.captions.retain(|caption| !matches!(caption.what, Some(Caption::ToMove(_))));
        }
        let chosen = self.view.chosen.as_str();
        let targets = self.game.legal_moves.iter().filter(|legal| legal.from_square == chosen);
        let squares = targets.map(|legal| (legal.to_square.as_str(), MarkKind::Legal));
        let marks: Vec<_> = squares
            .chain([(chosen, MarkKind::Square)])
            .filter(|_| !chosen.is_empty())
            .filter_map(|(square, kind)| {
                Some(Mark { cell: cell_named(&diagram, square)? as u32, kind: kind.into() })
            })
            .collect();
        diagram.marks.extend(marks);
        diagram
    }

    fn rows(&self) -> Vec<CreateActionRow> {
        let language = self.visit.language;
        let mut rows = Vec::new();
        if !is_machine(to_move(&self.game)) {
            rows = entry::rows(&self.game, &self.view.chosen, language, |action, rest| match action {
                // What a button plays rides in its own id.
                "drop" => Id::new(
                    self.what,
                    &self.game.id,
                    self.game.ply,
                    &format!("drop.{rest}"),
                    self.view.write(""),
                ),
                _ => self.id(action, rest),
            });
        }
        let chosen = &self.view.chosen;
        let mut row = vec![button(self.id("type", chosen), say!(language, "Type", "Escribir")).emoji('⌨')];
        if !self.game.tourney_id.is_empty() {
            row.push(back_button(&self.game.tourney_id, language));
        } else if self.what == SOLVE {
            row.push(button(self.id("hint", chosen), say!(language, "Hint", "Pista")).emoji('💡'));
        }
        row.push(button(self.id("flip", chosen), say!(language, "Flip", "Girar")).emoji('🔃'));
        let quit = if self.what == SOLVE {
            say!(language, "Give up", "Rendirse")
        } else {
            say!(language, "Resign", "Abandonar")
        };
        row.push(danger_button(self.id("quit", chosen), quit));
        let look = if self.what == SOLVE {
            say!(language, "Continue", "Continuar")
        } else {
            say!(language, "Refresh", "Actualizar")
        };
        row.push(button(self.id("look", chosen), look).emoji('🔄'));
        rows.push(buttons(row));
        rows
    }

    fn text(&self) -> String {
        let language = self.visit.language;
        let game = &self.game;
        let mut lines = Vec::new();
        lines.extend(self.note.clone());
        if self.what == SOLVE && game.state() == MatchState::Running {
            let goal = stipulation(&game.game, game.moves, language);
            let side = side_name(&game.side_to_move, language);
            let left = game.moves_left;
            lines.push(say!(
                language,
                "**{goal}** · {side} to move · {left} left",
                "**{goal}** · mueven {side} · quedan {left}"
            ));
        } else if self.what == MATCH {
            lines.push(self.heading());
        }
        let plays = last_plays(game, self.visit);
        if !plays.is_empty() {
            lines.push(plays);
        }
        if game.state() == MatchState::Running && is_machine(to_move(game)) {
            lines.push(say!(language, "🤔 The machine is thinking…", "🤔 La máquina está pensando…"));
        } else if self.what == SOLVE && game.state() == MatchState::Running && self.view.chosen.is_empty() {
            lines.push(say!(
                language,
                "-# Choose a piece, then where it goes.",
                "-# Elige una pieza y luego adónde va."
            ));
        }
        lines.join("\n")
    }

    fn heading(&self) -> String {
        let language = self.visit.language;
        let game = &self.game;
        let (first, second) =
            (seat_name(game.first.as_ref(), self.visit), seat_name(game.second.as_ref(), self.visit));
        let pair = format!("**{first}** – **{second}**");
        if game.state() != MatchState::Running {
            return format!("{pair}\n{}", ending::result(self));
        }
        let side = side_name(&game.side_to_move, language);
        let who = if game.first_to_move { first } else { second };
        let turn = say!(language, "{who} to move ({side})", "Juega {who} ({side})");
        if game.problem_id.is_empty() {
            return format!("{pair}\n{turn}");
        }
        let (goal, left) = (stipulation(&game.game, game.moves, language), game.moves_left);
        let goal = say!(language, "**{goal}** · {left} left", "**{goal}** · quedan {left}");
        format!("{pair}\n{goal} · {turn}")
    }
}

/// Whether a person sits at the first seat, and at the second.
fn people(game: &Match) -> (bool, bool) {
    let person = |seat: Option<&Seat>| !is_machine(seat);
    (person(game.first.as_ref()), person(game.second.as_ref()))
}

pub(crate) fn is_machine(seat: Option<&Seat>) -> bool {
    matches!(seat.and_then(|seat| seat.who.as_ref()), Some(Who::Machine(_)))
}

fn to_move(game: &Match) -> Option<&Seat> {
    if game.first_to_move { game.first.as_ref() } else { game.second.as_ref() }
}

pub(crate) fn seat_name(seat: Option<&Seat>, visit: &Visit) -> String {
    let language = visit.language;
    match seat.and_then(|seat| seat.who.as_ref()) {
        Some(Who::Person(person)) => plain(&person.name),
        Some(Who::Machine(level)) => {
            let level = level_name(level, language);
            say!(language, "the {level} machine", "la máquina {level}")
        }
        Some(Who::DeletedPlayer(_)) => say!(language, "a deleted player", "un jugador borrado"),
        Some(Who::Open(_)) | None => say!(language, "anybody", "cualquiera"),
    }
}

/// The last plays with their numbers, in the reader's letters.
fn last_plays(game: &Match, visit: &Visit) -> String {
    let skipped = game.plays.len().saturating_sub(LAST_PLAYS);
    let mut words = Vec::new();
    if skipped > 0 {
        words.push("…".to_owned());
    }
    for play in game.plays.iter().skip(skipped) {
        let text =
            play.play.as_ref().map(|play| spell(&game.game, &play.text, visit.language)).unwrap_or_default();
        words.push(if play.ply % 2 == 1 { format!("{}. {text}", play.ply.div_ceil(2)) } else { text });
    }
    if words.is_empty() { String::new() } else { format!("`{}`", words.join(" ")) }
}

/// The seat of this person: whether it is the first.
fn my_seat(game: &Match, visit: &Visit) -> Option<bool> {
    let mine = |seat: &Option<Seat>| match seat.as_ref().and_then(|seat| seat.who.as_ref()) {
        Some(Who::Person(person)) => person.id == visit.profile_id,
        _ => false,
    };
    if mine(&game.first) { Some(true) } else { mine(&game.second).then_some(false) }
}

pub(crate) async fn get(visit: &Visit, match_id: &str) -> Result<Match> {
    let request = GetMatchRequest { match_id: match_id.into() };
    let answer = visit.desk().matches.get_match(request).await?.into_inner();
    answer.r#match.ok_or_else(|| Error::Unexpected("a match without itself".into()))
}

/// Serves a component of a board.
pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let id = &deed.id;
    let what = if id.what == SOLVE { SOLVE } else { MATCH };
    let view = View::read(&id.rest);
    if id.action == "type" {
        return Ok(Answer::form(type_form(visit, id)));
    }
    let acting = match id.action.as_str() {
        "typed" => return play(visit, id, what, view, moves_of(deed.field("line"))).await,
        "play" | "play2" => return play(visit, id, what, view, vec![deed.value()?.to_owned()]).await,
        drop if drop.starts_with("drop.") => {
            return play(visit, id, what, view, vec![drop[5..].to_owned()]).await;
        }
        "film" => return ending::film(visit, id).await,
        "next" => return ending::next(visit, &id.subject).await,
        "again" => return ending::again(visit, &id.subject).await,
        other => other,
    };
    let game = get(visit, &id.subject).await?;
    let mut board = Board { view, ..Board::new(visit, what, game) };
    if board.game.state() != MatchState::Running {
        return Ok(Answer::update(board.screen().await?));
    }
    if board.game.ply != id.ply {
        board.note = Some(moved_on(visit));
        board.view.chosen.clear();
        return shown(board).await;
    }
    let seat = my_seat(&board.game, visit);
    match acting {
        "pick" | "pick2" => {
            if seat != Some(board.game.first_to_move) {
                return Err(not_yours(visit, seat));
            }
            board.view.chosen = deed.value()?.replace(OTHER, "");
        }
        "flip" | "quit" if seat.is_none() => return Err(not_yours(visit, seat)),
        "flip" => board.view.flipped = !board.view.flipped,
        "hint" => return hint(board).await,
        "quit" => return Ok(quit_screen(board, deed.message.as_ref().map(|message| message.id))),
        "quit!" => return quit(board).await,
        _ => {}
    }
    shown(board).await
}

fn not_yours(visit: &Visit, seat: Option<bool>) -> Error {
    let reason = if seat.is_some() { "NOT_YOUR_TURN" } else { "NOT_YOUR_MATCH" };
    Error::Told(crate::words::refusal(reason, visit.language).unwrap_or_default().into())
}

fn moved_on(visit: &Visit) -> String {
    say!(
        visit.language,
        "↪️ The board has moved on since you saw it. Here it is now.",
        "↪️ El tablero ha avanzado desde que lo viste. Así está ahora."
    )
}

fn type_form(visit: &Visit, id: &Id) -> CreateModal {
    let language = visit.language;
    let form = Id { action: "typed".into(), ..id.clone() };
    let label = say!(language, "Your move, or a whole line", "Tu jugada, o toda una línea");
    let example = say!(language, "Qh5, or: 1.Qh5 Ke7 2.Qf7", "Dh5, o: 1.Dh5 Re7 2.Df7");
    CreateModal::new(form, say!(language, "Type your move", "Escribe tu jugada"))
        .components(vec![input(line("line", &label, 200).placeholder(example))])
}

/// The board; and if a machine is to move, the board again when it has.
pub(crate) async fn shown(board: Board<'_>) -> Result<Answer> {
    let waits = board.game.state() == MatchState::Running && is_machine(to_move(&board.game));
    let (visit, what, view) = (board.visit.clone(), board.what, board.view.clone());
    let (match_id, after_ply) = (board.game.id.clone(), board.game.ply);
    let answer = Answer::update(board.screen().await?);
    if !waits {
        return Ok(answer);
    }
    Ok(answer.then_work(move |talk| async move {
        let Some(game) = reply(&visit, &match_id, after_ply).await? else { return Ok(()) };
        let board = Board { view, ..Board::new(&visit, what, game) };
        let told = ending::public_line(&board).await;
        talk.edit(board.screen().await?).await?;
        if let Some(told) = told {
            talk.tell(told, false).await?;
        }
        Ok(())
    }))
}

/// Waits until it is a person's turn again, or the match is over.
async fn reply(visit: &Visit, match_id: &str, after_ply: u32) -> Result<Option<Match>> {
    let request = WatchMatchRequest { match_id: match_id.into(), after_ply };
    let mut watch = visit.desk().matches.watch_match(request).await?.into_inner();
    while let Some(news) = watch.message().await? {
        if let Some(What::Match(game)) = news.what
            && (game.state() != MatchState::Running || !is_machine(to_move(&game)))
        {
            // What is watched has no legal moves.
            return get(visit, match_id).await.map(Some);
        }
    }
    Ok(None)
}

async fn hint(mut board: Board<'_>) -> Result<Answer> {
    let language = board.visit.language;
    let step = (board.game.hints + 1).min(3);
    let request = GetHintRequest { match_id: board.game.id.clone(), step };
    let hint = board.visit.desk().matches.get_hint(request).await?.into_inner();
    let (from, to) = (hint.from_square, hint.to_square);
    let text = hint.play.map(|play| spell(&board.game.game, &play.text, language)).unwrap_or_default();
    board.game.hints = step;
    board.note = Some(match step {
        1 => say!(language, "💡 Look at **{from}**.", "💡 Mira **{from}**."),
        2 => say!(language, "💡 From **{from}** to **{to}**.", "💡 De **{from}** a **{to}**."),
        _ => say!(language, "💡 It is **{text}**.", "💡 Es **{text}**."),
    });
    if let Some(diagram) = &mut board.game.diagram {
        let squares =
            [from, to].into_iter().filter_map(|square| cell_named(diagram, &square)).collect::<Vec<_>>();
        let mark = |cell: usize| Mark { cell: cell as u32, kind: MarkKind::Square.into() };
        diagram.marks.extend(squares.into_iter().map(mark));
    }
    Ok(Answer::update(board.screen().await?))
}

fn quit_screen(board: Board<'_>, seen: Option<MessageId>) -> Answer {
    let language = board.visit.language;
    let sure = if !board.game.tourney_id.is_empty() {
        say!(
            language,
            "Really give up? There is no second attempt; points for the key stay yours.",
            "¿Seguro que te rindes? No hay segundo intento; los puntos por la clave te quedan."
        )
    } else if board.what == SOLVE {
        say!(
            language,
            "Really give up? Then I show you the solution.",
            "¿Seguro que te rindes? Entonces te muestro la solución."
        )
    } else {
        say!(language, "Really resign?", "¿Seguro que abandonas?")
    };
    let row = buttons([
        danger_button(board.id("quit!", ""), say!(language, "Yes", "Sí")),
        button(board.id("look", ""), say!(language, "No, go on", "No, seguir")),
    ]);
    match board.what {
        SOLVE => Answer::update(Screen::saying(sure).row(row)),
        // Others must not see the board replaced by a question.
        _ => Answer::private(Screen::saying(sure).row(buttons([danger_button(
            board.id("quit!", &seen.map(|message| message.to_string()).unwrap_or_default()),
            say!(language, "Yes, resign", "Sí, abandonar"),
        )]))),
    }
}

async fn quit(board: Board<'_>) -> Result<Answer> {
    let Board { visit, what, mut view, .. } = board;
    let seen = std::mem::take(&mut view.chosen).parse().map(MessageId::new);
    let request = AbandonMatchRequest { match_id: board.game.id };
    let ended = visit.desk().matches.abandon_match(request).await?.into_inner().r#match.unwrap_or_default();
    let board = Board { view, ..Board::new(visit, what, ended) };
    if what == SOLVE {
        return Ok(Answer::update(board.screen().await?));
    }
    let done = say!(visit.language, "You resigned.", "Has abandonado.");
    let screen = board.screen().await?;
    let (answer, channel) = (Answer::update(Screen::saying(done)), visit.channel);
    Ok(answer.then_work(move |talk| async move {
        if let Ok(seen) = seen
            && screen.clone().edit_message().execute(&talk.http, (channel, seen, None)).await.is_ok()
        {
            return Ok(());
        }
        talk.tell(screen, false).await.map(drop)
    }))
}

/// Plays a move, or a line for as long as the other side answers as it says.
async fn play(visit: &Visit, id: &Id, what: &'static str, view: View, line: Vec<String>) -> Result<Answer> {
    let mut ply = id.ply;
    let mut moves = line.into_iter().peekable();
    let mut played: Option<Match> = None;
    let mut note = None;
    while let Some(text) = moves.next() {
        let request = PlayMoveRequest {
            match_id: id.subject.clone(),
            ply,
            r#move: text.clone(),
            request_id: format!("{}.{ply}", visit.talk.id),
            language: if visit.language == crate::words::Language::Spanish {
                "es".into()
            } else {
                String::new()
            },
        };
        let PlayMoveResponse { r#match: game, taken_back } =
            match visit.desk().matches.play_move(request).await {
                Ok(answer) => answer.into_inner(),
                Err(status) => match (refused(visit, what, status.into(), played.is_some()), played) {
                    (Ok(told), Some(game)) => {
                        played = Some(game);
                        note = Some(told);
                        break;
                    }
                    (Ok(told), None) => {
                        let game = get(visit, &id.subject).await?;
                        let board = Board { note: Some(told), ..Board::new(visit, what, game) };
                        return shown(Board { view: View { chosen: String::new(), ..view }, ..board }).await;
                    }
                    (Err(error), _) => return Err(error),
                },
            };
        let game = game.unwrap_or_default();
        if let Some(wrong) = taken_back {
            return taken_back_screen(visit, what, view, game, wrong).await;
        }
        ply = game.ply;
        let over = game.state() != MatchState::Running || is_machine(to_move(&game));
        let last = game.plays.last().and_then(|play| play.play.clone()).unwrap_or_default();
        played = Some(game);
        if over {
            break;
        }
        moves.next_if(|next| {
            same_move(next, &last.text, &last.code)
                || same_move(next, &spell("chess", &last.text, visit.language), "")
        });
    }
    let Some(game) = played else {
        let words =
            say!(visit.language, "Type a move, for example Qh5.", "Escribe una jugada, por ejemplo Dh5.");
        return Err(Error::Told(words));
    };
    let board = Board { view: View { chosen: String::new(), ..view }, note, ..Board::new(visit, what, game) };
    let told = ending::public_line(&board).await;
    let answer = shown(board).await?;
    Ok(told.into_iter().fold(answer, |answer, told| answer.then(crate::talk::Then::Tell(told))))
}

/// What a refused move is answered with on the board itself; an error where it gets a message of its own.
fn refused(visit: &Visit, what: &str, error: Error, in_a_line: bool) -> Result<String> {
    if error.reason().as_deref() == Some("STALE_PLY") {
        return Ok(moved_on(visit));
    }
    let is_bad_input = matches!(&error, Error::Server(status) if status.code() == Code::InvalidArgument);
    if is_bad_input && (what == SOLVE || in_a_line) {
        return Ok(format!("⚠️ {}", error.words(visit.language)));
    }
    Err(error)
}

/// A wrong try, with its refutation on the board.
async fn taken_back_screen(
    visit: &Visit,
    what: &'static str,
    view: View,
    game: Match,
    wrong: TakenBack,
) -> Result<Answer> {
    let language = visit.language;
    let plays = [wrong.play, wrong.refutation].into_iter().flatten().collect::<Vec<_>>();
    let spelled =
        |at: usize| plays.get(at).map(|play| spell(&game.game, &play.text, language)).unwrap_or_default();
    let (tried, answer) = (spelled(0), spelled(1));
    let note = if plays.len() > 1 {
        say!(
            language,
            "❌ **{tried}?** fails to **{answer}!** It is taken back: try again.",
            "❌ **{tried}?** falla por **{answer}!** Se deshace: prueba otra vez."
        )
    } else {
        say!(
            language,
            "❌ **{tried}?** does not win in time. It is taken back: try again.",
            "❌ **{tried}?** no gana a tiempo. Se deshace: prueba otra vez."
        )
    };
    let mut board = Board {
        view: View { chosen: String::new(), ..view },
        note: Some(note),
        ..Board::new(visit, what, game)
    };
    let flipped = board.seen_from_second() ^ board.view.flipped;
    let request = DrawBoardRequest {
        board: Some(draw_board_request::Board::Position(DrawnPosition {
            game: board.game.game.clone(),
            rules: board.game.rules.clone(),
            position: board.game.position.clone(),
            moves: plays.into_iter().map(|play| play.code).collect(),
        })),
        flipped,
        ..drawing(visit)
    };
    let drawn = visit.desk().pictures.draw_board(request).await?.into_inner();
    board.picture = Some(Picture { name: "refutation.png", bytes: drawn.picture, alt: drawn.alt_text });
    Ok(Answer::update(board.screen().await?))
}

/// How the server shall draw for this person.
/// Whether a certain person sits there.
pub(super) fn is_person(seat: Option<&Seat>, profile_id: &str) -> bool {
    let who = seat.and_then(|seat| seat.who.as_ref());
    matches!(who, Some(Who::Person(person)) if person.id == profile_id)
}

pub(crate) fn drawing(visit: &Visit) -> DrawBoardRequest {
    DrawBoardRequest {
        theme: visit.settings.theme.clone(),
        language: if visit.language == crate::words::Language::Spanish { "es".into() } else { "en".into() },
        ..DrawBoardRequest::default()
    }
}

/// `2 tries · no hint · 01:42`.
pub(super) fn effort(game: &Match, visit: &Visit) -> String {
    let language = visit.language;
    let tries = game.errors + 1;
    let tries = match tries {
        1 => say!(language, "1 try", "1 intento"),
        _ => say!(language, "{tries} tries", "{tries} intentos"),
    };
    let hint = match game.hints {
        0 => say!(language, "no hint", "sin pistas"),
        _ => say!(language, "with a hint", "con pista"),
    };
    let attacker = if game.first_attacks { game.first.as_ref() } else { game.second.as_ref() };
    format!("{tries} · {hint} · {}", clock(attacker.map_or(0, |seat| seat.elapsed_ms)))
}
