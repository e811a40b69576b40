//! Chess: positions from shakmaty, met with generous reading and strict judging.
//!
//! Castling and en passant follow problem convention: castling is possible if the text grants it and
//! king and rook stand on their squares, en passant only if the text names the square.

mod canonical;
mod edit;
mod epd;
mod evaluate;
mod fault;
mod fen;
mod judge;
mod pattern;
mod pgn;
mod read;
mod refusal;
mod rules;
mod sketch;
mod starter;
mod words;

pub use canonical::canonical;
pub use edit::{Edit, EditError, edit};
pub use epd::{EpdError, EpdProblem, read_epd, write_epd};
pub use fault::Fault;
pub use fen::{read_setup, write_fen, write_setup};
pub use judge::{judge, read_position};
pub use pgn::{Pgn, PgnMove, PgnTry};
pub use read::read_move;
pub use shakmaty::{Chess, Color, Move, Piece, Position, Role, Setup, Square};
pub use starter::starter_problems;
pub use words::{read_piece, read_square, write_piece, write_san, write_uci};
