//! Boards in pictures: found, read square by square, and told with honest doubts.

mod attend;
mod board;
mod caption;
mod decode;
mod edges;
mod grid;
mod lattice;
mod locate;
mod look;
mod name;
mod net;
mod orient;
mod pixels;
mod reader;
mod rectify;
mod refine;
mod rules;
mod solve;
mod unreadable;

pub use board::{Board, Piece, Seen, Side, View};
pub use reader::{Bounds, Reader};
pub use unreadable::Unreadable;
