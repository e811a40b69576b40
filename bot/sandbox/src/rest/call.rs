//! A request taken apart.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header;
use serde_json::Value;

use super::Refusal;

const JSON_BYTES: usize = 8 << 20;

/// A file of a multipart body.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The `n` of `files[n]`, by which the list of attachments names it.
    pub(crate) index: Option<u64>,
    pub(crate) filename: String,
    pub(crate) bytes: Bytes,
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) method: String,
    /// Without `/api/v10`.
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) authorization: Option<String>,
    /// The JSON body, or `payload_json` of a multipart body.
    pub(crate) body: Value,
    pub(crate) files: Vec<Upload>,
}

impl Call {
    /// The head of a request whose body is yet to be read.
    pub(crate) fn head(request: &Request) -> Option<Call> {
        let path = request.uri().path().strip_prefix("/api/v10")?;
        let authorization = request.headers().get(header::AUTHORIZATION).and_then(|it| it.to_str().ok());
        Some(Call {
            method: request.method().to_string(),
            path: path.to_owned(),
            query: request.uri().query().unwrap_or_default().to_owned(),
            authorization: authorization.map(str::to_owned),
            body: Value::Null,
            files: Vec::new(),
        })
    }

    pub(crate) async fn read_body(&mut self, request: Request) -> Result<(), Refusal> {
        let kind =
            request.headers().get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
        if kind.starts_with("multipart/form-data") {
            let multipart = Multipart::from_request(request, &()).await.map_err(|_| Refusal::bad_json())?;
            return self.read_parts(multipart).await;
        }
        self.body = read_json(request.into_body()).await?;
        Ok(())
    }

    async fn read_parts(&mut self, mut multipart: Multipart) -> Result<(), Refusal> {
        let broken = |error: axum::extract::multipart::MultipartError| {
            if error.status() == 413 { Refusal::too_large() } else { Refusal::bad_json() }
        };
        while let Some(field) = multipart.next_field().await.map_err(broken)? {
            let name = field.name().unwrap_or_default().to_owned();
            if name == "payload_json" {
                let text = field.text().await.map_err(broken)?;
                self.body = serde_json::from_str(&text).map_err(|_| Refusal::bad_json())?;
                continue;
            }
            let index = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']')?.parse().ok());
            let filename = field.file_name().unwrap_or("file").to_owned();
            self.files.push(Upload { index, filename, bytes: field.bytes().await.map_err(broken)? });
        }
        Ok(())
    }

    /// The value of a query parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        let mut pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}

async fn read_json(body: Body) -> Result<Value, Refusal> {
    let bytes = axum::body::to_bytes(body, JSON_BYTES).await.map_err(|_| Refusal::too_large())?;
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(&bytes).map_err(|_| Refusal::bad_json())
}
