//! News for an open page, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, StreamExt};
use serde::Deserialize;
use tokio::sync::broadcast::Receiver;

use super::given::{Fault, Query};
use super::looks::person;
use crate::ids::Id;
use crate::shared::Shared;
use crate::world::Page;

#[derive(Debug, Deserialize)]
pub(super) struct Who {
    user: Id,
}

pub(super) async fn listen(
    State(shared): State<Arc<Shared>>,
    Query(who): Query<Who>,
) -> Result<impl IntoResponse, Fault> {
    let news = shared.read(|world| person(world, who.user).map(|_| world.page.subscribe()))?;
    let events = news_for(shared, who.user, news);
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

fn news_for(
    shared: Arc<Shared>,
    user: Id,
    news: Receiver<Page>,
) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
    let ending = shared.clone();
    let all = futures_util::stream::unfold((shared, news), move |(shared, mut news)| async move {
        loop {
            // A page that fell behind is cut off: it connects again and reads everything anew.
            let page = news.recv().await.ok()?;
            let meant = page.user.is_none_or(|only| only == user);
            let visible = |channel| shared.read(|world| world.may_see(user, channel));
            if meant && page.channel.is_none_or(visible) {
                return Some((Ok(Event::default().data(page.data.to_string())), (shared, news)));
            }
        }
    });
    all.take_until(Box::pin(async move { ending.stopped().await }))
}
