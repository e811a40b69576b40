//! What a profile is made of: names, passwords, secrets; and what can be done with it.

mod account;
mod hash;
mod identity;
mod link;
mod name;
mod password;
mod secret;
mod session;

pub(crate) use account::{Profiles, Update};
pub(crate) use identity::{Claim, identity_faults, is_external_id, is_provider, person_of};
pub(crate) use name::Name;
pub(crate) use password::{Guess, Password, Passwords};
pub(crate) use secret::{LinkSecret, Token, sha256};
