use std::time::Duration;

use tablero_store::{Listed, ProblemState};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::Problems;
use crate::edge::Call;
use crate::error::Result;
use crate::events::Event;

/// How often to look if no event says so.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// What a watcher is told.
#[derive(Debug)]
pub(crate) enum Sign {
    Problem(Box<Listed>),
    /// Somebody is at work on it.
    Words(String),
}

impl Problems {
    /// Tells of a problem until it is no longer being checked, or nobody listens any more.
    pub(crate) async fn watch(&self, call: &Call, id: Uuid, tell: mpsc::Sender<Result<Sign>>) {
        if let Err(error) = self.follow(call, id, &tell).await {
            // Whoever watched may be gone; then nobody needs to know.
            tell.send(Err(error)).await.ok();
        }
    }

    async fn follow(&self, call: &Call, id: Uuid, tell: &mpsc::Sender<Result<Sign>>) -> Result<()> {
        let mut events = self.events.subscribe();
        let mut told = None;
        loop {
            let listed = self.get(&call.step(), call.person()?, id).await?;
            let (state, now) = (listed.problem.state, (listed.problem.state, listed.problem.revision));
            if told.replace(now) != Some(now) && tell.send(Ok(Sign::Problem(Box::new(listed)))).await.is_err()
            {
                return Ok(());
            }
            if state != ProblemState::Checking {
                return Ok(());
            }
            loop {
                tokio::select! {
                    () = tell.closed() => return Ok(()),
                    () = tokio::time::sleep(LOOK_EVERY) => break,
                    event = events.next() => match event {
                        Event::Problem { id: other, words } if other == id => {
                            if words.is_empty() {
                                break;
                            }
                            // A watcher who does not read need not be told; the next sign will do.
                            tell.try_send(Ok(Sign::Words(words))).ok();
                        }
                        Event::Gap => break,
                        _ => {}
                    }
                }
            }
        }
    }
}
