//! What people report, and what managers and administrators do about it; every act is recorded.

mod acts;
mod hiding;
mod profiles;
mod reason;
mod reports;
mod rights;

pub(crate) use acts::delete_problem;
pub(crate) use hiding::{known_hidden, sees};
pub(crate) use reason::reason;
pub(crate) use rights::Administrators;
