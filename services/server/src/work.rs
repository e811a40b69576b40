use std::future::Future;

use tablero_store::Store;
use uuid::Uuid;

use crate::events::Events;
use crate::jobs::Worker;
use crate::options::WorkOptions;
use crate::think::Thinkers;

/// Those who validate in this process, and what they share.
#[derive(Debug)]
pub(crate) struct Crew {
    pub(crate) events: Events,
    pub(crate) thinkers: Thinkers,
    pub(crate) worker: Worker,
}

impl Crew {
    pub(crate) fn new(store: &Store, options: &WorkOptions) -> Crew {
        let (events, thinkers) = (Events::new(), Thinkers::new(options.threads()));
        let worker = Worker {
            id: Uuid::new_v4(),
            store: store.clone(),
            events: events.clone(),
            thinkers: thinkers.clone(),
            options: options.clone(),
        };
        Crew { events, thinkers, worker }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.thinkers.close();
    }
}

/// Validates stored problems, and does nothing else, until `stop` completes. Any number of processes may do so at once.
pub async fn work(options: &WorkOptions, store: Store, stop: impl Future<Output = ()>) {
    let crew = Crew::new(&store, options);
    let listening = tokio::spawn(crew.events.clone().listen(store));
    crew.worker.clone().run(stop).await;
    listening.abort();
}
