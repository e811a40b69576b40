use tablero_api::v1::{Match, Verdict, Winner};

use super::Language::{self, English, Spanish};
use super::say;

/// What is asked for: `Mate in 2`, or in a game without mate `Win in 2`.
pub(crate) fn stipulation(game: &str, moves: u32, language: Language) -> String {
    if game == "chess" {
        say!(language, "Mate in {moves}", "Mate en {moves}")
    } else {
        say!(language, "Win in {moves}", "Gana en {moves}")
    }
}

/// What the proof showed, in one sentence.
pub(crate) fn verdict(verdict: Verdict, language: Language) -> &'static str {
    match (verdict, language) {
        (Verdict::Unspecified, English) => "Not validated yet.",
        (Verdict::Unspecified, Spanish) => "Sin validar todavía.",
        (Verdict::Sound, English) => "✅ Sound: proven, with one key.",
        (Verdict::Sound, Spanish) => "✅ Correcto: demostrado, con una sola clave.",
        (Verdict::Cooked, English) => "🍳 Cooked: it works, but there is more than one key.",
        (Verdict::Cooked, Spanish) => "🍳 Con demoliciones: funciona, pero hay más de una clave.",
        (Verdict::Short, English) => "⏱️ There is a shorter solution.",
        (Verdict::Short, Spanish) => "⏱️ Hay una solución más corta.",
        (Verdict::NoMate, English) => "❌ There is no win in this number of moves.",
        (Verdict::NoMate, Spanish) => "❌ No se gana en ese número de jugadas.",
        (Verdict::Undecided, English) => "⌛ Not decided within the time for a proof.",
        (Verdict::Undecided, Spanish) => "⌛ Sin decidir en el tiempo de que dispone la demostración.",
        (Verdict::Illegal, English) => "⛔ The position has faults.",
        (Verdict::Illegal, Spanish) => "⛔ La posición tiene defectos.",
    }
}

/// How a match that is over ended, without who it was.
pub(crate) fn ending(game: &Match, language: Language) -> String {
    let how = match (game.reason.as_str(), language) {
        ("checkmate", English) => "checkmate",
        ("checkmate", Spanish) => "jaque mate",
        ("stalemate", English) => "stalemate",
        ("stalemate", Spanish) => "ahogado",
        ("out_of_moves", English) => "out of moves",
        ("out_of_moves", Spanish) => "sin jugadas restantes",
        ("abandoned", English) => "the other side gave up",
        ("abandoned", Spanish) => "el otro bando se rindió",
        ("insufficient_material", English) => "not enough pieces to win",
        ("insufficient_material", Spanish) => "material insuficiente",
        ("repetition" | "threefold_repetition" | "fivefold_repetition", English) => "repetition",
        ("repetition" | "threefold_repetition" | "fivefold_repetition", Spanish) => "repetición",
        ("fifty_moves" | "seventy_five_moves", English) => "too many moves without progress",
        ("fifty_moves" | "seventy_five_moves", Spanish) => "demasiadas jugadas sin avance",
        ("four_in_a_row" | "four", English) => "four in a row",
        ("four_in_a_row" | "four", Spanish) => "cuatro en línea",
        ("more_discs" | "discs", English) => "more discs",
        ("more_discs" | "discs", Spanish) => "más fichas",
        ("deleted", English) => "a player's profile was deleted",
        ("deleted", Spanish) => "se borró el perfil de un jugador",
        (_, English) => "the game is over",
        (_, Spanish) => "la partida ha terminado",
    };
    match game.winner() {
        Winner::Nobody => say!(language, "Draw: {how}", "Tablas: {how}"),
        _ => how.to_owned(),
    }
}
