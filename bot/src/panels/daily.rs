use tablero_api::v1::{Daily, DailyEnd, DailyEntry, DailyStreak, GetDailyRequest, GetDailyResponse, Problem};
use tablero_picture::draw::Style;

use super::card::{about_in, dealt, opens_first};
use super::lists::medal;
use super::server::guild_only;
use crate::error::{Error, Result};
use crate::house::{House, Visit};
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{Language, clock, counted, plain, relative, say, spell, stipulation};

/// So many of a day's table are told.
const TOLD: usize = 10;

/// The daily problem of this server for everybody, and how the person stands for them alone.
pub(crate) async fn answer(visit: &Visit) -> Result<Answer> {
    guild_only(visit)?;
    let language = visit.language;
    let today = visit.desk().rankings.get_daily(GetDailyRequest::default()).await?.into_inner();
    let screen = match (&today.daily, &today.last) {
        (Some(daily), _) => card(&visit.house, visit.style(false), daily).await?,
        (None, Some(last)) => end(&visit.house, visit.style(false), last, today.next_time.as_ref()).await?,
        (None, None) => return Err(Error::Unexpected("a daily problem without itself".into())),
    };
    let own = Screen::saying(streak_words(language, &today));
    Ok(Answer::public(screen).then_work(move |talk| async move { talk.tell(own, true).await.map(drop) }))
}

/// The card that is posted when a day begins, and kept up to date.
pub(crate) async fn post(house: &House, language: Language, daily: &Daily) -> Result<Screen> {
    card(house, Style { language, ..Style::default() }, daily).await
}

/// What is posted when a day is over.
pub(crate) async fn end_post(house: &House, language: Language, over: &DailyEnd) -> Result<Screen> {
    end(house, Style { language, ..Style::default() }, over, None).await
}

fn title(language: Language, daily: &Daily) -> String {
    let Daily { number, day, .. } = daily;
    say!(language, "🗓️ **Daily problem #{number}** · {day}", "🗓️ **Problema del día n.º {number}** · {day}")
}

async fn card(house: &House, style: Style, daily: &Daily) -> Result<Screen> {
    let language = style.language;
    let mut lines = vec![title(language, daily)];
    let Some(problem) = &daily.problem else {
        lines.push(say!(
            language,
            "This problem was taken away. Nobody loses a streak by that.",
            "Este problema se ha retirado. Nadie pierde su racha por eso."
        ));
        return Ok(Screen::saying(lines.join("\n")));
    };
    lines.push(about_in(language, problem));
    let solvers = u64::from(daily.solver_count);
    let solvers = match language {
        _ if solvers == 0 => say!(language, "nobody has solved it yet", "nadie lo ha resuelto aún"),
        Language::English => format!("{} solved it", counted(solvers, "person has", "people have")),
        Language::Spanish => format!("{} resuelto", counted(solvers, "persona lo ha", "personas lo han")),
    };
    let ends = relative(daily.close_time.as_ref());
    lines.push(if daily.over {
        say!(language, "🏁 {solvers} · the day is over", "🏁 {solvers} · el día ha terminado")
    } else {
        say!(
            language,
            "✅ {solvers} · ends {ends}; then come the solution and the table",
            "✅ {solvers} · termina {ends}; entonces llegan la solución y la tabla"
        )
    });
    dealt(house, style, lines.join("\n"), problem).await
}

async fn end(
    house: &House,
    style: Style,
    over: &DailyEnd,
    next: Option<&prost_types::Timestamp>,
) -> Result<Screen> {
    let language = style.language;
    let daily = over.daily.clone().unwrap_or_default();
    let mut lines = vec![format!("{} 🏁", title(language, &daily))];
    match &daily.problem {
        Some(problem) => lines.extend(solution(language, problem, over)),
        None => lines.push(say!(
            language,
            "This problem was taken away. Nobody loses a streak by that.",
            "Este problema se ha retirado. Nadie pierde su racha por eso."
        )),
    }
    lines.extend(table(language, over));
    if !over.streaks.is_empty() {
        let longest: Vec<_> = over.streaks.iter().take(5).map(|streak| run(language, streak)).collect();
        let longest = longest.join(" · ");
        lines.push(say!(language, "🔥 Streaks: {longest}", "🔥 Rachas: {longest}"));
    }
    if next.is_some() {
        let next = relative(next);
        lines.push(say!(language, "-# The next one comes {next}.", "-# El próximo llega {next}."));
    }
    let screen = Screen::saying(lines.join("\n"));
    let Some(problem) = daily.problem.as_ref().filter(|_| !over.boards.is_empty()) else { return Ok(screen) };
    let chequered = over.boards[0].ground() == tablero_api::v1::diagram::Ground::Chequered;
    let flipped = chequered && !opens_first(house, problem).await?;
    Ok(screen.picture(house.pen.film(&over.boards, Style { flipped, ..style }, "solution.gif").await?))
}

fn solution(language: Language, problem: &Problem, over: &DailyEnd) -> [String; 2] {
    let goal = stipulation(&problem.game, problem.moves, language);
    let author = plain(problem.author.as_ref().map_or("", |author| &author.name));
    let line: Vec<_> = over.line.iter().map(|play| spell(&problem.game, &play.text, language)).collect();
    let line = line.join(" ");
    let solution = match line.is_empty() {
        true => say!(
            language,
            "🤫 The solution comes when the day is over in the other server that has it.",
            "🤫 La solución llega cuando el día termine en el otro servidor que lo tiene."
        ),
        false => say!(language, "**Solution:** {line}", "**Solución:** {line}"),
    };
    [say!(language, "**{goal}** · by {author}", "**{goal}** · de {author}"), solution]
}

/// Who was first, and the table.
fn table(language: Language, over: &DailyEnd) -> Vec<String> {
    let count = over.daily.as_ref().map_or(0, |daily| daily.solver_count) as usize;
    let Some(first) = &over.first else {
        let nobody = || say!(language, "Nobody solved it in time.", "Nadie lo resolvió a tiempo.");
        return (count == 0).then(nobody).into_iter().collect();
    };
    let (name, when) = (name(first), relative(first.solve_time.as_ref()));
    let mut lines = vec![say!(
        language,
        "⚡ First to solve: **{name}** {when}",
        "⚡ Primero en resolver: **{name}** {when}"
    )];
    lines.extend(over.entries.iter().take(TOLD).map(|entry| line(language, entry)));
    let more = count.saturating_sub(over.entries.len().min(TOLD));
    if over.entries.len() > TOLD {
        lines.push(say!(language, "… and {more} more", "… y {more} más"));
    }
    lines
}

fn line(language: Language, entry: &DailyEntry) -> String {
    let errors = match language {
        Language::English => counted(entry.errors.into(), "error", "errors"),
        Language::Spanish => counted(entry.errors.into(), "error", "errores"),
    };
    let hint = match entry.hinted {
        true => say!(language, " · with a hint", " · con pista"),
        false => String::new(),
    };
    format!("{} {} · {errors} · {}{hint}", medal(entry.place.into()), name(entry), clock(entry.elapsed_ms))
}

fn name(entry: &DailyEntry) -> String {
    plain(entry.profile.as_ref().map_or("", |profile| &profile.name))
}

fn run(language: Language, streak: &DailyStreak) -> String {
    let name = plain(streak.profile.as_ref().map_or("", |profile| &profile.name));
    format!("{name} {}", days(language, streak.days))
}

fn days(language: Language, count: u32) -> String {
    match language {
        Language::English => counted(count.into(), "day", "days"),
        Language::Spanish => counted(count.into(), "día", "días"),
    }
}

fn streak_words(language: Language, today: &GetDailyResponse) -> String {
    let streak = today.streak.clone().unwrap_or_default();
    let (now, best) = (days(language, streak.days), days(language, streak.best_days));
    let words = say!(
        language,
        "🔥 Your streak here: {now}. The longest was {best}.",
        "🔥 Tu racha aquí: {now}. La más larga fue de {best}."
    );
    let todays = match &today.daily {
        Some(daily) if daily.solved => {
            say!(language, "You have solved today's.", "El de hoy lo has resuelto.")
        }
        Some(daily) if daily.problem.is_some() => {
            let ends = relative(daily.close_time.as_ref());
            say!(
                language,
                "Today's is still to be solved: it ends {ends}.",
                "El de hoy está por resolver: termina {ends}."
            )
        }
        _ => String::new(),
    };
    format!("{words} {todays}").trim().to_owned()
}

/// How it stands with this server's daily problem, if that is what the person is at.
pub(super) async fn running(visit: &Visit, problem_id: &str) -> Option<GetDailyResponse> {
    visit.guild?;
    let request = GetDailyRequest { without_last: true, ..GetDailyRequest::default() };
    let today = visit.desk().rankings.get_daily(request).await.ok()?.into_inner();
    let problem = today.daily.as_ref()?.problem.as_ref()?;
    (problem.id == problem_id).then_some(today)
}

/// What a solve of it brought.
pub(super) fn solved(language: Language, today: &GetDailyResponse) -> String {
    let now = days(language, today.streak.as_ref().map_or(0, |streak| streak.days));
    let ends = ends(today);
    say!(
        language,
        "🔥 Today's daily problem: your streak is {now}. The solution and the table come {ends}.",
        "🔥 El problema del día: tu racha es de {now}. La solución y la tabla llegan {ends}."
    )
}

pub(super) fn not_solved(language: Language, today: &GetDailyResponse) -> String {
    let ends = ends(today);
    say!(
        language,
        "Not solved this time. It is today's daily problem: try again; the solution comes {ends}.",
        "Esta vez no. Es el problema del día: prueba otra vez; la solución llega {ends}."
    )
}

/// With when the solution comes, if it was refused because its day is not over.
pub(super) async fn refused(visit: &Visit, problem_id: &str, error: Error) -> Error {
    if error.reason().as_deref() != Some("DAILY_OPEN") {
        return error;
    }
    let Some(today) = running(visit, problem_id).await else { return error };
    let ends = ends(&today);
    Error::Told(say!(
        visit.language,
        "🤫 This is today's daily problem: its solution comes {ends}, when the day is over.",
        "🤫 Es el problema del día: su solución llega {ends}, cuando el día termine."
    ))
}

fn ends(today: &GetDailyResponse) -> String {
    relative(today.daily.as_ref().and_then(|daily| daily.close_time.as_ref()))
}
