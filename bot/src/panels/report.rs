use serenity::all::CreateActionRow;
use tablero_api::v1::validate_response::What as Step;
use tablero_api::v1::validation_report::{Continuation, Stake};
use tablero_api::v1::watch_problem_response::What;
use tablero_api::v1::{
    DeleteProblemRequest, Problem, ProblemState, SubmitProblemRequest, ValidateRequest, ValidationProgress,
    ValidationReport, Verdict, WatchProblemRequest,
};
use tokio::time::{Duration, Instant};

use super::card::{self, get_problem};
use super::editor::fault_words;
use super::parts::{button, buttons, danger_button, main_button};
use super::{editor, lists, shows};
use crate::error::{Error, Result};
use crate::house::Visit;
use crate::id::Id;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{cut, plain, say, spell, verdict};

/// A problem, for its author or anybody.
pub(crate) const PROBLEM: &str = "problem";

const BETWEEN_EDITS: Duration = Duration::from_millis(1000);
/// What of the play is shown; the rest would not be read in a chat.
const MOST_VARIATIONS: usize = 12;
const LONGEST_REPORT: usize = 1500;

/// Everything this person may know of a problem.
pub(crate) async fn screen(visit: &Visit, problem: &Problem) -> Result<Screen> {
    let picture =
        visit.house.pen.board(&problem.diagram.clone().unwrap_or_default(), visit.style(false)).await?;
    let mut lines = vec![card::about(visit, problem), state_words(visit, problem)];
    if is_mine(visit, problem) {
        lines.extend(problem.report.as_ref().map(|report| print(visit, problem, report)));
    }
    lines.push(format!("-# `{}`", problem.position));
    Ok(Screen::saying(lines.join("\n")).picture(picture).rows(rows(visit, problem)))
}

fn is_mine(visit: &Visit, problem: &Problem) -> bool {
    problem.author.as_ref().is_some_and(|author| author.id == visit.profile_id)
}

fn state_words(visit: &Visit, problem: &Problem) -> String {
    let language = visit.language;
    match problem.state() {
        ProblemState::Checking => say!(language, "🔎 It is being proven…", "🔎 Se está demostrando…"),
        ProblemState::Draft => {
            say!(language, "📝 A draft, not validated yet.", "📝 Un borrador, sin validar todavía.")
        }
        _ => verdict(problem.verdict(), language).to_owned(),
    }
}

fn rows(visit: &Visit, problem: &Problem) -> Vec<CreateActionRow> {
    let language = visit.language;
    let id = |action: &str| Id::new(PROBLEM, &problem.id, 0, action, "");
    let mut row = Vec::new();
    if problem.state() == ProblemState::Playable {
        let solve = Id::new(card::CARD, &problem.id, 0, "solve", "");
        row.push(main_button(solve, say!(language, "Solve", "Resolver")).emoji('🧩'));
        let ranking = Id::new(lists::RANKING, &problem.id, 0, "rank", "0");
        row.push(button(ranking, say!(language, "Ranking", "Clasificación")));
    }
    if is_mine(visit, problem) {
        if matches!(problem.state(), ProblemState::Draft | ProblemState::Refused) {
            row.push(main_button(id("validate"), say!(language, "Validate", "Validar")).emoji('✅'));
        }
        row.push(button(id("edit"), say!(language, "Edit", "Editar")).emoji('✏'));
        row.push(danger_button(id("delete"), say!(language, "Delete", "Borrar")));
    }
    if row.is_empty() { Vec::new() } else { vec![buttons(row)] }
}

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let problem_id = deed.id.subject.clone();
    match deed.id.action.as_str() {
        "validate" => validate(visit, &problem_id, Answer::update).await,
        "edit" => {
            let problem = get_problem(visit, &problem_id).await?;
            Ok(Answer::update(editor::screen(visit, &problem).await?))
        }
        "delete" => {
            let problem = get_problem(visit, &problem_id).await?;
            Ok(Answer::update(delete_screen(visit, &problem)))
        }
        "delete!" => {
            visit
                .desk()
                .problems
                .delete_problem(DeleteProblemRequest { problem_id, ..DeleteProblemRequest::default() })
                .await?;
            Ok(Answer::update(Screen::saying(say!(visit.language, "🗑️ It is gone.", "🗑️ Ya no está."))))
        }
        _ => {
            let problem = get_problem(visit, &problem_id).await?;
            Ok(Answer::update(screen(visit, &problem).await?))
        }
    }
}

/// Asks before a problem is gone for good.
pub(crate) fn delete_screen(visit: &Visit, problem: &Problem) -> Screen {
    let language = visit.language;
    let about = card::about(visit, problem);
    let id = |action: &str| Id::new(PROBLEM, &problem.id, 0, action, "");
    let sure = say!(language, "Delete this problem for good?", "¿Borrar este problema para siempre?");
    Screen::saying(format!("{sure}\n{about}")).row(buttons([
        danger_button(id("delete!"), say!(language, "Yes, delete it", "Sí, borrarlo")),
        button(id("show"), say!(language, "No", "No")),
    ]))
}

/// Proves a problem of the person's, with a message that tells how far it is.
pub(crate) async fn validate(
    visit: &Visit,
    problem_id: &str,
    answer: impl FnOnce(Screen) -> Answer,
) -> Result<Answer> {
    let request = SubmitProblemRequest { problem_id: problem_id.into() };
    match visit.desk().problems.submit_problem(request).await.map_err(Error::from) {
        Ok(submitted) => checking(visit, submitted.into_inner().problem.unwrap_or_default(), answer).await,
        Err(error) => match error.metadata("problem_id") {
            Some(existing) => known(visit, &error, &existing).await,
            None => Err(error),
        },
    }
}

/// The problem that is the same, beside what was composed.
async fn known(visit: &Visit, error: &Error, existing: &str) -> Result<Answer> {
    let problem = get_problem(visit, existing).await?;
    let picture =
        visit.house.pen.board(&problem.diagram.clone().unwrap_or_default(), visit.style(false)).await?;
    let words = format!("⚠️ {}\n{}", error.words(visit.language), card::about(visit, &problem));
    Ok(Answer::private(Screen::saying(words).picture(picture).rows(rows(visit, &problem))))
}

/// The problem; and while it is being proven, how far that is.
pub(crate) async fn checking(
    visit: &Visit,
    problem: Problem,
    answer: impl FnOnce(Screen) -> Answer,
) -> Result<Answer> {
    let answer = answer(screen(visit, &problem).await?);
    if problem.state() != ProblemState::Checking {
        return Ok(answer);
    }
    let visit = visit.clone();
    Ok(answer.then_work(move |talk| async move {
        let request = WatchProblemRequest { problem_id: problem.id.clone() };
        let mut watch = visit.desk().problems.watch_problem(request).await?.into_inner();
        let mut edited = Instant::now();
        while let Some(news) = watch.message().await? {
            match news.what {
                Some(What::Problem(now)) if now.state() != ProblemState::Checking => {
                    let now = get_problem(&visit, &now.id).await?;
                    talk.edit(screen(&visit, &now).await?).await?;
                    break;
                }
                Some(What::Progress(progress)) if edited.elapsed() >= BETWEEN_EDITS => {
                    talk.edit(progress_screen(&visit, &problem.game, &progress)).await?;
                    edited = Instant::now();
                }
                _ => {}
            }
        }
        Ok(())
    }))
}

fn progress_screen(visit: &Visit, game: &str, progress: &ValidationProgress) -> Screen {
    let language = visit.language;
    if progress.waiting {
        return Screen::saying(say!(
            language,
            "⏳ Waiting for a turn: others are being proven.",
            "⏳ En cola: se están demostrando otros."
        ));
    }
    let (depth, settled, total) = (progress.depth, progress.settled, progress.total);
    let bar = shows::bar(settled as usize, total as usize);
    let key = spell(game, &progress.key, language);
    let (nodes, seconds) = (progress.nodes, progress.elapsed_ms / 1000);
    Screen::saying(say!(
        language,
        "🔎 Proving in {depth}: {bar} {settled}/{total} {key}\n-# {nodes} positions, {seconds} s",
        "🔎 Demostrando en {depth}: {bar} {settled}/{total} {key}\n-# {nodes} posiciones, {seconds} s"
    ))
}

/// Proves a position without keeping it.
pub(crate) async fn prove(visit: &Visit, request: ValidateRequest) -> Result<Answer> {
    let game = if request.game.is_empty() { "chess".to_owned() } else { request.game.clone() };
    let mut steps = visit.desk().validation.validate(request).await?.into_inner();
    let begun = say!(visit.language, "🔎 It is being proven…", "🔎 Se está demostrando…");
    // What is proven at once needs no progress.
    let wait = tokio::time::timeout(Duration::from_millis(400), async {
        while let Some(step) = steps.message().await? {
            if let Some(Step::Report(report)) = step.what {
                return Ok::<_, tonic::Status>(Some(report));
            }
        }
        Ok(None)
    });
    match wait.await {
        Ok(report) => Ok(Answer::private(proven(visit, &game, &report?.unwrap_or_default()))),
        Err(_) => {
            let visit = visit.clone();
            Ok(Answer::private(Screen::saying(begun)).then_work(move |talk| async move {
                let mut edited = Instant::now();
                while let Some(step) = steps.message().await? {
                    match step.what {
                        Some(Step::Report(report)) => talk.edit(proven(&visit, &game, &report)).await?,
                        Some(Step::Progress(progress)) if edited.elapsed() >= BETWEEN_EDITS => {
                            talk.edit(progress_screen(&visit, &game, &progress)).await?;
                            edited = Instant::now();
                        }
                        _ => {}
                    }
                }
                Ok(())
            }))
        }
    }
}

fn proven(visit: &Visit, game: &str, report: &ValidationReport) -> Screen {
    let problem = Problem { game: game.into(), ..Problem::default() };
    let words = verdict(report.verdict(), visit.language);
    Screen::saying(format!("{words}\n{}", print(visit, &problem, report)))
}

/// What a composer wants to know, in the reader's language.
fn print(visit: &Visit, problem: &Problem, report: &ValidationReport) -> String {
    let language = visit.language;
    let spelled = |text: &str| spell(&problem.game, text, language);
    let play = |play: &Option<tablero_api::v1::Play>| {
        play.as_ref().map(|play| spelled(&play.text)).unwrap_or_default()
    };
    let mut lines = Vec::new();
    lines.extend(
        report
            .faults
            .iter()
            .map(|fault| format!("• {}", fault_words(&fault.reason, &fault.description, language))),
    );
    for key in &report.keys {
        let Some(first) = &key.line else { continue };
        let text = play(&first.play);
        let stake = stake_words(first, visit, problem);
        lines.push(say!(language, "Key   1.{text}! {stake}", "Clave 1.{text}! {stake}"));
        for variation in first.variations.iter().take(MOST_VARIATIONS) {
            let next =
                variation.continuations.iter().map(|next| play(&next.play)).collect::<Vec<_>>().join("/");
            // A turn of several moves goes on without a defence.
            lines.push(match &variation.defence {
                Some(_) => format!("        1...{} 2.{next}", play(&variation.defence)),
                None => say!(language, "        then {next}", "        luego {next}"),
            });
        }
    }
    for wrong in &report.tries {
        let (tried, refutation) = (play(&wrong.play), play(&wrong.refutation));
        lines.push(say!(
            language,
            "Try   1.{tried}? but 1...{refutation}!",
            "Ensayo 1.{tried}? pero 1...{refutation}!"
        ));
    }
    for dual in report.duals.iter().take(5) {
        let line = dual.line.iter().map(|text| spelled(text)).collect::<Vec<_>>().join(" ");
        let choices = dual.continuations.iter().map(|text| spelled(text)).collect::<Vec<_>>().join("/");
        lines.push(say!(language, "Dual  {line}: {choices}", "Dual  {line}: {choices}"));
    }
    if report.verdict() == Verdict::Short {
        let shortest = report.shortest;
        lines.push(say!(language, "Shortest: {shortest}", "La más corta: {shortest}"));
    }
    let (nodes, elapsed) = (report.nodes, report.elapsed_ms);
    if nodes > 0 {
        lines.push(say!(language, "{nodes} positions, {elapsed} ms", "{nodes} posiciones, {elapsed} ms"));
    }
    if lines.is_empty() {
        String::new()
    } else {
        format!("```\n{}\n```", cut(&lines.join("\n"), LONGEST_REPORT))
    }
}

fn stake_words(first: &Continuation, visit: &Visit, problem: &Problem) -> String {
    let language = visit.language;
    match first.stake() {
        Stake::Threat => {
            let threats = first.threats.iter().filter_map(|threat| threat.play.as_ref());
            let threats =
                threats.map(|play| spell(&problem.game, &play.text, language)).collect::<Vec<_>>().join("/");
            say!(language, "threat 2.{threats}", "amenaza 2.{threats}")
        }
        Stake::Zugzwang => say!(language, "zugzwang", "zugzwang"),
        Stake::Check | Stake::Mate | Stake::Unspecified => String::new(),
    }
}

/// One line of a list.
pub(super) fn list_line(visit: &Visit, problem: &Problem) -> String {
    let goal = crate::words::stipulation(&problem.game, problem.moves, visit.language);
    let title = if problem.title.is_empty() { &problem.theme } else { &problem.title };
    let author = plain(problem.author.as_ref().map_or("", |author| &author.name));
    let mark = match problem.state() {
        ProblemState::Draft => "📝",
        ProblemState::Checking => "🔎",
        ProblemState::Refused => "❌",
        _ if problem.solved => "✅",
        _ => "▫️",
    };
    let title = if title.is_empty() { String::new() } else { format!(" *{}*", plain(title)) };
    format!("{mark} **{goal}**{title} · {author} · {}", problem.rating.round())
}
