use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::DateTime;
use tablero_api::v1 as pb;
use tablero_store::{Act, Report, ReportPage};
use uuid::Uuid;

use super::read::{page_size, page_token};
use super::write;
use crate::error::{Error, Fault, Result};

/// Where a page begins, and how long it is.
pub(super) fn page<T>(token: &str, size: u32, read: fn(&str) -> Option<T>) -> Result<(Option<T>, usize)> {
    let mut faults: Vec<Fault> = Vec::new();
    let size = page_size(size, &mut faults);
    let behind = page_token(token, &mut faults, read);
    if faults.is_empty() { Ok((behind, size)) } else { Err(Error::Invalid(faults)) }
}

pub(super) fn read_report_token(text: &str) -> Option<ReportPage> {
    let text = decode(text)?;
    let mut words = text.split(' ');
    let at = DateTime::from_timestamp_micros(words.next()?.parse().ok()?)?;
    Some((at, Uuid::try_parse(words.next()?).ok()?, Uuid::try_parse(words.next()?).ok()?))
}

pub(super) fn report_token(next: Option<ReportPage>) -> String {
    next.map(|(at, reporter, problem)| encode(&format!("{} {reporter} {problem}", at.timestamp_micros())))
        .unwrap_or_default()
}

pub(super) fn read_act_token(text: &str) -> Option<i64> {
    decode(text)?.strip_prefix("act ")?.parse().ok()
}

pub(super) fn act_token(next: Option<i64>) -> String {
    next.map(|id| encode(&format!("act {id}"))).unwrap_or_default()
}

fn encode(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(text)
}

fn decode(text: &str) -> Option<String> {
    String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

pub(super) fn report(report: Report) -> pb::Report {
    pb::Report {
        problem_id: report.problem_id.to_string(),
        game: report.game,
        moves: u32::try_from(report.moves).unwrap_or_default(),
        title: report.title,
        author: Some(profile(report.author_id, report.author_name)),
        reporter: Some(profile(report.reporter_id, report.reporter_name)),
        reason: report.reason,
        report_time: Some(write::time(report.reported_at)),
        hidden: report.hidden,
    }
}

pub(super) fn act(act: Act) -> pb::Act {
    let id = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
    let place = act.provider.zip(act.external_id);
    pb::Act {
        act_time: Some(write::time(act.acted_at)),
        actor: act.actor_id.zip(act.actor_name).map(|(id, name)| profile(id, name)),
        kind: kind(&act.kind).into(),
        problem_id: id(act.problem_id),
        profile_id: id(act.profile_id),
        subject: act.subject,
        community: place.map(|(provider, external_id)| pb::Community { provider, external_id }),
        reason: act.reason,
    }
}

fn kind(word: &str) -> pb::ActKind {
    match word {
        "hide_problem" => pb::ActKind::HideProblem,
        "unhide_problem" => pb::ActKind::UnhideProblem,
        "delete_problem" => pb::ActKind::DeleteProblem,
        "rename_profile" => pb::ActKind::RenameProfile,
        "hide_member" => pb::ActKind::HideMember,
        "unhide_member" => pb::ActKind::UnhideMember,
        _ => pb::ActKind::Unspecified,
    }
}

fn profile(id: Uuid, name: String) -> pb::Profile {
    pb::Profile { id: id.to_string(), name, create_time: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_as_they_were_written_and_not_for_each_other() {
        let at = DateTime::from_timestamp_micros(1_794_973_907_395_876).unwrap();
        let page = (at, Uuid::new_v4(), Uuid::new_v4());
        let (report, act) = (report_token(Some(page)), act_token(Some(7)));
        assert_eq!(read_report_token(&report), Some(page));
        assert_eq!(read_act_token(&act), Some(7));
        assert_eq!((read_report_token(&act), read_act_token(&report)), (None, None));
    }
}
