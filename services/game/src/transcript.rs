use crate::wrap::wrap;
use crate::{Entry, Faults, Language, Refused};

/// The course of a game in plain text, for games that have no notation of their own that others read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    /// Names and values, in order, each a line.
    pub head: Vec<(&'static str, String)>,
    /// Who moved, as the game signs sides, and what they moved in one turn.
    pub turns: Vec<(&'static str, Vec<String>)>,
}

/// Why there is no transcript.
#[derive(Debug, thiserror::Error)]
pub enum NoTranscript {
    #[error("{0}")]
    Position(Faults),
    #[error("{0}")]
    Move(Refused),
}

impl Transcript {
    /// Plays the moves, told by their codes, and notes who made them.
    ///
    /// # Errors
    /// If the position or a move is not of the game.
    pub fn of<'a>(
        game: &Entry,
        rules: &str,
        start: &str,
        codes: impl IntoIterator<Item = &'a str>,
    ) -> Result<Transcript, NoTranscript> {
        let mut table = game.decode(rules, start).map_err(NoTranscript::Position)?;
        let mut turns: Vec<(&'static str, Vec<String>)> = Vec::new();
        for code in codes {
            let side = table.side_sign(table.side_to_move());
            let text = table.play(code, Language::English).map_err(NoTranscript::Move)?.text;
            match turns.last_mut() {
                Some((last, moves)) if *last == side => moves.push(text),
                _ => turns.push((side, vec![text])),
            }
        }
        Ok(Transcript { head: Vec::new(), turns })
    }

    /// The text: the head, an empty line, and the turns with their numbers.
    #[must_use]
    pub fn write(&self) -> String {
        let one_line =
            |text: &str| text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
        let head: String =
            self.head.iter().map(|(name, value)| format!("{name}: {}\n", one_line(value))).collect();
        let turn = |(number, (side, moves)): (usize, &(&str, Vec<String>))| {
            [format!("{number}."), (*side).to_owned()].into_iter().chain(moves.clone())
        };
        let words: Vec<String> = (1..).zip(&self.turns).flat_map(turn).collect();
        format!("{head}\n{}", wrap(&words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;

    #[test]
    fn othello_is_written_turn_by_turn() {
        let game = find("othello").unwrap();
        let start = game.start("").unwrap();
        let codes = ["d3", "c3", "c4"];
        let mut transcript = Transcript::of(game, "", &start.position(), codes).unwrap();
        transcript.head = vec![("Game", "othello".into()), ("Black", "a\nb".into())];
        assert_eq!(transcript.write(), "Game: othello\nBlack: a b\n\n1. x d3 2. o c3 3. x c4\n");
    }

    #[test]
    fn two_moves_of_one_turn_stand_together() {
        let game = find("boom").unwrap();
        let start = game.start("").unwrap();
        let transcript = Transcript::of(game, "", &start.position(), ["4", "3", "3", "5"]).unwrap();
        let text = transcript.write();
        assert!(transcript.turns.len() < 4, "{text}");
        assert_eq!(transcript.turns.iter().map(|(_, moves)| moves.len()).sum::<usize>(), 4);
    }

    #[test]
    fn a_move_that_is_not_of_the_game_makes_no_transcript() {
        let game = find("othello").unwrap();
        let start = game.start("").unwrap();
        assert!(Transcript::of(game, "", &start.position(), ["a1"]).is_err());
        assert!(Transcript::of(game, "", "nonsense", []).is_err());
    }
}
