use std::time::Duration;

use tablero_store::{COMMUNITIES, JOBS, Listener, MATCHES, Note, POSTS, PROBLEMS, SIMULATIONS, Store};
use tokio::sync::broadcast;
use tracing::warn;
use uuid::Uuid;

/// Something that happened in any process over the same database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// There is a job to be done.
    Job,
    /// A problem's state changed; or, with words, somebody is at work on it.
    Problem { id: Uuid, words: String },
    /// A match changed.
    Match(Uuid),
    /// A simulation went on.
    Simulation(Uuid),
    /// A post may have to be written.
    Post,
    /// A community has new appointments.
    Community,
    /// Events may have been missed: look for yourself.
    Gap,
}

/// Hears events and tells them to whoever subscribed in this process.
#[derive(Debug, Clone)]
pub(crate) struct Events(broadcast::Sender<Event>);

impl Events {
    pub(crate) fn new() -> Events {
        Events(broadcast::channel(1024).0)
    }

    pub(crate) fn subscribe(&self) -> Subscription {
        Subscription(self.0.subscribe())
    }

    /// Listens for ever, over a connection that is opened again whenever it is lost.
    pub(crate) async fn listen(self, store: Store) {
        loop {
            match Listener::open(&store).await {
                Ok(mut listener) => {
                    self.tell(Event::Gap);
                    while let Some(note) = listener.next().await {
                        self.tell(read(&note));
                    }
                    warn!("lost the connection that listens for events; opening it again");
                }
                Err(error) => warn!(?error, "cannot listen for events; trying again"),
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    fn tell(&self, event: Event) {
        // Without subscribers there is nobody to miss it.
        self.0.send(event).ok();
    }
}

/// One subscriber's events.
#[derive(Debug)]
pub(crate) struct Subscription(broadcast::Receiver<Event>);

impl Subscription {
    /// The next event; waits for ever once the events have ended.
    pub(crate) async fn next(&mut self) -> Event {
        match self.0.recv().await {
            Ok(event) => event,
            Err(broadcast::error::RecvError::Lagged(_)) => Event::Gap,
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

fn read(note: &Note) -> Event {
    let (id, words) = note.payload.split_once(' ').unwrap_or((&note.payload, ""));
    match (note.channel.as_str(), Uuid::try_parse(id)) {
        (JOBS, _) => Event::Job,
        (POSTS, _) => Event::Post,
        (COMMUNITIES, _) => Event::Community,
        (PROBLEMS, Ok(id)) => Event::Problem { id, words: words.to_owned() },
        (MATCHES, Ok(id)) => Event::Match(id),
        (SIMULATIONS, Ok(id)) => Event::Simulation(id),
        _ => Event::Gap,
    }
}
