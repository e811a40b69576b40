//! Drawing for callers: off the async threads, a few at once, and equal pictures only once.

mod kept;
mod press;

pub(crate) use press::{Order, Press};
