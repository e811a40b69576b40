//! Captions such as "White to move": lines of text close to a board that tell whose turn it is.

mod letters;
mod lines;
mod phrase;
mod sheet;
mod tell;

pub(super) use tell::Captions;
