use shakmaty::{Chess, EnPassantMode, fen::Epd};
use thiserror::Error;

use super::{Fault, read_position};
use crate::Faults;

/// A problem read from one line: a position, the number of moves if stated, and the other operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpdProblem {
    pub position: Chess,
    /// N of `bm #N` or `dm N`, or of a bare `#N` after the position.
    pub moves: Option<u8>,
    /// Operation codes with their operands, quotes removed, in the order of the line.
    pub operations: Vec<(String, String)>,
}

impl EpdProblem {
    /// The operand of an operation such as `c0` or `id`.
    #[must_use]
    pub fn operand(&self, code: &str) -> Option<&str> {
        self.operations.iter().find(|(name, _)| name == code).map(|(_, operand)| operand.as_str())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EpdError {
    #[error("{}", Faults::from(.0.clone()))]
    Position(Vec<Fault>),
    #[error("\"{0}\" is not a number of moves")]
    Moves(String),
}

/// Reads `<FEN of four to six fields> <operations>`, for example
/// `7k/8/5K2/8/8/8/8/R7 w - - bm #2; id "first";`, and also `<FEN> #2`.
///
/// # Errors
/// Every fault of the position, or a number of moves that is none.
pub fn read_epd(line: &str) -> Result<EpdProblem, EpdError> {
    let (head, tail) = line.split_at(head_length(line));
    let position = read_position(head).map_err(EpdError::Position)?;
    let operations = operations(tail);
    let stated = operations.iter().find_map(|(code, operand)| match code.as_str() {
        "bm" => operand.strip_prefix('#'),
        "dm" => Some(operand.as_str()),
        bare => bare.strip_prefix('#'),
    });
    let moves = stated
        .map(|text| match text.trim().parse() {
            Ok(moves) if moves > 0 => Ok(moves),
            _ => Err(EpdError::Moves(text.chars().take(20).collect())),
        })
        .transpose()?;
    Ok(EpdProblem { position, moves, operations })
}

/// Writes a problem as one line: position, `bm #N` and the operations, their quotes made single.
#[must_use]
pub fn write_epd(position: &Chess, moves: u8, operations: &[(&str, &str)]) -> String {
    let mut line = format!("{} bm #{moves};", Epd::from_position(position, EnPassantMode::Legal));
    for (code, operand) in operations {
        let operand: String = operand.chars().map(|sign| if sign == '"' { '\'' } else { sign }).collect();
        line.push_str(&format!(" {code} \"{}\";", operand.replace(['\n', '\r'], " ")));
    }
    line
}

/// Where the position ends: at the first word that cannot belong to it.
fn head_length(line: &str) -> usize {
    let mut fields = 0;
    let mut from = 0;
    for word in line.split_inclusive(char::is_whitespace) {
        let bare = word.trim();
        let operation = matches!(bare, "bm" | "dm" | "am" | "id" | "ce" | "acd" | "pv" | "hmvc" | "fmvn")
            || bare.starts_with(['#', ';'])
            || (bare.len() == 2
                && bare.starts_with('c')
                && bare.ends_with(|sign: char| sign.is_ascii_digit())
                && fields > 3);
        if operation {
            return from;
        }
        fields += usize::from(!bare.is_empty());
        from += word.len();
    }
    line.len()
}

fn operations(text: &str) -> Vec<(String, String)> {
    let mut quoted = false;
    text.split(|sign| {
        quoted ^= sign == '"';
        sign == ';' && !quoted
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
    .map(|part| {
        let (code, operand) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        (code.to_owned(), operand.trim().trim_matches('"').to_owned())
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::write_fen, *};

    #[test]
    fn the_number_of_moves_is_read_in_every_form() {
        for line in [
            "7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"one; two\"; c7 \"bench=1\";",
            "7k/8/5K2/8/8/8/8/R7 w - - 0 1 dm 2;",
            "7k/8/5K2/8/8/8/8/R7 w - - #2",
            "7k/8/5K2/8/8/8/8/R7 bm #2",
        ] {
            let problem = read_epd(line).unwrap();
            assert_eq!(problem.moves, Some(2), "{line}");
            assert_eq!(write_fen(&problem.position), "7k/8/5K2/8/8/8/8/R7 w - - 0 1");
        }
    }

    #[test]
    fn operands_keep_what_stands_in_quotes() {
        let problem = read_epd("7k/8/5K2/8/8/8/8/R7 w - - bm Ra8+; id \"a; b\"; c0 \"keys=x\"").unwrap();
        assert_eq!(problem.operand("id"), Some("a; b"));
        assert_eq!(problem.operand("c0"), Some("keys=x"));
        assert_eq!((problem.moves, problem.operand("c1")), (None, None));
    }

    #[test]
    fn a_written_line_reads_back() {
        let problem = read_epd("7k/8/5K2/8/8/8/8/R7 w - - #2").unwrap();
        let line = write_epd(&problem.position, 2, &[("id", "a; \"b\""), ("c0", "keys=x")]);
        assert_eq!(line, "7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"a; 'b'\"; c0 \"keys=x\";");
        let again = read_epd(&line).unwrap();
        assert_eq!((again.position, again.moves), (problem.position, Some(2)));
        assert_eq!(again.operations[1].1, "a; 'b'");
    }

    #[test]
    fn faults_of_the_position_and_of_the_number_are_told_apart() {
        assert_eq!(read_epd("7k/8/5K2/8/8/8/8/R7 w - - bm #0"), Err(EpdError::Moves("0".into())));
        assert!(matches!(read_epd("8/8/8/8 bm #2"), Err(EpdError::Position(_))));
    }

    proptest! {
        #[test]
        fn no_line_panics_the_reader(line in any::<String>()) {
            let _ = read_epd(&line);
        }

        #[test]
        fn no_almost_epd_panics_the_reader(tail in "[ ;\"#a-z0-9+é-]{0,60}") {
            let _ = read_epd(&format!("7k/8/5K2/8/8/8/8/R7 w - - {tail}"));
            let _ = read_epd(&format!("7k/8/5K2/8/8/8/8/R7 {tail}"));
        }
    }
}
