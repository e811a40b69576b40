use std::time::Duration;

use tablero_store::Play;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{Matches, RecordState, Seated};
use crate::edge::Call;
use crate::error::Result;
use crate::events::Event;

/// How often to look if no event says so.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// What a watcher is told.
#[derive(Debug)]
pub(crate) enum News {
    Play(Box<Play>),
    Match(Box<Seated>),
}

impl Matches {
    /// Tells of a match until it is over, or nobody listens any more.
    pub(crate) async fn watch(&self, call: &Call, id: Uuid, after: i32, tell: mpsc::Sender<Result<News>>) {
        if let Err(error) = self.follow(call, id, after, &tell).await {
            // Whoever watched may be gone; then nobody needs to know.
            tell.send(Err(error)).await.ok();
        }
    }

    async fn follow(
        &self,
        call: &Call,
        id: Uuid,
        mut after: i32,
        tell: &mpsc::Sender<Result<News>>,
    ) -> Result<()> {
        let mut events = self.events.subscribe();
        let mut told = None;
        loop {
            let seated = self.get(&call.step(), call.person()?, id).await?;
            for play in seated.record.plays.iter().filter(|play| play.ply > after) {
                if tell.send(Ok(News::Play(Box::new(play.clone())))).await.is_err() {
                    return Ok(());
                }
            }
            after = after.max(seated.record.row.ply);
            let (state, changed) = (seated.record.state(), seated.record.row.updated_at);
            let news = told.replace(changed) != Some(changed);
            if news && tell.send(Ok(News::Match(Box::new(seated)))).await.is_err() {
                return Ok(());
            }
            if matches!(state, RecordState::Finished | RecordState::Cancelled) {
                return Ok(());
            }
            loop {
                tokio::select! {
                    () = tell.closed() => return Ok(()),
                    () = tokio::time::sleep(LOOK_EVERY) => break,
                    event = events.next() => match event {
                        Event::Match(other) if other == id => break,
                        Event::Gap => break,
                        _ => {}
                    }
                }
            }
        }
    }
}
