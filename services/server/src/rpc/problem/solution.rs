use prost::Message;
use tablero_api::v1 as pb;
use tablero_api::v1::validation_report::Stake;
use tablero_store::Problem;
use uuid::Uuid;

use crate::error::Result;
use crate::matches::{Brain, Line};
use crate::spot::Spot;

/// What the last validation found, with the main line to its end.
pub(in crate::rpc) async fn solution(
    brain: &Brain,
    owner: Uuid,
    problem: Problem,
) -> Result<pb::GetSolutionResponse> {
    let stored = problem.report.as_deref();
    let report = stored.and_then(|bytes| pb::ValidationReport::decode(bytes).ok());
    let (mut line, ends) = report.as_ref().map(main_line).unwrap_or_default();
    if !ends {
        let known = line.iter().map(|play| play.code.clone()).collect();
        let moves = u8::try_from(problem.moves).unwrap_or_default();
        let spot = Spot { game: problem.game, rules: problem.rules, position: problem.position };
        let more = brain.go_on(owner, Line { spot, moves, known }).await?;
        line.extend(more.into_iter().map(|(text, code)| pb::Play { text, code }));
    }
    Ok(pb::GetSolutionResponse { report, line })
}

/// The first key, the longest defence (of several, the first that meets the threat), the first answer to it, and so on; and
/// whether it ends in mate. A report does not follow every line to its end.
fn main_line(report: &pb::ValidationReport) -> (Vec<pb::Play>, bool) {
    let mut line = Vec::new();
    let mut next = report.keys.first().and_then(|key| key.line.as_ref());
    while let Some(continuation) = next {
        line.extend(continuation.play.clone());
        if continuation.stake() == Stake::Mate {
            return (line, true);
        }
        // The last of the greatest is taken: so the first one has to come last.
        let longest = continuation.variations.iter().rev().max_by_key(|found| (found.mate_in, found.parries));
        line.extend(longest.and_then(|variation| variation.defence.clone()));
        next = longest.and_then(|variation| variation.continuations.first());
    }
    (line, false)
}
