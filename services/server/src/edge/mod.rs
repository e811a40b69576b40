//! Where calls come in: each gets an id, a deadline and a person, or is turned away.

mod call;
mod credentials;
mod service;

pub(crate) use call::{Call, Person, Place, Via};
pub(crate) use service::EdgeLayer;
