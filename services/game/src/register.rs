use crate::{
    Edit, Evaluate, Faults, Game, Side, Sketch, Table, boom::Boom, chess::Chess, othello::Othello,
    table::Seated,
};

/// One option of a game's rules, described so that a client can ask for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameOption {
    pub name: &'static str,
    /// What the option does, in one English sentence.
    pub about: &'static str,
    pub kind: OptionKind,
    pub default: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number within bounds, counted up in steps.
    Number { min: i64, max: i64, step: i64 },
    /// Exactly one of the choices.
    One(&'static [Choice]),
    /// Any of the choices, but at least one, written one after the other.
    Some(&'static [Choice]),
    /// A number for each side, separated by a comma.
    PerSide { min: i64, max: i64 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    pub value: &'static str,
    pub about: &'static str,
}

type Seating = Result<Box<dyn Table>, Faults>;

/// A game of the register.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub name: &'static str,
    pub options: &'static [GameOption],
    /// See [`Game::PIECES`].
    pub pieces: &'static [&'static str],
    /// See [`Game::MOST_PROBLEM_MOVES`].
    pub most_problem_moves: u8,
    /// See [`Game::WINS_BY_OWN_MOVES`].
    pub wins_by_own_moves: bool,
    start: fn(&str) -> Seating,
    lay_out: fn(&str) -> Seating,
    decode: fn(&str, &str) -> Seating,
    sketch: fn(&str, &str, &[Edit]) -> Result<Sketch, Faults>,
    side_name: fn(Side) -> &'static str,
}

impl Entry {
    const fn of<G: Game>() -> Entry {
        Entry {
            name: G::NAME,
            options: G::OPTIONS,
            pieces: G::PIECES,
            most_problem_moves: G::MOST_PROBLEM_MOVES,
            wins_by_own_moves: G::WINS_BY_OWN_MOVES,
            start: |rules| Ok(Box::new(Seated(G::start(rules)?))),
            lay_out: |rules| Ok(Box::new(Seated(G::lay_out(rules)?))),
            decode: |rules, text| Ok(Box::new(Seated(G::decode(rules, text)?))),
            sketch: G::sketch,
            side_name: G::side_name,
        }
    }

    /// A table at the starting position.
    ///
    /// # Errors
    /// Every fault of the rules text.
    pub fn start(&self, rules: &str) -> Result<Box<dyn Table>, Faults> {
        (self.start)(rules)
    }

    /// A table at the starting position, for those who only look at it; see [`Game::lay_out`].
    ///
    /// # Errors
    /// Every fault of the rules text.
    pub fn lay_out(&self, rules: &str) -> Result<Box<dyn Table>, Faults> {
        (self.lay_out)(rules)
    }

    /// A table at a given position.
    ///
    /// # Errors
    /// Every fault of the rules, the text and the position.
    pub fn decode(&self, rules: &str, text: &str) -> Result<Box<dyn Table>, Faults> {
        (self.decode)(rules, text)
    }

    /// A position in the making, changed by edits; an empty text is an empty board.
    ///
    /// # Errors
    /// What cannot be read of the rules and the text, or the first edit that cannot be made.
    pub fn sketch(&self, rules: &str, text: &str, edits: &[Edit]) -> Result<Sketch, Faults> {
        (self.sketch)(rules, text, edits)
    }

    #[must_use]
    pub fn side_name(&self, side: Side) -> &'static str {
        (self.side_name)(side)
    }
}

/// Work to be done with a game's type, when its name is known only at run time.
pub trait Visitor {
    type Output;

    fn visit<G: Evaluate>(self) -> Self::Output;
}

macro_rules! register {
    ($($game:ty),+ $(,)?) => {
        static GAMES: &[Entry] = &[$(Entry::of::<$game>()),+];

        /// Calls the visitor with the type of the game of that name, if there is one.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            match name {
                $(<$game as Game>::NAME => Some(visitor.visit::<$game>()),)+
                _ => None,
            }
        }
    };
}

// A game more is a line more.
register! {
    Chess,
    Othello,
    Boom,
}

/// Every game there is, in the order in which to offer them.
#[must_use]
pub fn games() -> &'static [Entry] {
    GAMES
}

/// The game of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn a_table_plays_without_knowing_its_game() {
        let mut table = find("chess").unwrap().start("").unwrap();
        assert_eq!(table.legal_moves().len(), 20);
        assert_eq!(table.play("e4", Language::English).unwrap().code, "e2e4");
        let before = table.position();
        assert!(table.play("e4", Language::English).is_err());
        assert_eq!(table.position(), before);
        assert_eq!(table.side_name(table.side_to_move()), "black");
    }

    #[test]
    fn names_are_unique_and_unknown_names_are_not_found() {
        for (at, entry) in games().iter().enumerate() {
            assert_eq!(games().iter().position(|other| other.name == entry.name), Some(at));
        }
        assert!(find("checkers").is_none());
    }

    struct Perft(u32);

    impl Visitor for Perft {
        type Output = u64;

        fn visit<G: Game>(self) -> u64 {
            crate::perft(&G::start("").unwrap(), self.0)
        }
    }

    #[test]
    fn a_visitor_gets_the_type_behind_a_name() {
        assert_eq!(visit("chess", Perft(2)), Some(400));
        assert_eq!(visit("checkers", Perft(2)), None);
        assert_eq!(find("chess").unwrap().start("").unwrap().perft(3), 8902);
    }

    #[test]
    fn chess_has_no_rules_to_choose() {
        assert!(find("chess").unwrap().start("size=8").is_err());
    }
}
