//! Tools that need no server and no database.

pub(crate) mod compose;
pub(crate) mod draw;
mod epd;
pub(crate) mod perft;
pub(crate) mod read;
pub(crate) mod solve;
pub(crate) mod validate;
mod words;

pub(crate) use compose::ComposeOptions;
pub(crate) use draw::DrawOptions;
pub(crate) use perft::PerftOptions;
pub(crate) use read::ReadOptions;
pub(crate) use solve::SolveOptions;
pub(crate) use validate::ValidateOptions;
