//! The page for people: its files, and the JSON interface that they use.

mod acts;
mod events;
mod files;
mod gate;
mod given;
mod looks;

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn;
use axum::routing::{any, get, post};

use crate::shared::Shared;

pub(crate) fn router() -> Router<Arc<Shared>> {
    let api = Router::new()
        .route("/world", get(looks::world))
        .route("/messages", get(looks::messages))
        .route("/events", get(events::listen))
        .route("/command", post(acts::command))
        .route("/autocomplete", post(acts::autocomplete))
        .route("/component", post(acts::component))
        .route("/modal", post(acts::modal))
        .route("/message", post(acts::message))
        .route("/upload", post(acts::upload))
        .route("/locale", post(acts::locale))
        .route("/dm", post(acts::direct))
        .route("/dismiss", post(acts::dismiss))
        .fallback(any(given::nothing_here))
        .layer(from_fn(gate::only_from_here));
    Router::new().route("/", get(files::index)).route("/page/{name}", get(files::file)).nest("/page/api", api)
}
