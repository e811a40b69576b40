use crate::wrap::wrap;

/// A game or a line of chess, to be written in the export form of PGN (Edwards 1994, "Portable Game Notation Specification and
/// Implementation Guide").
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pgn {
    pub event: String,
    /// As 2026.11.18.
    pub date: String,
    pub white: String,
    pub black: String,
    /// More names and values, in order.
    pub more: Vec<(&'static str, String)>,
    /// The FEN of where it begins, unless that is where every game begins.
    pub start: Option<String>,
    pub moves: Vec<PgnMove>,
    /// Behind the last move.
    pub comment: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
}

/// A move, and what was tried in its place and taken back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PgnMove {
    /// SAN with English letters.
    pub san: String,
    pub tries: Vec<PgnTry>,
}

/// A wrong move and the answer that refutes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnTry {
    pub san: String,
    pub refutation: Option<String>,
}

/// The tags that every reader wants, in the order of the standard.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/// PGN's signs for a mistake and for a good move.
const MISTAKE: &str = "$2";
const GOOD: &str = "$1";

impl Pgn {
    /// The text, with no line longer than 80 characters but those of tags, and a line break at its end.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| text.push_str(&format!("[{name} \"{}\"]\n", escape(value)));
        let roster = [&*self.event, "Tablero", &self.date, "-", &self.white, &self.black, self.result];
        ROSTER.into_iter().zip(roster).for_each(|(name, value)| tag(name, value));
        if let Some(start) = &self.start {
            tag("SetUp", "1");
            tag("FEN", start);
        }
        self.more.iter().for_each(|(name, value)| tag(name, value));
        text.push('\n');
        text.push_str(&wrap(&self.tokens()));
        text
    }

    fn tokens(&self) -> Vec<String> {
        let mut clock = Clock::of(self.start.as_deref());
        let mut tokens = Vec::new();
        let mut numbered = false;
        for made in &self.moves {
            tokens.extend(clock.number(!numbered));
            tokens.push(made.san.clone());
            numbered = made.tries.is_empty();
            for tried in &made.tries {
                tokens.extend(variation(clock, tried));
            }
            clock.advance();
        }
        if !self.comment.is_empty() {
            let words = format!("{{{}}}", self.comment.replace(['{', '}'], "'"));
            tokens.extend(words.split_whitespace().map(str::to_owned));
        }
        tokens.push(self.result.to_owned());
        tokens
    }
}

fn variation(mut clock: Clock, tried: &PgnTry) -> Vec<String> {
    let mut tokens: Vec<String> = clock.number(true).into_iter().collect();
    tokens.extend([tried.san.clone(), MISTAKE.into()]);
    if let Some(refutation) = &tried.refutation {
        clock.advance();
        tokens.extend(clock.number(false));
        tokens.extend([refutation.clone(), GOOD.into()]);
    }
    if let Some(first) = tokens.first_mut() {
        first.insert(0, '(');
    }
    if let Some(last) = tokens.last_mut() {
        last.push(')');
    }
    tokens
}

/// Whose move it is and which.
#[derive(Debug, Clone, Copy)]
struct Clock {
    number: u32,
    black: bool,
}

impl Clock {
    fn of(start: Option<&str>) -> Clock {
        let mut fields = start.unwrap_or_default().split_whitespace().skip(1);
        let black = fields.next() == Some("b");
        let number = fields.nth(3).and_then(|field| field.parse().ok()).filter(|number| *number > 0);
        Clock { number: number.unwrap_or(1), black }
    }

    /// The number before a move: always White's, Black's where a reader needs it.
    fn number(self, needed: bool) -> Option<String> {
        match (self.black, needed) {
            (false, _) => Some(format!("{}.", self.number)),
            (true, true) => Some(format!("{}...", self.number)),
            (true, false) => None,
        }
    }

    fn advance(&mut self) {
        self.number += u32::from(self.black);
        self.black = !self.black;
    }
}

/// A value of a tag: one line, in which quotes and backslashes are not the end.
fn escape(value: &str) -> String {
    let plain: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(texts: &[&str]) -> Vec<PgnMove> {
        texts.iter().map(|san| PgnMove { san: (*san).into(), tries: Vec::new() }).collect()
    }

    #[test]
    fn a_game_has_its_tags_its_moves_and_its_result() {
        let pgn = Pgn {
            event: "Game".into(),
            date: "2026.11.18".into(),
            white: "a \"b\" \\ c\n".into(),
            black: "?".into(),
            more: vec![("Annotator", "d".into())],
            moves: moves(&["f3", "e5", "g4", "Qh4#"]),
            result: "0-1",
            ..Pgn::default()
        };
        let wanted = "[Event \"Game\"]\n[Site \"Tablero\"]\n[Date \"2026.11.18\"]\n[Round \"-\"]\n\
                      [White \"a \\\"b\\\" \\\\ c \"]\n[Black \"?\"]\n[Result \"0-1\"]\n[Annotator \"d\"]\n\n\
                      1. f3 e5 2. g4 Qh4# 0-1\n";
        assert_eq!(pgn.write(), wanted);
    }

    #[test]
    fn numbers_go_on_from_the_position() {
        let start = Some("8/8/4q3/5Rr1/1b1Knn2/6N1/8/3k4 b - - 3 17".to_owned());
        let pgn = Pgn { start, moves: moves(&["Nd2", "Kc5", "Qd5#"]), result: "0-1", ..Pgn::default() };
        assert!(pgn.write().ends_with("17... Nd2 18. Kc5 Qd5# 0-1\n"), "{}", pgn.write());
        assert!(pgn.write().contains("[SetUp \"1\"]\n[FEN \"8/8/4q3/5Rr1/1b1Knn2/6N1/8/3k4 b - - 3 17\"]\n"));
    }

    #[test]
    fn what_was_taken_back_is_a_variation() {
        let tries = vec![
            PgnTry { san: "Rxg6".into(), refutation: Some("Re4".into()) },
            PgnTry { san: "Ke8".into(), refutation: None },
        ];
        let first = PgnMove { san: "Nd7".into(), tries };
        let moves = [vec![first], moves(&["Ne5", "Qxe5#"])].concat();
        let pgn = Pgn { moves, result: "1-0", ..Pgn::default() };
        let wanted = "1. Nd7 (1. Rxg6 $2 Re4 $1) (1. Ke8 $2) 1... Ne5 2. Qxe5# 1-0\n";
        assert!(pgn.write().ends_with(wanted), "{}", pgn.write());
    }

    #[test]
    fn a_comment_cannot_end_itself_and_long_lines_are_broken() {
        let comment = "given up } after {a while".to_owned();
        let pgn = Pgn { moves: moves(&["Nf3"; 60]), comment, result: "*", ..Pgn::default() };
        let text = pgn.write();
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(text.lines().count() > 5);
        assert!(text.ends_with("{given up ' after 'a while} *\n"), "{text}");
    }
}
