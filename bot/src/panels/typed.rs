/// The moves of a line as people type it: without numbers, dots and marks.
pub(super) fn moves_of(line: &str) -> Vec<String> {
    let words = line.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    words.map(without_number).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// `1.Qh5` is `Qh5`, `1...Ke7` is `Ke7`, but `1` is a move of its own in some games.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with(['.', '…']) {
        rest.trim_start_matches(['.', '…'])
    } else {
        word
    }
}

/// Whether somebody who typed this meant that move.
pub(super) fn same_move(typed: &str, text: &str, code: &str) -> bool {
    let bare = |text: &str| {
        text.chars()
            .filter(|c| !matches!(c, '+' | '#' | '!' | '?' | 'x' | '=' | '-' | ':'))
            .collect::<String>()
    };
    bare(typed).eq_ignore_ascii_case(&bare(text)) || typed.eq_ignore_ascii_case(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_dots_of_a_line_are_passed_over() {
        assert_eq!(moves_of("1.Qh5 Ke7 2. Qf7#"), ["Qh5", "Ke7", "Qf7#"]);
        assert_eq!(moves_of("1...Kd8, 2.Re8"), ["Kd8", "Re8"]);
        assert_eq!(moves_of("4 boom"), ["4", "boom"]);
        assert_eq!(moves_of("  "), Vec::<String>::new());
    }

    #[test]
    fn a_reply_is_recognised_without_its_marks() {
        assert!(same_move("Kxf7", "Kxf7+", "e8f7"));
        assert!(same_move("kf7", "Kxf7", "e8f7"));
        assert!(same_move("e8f7", "Kxf7", "e8f7"));
        assert!(!same_move("Kd7", "Kxf7", "e8f7"));
    }
}
