use shakmaty::{CastlingMode, Chess, Color, Move, Piece, Role, Square, san::SanPlus};

use crate::Language;

/// The move in standard algebraic notation, with the piece letters of the language.
#[must_use]
pub fn write_san(position: &Chess, play: Move, language: Language) -> String {
    let san = SanPlus::from_move(position.clone(), play).to_string();
    match language {
        Language::English => san,
        Language::Spanish => san.chars().map(spanish_letter).collect(),
    }
}

/// The move as programs write it: `e2e4`, `e7e8q`, castling as the king's two steps.
#[must_use]
pub fn write_uci(play: Move) -> String {
    play.to_uci(CastlingMode::Standard).to_string()
}

/// A square such as `e4`, in either case, spaces around it overlooked.
#[must_use]
pub fn read_square(text: &str) -> Option<Square> {
    Square::from_ascii(text.trim().to_ascii_lowercase().as_bytes()).ok()
}

/// A piece as a FEN letter (`Q` white, `q` black) or with its colour before it (`wQ`, `bq`).
#[must_use]
pub fn read_piece(text: &str) -> Option<Piece> {
    let mut signs = text.trim().chars();
    match (signs.next()?, signs.next(), signs.next()) {
        (sign, None, _) => Piece::from_char(sign),
        ('w', Some(role), None) => Role::from_char(role).map(|role| role.of(Color::White)),
        ('b', Some(role), None) => Role::from_char(role).map(|role| role.of(Color::Black)),
        _ => None,
    }
}

/// The colour and the upper-case letter: `wQ`, `bP`.
#[must_use]
pub fn write_piece(piece: Piece) -> String {
    format!("{}{}", piece.color.char(), piece.role.upper_char())
}

pub(super) const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The role a letter or figurine stands for. Spanish letters come first for a Spanish writer, and
/// English letters that Spanish leaves free still count.
pub(super) fn role_of(sign: char, language: Language) -> Option<Role> {
    let figurine = match sign {
        '♔' | '♚' => Some(Role::King),
        '♕' | '♛' => Some(Role::Queen),
        '♖' | '♜' => Some(Role::Rook),
        '♗' | '♝' => Some(Role::Bishop),
        '♘' | '♞' => Some(Role::Knight),
        '♙' | '♟' => Some(Role::Pawn),
        _ => None,
    };
    figurine.or_else(|| match (language, sign.to_ascii_uppercase()) {
        (Language::Spanish, 'R') => Some(Role::King),
        (Language::Spanish, 'D') => Some(Role::Queen),
        (Language::Spanish, 'T') => Some(Role::Rook),
        (Language::Spanish, 'A') => Some(Role::Bishop),
        (Language::Spanish, 'C') => Some(Role::Knight),
        (_, letter) => Role::from_char(letter),
    })
}

const fn spanish_letter(sign: char) -> char {
    match sign {
        'K' => 'R',
        'Q' => 'D',
        'R' => 'T',
        'B' => 'A',
        'N' => 'C',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_read_in_both_forms() {
        assert_eq!(read_piece("q"), read_piece("bQ"));
        assert_eq!(read_piece(" wN "), Some(Role::Knight.of(Color::White)));
        assert_eq!(read_piece("b"), Some(Role::Bishop.of(Color::Black)));
        assert_eq!(read_piece("xQ").or(read_piece("")).or(read_piece("wQQ")), None);
        assert_eq!(write_piece(Role::King.of(Color::Black)), "bK");
    }

    #[test]
    fn squares_are_read_in_either_case() {
        assert_eq!(read_square(" E4 "), Some(Square::E4));
        assert_eq!(read_square("e9").or(read_square("ñ4")), None);
    }
}
