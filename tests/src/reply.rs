use std::fmt::Debug;
use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::StatusExt;

/// Every reason that a refusal names: the main one, then those of the fields.
pub fn reasons(status: &Status) -> Vec<String> {
    let details = status.get_error_details();
    let main = details.error_info().map(|info| info.reason.clone());
    let fields = details.bad_request().into_iter().flat_map(|bad| &bad.field_violations);
    main.into_iter().chain(fields.map(|violation| violation.reason.clone())).collect()
}

/// What a test expects of an answer.
pub trait Expect: Sized {
    /// That it is a refusal with this code and this stable reason.
    fn refused(self, code: Code, reason: &str) -> Status;

    /// That it is a refusal of the request's fields for all of these reasons, in this order, and no other.
    fn faulty(self, reasons: &[&str]) -> Status;

    /// That it is a refusal which says when to try again.
    fn refused_for_now(self, reason: &str) -> Duration;
}

impl<T: Debug> Expect for Result<T, Status> {
    #[track_caller]
    fn refused(self, code: Code, reason: &str) -> Status {
        let status = self.expect_err("a refusal");
        let info = status.get_error_details().error_info().cloned();
        let info = info.unwrap_or_else(|| panic!("{status:?} has no error info"));
        assert_eq!((status.code(), info.reason.as_str()), (code, reason), "{}", status.message());
        assert_eq!(info.domain, tablero_server::DOMAIN);
        assert!(!status.message().is_empty());
        status
    }

    #[track_caller]
    fn faulty(self, reasons: &[&str]) -> Status {
        let status = self.refused(Code::InvalidArgument, reasons[0]);
        assert_eq!(self::reasons(&status)[1..], *reasons);
        status
    }

    #[track_caller]
    fn refused_for_now(self, reason: &str) -> Duration {
        let status = self.refused(Code::ResourceExhausted, reason);
        let retry = status.get_error_details().retry_info().and_then(|info| info.retry_delay);
        retry.expect("a word when to try again")
    }
}
