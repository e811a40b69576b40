//! The page for people.

mod files;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

use crate::shared::Shared;

pub(crate) fn router(_shared: Arc<Shared>) -> Router<Arc<Shared>> {
    Router::new().route("/", get(files::index))
}
