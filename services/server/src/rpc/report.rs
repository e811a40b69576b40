use tablero_api::v1 as pb;
use tablero_api::v1::validation_report::{Continuation, Dual, Key, Stake, Try, Variation};
use tablero_search::mate::{self, Verdict};
use tablero_search::problem;

use super::board;
use crate::prove::Finding;

pub(crate) fn write_finding(finding: &Finding) -> pb::ValidationReport {
    match finding {
        Finding::Illegal(flaws) => pb::ValidationReport {
            verdict: pb::Verdict::Illegal.into(),
            keys_complete: true,
            complete: true,
            faults: flaws.iter().cloned().map(board::fault).collect(),
            ..Default::default()
        },
        Finding::Report(report) => write_report(report),
    }
}

fn write_report(report: &problem::Report) -> pb::ValidationReport {
    pb::ValidationReport {
        verdict: verdict(report.verdict).into(),
        shortest: report.shortest.unwrap_or_default().into(),
        keys: report.keys.iter().map(key).collect(),
        keys_complete: report.keys_complete,
        refuted: report.refuted.into(),
        tries: report.tries.iter().map(attempt).collect(),
        set_play: report.set_play.iter().map(variation).collect(),
        duals: report.duals.iter().map(dual).collect(),
        complete: report.complete,
        nodes: report.nodes,
        elapsed_ms: report.elapsed_ms,
        faults: Vec::new(),
        text: report.text.clone(),
    }
}

fn verdict(verdict: Verdict) -> pb::Verdict {
    match verdict {
        Verdict::Sound => pb::Verdict::Sound,
        Verdict::Cooked => pb::Verdict::Cooked,
        Verdict::Short => pb::Verdict::Short,
        Verdict::NoMate => pb::Verdict::NoMate,
        Verdict::Undecided => pb::Verdict::Undecided,
        Verdict::Illegal => pb::Verdict::Illegal,
    }
}

/// The verdict of a stable word.
pub(super) fn read_verdict(word: &str) -> pb::Verdict {
    let all = [
        Verdict::Sound,
        Verdict::Cooked,
        Verdict::Short,
        Verdict::NoMate,
        Verdict::Undecided,
        Verdict::Illegal,
    ];
    all.into_iter().find(|known| known.as_str() == word).map_or(pb::Verdict::Unspecified, verdict)
}

pub(super) fn progress(progress: &mate::Progress) -> pb::ValidationProgress {
    pb::ValidationProgress {
        waiting: false,
        depth: progress.depth.into(),
        key: progress.key.clone(),
        settled: number(progress.settled),
        total: number(progress.total),
        nodes: progress.nodes,
        elapsed_ms: progress.elapsed_ms,
    }
}

fn key(key: &problem::Key) -> Key {
    Key {
        line: Some(continuation(&key.line)),
        is_check: key.is_check,
        is_capture: key.is_capture,
        is_promotion: key.is_promotion,
        flights_taken: key.flights_taken.clone(),
        flights_given: key.flights_given.clone(),
    }
}

fn continuation(after: &problem::Continuation) -> Continuation {
    let (stake, threats) = match &after.stake {
        problem::Stake::Win => (Stake::Mate, Vec::new()),
        problem::Stake::Check => (Stake::Check, Vec::new()),
        problem::Stake::Threat(threats) => (Stake::Threat, threats.iter().map(continuation).collect()),
        problem::Stake::Zugzwang => (Stake::Zugzwang, Vec::new()),
        problem::Stake::Unknown => (Stake::Unspecified, Vec::new()),
    };
    Continuation {
        play: after.play.as_ref().map(play),
        stake: stake.into(),
        threats,
        variations: after.variations.iter().map(variation).collect(),
    }
}

fn play(said: &problem::Said) -> pb::Play {
    pb::Play { text: said.text.clone(), code: said.code.clone() }
}

fn variation(variation: &problem::Variation) -> Variation {
    Variation {
        defence: variation.defence.as_ref().map(play),
        mate_in: variation.wins_in.into(),
        parries: variation.parries,
        continuations: variation.continuations.iter().map(continuation).collect(),
    }
}

fn attempt(attempt: &problem::Try) -> Try {
    Try {
        play: Some(play(&attempt.play)),
        refutation: Some(play(&attempt.refutation)),
        answered: number(attempt.answered),
        threatens: attempt.threatens,
        is_check: attempt.is_check,
    }
}

fn dual(dual: &problem::Dual) -> Dual {
    Dual {
        line: dual.line.clone(),
        move_number: dual.move_number.into(),
        continuations: dual.continuations.clone(),
        major: dual.major,
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Progress as it travels between processes, and back.
pub(crate) fn progress_words(progress: &mate::Progress) -> String {
    let mate::Progress { depth, key, settled, total, nodes, elapsed_ms } = progress;
    format!("{depth} {key} {settled} {total} {nodes} {elapsed_ms}")
}

pub(super) fn read_progress(words: &str) -> Option<pb::ValidationProgress> {
    let mut words = words.split(' ');
    Some(pb::ValidationProgress {
        waiting: false,
        depth: words.next()?.parse().ok()?,
        key: words.next()?.to_owned(),
        settled: words.next()?.parse().ok()?,
        total: words.next()?.parse().ok()?,
        nodes: words.next()?.parse().ok()?,
        elapsed_ms: words.next()?.parse().ok()?,
    })
}
