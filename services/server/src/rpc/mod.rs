//! The services: messages in, words of the house inside, messages out.

mod profile;

pub(crate) use profile::ProfileRpc;
