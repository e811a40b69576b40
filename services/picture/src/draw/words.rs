use super::Language::{self, English, Spanish};
use super::art::{Paint, Shape, Sprite};
use crate::Ground;

pub(super) fn to_move(side: &str, language: Language) -> String {
    match (side, language) {
        ("white", English) => "White to move".into(),
        ("white", Spanish) => "Juegan blancas".into(),
        ("black", English) => "Black to move".into(),
        ("black", Spanish) => "Juegan negras".into(),
        ("x", English) => "Player 1 to move".into(),
        ("x", Spanish) => "Juega el jugador 1".into(),
        ("o", English) => "Player 2 to move".into(),
        ("o", Spanish) => "Juega el jugador 2".into(),
        (name, English) => format!("{name} to move"),
        (name, Spanish) => format!("Juega {name}"),
    }
}

/// What a problem asks for: on a chequered board mate, elsewhere any win.
pub(super) fn mate_in(moves: u8, ground: Ground, language: Language) -> String {
    match (ground, language) {
        (Ground::Chequered, English) => format!("Mate in {moves}"),
        (Ground::Chequered, Spanish) => format!("Mate en {moves}"),
        (_, English) => format!("Win in {moves}"),
        (_, Spanish) => format!("Gana en {moves}"),
    }
}

pub(super) fn moves_left(moves: u8, language: Language) -> String {
    match (language, moves) {
        (English, 1) => "1 move left".into(),
        (English, _) => format!("{moves} moves left"),
        (Spanish, 1) => "Queda 1 jugada".into(),
        (Spanish, _) => format!("Quedan {moves} jugadas"),
    }
}

/// The piece in words: `black knight`, `caballo negro`.
pub(super) fn piece(sprite: Sprite, language: Language) -> String {
    let (english, spanish, feminine) = match sprite.shape {
        Shape::King => ("king", "rey", false),
        Shape::Queen => ("queen", "dama", true),
        Shape::Rook => ("rook", "torre", true),
        Shape::Bishop => ("bishop", "alfil", false),
        Shape::Knight => ("knight", "caballo", false),
        Shape::Pawn => ("pawn", "peón", false),
        Shape::Disc => ("disc", "ficha", true),
        Shape::Bomb => ("bomb", "bomba", true),
    };
    let colour = match (language, sprite.paint, feminine) {
        (English, Paint::White, _) => "white",
        (English, Paint::Black, _) => "black",
        (English, Paint::Red, _) => "red",
        (English, Paint::Yellow, _) => "yellow",
        (Spanish, Paint::White, true) => "blanca",
        (Spanish, Paint::White, false) => "blanco",
        (Spanish, Paint::Black, true) => "negra",
        (Spanish, Paint::Black, false) => "negro",
        (Spanish, Paint::Red, true) => "roja",
        (Spanish, Paint::Red, false) => "rojo",
        (Spanish, Paint::Yellow, true) => "amarilla",
        (Spanish, Paint::Yellow, false) => "amarillo",
    };
    match language {
        English => format!("{colour} {english}"),
        Spanish => format!("{spanish} {colour}"),
    }
}
