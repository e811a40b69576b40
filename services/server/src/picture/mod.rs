//! Drawing for callers: off the async threads, a few at once, and equal pictures only once. And reading, likewise.

mod eye;
mod kept;
mod press;

pub(crate) use eye::Eye;
pub(crate) use press::{Order, Press};
