//! Tools that need no server and no database.

pub(crate) mod compose;
pub(crate) mod draw;
mod epd;
mod line;
pub(crate) mod perft;
pub(crate) mod read;
pub(crate) mod replay;
pub(crate) mod solve;
mod start;
pub(crate) mod validate;
mod words;

pub(crate) use compose::ComposeOptions;
pub(crate) use draw::DrawOptions;
pub(crate) use perft::PerftOptions;
pub(crate) use read::ReadOptions;
pub(crate) use replay::ReplayOptions;
pub(crate) use solve::SolveOptions;
pub(crate) use validate::ValidateOptions;
