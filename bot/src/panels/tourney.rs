use serenity::all::{ChannelId, CreateActionRow};
use tablero_api::v1::{
    AnswerTourneyInvitationRequest, CancelTourneyRequest, CreateTourneyRequest, GetTourneyRequest,
    ListTourneysRequest, StartTourneyProblemRequest, Tourney, TourneyProblem, TourneyState,
};

use super::board::{Board, SOLVE, shown};
use super::card::get_problem;
use super::ending;
use super::parts::{button, buttons, main_button, menu, option};
use super::standings::{headline, sides, stand_lines, when};
use crate::error::{Error, Result};
use crate::house::Visit;
use crate::id::Id;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{Language, plain, refusal, say, stipulation};

pub(crate) const TOURNEY: &str = "tourney";

/// So many lines a list has.
const LISTED: usize = 10;

pub(crate) async fn get(visit: &Visit, id: &str) -> Result<Tourney> {
    let request = GetTourneyRequest { tourney_id: id.into(), community: None };
    let answer = visit.desk().rankings.get_tourney(request).await?.into_inner();
    answer.tourney.ok_or_else(|| Error::Unexpected("a tourney without itself".into()))
}

/// What a tourney can be asked for while it runs.
pub(super) fn running_row(id: &str, language: Language) -> CreateActionRow {
    let join = Id::new(TOURNEY, id, 0, "join", "");
    buttons([main_button(join, say!(language, "Take part", "Participar")).emoji('🏁')])
}

/// A tourney for everybody to look at.
pub(crate) async fn show(visit: &Visit, id: &str) -> Result<Answer> {
    let tourney = get(visit, id).await?;
    let language = visit.language;
    let mut lines = vec![headline(&tourney, language), when(&tourney, language)];
    lines.extend(sides(&tourney, language));
    lines.extend(stand_lines(&tourney, language));
    let screen = Screen::saying(lines.join("\n"));
    Ok(Answer::public(match tourney.state() {
        TourneyState::Running => screen.row(running_row(&tourney.id, language)),
        _ => screen,
    }))
}

/// The problems with what the person has reached in each, for them alone.
async fn own_screen(visit: &Visit, id: &str) -> Result<Screen> {
    let language = visit.language;
    let tourney = get(visit, id).await?;
    let mut lines = vec![headline(&tourney, language), when(&tourney, language)];
    lines.extend(tourney.problems.iter().map(|problem| problem_line(problem, language)));
    if let Some(mine) = &tourney.mine {
        let (place, points) = (mine.place, mine.points);
        lines.push(say!(
            language,
            "You have **{points} points** and are at place {place}.",
            "Tienes **{points} puntos** y estás en el puesto {place}."
        ));
    }
    lines.push(say!(
        language,
        "-# 2 points for the key, 3 for the rest. One attempt each, no hints; wrong moves are taken back and count as errors.",
        "-# 2 puntos por la clave, 3 por el resto. Un intento por problema, sin pistas; las jugadas malas se deshacen y cuentan como errores."
    ));
    let screen = Screen::saying(lines.join("\n"));
    let open = tourney.problems.iter().filter(|problem| may_open(&tourney, problem));
    let options: Vec<_> =
        open.map(|problem| option(problem_name(problem, language), problem.number.to_string())).collect();
    if options.is_empty() {
        return Ok(screen);
    }
    let choose = say!(language, "Open a problem", "Abrir un problema");
    let look = button(Id::new(TOURNEY, id, 0, "mine", ""), say!(language, "Refresh", "Actualizar"));
    Ok(screen
        .row(menu(Id::new(TOURNEY, id, 0, "open", ""), &choose, options))
        .row(buttons([look.emoji('🔄')])))
}

/// What is begun can be looked at for ever; what is not, while the tourney runs, but for one's own.
fn may_open(tourney: &Tourney, problem: &TourneyProblem) -> bool {
    let fresh = tourney.state() == TourneyState::Running && !problem.is_author && problem.moves > 0;
    problem.mine.is_some() || fresh
}

fn problem_name(problem: &TourneyProblem, language: Language) -> String {
    let number = problem.number;
    if problem.moves == 0 {
        return say!(language, "{number}. gone", "{number}. borrado");
    }
    format!("{number}. {}", stipulation(&problem.game, problem.moves, language))
}

fn problem_line(problem: &TourneyProblem, language: Language) -> String {
    let state = match &problem.mine {
        _ if problem.is_author => {
            say!(language, "✍️ yours, so it is left out", "✍️ es tuyo, así que no cuenta para ti")
        }
        None => say!(language, "▫️ not begun", "▫️ sin empezar"),
        Some(mine) => {
            let points = mine.points;
            let mark = match (mine.over, points) {
                (_, 5) => "✅",
                (true, _) => "🏳️",
                _ => "▶️",
            };
            let errors = match mine.errors {
                0 => String::new(),
                1 => say!(language, " · 1 error", " · 1 error"),
                errors => say!(language, " · {errors} errors", " · {errors} errores"),
            };
            say!(language, "{mark} {points} points{errors}", "{mark} {points} puntos{errors}")
        }
    };
    format!("{} · {state}", problem_name(problem, language))
}

/// Serves what is pressed at a tourney.
pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let id = deed.id.subject.as_str();
    match deed.id.action.as_str() {
        "join" => Ok(Answer::private(own_screen(visit, id).await?)),
        "open" => open(visit, id, deed.value()?).await,
        "film" => solution(visit, id, deed.value()?).await,
        _ => Ok(Answer::update(own_screen(visit, id).await?)),
    }
}

/// The person's own board, in the place of the list.
async fn open(visit: &Visit, id: &str, number: &str) -> Result<Answer> {
    let number = number.parse().unwrap_or_default();
    let request = StartTourneyProblemRequest { tourney_id: id.into(), number };
    let begun = visit.desk().rankings.start_tourney_problem(request).await?.into_inner();
    shown(Board::new(visit, SOLVE, begun.r#match.unwrap_or_default())).await
}

/// The solution of a problem, when the tourney is over.
async fn solution(visit: &Visit, id: &str, number: &str) -> Result<Answer> {
    let tourney = get(visit, id).await?;
    let wanted = tourney.problems.iter().find(|problem| problem.number.to_string() == number);
    let gone = || Error::Told(refusal("PROBLEM_NOT_FOUND", visit.language).unwrap_or_default().into());
    let wanted = wanted.filter(|problem| !problem.problem_id.is_empty()).ok_or_else(gone)?;
    let problem = get_problem(visit, &wanted.problem_id).await?;
    ending::solution(visit, &problem).await
}

/// Below a board of a tourney.
pub(super) fn back_button(tourney_id: &str, language: Language) -> serenity::all::CreateButton {
    button(Id::new(TOURNEY, tourney_id, 0, "mine", ""), say!(language, "Problems", "Problemas")).emoji('📋')
}

pub(crate) async fn create(visit: &Visit, request: CreateTourneyRequest) -> Result<Answer> {
    let language = visit.language;
    let channel = request.channel_id.clone();
    let made = visit.desk().rankings.create_tourney(request).await?.into_inner().tourney.unwrap_or_default();
    let mut lines = vec![headline(&made, language), when(&made, language)];
    lines.push(say!(
        language,
        "It is announced in <#{channel}>. Its problems are secret until it starts, also to you.",
        "Se anuncia en <#{channel}>. Sus problemas son secretos hasta que empiece, también para ti."
    ));
    if made.sides.len() > 1 {
        lines.push(say!(
            language,
            "The other server is invited: somebody who manages it accepts there with `/tourney accept`.",
            "El otro servidor está invitado: alguien que lo administra acepta allí con `/torneo aceptar`."
        ));
    }
    Ok(Answer::private(Screen::saying(lines.join("\n"))))
}

pub(crate) async fn cancel(visit: &Visit, id: &str) -> Result<Answer> {
    let request = CancelTourneyRequest { tourney_id: id.into() };
    let gone = visit.desk().rankings.cancel_tourney(request).await?.into_inner().tourney.unwrap_or_default();
    Ok(Answer::private(Screen::saying(headline(&gone, visit.language))))
}

/// Takes an invitation with a channel, or declines it.
pub(crate) async fn respond(visit: &Visit, id: &str, channel: Option<ChannelId>) -> Result<Answer> {
    let language = visit.language;
    let request = AnswerTourneyInvitationRequest {
        tourney_id: id.into(),
        accept: channel.is_some(),
        channel_id: channel.map(|channel| channel.to_string()).unwrap_or_default(),
    };
    let answer = visit.desk().rankings.answer_tourney_invitation(request).await?.into_inner();
    let words = match (answer.tourney, channel) {
        (Some(tourney), Some(channel)) => {
            let accepted = say!(
                language,
                "This server takes part. It is announced in <#{channel}>.",
                "Este servidor participa. Se anuncia en <#{channel}>."
            );
            [headline(&tourney, language), when(&tourney, language), accepted].join("\n")
        }
        _ => say!(language, "The invitation is declined.", "La invitación queda rechazada."),
    };
    Ok(Answer::private(Screen::saying(words)))
}

/// The tourneys of this server, and those that it is invited to.
pub(crate) async fn list(visit: &Visit) -> Result<Answer> {
    let language = visit.language;
    let answer = visit.desk().rankings.list_tourneys(ListTourneysRequest::default()).await?.into_inner();
    let mut lines: Vec<_> =
        answer.tourneys.iter().take(LISTED).map(|tourney| line(tourney, language)).collect();
    if lines.is_empty() {
        lines.push(say!(
            language,
            "No tourney yet. Who manages this server begins one with `/tourney create`.",
            "Ningún torneo todavía. Quien administra este servidor empieza uno con `/torneo crear`."
        ));
    }
    let server = visit.identity.community.clone().unwrap_or_default();
    lines.push(say!(
        language,
        "-# To be invited by another server, give them this one's id: `{server}`",
        "-# Para que otro servidor te invite, dale el id de este: `{server}`"
    ));
    Ok(Answer::private(Screen::saying(lines.join("\n"))))
}

fn line(tourney: &Tourney, language: Language) -> String {
    let invited = tourney.sides.iter().any(|side| side.mine && !side.accepted);
    let invitation = say!(
        language,
        " · ✉️ you are invited: `/tourney accept`",
        " · ✉️ estáis invitados: `/torneo aceptar`"
    );
    let invitation = if invited { invitation } else { String::new() };
    format!("{} · {}{invitation}", headline(tourney, language), when(tourney, language))
}

/// As it is offered while somebody types.
pub(crate) fn name(tourney: &Tourney, language: Language) -> String {
    let state = match tourney.state() {
        TourneyState::Announced => say!(language, "announced", "anunciado"),
        TourneyState::Running => say!(language, "running", "en marcha"),
        TourneyState::Ended => say!(language, "over", "terminado"),
        _ => say!(language, "cancelled", "cancelado"),
    };
    format!("{} · {state}", plain(&tourney.title).replace('\\', ""))
}
