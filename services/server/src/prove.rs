use std::time::Duration;

use tablero_game::chess::read_position;
use tablero_game::{Flaw, chess};
use tablero_search::mate::{Detail, Options, Progress, Report, Solver, Verdict};
use tablero_search::{Budget, Cancel};
use tokio::sync::{oneshot, watch};
use uuid::Uuid;

use crate::think::{Pace, StopOnDrop, Thinkers, Turn};

/// What everybody may think before anybody thinks longer.
const SHORT_TURN: Duration = Duration::from_secs(1);

/// What is to be proven.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) position: String,
    pub(crate) moves: u8,
    pub(crate) budget: Duration,
    pub(crate) full_tree: bool,
    /// Bytes at most.
    pub(crate) memory: usize,
}

/// What was found out.
#[derive(Debug)]
pub(crate) enum Finding {
    Illegal(Vec<Flaw>),
    Report(Box<Report>),
}

impl Finding {
    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            Finding::Illegal(_) => Verdict::Illegal,
            Finding::Report(report) => report.solution.verdict,
        }
    }
}

/// A question somebody waits for. When it is dropped, the thinking stops.
#[derive(Debug)]
pub(crate) struct Enquiry {
    /// The latest sign of life; `None` while others have their turn.
    pub(crate) progress: watch::Receiver<Option<Progress>>,
    found: oneshot::Receiver<Finding>,
    _stop: StopOnDrop,
}

impl Enquiry {
    /// Asks, for somebody whose turn it takes.
    pub(crate) fn ask(thinkers: &Thinkers, owner: Uuid, question: Question) -> Enquiry {
        let cancel = Cancel::new();
        let (tell, progress) = watch::channel(None);
        let (reply, found) = oneshot::channel();
        let (mut reply, stop) = (Some(reply), cancel.clone());
        thinkers.submit(owner, move |turn| {
            if stop.is_cancelled() {
                return Pace::Done;
            }
            let tell = |progress| {
                tell.send_replace(Some(progress));
            };
            let time = if turn == Turn::Short { SHORT_TURN.min(question.budget) } else { question.budget };
            let (finding, pace) = think(&question, time, &stop, &tell);
            if pace == Pace::Unfinished && turn == Turn::Short && time < question.budget {
                return Pace::Unfinished;
            }
            if let Some(reply) = reply.take() {
                // Whoever asked may be gone.
                reply.send(finding).ok();
            }
            Pace::Done
        });
        Enquiry { progress, found, _stop: StopOnDrop(cancel) }
    }

    /// The answer; `None` if the thinkers were closed before there was one.
    pub(crate) async fn found(&mut self) -> Option<Finding> {
        (&mut self.found).await.ok()
    }
}

/// Thinks for at most `time`. Unfinished if it could have gone on.
fn think(
    question: &Question,
    time: Duration,
    stop: &Cancel,
    tell: &(dyn Fn(Progress) + Sync),
) -> (Finding, Pace) {
    let position = match read_position(&question.position) {
        Ok(position) => position,
        Err(faults) => {
            let flaws = faults.into_iter().map(|fault: chess::Fault| fault.into()).collect();
            return (Finding::Illegal(flaws), Pace::Done);
        }
    };
    let budget = Budget::unlimited().with_time(time).with_cancel(stop.clone());
    let detail = Detail { full_tree: question.full_tree, ..Detail::default() };
    let mut solver = Solver::new(Options { memory: question.memory, threads: 1 });
    let report = solver.report(&position, question.moves, budget, detail, tell);
    let cut = !report.complete && u128::from(report.solution.elapsed_ms) >= time.as_millis();
    (Finding::Report(Box::new(report)), if cut { Pace::Unfinished } else { Pace::Done })
}
