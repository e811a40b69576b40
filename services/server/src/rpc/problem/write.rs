use prost::Message;
use tablero_api::v1 as pb;
use tablero_api::v1::import_problems_response::{Faults, Outcome};
use tablero_api::v1::watch_problem_response::What;
use tablero_game::Sketch;
use tablero_store::{Listed, ProblemState};
use uuid::Uuid;

use crate::edge::Person;
use crate::error::{Error, Result};
use crate::problem::{Imported, Sign};
use crate::rpc::{board, report, write};

/// A problem with all that the viewer may know of it.
pub(super) fn problem(mut listed: Listed, viewer: &Person) -> pb::Problem {
    let report = listed.problem.report.take().filter(|_| listed.author.id == viewer.profile.id);
    let report = report.and_then(|bytes| pb::ValidationReport::decode(bytes.as_slice()).ok());
    pb::Problem { report, ..self::listed(listed, viewer) }
}

/// A problem in a list: without the solution.
pub(super) fn listed(listed: Listed, viewer: &Person) -> pb::Problem {
    told_to(listed, Some(viewer.profile.id))
}

/// A problem as anybody is told of it: without the solution.
pub(in crate::rpc) fn told(listed: Listed) -> pb::Problem {
    told_to(listed, None)
}

fn told_to(listed: Listed, viewer: Option<Uuid>) -> pb::Problem {
    let Listed { problem, author, solved, hidden } = listed;
    let game = tablero_game::find(&problem.game);
    let sketch = game.and_then(|game| game.sketch(&problem.rules, &problem.position, &[]).ok());
    let (diagram, flaws) = sketch.map(|sketch| (sketch.diagram, sketch.flaws)).unzip();
    let flaws = flaws.filter(|_| Some(author.id) == viewer).unwrap_or_default();
    pb::Problem {
        id: problem.id.to_string(),
        author: Some(write::profile(author)),
        game: problem.game,
        rules: problem.rules,
        position: problem.position,
        moves: number(problem.moves),
        title: problem.title,
        theme: problem.theme,
        difficulty: number(problem.difficulty),
        state: state(problem.state).into(),
        verdict: problem.verdict.as_deref().map_or(pb::Verdict::Unspecified, report::read_verdict).into(),
        rating: problem.rating,
        play_count: problem.play_count.unsigned_abs(),
        solve_count: problem.solve_count.unsigned_abs(),
        solved,
        create_time: Some(write::time(problem.created_at)),
        update_time: Some(write::time(problem.updated_at)),
        diagram: diagram.map(board::diagram),
        faults: flaws.into_iter().map(board::fault).collect(),
        report: None,
        quality: problem.quality,
        vote_count: problem.vote_count.unsigned_abs(),
        hidden,
    }
}

pub(super) fn sign(sign: Sign, viewer: &Person) -> Result<pb::WatchProblemResponse> {
    let what = match sign {
        Sign::Problem(listed) => What::Problem(problem(*listed, viewer)),
        Sign::Words(words) => {
            let progress = report::read_progress(&words);
            What::Progress(
                progress.ok_or_else(|| Error::Internal(format!("{words:?} is no progress").into()))?,
            )
        }
    };
    Ok(pb::WatchProblemResponse { what: Some(what) })
}

pub(super) fn sketch(sketch: Sketch) -> pb::EditPositionResponse {
    pb::EditPositionResponse {
        position: sketch.position,
        diagram: Some(board::diagram(sketch.diagram)),
        faults: sketch.flaws.into_iter().map(board::fault).collect(),
    }
}

pub(super) fn imported(imported: Imported) -> Outcome {
    match imported {
        Imported::Made(id) => Outcome::ProblemId(id.to_string()),
        Imported::Exists(id) => Outcome::ExistingProblemId(id.to_string()),
        Imported::Faulty(flaws) => {
            Outcome::Faults(Faults { faults: flaws.into_iter().map(board::fault).collect() })
        }
        Imported::PassedOver => Outcome::PassedOver(true),
    }
}

fn state(state: ProblemState) -> pb::ProblemState {
    match state {
        ProblemState::Draft => pb::ProblemState::Draft,
        ProblemState::Checking => pb::ProblemState::Checking,
        ProblemState::Playable => pb::ProblemState::Playable,
        ProblemState::Refused => pb::ProblemState::Refused,
    }
}

fn number(number: i16) -> u32 {
    u32::try_from(number).unwrap_or_default()
}
