use serenity::all::{AutoArchiveDuration, Builder, ChannelId, CreateThread, MessageId, Permissions};
use tablero_api::v1::{AcceptMatchRequest, DeclineMatchRequest, Match, MatchState};
use tracing::debug;

use super::board::{Board, MATCH, seat_name};
use super::parts::{button, buttons, main_button};
use super::shows;
use crate::error::Result;
use crate::house::Visit;
use crate::id::Id;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::{Answer, Talk};
use crate::words::{game_name, plain, say, stipulation};

/// A match that waits for somebody.
pub(crate) const CHALLENGE: &str = "offer";

/// An offer with its buttons.
pub(crate) async fn screen(visit: &Visit, game: &Match) -> Result<Screen> {
    let language = visit.language;
    let (first, second) = (seat_name(game.first.as_ref(), visit), seat_name(game.second.as_ref(), visit));
    let name = game_name(&game.game, language);
    let what = if game.problem_id.is_empty() {
        name
    } else {
        format!("{name}, {}", stipulation(&game.game, game.moves, language))
    };
    let rules = if game.rules.is_empty() { String::new() } else { format!(" · `{}`", game.rules) };
    let who = plain(&visit.identity.name);
    let words = say!(
        language,
        "⚔️ {who} offers a match of **{what}**{rules}: **{first}** – **{second}**",
        "⚔️ {who} propone una partida de **{what}**{rules}: **{first}** – **{second}**"
    );
    let id = |action: &str| Id::new(CHALLENGE, &game.id, game.ply, action, "");
    let picture =
        visit.house.pen.board(&game.diagram.clone().unwrap_or_default(), visit.style(false)).await?;
    Ok(Screen::saying(words).picture(picture).row(buttons([
        main_button(id("accept"), say!(language, "Accept", "Aceptar")),
        button(id("decline"), say!(language, "Decline", "Rechazar")),
    ])))
}

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let match_id = deed.id.subject.clone();
    let mut matches = visit.desk().matches;
    let language = visit.language;
    let name = plain(&visit.identity.name);
    if deed.id.action == "accept" {
        let accepted = matches.accept_match(AcceptMatchRequest { match_id }).await?.into_inner();
        let game = accepted.r#match.unwrap_or_default();
        let words = say!(language, "⚔️ {name} accepts. Have fun!", "⚔️ {name} acepta. ¡A jugar!");
        let message = deed.message.as_ref().map(|message| message.id);
        return begin(visit, game, Answer::update, words, message).await;
    }
    let declined = matches.decline_match(DeclineMatchRequest { match_id }).await?.into_inner();
    let words = match declined.r#match.unwrap_or_default().state() {
        MatchState::Cancelled => say!(language, "{name} declines.", "{name} rechaza la partida."),
        _ => say!(language, "That match has begun.", "Esa partida ya ha empezado."),
    };
    Ok(Answer::update(Screen::saying(words)))
}

/// Puts up the board of a match that begins: in a thread where the bot may make one, else here.
pub(crate) async fn begin(
    visit: &Visit,
    game: Match,
    answer: impl FnOnce(Screen) -> Answer,
    words: String,
    message: Option<MessageId>,
) -> Result<Answer> {
    if !may_make_thread(visit) {
        let board = Board { note: Some(words), ..Board::new(visit, MATCH, game.clone()) };
        let answer = answer(board.screen().await?);
        let visit = visit.clone();
        return Ok(answer.then_work(move |talk| async move {
            let place = shows::Place::Answer(talk);
            shows::follow_machines(&visit, MATCH, &game, place).await
        }));
    }
    let visit = visit.clone();
    Ok(answer(Screen::saying(words)).then_work(move |talk| async move {
        let thread = make_thread(&visit, &talk, &game, message).await;
        let board = Board::new(&visit, MATCH, game.clone()).screen().await?;
        let place = match thread {
            Ok(thread) => {
                let sent = board.message().execute(&talk.http, (thread, None)).await?;
                shows::Place::Message(talk.http.clone(), sent.channel_id, sent.id)
            }
            Err(error) => {
                debug!(%error, "no thread could be made");
                talk.tell(board, false).await?;
                return Ok(());
            }
        };
        shows::follow_machines(&visit, MATCH, &game, place).await
    }))
}

pub(crate) fn may_make_thread(visit: &Visit) -> bool {
    let needed = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
    visit.guild.is_some() && !visit.in_thread && visit.allowed.contains(needed)
}

/// A thread at the message that the person was answered with.
pub(crate) async fn make_thread(
    visit: &Visit,
    talk: &Talk,
    game: &Match,
    message: Option<MessageId>,
) -> Result<ChannelId> {
    let message = match message {
        Some(message) => message,
        None => talk.http.get_original_interaction_response(&talk.token).await?.id,
    };
    let (first, second) = (seat_name(game.first.as_ref(), visit), seat_name(game.second.as_ref(), visit));
    let name = crate::words::cut(&format!("{first} – {second}").replace('\\', ""), 100);
    let thread = CreateThread::new(name).auto_archive_duration(AutoArchiveDuration::OneDay);
    Ok(visit.channel.create_thread_from_message(&talk.http, message, thread).await?.id)
}
