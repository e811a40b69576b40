//! Diagrams, ratings and leaderboards as pictures and as words.

mod alt;
mod animation;
mod arrow;
mod art;
mod backdrop;
mod board;
mod canvas;
mod caption;
mod chart;
mod check;
mod colour;
mod encode;

mod huffman;
mod layout;
mod leaderboard;
mod lzw;
mod overlay;
mod palette;
mod refused;
mod sheet;
mod squeeze;
mod studio;
mod style;
mod text;
mod theme;
mod tiles;
mod words;

pub use alt::{ALT_TEXT_LIMIT, alt_text};
pub use animation::Frame;
pub use art::{Paint, Shape, Sprite, piece_svg};
pub use chart::{Chart, ChartPoint};
pub use leaderboard::{Leaderboard, Standing};
pub use refused::{Fault, Refused};
pub use sheet::contact_sheet;
pub use studio::Studio;
pub use style::{Language, Style};
pub use theme::Theme;
