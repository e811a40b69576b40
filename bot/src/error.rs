use thiserror::Error;
use tonic::{Code, Status};
use tonic_types::{FieldViolation, StatusExt};

use crate::words::{Language, refusal, say};

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something a person asked for was not done.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// The server refused, or is not there.
    #[error("{0}")]
    Server(Box<Status>),
    #[error(transparent)]
    Discord(Box<serenity::Error>),
    /// In the person's own words already.
    #[error("{0}")]
    Told(String),
    /// A component or an answer of the server's that we cannot make sense of.
    #[error("{0}")]
    Unexpected(String),
}

impl From<Status> for Error {
    fn from(status: Status) -> Error {
        Error::Server(Box::new(status))
    }
}

impl From<serenity::Error> for Error {
    fn from(error: serenity::Error) -> Error {
        Error::Discord(Box::new(error))
    }
}

impl Error {
    /// The server's stable reasons: the one of the whole call, and those of every fault.
    pub(crate) fn reason(&self) -> Option<String> {
        match self {
            Error::Server(status) => status.get_details_error_info().map(|info| info.reason),
            _ => None,
        }
    }

    /// A value that the server told with its reason.
    pub(crate) fn metadata(&self, name: &str) -> Option<String> {
        match self {
            Error::Server(status) => status.get_details_error_info()?.metadata.get(name).cloned(),
            _ => None,
        }
    }

    /// Whether somebody should look into it: everything that is not the person's own doing.
    pub(crate) fn is_ours(&self) -> bool {
        match self {
            Error::Server(status) => matches!(
                status.code(),
                Code::Internal | Code::Unknown | Code::Unimplemented | Code::Unauthenticated | Code::DataLoss
            ),
            Error::Discord(_) | Error::Unexpected(_) => true,
            Error::Told(_) => false,
        }
    }

    /// What happened and what to do, for the person. Never an internal text.
    pub(crate) fn words(&self, language: Language) -> String {
        match self {
            Error::Told(words) => words.clone(),
            Error::Server(status) => server_words(status, language),
            Error::Discord(_) | Error::Unexpected(_) => unexpected(language),
        }
    }
}

fn server_words(status: &Status, language: Language) -> String {
    let violations = status.get_details_bad_request().map(|bad| bad.field_violations).unwrap_or_default();
    if !violations.is_empty() {
        let mut lines: Vec<String> = Vec::new();
        for line in violations.iter().map(|fault| fault_words(fault, language)) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        return lines.join("\n");
    }
    let reason = status.get_details_error_info().map(|info| info.reason).unwrap_or_default();
    if let Some(words) = refusal(&reason, language) {
        return words.to_owned();
    }
    match status.code() {
        Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled => say!(
            language,
            "Tablero does not answer just now. Nothing is lost: try again in a few seconds.",
            "Tablero no responde ahora mismo. No se ha perdido nada: inténtalo en unos segundos."
        ),
        _ => unexpected(language),
    }
}

/// Of a move or a position the server tells in English more than a reason can.
fn fault_words(fault: &FieldViolation, language: Language) -> String {
    let detailed = language == Language::English
        && matches!(fault.field.as_str(), "move" | "position")
        && fault.reason != "UNREADABLE";
    let known = refusal(&fault.reason, language).filter(|_| !detailed);
    known.map_or_else(|| sentence(&fault.description), str::to_owned)
}

fn unexpected(language: Language) -> String {
    say!(
        language,
        "Something went wrong on our side. Nothing is lost: try again, and tell us if it stays like this.",
        "Algo ha fallado por nuestra parte. No se ha perdido nada: inténtalo otra vez, y avísanos si sigue así."
    )
}

/// With a capital letter and a full stop.
pub(crate) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tonic_types::ErrorDetails;

    fn refused(code: Code, reason: &str) -> Error {
        let details = ErrorDetails::with_error_info(reason, "tablero", std::collections::HashMap::new());
        Status::with_error_details(code, "some secret", details).into()
    }

    #[test]
    fn a_known_reason_is_told_in_the_readers_language() {
        let error = refused(Code::FailedPrecondition, "NOT_YOUR_TURN");
        assert_eq!(error.words(Language::English), "It is not your turn.");
        assert_eq!(error.words(Language::Spanish), "No es tu turno.");
    }

    #[test]
    fn an_unknown_reason_never_shows_the_servers_text() {
        let error = refused(Code::Internal, "SOMETHING_NEW");
        for language in [Language::English, Language::Spanish] {
            assert!(!error.words(language).contains("secret"));
        }
        assert!(error.is_ours());
    }

    #[test]
    fn every_fault_is_told() {
        let mut details = ErrorDetails::new();
        details.add_bad_request_violation("position", "the kings touch");
        details.add_bad_request_violation("position", "no king for black");
        let error = Error::from(Status::with_error_details(Code::InvalidArgument, "", details));
        assert_eq!(error.words(Language::English), "The kings touch.\nNo king for black.");
    }
}
