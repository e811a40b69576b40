//! Who answers which address.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};

use crate::ids::Id;
use crate::shared::Shared;
use crate::{gateway, page, rest};

/// Ten files of ten mebibytes, and the words around them.
const BODY_BYTES: usize = 101 << 20;

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/gateway", any(gateway::connect))
        .route("/gateway/", any(gateway::connect))
        .route("/cdn/attachments/{channel}/{id}/{name}", get(file))
        .merge(page::router())
        .fallback(rest::handle)
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .with_state(shared)
}

/// Files come from anybody and are served beside the page, so the browser must not run them.
async fn file(State(shared): State<Arc<Shared>>, Path((_, id, _)): Path<(String, u64, String)>) -> Response {
    match shared.read(|world| world.find_file(Id::new(id)).cloned()) {
        Some(file) => {
            let headers = [
                (header::CONTENT_TYPE, file.content_type.as_str()),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
                (header::CONTENT_SECURITY_POLICY, "sandbox"),
                (header::CACHE_CONTROL, "private, max-age=3600"),
            ];
            (headers, file.bytes.clone()).into_response()
        }
        None => (StatusCode::NOT_FOUND, "This content is no longer available.").into_response(),
    }
}
