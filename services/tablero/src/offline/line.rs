use tablero_game::{Language, Refused, Table};

/// The moves of a line as people write it, without their numbers, as far as they can be played; a word
/// that cannot be played is the last of them or is followed by what was not looked at.
pub(super) fn moves<'a>(start: &dyn Table, line: &'a str) -> Vec<&'a str> {
    let mut table = start.boxed();
    let clean = |word| match table.play(word, Language::English) {
        // Only now: in a game whose moves are numbers, `3.` is a move.
        Err(Refused::Unreadable(_)) => {
            let rest = unnumbered(word);
            // The word is refused where it is played in earnest.
            let _ = table.play(rest, Language::English);
            rest
        }
        _ => word,
    };
    line.split_whitespace().map(clean).filter(|word| !word.is_empty()).collect()
}

/// A word of a line without its move number: `1.e4` and `12...Kd8` are moves, `3.` is none.
fn unnumbered(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with(['.', '…']) { rest.trim_start_matches(['.', '…']) } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(game: &str) -> Box<dyn Table> {
        tablero_game::find(game).unwrap().start("").unwrap()
    }

    #[test]
    fn move_numbers_are_passed_over() {
        let words = ["1.", "1.e4", "12...Kd8", "3…", "e4", "4", "1-0"];
        assert_eq!(words.map(unnumbered), ["", "e4", "Kd8", "", "e4", "4", "1-0"]);
        assert_eq!(moves(&*start("chess"), "1. e4 e5 2. Nf3 1-0"), ["e4", "e5", "Nf3", "1-0"]);
    }

    #[test]
    fn a_number_is_a_move_where_moves_are_numbers() {
        assert_eq!(moves(&*start("boom"), "1. 3 x 5."), ["1.", "3", "x", "5."]);
        assert_eq!(moves(&*start("othello"), "1.d3 c5"), ["d3", "c5"]);
    }
}
