//! The page's own files, carried inside the executable.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

macro_rules! own {
    ($name:literal) => {
        ($name, include_str!(concat!("../../page/", $name)))
    };
}

const FILES: &[(&str, &str)] = &[
    own!("api.js"),
    own!("app.css"),
    own!("app.js"),
    own!("apps.js"),
    own!("commandline.js"),
    own!("commands.js"),
    own!("components.js"),
    own!("composer.js"),
    own!("dom.js"),
    own!("embeds.js"),
    own!("favicon.svg"),
    own!("header.js"),
    own!("index.html"),
    own!("interactions.js"),
    own!("markdown.js"),
    own!("menu.js"),
    own!("message.js"),
    own!("messages.js"),
    own!("modal.js"),
    own!("pictures.js"),
    own!("popup.js"),
    own!("sidebar.js"),
    own!("state.js"),
    own!("theme.js"),
    own!("times.js"),
    own!("tray.js"),
    own!("words.js"),
];

pub(super) async fn index() -> Response {
    serve("index.html")
}

pub(super) async fn file(Path(name): Path<String>) -> Response {
    serve(&name)
}

fn serve(name: &str) -> Response {
    match FILES.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => {
            let headers = [
                (header::CONTENT_TYPE, kind(name)),
                (header::CACHE_CONTROL, "no-cache"),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
                (header::X_FRAME_OPTIONS, "DENY"),
            ];
            (headers, *text).into_response()
        }
        None => (StatusCode::NOT_FOUND, "There is no such file.").into_response(),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_of_the_page_is_carried() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/page")).unwrap();
        let there: BTreeSet<String> =
            folder.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        let carried: BTreeSet<String> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(carried, there);
        assert!(carried.iter().all(|name| !kind(name).starts_with("text/plain")));
    }
}
