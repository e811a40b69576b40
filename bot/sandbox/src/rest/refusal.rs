//! How Discord says no.

use serde_json::{Value, json};

use crate::faults::{At, Faults};
use crate::permissions;

#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) body: Value,
    /// Whether it was the request that was wrong, rather than the time or the world.
    pub(crate) blamed: bool,
}

impl Refusal {
    fn new(status: u16, code: u64, message: &str) -> Refusal {
        Refusal {
            status,
            body: json!({"message": message, "code": code}),
            blamed: matches!(status, 400 | 401 | 405),
        }
    }

    pub(crate) fn form(faults: &Faults) -> Refusal {
        let mut refusal = Refusal::new(400, 50035, "Invalid Form Body");
        refusal.body["errors"] = faults.nested();
        refusal
    }

    pub(crate) fn one_fault(path: &[&str], code: &'static str, message: &str) -> Refusal {
        let mut faults = Faults::default();
        faults.add(&At::of(path), code, message);
        Refusal::form(&faults)
    }

    pub(crate) fn unknown_attachment(index: usize) -> Refusal {
        let index = index.to_string();
        Refusal::one_fault(
            &["attachments", &index, "id"],
            "ATTACHMENT_NOT_FOUND",
            "No file was sent for this attachment",
        )
    }

    pub(crate) fn unauthorized() -> Refusal {
        Refusal::new(401, 0, "401: Unauthorized")
    }

    pub(crate) fn no_such_route() -> Refusal {
        Refusal { blamed: true, ..Refusal::new(404, 0, "404: Not Found") }
    }

    pub(crate) fn wrong_method() -> Refusal {
        Refusal::new(405, 0, "405: Method Not Allowed")
    }

    pub(crate) fn bad_json() -> Refusal {
        Refusal::new(400, 50109, "The request body contains invalid JSON.")
    }

    pub(crate) fn too_large() -> Refusal {
        Refusal { blamed: true, ..Refusal::new(413, 40005, "Request entity too large") }
    }

    pub(crate) fn empty_message() -> Refusal {
        Refusal::new(400, 50006, "Cannot send an empty message")
    }

    pub(crate) fn unknown_channel() -> Refusal {
        Refusal::new(404, 10003, "Unknown Channel")
    }

    pub(crate) fn unknown_guild() -> Refusal {
        Refusal::new(404, 10004, "Unknown Guild")
    }

    pub(crate) fn unknown_member() -> Refusal {
        Refusal::new(404, 10007, "Unknown Member")
    }

    pub(crate) fn unknown_message() -> Refusal {
        Refusal::new(404, 10008, "Unknown Message")
    }

    pub(crate) fn unknown_user() -> Refusal {
        Refusal::new(404, 10013, "Unknown User")
    }

    pub(crate) fn unknown_webhook() -> Refusal {
        Refusal::new(404, 10015, "Unknown Webhook")
    }

    pub(crate) fn unknown_interaction() -> Refusal {
        Refusal::new(404, 10062, "Unknown interaction")
    }

    pub(crate) fn unknown_command() -> Refusal {
        Refusal::new(404, 10063, "Unknown application command")
    }

    pub(crate) fn already_answered() -> Refusal {
        Refusal::new(400, 40060, "Interaction has already been acknowledged.")
    }

    pub(crate) fn expired_token() -> Refusal {
        Refusal { blamed: false, ..Refusal::new(401, 50027, "Invalid Webhook Token") }
    }

    pub(crate) fn too_many_old_edits() -> Refusal {
        let message = "Maximum number of edits to messages older than 1 hour reached. Try again later.";
        let mut refusal = Refusal::new(429, 30046, message);
        refusal.body["retry_after"] = json!(60.0);
        refusal.body["global"] = json!(false);
        refusal
    }

    pub(crate) fn too_many_pins() -> Refusal {
        Refusal { blamed: false, ..Refusal::new(400, 30003, "Maximum number of pins reached (250)") }
    }

    pub(crate) fn missing_access() -> Refusal {
        Refusal::new(403, 50001, "Missing Access")
    }

    pub(crate) fn not_the_author() -> Refusal {
        Refusal::new(403, 50005, "Cannot edit a message authored by another user")
    }

    pub(crate) fn not_here() -> Refusal {
        Refusal { blamed: false, ..Refusal::new(400, 50024, "Cannot execute action on this channel type") }
    }

    pub(crate) fn archived() -> Refusal {
        Refusal { blamed: false, ..Refusal::new(400, 50083, "Thread is archived") }
    }

    pub(crate) fn thread_exists() -> Refusal {
        Refusal {
            blamed: false,
            ..Refusal::new(400, 160_004, "A thread has already been created for this message")
        }
    }

    pub(crate) fn missing_permission(bit: u64) -> Refusal {
        tracing::debug!(permission = permissions::name(bit), "the bot lacks a permission");
        Refusal::new(403, 50013, "Missing Permissions")
    }
}
