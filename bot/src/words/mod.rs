//! Everything the bot says, in English and Spanish side by side.

mod commands;
mod pieces;
mod refusals;
mod results;
mod times;

pub(crate) use tablero_picture::draw::Language;

pub(crate) use commands::translate;
pub(crate) use pieces::{game_name, level_name, piece_emoji, piece_name, side_name, spell, theme_name};
pub(crate) use refusals::refusal;
pub(crate) use results::{ending, stipulation, verdict};
pub(crate) use times::{clock, relative};

/// One sentence in the reader's language: `say!(language, "in English {x}", "en español {x}")`.
macro_rules! say {
    ($language:expr, $english:literal, $spanish:literal) => {
        match $language {
            $crate::words::Language::English => format_args!($english).to_string(),
            $crate::words::Language::Spanish => format_args!($spanish).to_string(),
        }
    };
}
pub(crate) use say;

/// The language of a Discord locale, such as `es-419`.
pub(crate) fn language_of(locale: &str) -> Language {
    if locale.starts_with("es") { Language::Spanish } else { Language::English }
}

/// The text with what Discord would read as formatting made harmless, for names that people chose.
pub(crate) fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '_' | '~' | '`' | '|' | '>' | '#' | '\\' | '[' | ']' | '<' | '@' | '-') {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// At most so many characters, with a sign that something was left out.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_said_in_the_readers_language() {
        let name = "Ana";
        assert_eq!(say!(Language::English, "Hello {name}", "Hola {name}"), "Hello Ana");
        assert_eq!(say!(language_of("es-419"), "Hello {name}", "Hola {name}"), "Hola Ana");
        assert_eq!(language_of("pt-BR"), Language::English);
    }

    #[test]
    fn a_name_cannot_format_or_ping() {
        assert_eq!(plain("*a*_b_<@1>"), "\\*a\\*\\_b\\_\\<\\@1\\>");
    }

    #[test]
    fn long_text_is_cut_by_characters() {
        assert_eq!(cut("ñandú", 5), "ñandú");
        assert_eq!(cut("ñandúes", 5), "ñand…");
    }
}
