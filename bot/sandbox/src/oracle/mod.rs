//! Discord's own API description, held against every request and every answer.

mod schema;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use crate::faults::{At, Faults};
use schema::Schemas;

/// The description, read once a process; each schema is compiled when first needed.
pub(crate) struct Oracle {
    paths: Value,
    requests: Schemas,
    answers: Schemas,
    compiled: Mutex<HashMap<String, Option<Arc<Validator>>>>,
}

/// What the description says of a request.
#[derive(Debug)]
pub(crate) enum Opinion {
    UnknownPath,
    WrongMethod,
    Judged(Faults),
}

static OPEN: LazyLock<Mutex<HashMap<PathBuf, Arc<Oracle>>>> = LazyLock::new(Mutex::default);

impl Oracle {
    /// # Errors
    /// When the file cannot be read or is not JSON.
    pub(crate) fn open(path: &Path) -> io::Result<Arc<Oracle>> {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(oracle) = open.get(path) {
            return Ok(oracle.clone());
        }
        let mut spec: Value = serde_json::from_slice(&std::fs::read(path)?)?;
        let schemas = spec["components"]["schemas"].take();
        let oracle = Arc::new(Oracle {
            paths: spec["paths"].take(),
            requests: Schemas::of_requests(&schemas),
            answers: Schemas::of_answers(&schemas),
            compiled: Mutex::default(),
        });
        open.insert(path.to_owned(), oracle.clone());
        Ok(oracle)
    }

    /// Judges a request; of a multipart body, its `payload_json`.
    pub(crate) fn judge_request(&self, method: &str, path: &str, body: &Value) -> Opinion {
        let Some(template) = self.template(path) else { return Opinion::UnknownPath };
        let operation = &self.paths[template][method.to_lowercase().as_str()];
        if operation.is_null() {
            return Opinion::WrongMethod;
        }
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let mut faults = Faults::default();
        if let Some(validator) = self.compile(&self.requests, &format!("{method} {template}"), schema) {
            for error in validator.iter_errors(body).filter(|error| !self.is_only_elsewhere(error)) {
                let at = At::of(error.instance_path().to_string().split('/').filter(|key| !key.is_empty()));
                faults.add(&at, "API_DESCRIPTION", shorten(&error.to_string()));
            }
        }
        Opinion::Judged(faults)
    }

    /// Every way in which an answer of ours differs from the description.
    pub(crate) fn judge_answer(&self, method: &str, path: &str, status: u16, body: &Value) -> Vec<String> {
        let Some(template) = self.template(path) else { return Vec::new() };
        let answers = &self.paths[template][method.to_lowercase().as_str()]["responses"];
        let status = status.to_string();
        let general = format!("{}XX", &status[..1]);
        let known = [&status, &general].into_iter().find(|key| !answers[key.as_str()].is_null());
        let Some(known) = known else {
            return vec![format!("answered {status} to {method} {template}, which Discord does not")];
        };
        let schema = &answers[known.as_str()]["content"]["application/json"]["schema"];
        let name = format!("{method} {template} {known}");
        let Some(validator) = self.compile(&self.answers, &name, schema) else { return Vec::new() };
        let describe = |error: ValidationError<'_>| {
            format!("answered {name} wrongly at {}: {}", error.instance_path(), shorten(&error.to_string()))
        };
        validator.iter_errors(body).map(describe).collect()
    }

    /// Libraries send fields that belong to a sibling of the object, mostly as null, and Discord ignores them. A field
    /// that nothing in the description has is a mistake.
    fn is_only_elsewhere(&self, error: &ValidationError<'_>) -> bool {
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                unexpected.iter().all(|field| self.requests.knows_field(field))
            }
            _ => false,
        }
    }

    /// The path of the description that this one follows; the most literal wins (`@original` over an id).
    fn template(&self, path: &str) -> Option<&str> {
        let wanted: Vec<&str> = path.split('/').collect();
        let fits = |template: &&str| {
            let parts: Vec<&str> = template.split('/').collect();
            parts.len() == wanted.len()
                && parts.iter().zip(&wanted).all(|(part, word)| part.starts_with('{') || part == word)
        };
        self.paths
            .as_object()?
            .keys()
            .map(String::as_str)
            .filter(fits)
            .min_by_key(|template| template.matches('{').count())
    }

    fn compile(&self, schemas: &Schemas, name: &str, schema: &Value) -> Option<Arc<Validator>> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = compiled.get(name) {
            return known.clone();
        }
        let made = (!schema.is_null()).then(|| schemas.compile(schema)).flatten().map(Arc::new);
        compiled.insert(name.to_owned(), made.clone());
        made
    }
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Oracle").finish_non_exhaustive()
    }
}

/// Errors quote the whole offending value first and the reason last.
fn shorten(text: &str) -> String {
    let length = text.chars().count();
    if length <= 300 {
        return text.to_owned();
    }
    let end: String = text.chars().skip(length - 240).collect();
    format!("… {end}")
}
