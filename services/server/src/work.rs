use std::future::Future;

use tablero_store::{JobKind, Store};
use uuid::Uuid;

use crate::events::Events;
use crate::jobs::Worker;
use crate::matches::Brain;
use crate::options::WorkOptions;
use crate::think::Thinkers;

/// Those who think in this process, and what they share.
#[derive(Debug)]
pub(crate) struct Crew {
    pub(crate) events: Events,
    pub(crate) thinkers: Thinkers,
    /// On a thread of its own, so that a move is not kept waiting by proofs.
    pub(crate) brain: Brain,
    workers: [Worker; 3],
}

impl Crew {
    pub(crate) fn new(store: &Store, options: &WorkOptions) -> Crew {
        let (events, thinkers) = (Events::new(), Thinkers::new(options.threads()));
        let brain = Brain(Thinkers::new(options.threads()));
        let workers = [JobKind::Validate, JobKind::Reply, JobKind::Simulate].map(|kind| Worker {
            id: Uuid::new_v4(),
            kind,
            store: store.clone(),
            events: events.clone(),
            thinkers: thinkers.clone(),
            brain: brain.clone(),
            options: options.clone(),
        });
        Crew { events, thinkers, brain, workers }
    }

    /// Does jobs of every kind until `stop` completes.
    pub(crate) async fn run(&self, stop: impl Future<Output = ()>) {
        let stopped = tokio_util::sync::CancellationToken::new();
        let [validating, replying, simulating] =
            self.workers.each_ref().map(|worker| worker.clone().run(stopped.clone().cancelled_owned()));
        tokio::join!(validating, replying, simulating, async {
            stop.await;
            stopped.cancel();
        });
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.thinkers.close();
        self.brain.0.close();
    }
}

/// Validates stored problems and makes machines' moves until `stop` completes. Any number of processes may do so at once.
pub async fn work(options: &WorkOptions, store: Store, stop: impl Future<Output = ()>) {
    let crew = Crew::new(&store, options);
    let listening = tokio::spawn(crew.events.clone().listen(store));
    crew.run(stop).await;
    listening.abort();
}
