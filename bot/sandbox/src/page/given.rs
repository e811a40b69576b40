//! What the page sends, read or refused with a sentence.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request of the page is refused.
#[derive(Debug)]
pub(super) struct Fault {
    status: StatusCode,
    error: String,
}

impl Fault {
    pub(super) fn new(status: StatusCode, error: impl Into<String>) -> Fault {
        Fault { status, error: error.into() }
    }

    pub(super) fn missing(error: &str) -> Fault {
        Fault::new(StatusCode::NOT_FOUND, error)
    }
}

/// What a person cannot do is their mistake, not the server's.
impl From<String> for Fault {
    fn from(error: String) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, error)
    }
}

impl From<JsonRejection> for Fault {
    fn from(rejection: JsonRejection) -> Fault {
        Fault::new(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for Fault {
    fn from(rejection: QueryRejection) -> Fault {
        Fault::new(rejection.status(), rejection.body_text())
    }
}

impl From<BytesRejection> for Fault {
    fn from(rejection: BytesRejection) -> Fault {
        Fault::new(rejection.status(), rejection.body_text())
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(json!({"error": self.error}))).into_response()
    }
}

/// A JSON body.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Fault))]
pub(super) struct Body<T>(pub(super) T);

/// The parameters of the address.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Fault))]
pub(super) struct Query<T>(pub(super) T);

pub(super) async fn nothing_here() -> Fault {
    Fault::missing("the page has no such address")
}
