//! The page's own files, carried inside the executable.

use axum::response::Html;

pub(super) async fn index() -> Html<&'static str> {
    Html(include_str!("../../page/index.html"))
}
