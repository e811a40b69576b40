//! Only the page itself may use its interface: a site elsewhere, open in the same browser, must not.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::given::Fault;

pub(super) async fn only_from_here(request: Request, next: Next) -> Response {
    if is_from_here(request.headers()) {
        return next.run(request).await;
    }
    Fault::new(StatusCode::FORBIDDEN, "only the page on this machine may ask this").into_response()
}

/// A foreign name that resolves to this machine shows in `Host`, a foreign site in `Origin`.
fn is_from_here(headers: &HeaderMap) -> bool {
    let text = |name: &HeaderName| headers.get(name).map(|it| it.to_str().unwrap_or_default());
    let Some(host) = text(&HOST).filter(|host| is_loopback(host)) else { return false };
    text(&ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host))
}

fn is_loopback(authority: &str) -> bool {
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|it| it.is_ascii_digit()) => host,
        _ => authority,
    };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(|it| it.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        is_from_here(&headers)
    }

    #[test]
    fn the_machine_itself_may_ask() {
        assert!(asked("127.0.0.1:8080", None));
        assert!(asked("localhost:8080", Some("http://localhost:8080")));
        assert!(asked("[::1]:8080", Some("http://[::1]:8080")));
        assert!(asked("localhost", None));
    }

    #[test]
    fn others_may_not() {
        assert!(!asked("evil.example:8080", None));
        assert!(!asked("127.0.0.1.evil.example", None));
        assert!(!asked("127.0.0.1:8080", Some("http://evil.example")));
        assert!(!asked("127.0.0.1:8080", Some("http://127.0.0.1:9090")));
        assert!(!asked("127.0.0.1:8080", Some("null")));
        assert!(!asked("192.168.1.7:8080", None));
    }
}
