use super::Language::{self, English, Spanish};

/// What a sprite shows, in words.
pub(crate) fn piece_name(piece: &str, language: Language) -> String {
    let name = |english, spanish| match language {
        English => String::from(english),
        Spanish => String::from(spanish),
    };
    match piece {
        "wK" => name("White king", "Rey blanco"),
        "wQ" => name("White queen", "Dama blanca"),
        "wR" => name("White rook", "Torre blanca"),
        "wB" => name("White bishop", "Alfil blanco"),
        "wN" => name("White knight", "Caballo blanco"),
        "wP" => name("White pawn", "Peón blanco"),
        "bK" => name("Black king", "Rey negro"),
        "bQ" => name("Black queen", "Dama negra"),
        "bR" => name("Black rook", "Torre negra"),
        "bB" => name("Black bishop", "Alfil negro"),
        "bN" => name("Black knight", "Caballo negro"),
        "bP" => name("Black pawn", "Peón negro"),
        "x" => name("Disc of x", "Ficha de x"),
        "o" => name("Disc of o", "Ficha de o"),
        "bomb-x" => name("Bomb of x", "Bomba de x"),
        "bomb-o" => name("Bomb of o", "Bomba de o"),
        other => other.to_owned(),
    }
}

pub(crate) fn piece_emoji(piece: &str) -> Option<&'static str> {
    Some(match piece {
        "wK" => "♔",
        "wQ" => "♕",
        "wR" => "♖",
        "wB" => "♗",
        "wN" => "♘",
        "wP" => "♙",
        "bK" => "♚",
        "bQ" => "♛",
        "bR" => "♜",
        "bB" => "♝",
        "bN" => "♞",
        // The bare pawn is drawn as an emoji by phones.
        "bP" => "♟\u{fe0e}",
        "x" => "⚫",
        "o" => "⚪",
        "bomb-x" | "bomb-o" => "💣",
        _ => return None,
    })
}

/// The name of a side, as the subject of a sentence.
pub(crate) fn side_name(side: &str, language: Language) -> String {
    match (side, language) {
        ("white", English) => "White".into(),
        ("white", Spanish) => "Blancas".into(),
        ("black", English) => "Black".into(),
        ("black", Spanish) => "Negras".into(),
        (other, _) => other.to_owned(),
    }
}

pub(crate) fn game_name(game: &str, language: Language) -> String {
    match (game, language) {
        ("chess", English) => "Chess".into(),
        ("chess", Spanish) => "Ajedrez".into(),
        ("othello", _) => "Othello".into(),
        ("boom", _) => "Boom".into(),
        (other, _) => other.to_owned(),
    }
}

pub(crate) fn level_name(level: &str, language: Language) -> String {
    match (level, language) {
        ("easy", Spanish) => "fácil".into(),
        ("normal", _) => "normal".into(),
        ("hard", Spanish) => "difícil".into(),
        ("expert", Spanish) => "experta".into(),
        (other, _) => other.to_owned(),
    }
}

pub(crate) fn theme_name(theme: &str, language: Language) -> String {
    let spanish = match theme {
        "brown" => "marrón",
        "green" => "verde",
        "blue" => "azul",
        "grey" => "gris",
        "newspaper" => "periódico",
        "contrast" => "alto contraste",
        other => other,
    };
    let english = if theme == "contrast" { "high contrast" } else { theme };
    match language {
        English => english.to_owned(),
        Spanish => spanish.to_owned(),
    }
}

/// A move with the piece letters of the reader's language.
pub(crate) fn spell(game: &str, text: &str, language: Language) -> String {
    if (game, language) != ("chess", Spanish) {
        return text.to_owned();
    }
    let letter = |c| match c {
        'K' => 'R',
        'Q' => 'D',
        'R' => 'T',
        'B' => 'A',
        'N' => 'C',
        other => other,
    };
    text.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spanish_readers_see_spanish_piece_letters_in_chess_alone() {
        assert_eq!(spell("chess", "Qxe8=R+", Spanish), "Dxe8=T+");
        assert_eq!(spell("chess", "O-O-O", Spanish), "O-O-O");
        assert_eq!(spell("chess", "Nf3", English), "Nf3");
        assert_eq!(spell("boom", "BOOM", Spanish), "BOOM");
    }
}
