use std::time::Duration;

use tablero_game::{Evaluate, Flaw};
use tablero_search::mate::{Detail, Progress, Verdict};
use tablero_search::problem::{Report, Solve};
use tablero_search::{Budget, Cancel};
use tokio::sync::{oneshot, watch};
use uuid::Uuid;

use crate::spot::{Spot, Thought};
use crate::think::{Pace, StopOnDrop, Thinkers, Turn};

/// What everybody may think before anybody thinks longer.
const SHORT_TURN: Duration = Duration::from_secs(1);

/// What is to be proven.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) spot: Spot,
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
            Finding::Report(report) => report.verdict,
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
    let budget = Budget::unlimited().with_time(time).with_cancel(stop.clone());
    match question.spot.ponder(question.memory, Proving { question, budget, tell }) {
        Ok(Ok(report)) => {
            let cut = !report.complete && u128::from(report.elapsed_ms) >= time.as_millis();
            (Finding::Report(Box::new(report)), if cut { Pace::Unfinished } else { Pace::Done })
        }
        Ok(Err(faults)) => (Finding::Illegal(faults.0), Pace::Done),
        Err(error) => {
            tracing::error!(?error, "a question about a game that is not there");
            (Finding::Illegal(Vec::new()), Pace::Done)
        }
    }
}

struct Proving<'a> {
    question: &'a Question,
    budget: Budget,
    tell: &'a (dyn Fn(Progress) + Sync),
}

impl Thought for Proving<'_> {
    type Output = Report;

    fn think<G: Evaluate>(self, position: G, solver: &mut dyn Solve<G>) -> Report {
        let detail = Detail { full_tree: self.question.full_tree, ..Detail::default() };
        solver.report(&position, self.question.moves, self.budget, detail, self.tell)
    }
}
