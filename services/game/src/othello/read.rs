use super::{Othello, Play, square::Square};
use crate::{Game as _, Language, Refused};

/// Reads a move as people type it: `d3`, `D3!`, `d3+skip`, `d3 salto`, `pass`, `paso`, `--`. Where nothing
/// but a pass is possible, `skip` is one.
pub(super) fn read(game: &Othello, text: &str, _: Language) -> Result<Play, Refused> {
    let said = Said::of(text).ok_or_else(|| Refused::Unreadable(text.chars().take(40).collect()))?;
    let legal = game.legal_moves();
    let must_pass = legal.contains(&Play::Pass);
    match (said, legal.is_empty()) {
        (_, true) => Err(Refused::GameOver),
        (Said::Pass | Said::Skip, _) if must_pass => Ok(Play::Pass),
        (Said::Pass, _) => Err(Refused::MustMove),
        (Said::Skip, _) => Err(Refused::SkipAlone),
        (Said::Place { square, skip }, _) => {
            let play = Play::Place { square, skip };
            if legal.contains(&play) { Ok(play) } else { Err(explain(game, square, must_pass, &legal)) }
        }
    }
}

enum Said {
    Pass,
    Skip,
    Place { square: Square, skip: bool },
}

impl Said {
    fn of(text: &str) -> Option<Said> {
        let text = text.to_lowercase();
        let bare = text.trim().trim_end_matches(['!', '?', '.']).trim();
        let (place, skip) = match skip_suffix(bare) {
            Some("") => return Some(Said::Skip),
            Some(place) => (place, true),
            None => (bare, false),
        };
        match place {
            "pass" | "passes" | "pasa" | "paso" | "pasar" | "ps" | "--" | "-" => {
                (!skip).then_some(Said::Pass)
            }
            _ => Square::read(place).map(|square| Said::Place { square, skip }),
        }
    }
}

/// What comes before the word for a skip.
fn skip_suffix(text: &str) -> Option<&str> {
    let before = ["skip", "salto", "salta", "saltar"].iter().find_map(|word| text.strip_suffix(word))?;
    Some(before.trim_end().trim_end_matches('+').trim_end())
}

fn explain(game: &Othello, square: Square, must_pass: bool, legal: &[Play]) -> Refused {
    let plain = Play::Place { square, skip: false };
    match game.disc(square) {
        None => Refused::OffBoard(square.to_string()),
        Some(Some(_)) => Refused::SquareTaken(square.to_string()),
        Some(None) if must_pass => Refused::MustPass,
        Some(None) if !legal.contains(&plain) => Refused::FlipsNothing(square.to_string()),
        Some(None) if game.skips_left(game.side_to_move()) == 0 => Refused::NoSkipsLeft,
        Some(None) => Refused::SkipEndsGame,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn game(rules: &str, position: &str) -> Othello {
        Othello::decode(rules, position).unwrap()
    }

    fn read_in(game: &Othello, text: &str) -> Result<String, Refused> {
        game.read(text, Language::Spanish).map(|play| game.write(play))
    }

    #[test]
    fn moves_are_read_in_every_spelling() {
        let start = Othello::start("skips=1,0").unwrap();
        for text in ["d3", "D3", " d3 ", "d3!", "D3."] {
            assert_eq!(read_in(&start, text).as_deref(), Ok("d3"), "{text}");
        }
        for text in ["d3+skip", "D3 + SKIP", "d3 skip", "d3skip", "d3+salto", "d3 salta!"] {
            assert_eq!(read_in(&start, text).as_deref(), Ok("d3+skip"), "{text}");
        }
    }

    #[test]
    fn a_pass_is_read_in_every_spelling_where_it_is_forced() {
        let stuck = game("size=4", "xxxx/xxxx/xxxx/oxx1 x");
        assert_eq!(stuck.legal_moves(), [Play::Pass]);
        for text in ["pass", "PASS", "paso", "Pasar", "--", "skip"] {
            assert_eq!(read_in(&stuck, text).as_deref(), Ok("pass"), "{text}");
        }
        assert_eq!(read_in(&stuck, "d4"), Err(Refused::MustPass));
    }

    #[test]
    fn refusals_say_why() {
        let start = Othello::start("").unwrap();
        assert_eq!(read_in(&start, "pass"), Err(Refused::MustMove));
        assert_eq!(read_in(&start, "skip"), Err(Refused::SkipAlone));
        assert_eq!(read_in(&start, "d4"), Err(Refused::SquareTaken("d4".into())));
        assert_eq!(read_in(&start, "a1"), Err(Refused::FlipsNothing("a1".into())));
        assert_eq!(read_in(&start, "i9"), Err(Refused::OffBoard("i9".into())));
        assert_eq!(read_in(&start, "d3+skip"), Err(Refused::NoSkipsLeft));
        assert_eq!(read_in(&start, "pass+skip"), Err(Refused::Unreadable("pass+skip".into())));
        assert_eq!(read_in(&start, "hello"), Err(Refused::Unreadable("hello".into())));
        let last = game("size=4 skips=1,0", "xxxx/xxxx/xxxx/xxo1 x");
        assert_eq!(read_in(&last, "d4+skip"), Err(Refused::SkipEndsGame));
        assert_eq!(read_in(&game("size=4", "xxxx/xxxx/xxxx/xxxo x"), "a1"), Err(Refused::GameOver));
    }

    proptest! {
        #[test]
        fn no_text_panics_the_reader(text in any::<String>()) {
            let _ = Othello::start("").unwrap().read(&text, Language::English);
        }

        #[test]
        fn almost_moves_are_legal_or_refused(text in "[a-qA-Q]?[0-9]{0,2} ?(\\+?(skip|salto|pass))?[!. ]{0,2}") {
            let start = Othello::start("skips=1,1").unwrap();
            if let Ok(play) = start.read(&text, Language::English) {
                prop_assert!(start.legal_moves().contains(&play));
            }
        }
    }
}
