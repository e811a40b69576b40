use tablero_api::v1::{
    CreateProblemRequest, ExportProblemsRequest, GetProblemOfTheWeekRequest, Problem, ProblemFilter,
    ProblemOrder, SolvedFilter, ValidateRequest,
};

use super::choices::{Order, Solved};
use super::complete::{game, own_problem, playable_problem};
use super::read::from_image;
use super::{Context, answer, visit};
use crate::error::{Error, Result};
use crate::house::Visit;
use crate::panels::lists::Choice;
use crate::panels::{card, editor, lists, moderation, report as proof};
use crate::screen::Screen;
use crate::talk::{Answer, Expect};
use crate::words::say;

/// What a new problem asks for until its author says otherwise.
const MOVES: u32 = 2;

/// Make, prove, show and keep problems
#[poise::command(
    slash_command,
    subcommand_required,
    subcommands(
        "create",
        "from_image",
        "validate",
        "show",
        "list",
        "mine",
        "edit",
        "delete",
        "export",
        "of_the_week",
        "report"
    )
)]
pub(super) async fn problem(_: Context<'_>) -> Result<()> {
    Ok(())
}

/// Compose a problem, on an empty board or from a position
#[poise::command(slash_command)]
async fn create(
    context: Context<'_>,
    #[description = "The position as text, for chess FEN; nothing for an empty board"]
    #[max_length = 1000]
    fen: Option<String>,
    #[description = "Win in so many moves"]
    #[min = 1]
    #[max = 9]
    moves: Option<u32>,
    #[description = "What it is about"]
    #[max_length = 40]
    theme: Option<String>,
    #[description = "Its name"]
    #[max_length = 80]
    title: Option<String>,
    #[description = "Chess if you say nothing"]
    #[autocomplete = "game"]
    game: Option<String>,
) -> Result<()> {
    let visit = visit(&context).await;
    let request = CreateProblemRequest {
        game: game.unwrap_or_default(),
        position: fen.unwrap_or_default(),
        moves: moves.unwrap_or(MOVES),
        theme: theme.unwrap_or_default(),
        title: title.unwrap_or_default(),
        draft: true,
        ..CreateProblemRequest::default()
    };
    let work = async {
        let made = visit.desk().problems.create_problem(request).await?.into_inner();
        Ok(Answer::private(editor::screen(&visit, &made.problem.unwrap_or_default()).await?))
    };
    answer(&visit, Expect::Private, work).await
}

/// Prove a problem of yours, or any position
#[poise::command(slash_command)]
async fn validate(
    context: Context<'_>,
    #[description = "One of your problems"]
    #[autocomplete = "own_problem"]
    problem: Option<String>,
    #[description = "Or a position as text, for chess FEN"]
    #[max_length = 1000]
    fen: Option<String>,
    #[description = "Win in so many moves"]
    #[min = 1]
    #[max = 9]
    moves: Option<u32>,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        match (problem, fen) {
            (Some(id), _) => proof::validate(&visit, &id, Answer::private).await,
            (None, Some(position)) => {
                let moves = moves.unwrap_or(MOVES);
                proof::prove(&visit, ValidateRequest { position, moves, ..ValidateRequest::default() }).await
            }
            (None, None) => Err(Error::Told(say!(
                visit.language,
                "Choose one of your problems, or give a position with `fen`.",
                "Elige uno de tus problemas, o da una posición con `fen`."
            ))),
        }
    };
    answer(&visit, Expect::Private, work).await
}

/// A problem with its board
#[poise::command(slash_command)]
async fn show(
    context: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "playable_problem"]
    problem: String,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let problem = card::get_problem(&visit, &problem).await?;
        Ok(Answer::private(proof::screen(&visit, &problem).await?))
    };
    answer(&visit, Expect::Private, work).await
}

/// Page through the library
#[poise::command(slash_command)]
async fn list(
    context: Context<'_>,
    #[description = "Mate in so many moves"]
    #[min = 1]
    #[max = 9]
    moves: Option<u32>,
    #[description = "What it is about"]
    #[max_length = 40]
    theme: Option<String>,
    #[description = "Who made it"]
    #[max_length = 32]
    author: Option<String>,
    #[description = "What comes first"] order: Option<Order>,
    #[description = "Solved by you or not"] solved: Option<Solved>,
) -> Result<()> {
    let visit = visit(&context).await;
    let choice = Choice {
        order: order.map_or(ProblemOrder::Newest, ProblemOrder::from).into(),
        solved: solved.map_or(SolvedFilter::Unspecified, SolvedFilter::from).into(),
        mine: false,
        moves: moves.unwrap_or(0),
        theme: theme.unwrap_or_default(),
        author: author.unwrap_or_default(),
    };
    let work = async { Ok(Answer::private(lists::problems(&visit, &choice, 0).await?)) };
    answer(&visit, Expect::Private, work).await
}

/// What you have made, drafts too
#[poise::command(slash_command)]
async fn mine(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let choice = Choice { mine: true, ..Choice::default() };
    let work = async { Ok(Answer::private(lists::problems(&visit, &choice, 0).await?)) };
    answer(&visit, Expect::Private, work).await
}

/// Change a problem of yours that nobody has played
#[poise::command(slash_command)]
async fn edit(
    context: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "own_problem"]
    problem: String,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let problem = own(&visit, &problem).await?;
        Ok(Answer::private(editor::screen(&visit, &problem).await?))
    };
    answer(&visit, Expect::Private, work).await
}

/// Delete a problem of yours, for good
#[poise::command(slash_command)]
async fn delete(
    context: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "own_problem"]
    problem: String,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let problem = own(&visit, &problem).await?;
        Ok(Answer::private(proof::delete_screen(&visit, &problem)))
    };
    answer(&visit, Expect::Private, work).await
}

/// Your problems as a file (EPD)
#[poise::command(slash_command)]
async fn export(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let filter = ProblemFilter { mine: true, ..ProblemFilter::default() };
        let request = ExportProblemsRequest { filter: Some(filter) };
        let mut lines = visit.desk().problems.export_problems(request).await?.into_inner();
        let (mut file, mut count) = (String::new(), 0);
        while let Some(line) = lines.message().await? {
            file += &line.line;
            file.push('\n');
            count += 1;
        }
        let words = say!(visit.language, "Your problems: {count}.", "Tus problemas: {count}.");
        let screen = Screen::saying(words);
        Ok(Answer::private(if count == 0 { screen } else { screen.file("problems.epd", file.into_bytes()) }))
    };
    answer(&visit, Expect::Private, work).await
}

/// The new problem that its solvers like best
#[poise::command(slash_command, rename = "of-the-week")]
async fn of_the_week(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let request = GetProblemOfTheWeekRequest::default();
        let best = visit.desk().problems.get_problem_of_the_week(request).await?.into_inner();
        let heading =
            say!(visit.language, "🏆 **The problem of the week**\n", "🏆 **El problema de la semana**\n");
        let screen = card::headed(&visit, &best.problem.unwrap_or_default(), &heading).await?;
        Ok(Answer::public(screen))
    };
    answer(&visit, Expect::Public, work).await
}

/// Tell those who keep order what is wrong with a problem
#[poise::command(slash_command, rename = "report")]
async fn report(
    context: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "playable_problem"]
    problem: String,
    #[description = "What is wrong with it"]
    #[max_length = 300]
    reason: String,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { moderation::report_problem(&visit, problem, reason).await };
    answer(&visit, Expect::Private, work).await
}

/// A problem that the person made.
async fn own(visit: &Visit, id: &str) -> Result<Problem> {
    let problem = card::get_problem(visit, id).await?;
    if problem.author.as_ref().is_some_and(|author| author.id == visit.profile_id) {
        return Ok(problem);
    }
    Err(Error::Told(crate::words::refusal("NOT_THE_AUTHOR", visit.language).unwrap_or_default().into()))
}
