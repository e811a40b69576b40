use std::sync::Arc;
use std::time::Duration;

use serenity::all::{Builder, ChannelId, CreateActionRow, Http, MessageId};
use tablero_api::v1::watch_match_response::What;
use tablero_api::v1::{
    CancelSimulationRequest, Match, MatchState, Simulation, SimulationScore, SimulationState,
    WatchMatchRequest, WatchSimulationRequest, Winner,
};
use tokio::time::Instant;

use super::board::{Board, MATCH, get, is_machine};
use super::parts::{button, buttons};
use crate::error::Result;
use crate::house::Visit;
use crate::id::Id;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::{Answer, Talk};
use crate::words::{clock, level_name, say};

/// Machines at a board, followed live.
pub(crate) const SHOW: &str = "show";
pub(crate) const SIMULATION: &str = "sim";

/// Edits that come faster than this only make Discord wait.
const BETWEEN_EDITS: Duration = Duration::from_millis(1200);

/// A message that is kept up to date.
pub(crate) enum Place {
    /// The answer to an interaction.
    Answer(Talk),
    /// A message of our own in a channel.
    Message(Arc<Http>, ChannelId, MessageId),
}

impl Place {
    async fn show(&self, screen: Screen) -> Result<()> {
        match self {
            Place::Answer(talk) => talk.edit(screen).await,
            Place::Message(http, channel, message) => {
                screen.edit_message().execute(http, (*channel, *message, None)).await?;
                Ok(())
            }
        }
    }
}

/// Shows a machine's moves as they come, until it is a person's turn or the match is over.
pub(crate) async fn follow_machines(
    visit: &Visit,
    what: &'static str,
    game: &Match,
    place: Place,
) -> Result<()> {
    let waits = |game: &Match| {
        let seat = if game.first_to_move { game.first.as_ref() } else { game.second.as_ref() };
        game.state() == MatchState::Running && is_machine(seat)
    };
    if !waits(game) {
        return Ok(());
    }
    let request = WatchMatchRequest { match_id: game.id.clone(), after_ply: game.ply };
    let mut watch = visit.desk().matches.watch_match(request).await?.into_inner();
    let mut shown_ply = game.ply;
    let mut edited = Instant::now();
    while let Some(news) = watch.message().await? {
        let Some(What::Match(now)) = news.what else { continue };
        let done = !waits(&now);
        if !done && (now.ply == shown_ply || edited.elapsed() < BETWEEN_EDITS) {
            continue;
        }
        shown_ply = now.ply;
        // What is watched has no legal moves.
        let now = if done { get(visit, &game.id).await? } else { now };
        place.show(screen_of(visit, what, now).await?).await?;
        edited = Instant::now();
        if done {
            break;
        }
    }
    Ok(())
}

async fn screen_of(visit: &Visit, what: &'static str, game: Match) -> Result<Screen> {
    if what == SHOW { show_screen(visit, game).await } else { Board::new(visit, what, game).screen().await }
}

/// Machines at a board: nothing to press but to look on.
pub(crate) async fn show_screen(visit: &Visit, game: Match) -> Result<Screen> {
    let id = Id::new(SHOW, &game.id, 0, "watch", "");
    let running = game.state() == MatchState::Running;
    let board = Board { view: Default::default(), ..Board::new(visit, MATCH, game) };
    let screen = board.screen().await?;
    if !running {
        return Ok(screen);
    }
    let words = say!(visit.language, "Go on watching", "Seguir mirando");
    Ok(screen.only_row(buttons([button(id, words).emoji('👀')])))
}

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let id = &deed.id;
    if id.what == SHOW {
        let game = get(visit, &id.subject).await?;
        let answer = Answer::update(show_screen(visit, game.clone()).await?);
        let visit = visit.clone();
        return Ok(answer.then_work(move |talk| async move {
            follow_machines(&visit, SHOW, &game, Place::Answer(talk)).await
        }));
    }
    let simulation_id = id.subject.clone();
    if id.action == "stop" {
        let request = CancelSimulationRequest { simulation_id };
        let stopped = visit.desk().matches.cancel_simulation(request).await?.into_inner();
        return Ok(Answer::update(simulation_screen(visit, &stopped.simulation.unwrap_or_default())));
    }
    let request = tablero_api::v1::GetSimulationRequest { simulation_id };
    let now = visit.desk().matches.get_simulation(request).await?.into_inner().simulation.unwrap_or_default();
    Ok(simulating(visit, now, Answer::update))
}

/// A simulation, kept up to date while it runs.
pub(crate) fn simulating(visit: &Visit, now: Simulation, answer: impl FnOnce(Screen) -> Answer) -> Answer {
    let answer = answer(simulation_screen(visit, &now));
    if now.state() != SimulationState::Running {
        return answer;
    }
    let visit = visit.clone();
    answer.then_work(move |talk| async move {
        let request = WatchSimulationRequest { simulation_id: now.id };
        let mut watch = visit.desk().matches.watch_simulation(request).await?.into_inner();
        let mut edited = Instant::now();
        while let Some(news) = watch.message().await? {
            let Some(now) = news.simulation else { continue };
            if now.state() != SimulationState::Running || edited.elapsed() >= BETWEEN_EDITS {
                talk.edit(simulation_screen(&visit, &now)).await?;
                edited = Instant::now();
            }
        }
        Ok(())
    })
}

fn simulation_screen(visit: &Visit, now: &Simulation) -> Screen {
    let language = visit.language;
    let (first, second) = (now.first.clone().unwrap_or_default(), now.second.clone().unwrap_or_default());
    let names = [&first, &second].map(|score| level_name(&score.level, language));
    let problems = now.games.len() / 2;
    let [one, other] = &names;
    let mut lines = vec![say!(
        language,
        "🤖 **{one}** against **{other}** over {problems} problems",
        "🤖 **{one}** contra **{other}** en {problems} problemas"
    )];
    let (done, all) = (now.done, now.games.len());
    match now.state() {
        SimulationState::Running => lines.push(format!("{} {done}/{all}", bar(done as usize, all))),
        SimulationState::Cancelled => lines.push(say!(
            language,
            "Stopped after {done} of {all} games.",
            "Parada tras {done} de {all} partidas."
        )),
        _ => lines.push(match now.winner() {
            Winner::First => say!(language, "🏆 **{one}** solved more.", "🏆 **{one}** resolvió más."),
            Winner::Second => say!(language, "🏆 **{other}** solved more.", "🏆 **{other}** resolvió más."),
            _ => say!(language, "🤝 A tie.", "🤝 Empate."),
        }),
    }
    lines.push(table(visit, [&first, &second], &names, problems));
    let mut rows: Vec<CreateActionRow> = Vec::new();
    if now.state() == SimulationState::Running {
        let id = |action| Id::new(SIMULATION, &now.id, 0, action, "");
        rows.push(buttons([
            button(id("look"), say!(language, "Refresh", "Actualizar")).emoji('🔄'),
            button(id("stop"), say!(language, "Stop", "Parar")),
        ]));
    }
    Screen::saying(lines.join("\n")).rows(rows)
}

fn table(visit: &Visit, scores: [&SimulationScore; 2], names: &[String; 2], problems: usize) -> String {
    let heads = match visit.language {
        crate::words::Language::English => ["machine", "solved", "moves", "time"],
        crate::words::Language::Spanish => ["máquina", "resueltos", "jugadas", "tiempo"],
    };
    let mut text = format!("```\n{:<10} {:>9} {:>8} {:>8}\n", heads[0], heads[1], heads[2], heads[3]);
    for (score, name) in scores.into_iter().zip(names) {
        let solved = format!("{}/{problems}", score.solved);
        text += &format!("{name:<10} {solved:>9} {:>8} {:>8}\n", score.moves, clock(score.elapsed_ms));
    }
    text + "```"
}

/// How far something has come.
pub(crate) fn bar(done: usize, all: usize) -> String {
    const WIDTH: usize = 20;
    let full = (done * WIDTH).checked_div(all).unwrap_or(0).min(WIDTH);
    format!("{}{}", "▰".repeat(full), "▱".repeat(WIDTH - full))
}
