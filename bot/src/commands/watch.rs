use serenity::all::Builder;
use tablero_api::v1::{NewSeat, ProblemFilter, StartMatchRequest, StartSimulationRequest, new_seat::Who};

use super::choices::Level;
use super::complete::{game, options, playable_problem};
use super::{Context, answer, visit};
use crate::error::Result;
use crate::panels::challenge::{make_thread, may_make_thread};
use crate::panels::shows::{self, Place, SHOW};
use crate::screen::Screen;
use crate::talk::{Answer, Expect};
use crate::words::{level_name, say};

/// Watch two machines play, move by move
#[poise::command(slash_command)]
pub(super) async fn watch(
    context: Context<'_>,
    #[description = "The machine that moves first"] first: Option<Level>,
    #[description = "The other machine"] second: Option<Level>,
    #[description = "Chess if you say nothing"]
    #[autocomplete = "game"]
    game: Option<String>,
    #[description = "Options of the game"]
    #[autocomplete = "options"]
    #[max_length = 100]
    options: Option<String>,
    #[description = "Begin with this problem"]
    #[autocomplete = "playable_problem"]
    problem: Option<String>,
) -> Result<()> {
    let visit = visit(&context).await;
    let [first, second] = [first, second].map(|level| level.unwrap_or(Level::Normal).word());
    let work = async {
        let machine = |level: &str| Some(NewSeat { who: Some(Who::Machine(level.into())) });
        let request = StartMatchRequest {
            problem_id: problem.unwrap_or_default(),
            game: game.unwrap_or_default(),
            rules: options.unwrap_or_default().trim().to_owned(),
            first: machine(&first),
            second: machine(&second),
            ..StartMatchRequest::default()
        };
        let game = visit.desk().matches.start_match(request).await?.into_inner().r#match.unwrap_or_default();
        let screen = shows::show_screen(&visit, game.clone()).await?;
        let watcher = visit.clone();
        if !may_make_thread(&visit) {
            return Ok(Answer::public(screen).then_work(move |talk| async move {
                shows::follow_machines(&watcher, SHOW, &game, Place::Answer(talk)).await
            }));
        }
        let [one, other] = [&first, &second].map(|level| level_name(level, visit.language));
        let words = say!(
            visit.language,
            "👀 **{one}** against **{other}**: look into the thread.",
            "👀 **{one}** contra **{other}**: míralo en el hilo."
        );
        Ok(Answer::public(Screen::saying(words)).then_work(move |talk| async move {
            let thread = make_thread(&watcher, &talk, &game, None).await?;
            let sent = screen.message().execute(&talk.http, (thread, None)).await?;
            let place = Place::Message(talk.http.clone(), sent.channel_id, sent.id);
            shows::follow_machines(&watcher, SHOW, &game, place).await
        }))
    };
    answer(&visit, Expect::Public, work).await
}

/// Let two machines attack and defend a set of problems
#[poise::command(slash_command)]
pub(super) async fn simulate(
    context: Context<'_>,
    #[description = "One machine"] first: Level,
    #[description = "The other machine"] second: Level,
    #[description = "How many problems, 10 if you say nothing"]
    #[min = 1]
    #[max = 100]
    count: Option<u32>,
    #[description = "Mate in so many moves"]
    #[min = 1]
    #[max = 9]
    moves: Option<u32>,
    #[description = "Chess if you say nothing"]
    #[autocomplete = "game"]
    game: Option<String>,
) -> Result<()> {
    let visit = visit(&context).await;
    let filter = ProblemFilter {
        game: game.unwrap_or_else(|| "chess".into()),
        min_moves: moves.unwrap_or(0),
        max_moves: moves.unwrap_or(0),
        ..ProblemFilter::default()
    };
    let request = StartSimulationRequest {
        first_level: first.word(),
        second_level: second.word(),
        filter: Some(filter),
        count: count.unwrap_or(10),
        seed: visit.talk.id.get(),
        ..StartSimulationRequest::default()
    };
    let work = async {
        let started = visit.desk().matches.start_simulation(request).await?.into_inner();
        Ok(shows::simulating(&visit, started.simulation.unwrap_or_default(), Answer::public))
    };
    answer(&visit, Expect::Public, work).await
}
