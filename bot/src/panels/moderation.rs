use tablero_api::v1::{
    Act, ActKind, DeleteProblemRequest, HideMemberRequest, HideProblemRequest, ListActsRequest,
    ListReportsRequest, ModerateProfileRequest, Profile, Report, ReportProblemRequest, UnhideMemberRequest,
    UnhideProblemRequest,
};

use super::card::get_problem;
use super::lists::{FETCHED, ON_A_PAGE, pager};
use super::parts::{menu, option};
use super::report;
use crate::error::Result;
use crate::house::Visit;
use crate::id::Id;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{Language, cut, plain, relative, say, stipulation};

pub(crate) const REPORTS: &str = "reports";
pub(crate) const ACTS: &str = "acts";
/// What of a reason fits into a line.
const LONGEST_REASON: usize = 120;

/// What is hidden or shown.
pub(crate) enum Subject {
    Problem(String),
    Member(Profile),
}

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    let page = deed.id.ply as usize;
    match (deed.id.what.as_str(), deed.id.action.as_str()) {
        (REPORTS, "open") => {
            let problem = get_problem(visit, deed.value()?).await?;
            Ok(Answer::private(report::screen(visit, &problem).await?))
        }
        (REPORTS, _) => Ok(Answer::update(reports(visit, page).await?)),
        _ => Ok(Answer::update(acts(visit, page).await?)),
    }
}

/// Tells those who moderate what is wrong with a problem.
pub(crate) async fn report_problem(visit: &Visit, problem_id: String, reason: String) -> Result<Answer> {
    visit.desk().problems.report_problem(ReportProblemRequest { problem_id, reason }).await?;
    Ok(told(say!(
        visit.language,
        "Thank you. Those who manage this server and the administrators can read it now; nobody else does.",
        "Gracias. Ya pueden leerlo quienes gestionan este servidor y los administradores; nadie más."
    )))
}

/// Hides something here, or shows it again.
pub(crate) async fn set_hidden(
    visit: &Visit,
    subject: Subject,
    hidden: bool,
    reason: String,
) -> Result<Answer> {
    let (mut problems, mut rankings) = (visit.desk().problems, visit.desk().rankings);
    let community = None;
    let changed = match (&subject, hidden) {
        (Subject::Problem(id), true) => {
            let request = HideProblemRequest { problem_id: id.clone(), community, reason };
            problems.hide_problem(request).await?.into_inner().changed
        }
        (Subject::Problem(id), false) => {
            let request = UnhideProblemRequest { problem_id: id.clone(), community, reason };
            problems.unhide_problem(request).await?.into_inner().changed
        }
        (Subject::Member(profile), true) => {
            let request = HideMemberRequest { profile_id: profile.id.clone(), community, reason };
            rankings.hide_member(request).await?.into_inner().changed
        }
        (Subject::Member(profile), false) => {
            let request = UnhideMemberRequest { profile_id: profile.id.clone(), community, reason };
            rankings.unhide_member(request).await?.into_inner().changed
        }
    };
    visit.house.forget_offers();
    if !changed {
        return Ok(told(say!(visit.language, "That was so already.", "Eso ya estaba así.")));
    }
    let language = visit.language;
    Ok(told(match (subject, hidden) {
        (Subject::Problem(_), true) => say!(
            language,
            "🙈 This server does not show that problem any more. It is recorded.",
            "🙈 Este servidor ya no muestra ese problema. Queda registrado."
        ),
        (Subject::Problem(_), false) => say!(
            language,
            "👁️ This server shows that problem again. It is recorded.",
            "👁️ Este servidor vuelve a mostrar ese problema. Queda registrado."
        ),
        (Subject::Member(profile), true) => {
            let name = plain(&profile.name);
            say!(
                language,
                "🙈 **{name}** is on none of this server's boards any more. It is recorded.",
                "🙈 **{name}** ya no está en los tableros de este servidor. Queda registrado."
            )
        }
        (Subject::Member(profile), false) => {
            let name = plain(&profile.name);
            say!(
                language,
                "👁️ **{name}** is on this server's boards again. It is recorded.",
                "👁️ **{name}** vuelve a los tableros de este servidor. Queda registrado."
            )
        }
    }))
}

/// Deletes anybody's problem.
pub(crate) async fn delete(visit: &Visit, problem_id: String, reason: String) -> Result<Answer> {
    visit.desk().problems.delete_problem(DeleteProblemRequest { problem_id, reason }).await?;
    visit.house.forget_offers();
    Ok(told(say!(
        visit.language,
        "🗑️ The problem is gone. It is recorded.",
        "🗑️ El problema ya no existe. Queda registrado."
    )))
}

/// Gives somebody a neutral name.
pub(crate) async fn rename(visit: &Visit, profile: &Profile, reason: String) -> Result<Answer> {
    let request = ModerateProfileRequest { profile_id: profile.id.clone(), reason };
    let renamed = visit.desk().profiles.moderate_profile(request).await?.into_inner().profile;
    let (old, new) = (plain(&profile.name), plain(&renamed.unwrap_or_default().name));
    Ok(told(say!(
        visit.language,
        "**{old}** is called **{new}** from now on. It is recorded.",
        "**{old}** se llama **{new}** desde ahora. Queda registrado."
    )))
}

fn told(words: String) -> Answer {
    Answer::private(Screen::saying(words))
}

/// What was reported, newest first.
pub(crate) async fn reports(visit: &Visit, page: usize) -> Result<Screen> {
    let language = visit.language;
    let mut desk = visit.desk().problems;
    let mut request = ListReportsRequest { page_size: FETCHED as u32, page_token: String::new() };
    let mut answer = desk.list_reports(request.clone()).await?.into_inner();
    for _ in 0..page * ON_A_PAGE / FETCHED {
        request.page_token = answer.next_page_token;
        answer = desk.list_reports(request.clone()).await?.into_inner();
    }
    let skipped = page * ON_A_PAGE % FETCHED;
    let more = answer.reports.len() > skipped + ON_A_PAGE || !answer.next_page_token.is_empty();
    let shown: Vec<Report> = answer.reports.into_iter().skip(skipped).take(ON_A_PAGE).collect();
    if shown.is_empty() {
        return Ok(Screen::saying(say!(language, "Nothing was reported.", "Nadie ha avisado de nada.")));
    }
    let lines: Vec<String> = shown.iter().map(|report| report_line(report, language)).collect();
    let id = |page, action: &str| Id::new(REPORTS, "", page, action, "");
    let mut options: Vec<(String, String)> = Vec::new();
    for report in &shown {
        // A menu offers nothing twice.
        if options.iter().all(|(_, id)| *id != report.problem_id) {
            options.push((problem_name(report, language), report.problem_id.clone()));
        }
    }
    let options = options.into_iter().map(|(name, id)| option(name, id)).collect();
    let open = menu(id(page as u32, "open"), &say!(language, "Open one", "Abrir uno"), options);
    Ok(Screen::saying(lines.join("\n")).row(open).buttons(pager(visit, page, more, id)))
}

fn problem_name(report: &Report, language: Language) -> String {
    let author = report.author.as_ref().map_or("", |author| &author.name);
    format!("{} {} · {author}", stipulation(&report.game, report.moves, language), report.title)
}

fn report_line(report: &Report, language: Language) -> String {
    let mark = if report.hidden { "🙈" } else { "🚩" };
    let reporter = plain(report.reporter.as_ref().map_or("", |reporter| &reporter.name));
    let (name, reason) =
        (plain(&problem_name(report, language)), plain(&cut(&report.reason, LONGEST_REASON)));
    format!("{mark} **{name}**: {reason}\n-# {reporter} {}", relative(report.report_time.as_ref()))
}

/// What was done, newest first.
pub(crate) async fn acts(visit: &Visit, page: usize) -> Result<Screen> {
    let language = visit.language;
    let mut desk = visit.desk().problems;
    let mut request = ListActsRequest { page_size: FETCHED as u32, page_token: String::new() };
    let mut answer = desk.list_acts(request.clone()).await?.into_inner();
    for _ in 0..page * ON_A_PAGE / FETCHED {
        request.page_token = answer.next_page_token;
        answer = desk.list_acts(request.clone()).await?.into_inner();
    }
    let skipped = page * ON_A_PAGE % FETCHED;
    let more = answer.acts.len() > skipped + ON_A_PAGE || !answer.next_page_token.is_empty();
    let shown = answer.acts.iter().skip(skipped).take(ON_A_PAGE);
    let lines: Vec<String> = shown.map(|act| act_line(act, language)).collect();
    if lines.is_empty() {
        return Ok(Screen::saying(say!(language, "Nothing was done yet.", "Todavía no se ha hecho nada.")));
    }
    let id = |page, action: &str| Id::new(ACTS, "", page, action, "");
    Ok(Screen::saying(lines.join("\n")).buttons(pager(visit, page, more, id)))
}

fn act_line(act: &Act, language: Language) -> String {
    let what = match (act.kind(), language) {
        (ActKind::HideProblem, Language::English) => "hid the problem",
        (ActKind::HideProblem, Language::Spanish) => "ocultó el problema",
        (ActKind::UnhideProblem, Language::English) => "showed the problem again",
        (ActKind::UnhideProblem, Language::Spanish) => "volvió a mostrar el problema",
        (ActKind::DeleteProblem, Language::English) => "deleted the problem",
        (ActKind::DeleteProblem, Language::Spanish) => "borró el problema",
        (ActKind::RenameProfile, Language::English) => "renamed",
        (ActKind::RenameProfile, Language::Spanish) => "cambió el nombre de",
        (ActKind::HideMember, Language::English) => "took off the boards",
        (ActKind::HideMember, Language::Spanish) => "quitó de los tableros a",
        (ActKind::UnhideMember, Language::English) => "put back on the boards",
        (ActKind::UnhideMember, Language::Spanish) => "devolvió a los tableros a",
        (ActKind::Unspecified, _) => "?",
    };
    let actor = match &act.actor {
        Some(actor) => plain(&actor.name),
        None => say!(language, "a deleted player", "un jugador borrado"),
    };
    let subject = plain(&cut(&act.subject, LONGEST_REASON));
    let reason = match act.reason.as_str() {
        "" => String::new(),
        reason => format!(": {}", plain(&cut(reason, LONGEST_REASON))),
    };
    format!("**{actor}** {what} {subject}{reason} {}", relative(act.act_time.as_ref()))
}
