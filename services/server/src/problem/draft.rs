use tablero_game::{Entry, Faults, Flaw, Sketch};

use crate::error::{Error, Fault, Result};

const LONGEST_POSITION: usize = 1000;
const LONGEST_TITLE: usize = 80;
const LONGEST_THEME: usize = 40;
const HARDEST: u32 = 5;
/// What the library holds of any game.
const MOST_MOVES: u8 = 9;

/// What an author says of a problem, with all that can be read of its position. It need not be a position yet.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) game: &'static Entry,
    pub(crate) rules: String,
    pub(crate) sketch: Sketch,
    pub(crate) moves: u8,
    pub(crate) title: String,
    pub(crate) theme: String,
    pub(crate) difficulty: u8,
}

/// The same as it comes in.
#[derive(Debug, Clone)]
pub(crate) struct RawDraft {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) position: String,
    pub(crate) moves: u32,
    pub(crate) title: String,
    pub(crate) theme: String,
    pub(crate) difficulty: u32,
}

impl Draft {
    /// # Errors
    /// Every rule that is broken, but for the faults of the position itself.
    pub(crate) fn read(raw: &RawDraft) -> Result<Draft> {
        let mut faults = Vec::new();
        let game = find_game(&raw.game, &raw.rules);
        let title = line("title", "TITLE_TOO_LONG", &raw.title, LONGEST_TITLE).map_err(|f| faults.push(f));
        let theme = line("theme", "THEME_TOO_LONG", &raw.theme, LONGEST_THEME).map_err(|f| faults.push(f));
        let moves = check_moves(raw.moves, game.as_ref().ok().copied()).map_err(|fault| faults.push(fault));
        let difficulty = check_difficulty(raw.difficulty).map_err(|fault| faults.push(fault));
        faults.extend(too_long(&raw.position));
        let game = game.map_err(|more| faults.extend(more));
        let sketch = match (game, too_long(&raw.position)) {
            (Ok(game), None) => {
                game.sketch(&raw.rules, &raw.position, &[]).map_err(|more| faults.extend(flaws(more)))
            }
            _ => Err(()),
        };
        match (game, sketch, moves, title, theme, difficulty) {
            (Ok(game), Ok(sketch), Ok(moves), Ok(title), Ok(theme), Ok(difficulty)) => Ok(Draft {
                game,
                rules: spelled_rules(game, &raw.rules),
                sketch,
                moves,
                title,
                theme,
                difficulty,
            }),
            _ => Err(Error::Invalid(faults)),
        }
    }

    /// The canonical form.
    ///
    /// # Errors
    /// Every fault of the position, if it has any.
    pub(crate) fn canonical(&self) -> Result<&str> {
        let faulty = || Error::Invalid(self.sketch.flaws.iter().cloned().map(position_fault).collect());
        self.sketch.canonical.as_deref().ok_or_else(faulty)
    }

    /// The rating before anybody tried: longer problems are harder.
    pub(crate) fn first_rating(&self) -> f64 {
        900.0 + 300.0 * f64::from(self.moves - 1)
    }
}

/// The game of a name, `chess` if it is empty, whose rules can be read.
pub(crate) fn find_game(name: &str, rules: &str) -> std::result::Result<&'static Entry, Vec<Fault>> {
    let name = if name.is_empty() { "chess" } else { name };
    let Some(game) = tablero_game::find(name) else {
        let known = tablero_game::games().iter().map(|game| game.name).collect::<Vec<_>>().join(", ");
        return Err(vec![Fault::new(
            "game",
            "UNKNOWN_GAME",
            format!("there is no such game; there are {known}"),
        )]);
    };
    // Rules may be good for other positions than the one they start from.
    game.sketch(rules, "", &[]).map(|_| game).map_err(|faults| {
        faults.0.into_iter().map(|flaw| Fault::new("rules", "BAD_RULES", flaw.words)).collect()
    })
}

/// How many moves a problem of a game may have; none if it has no problems.
pub(crate) fn most_moves(game: &Entry) -> u32 {
    game.most_problem_moves.min(MOST_MOVES).into()
}

/// The moves of a problem of a game, or of any game.
pub(crate) fn check_moves(moves: u32, game: Option<&Entry>) -> std::result::Result<u8, Fault> {
    let most = game.map_or(MOST_MOVES.into(), most_moves);
    let of = game.map(|game| format!(" of {}", game.name)).unwrap_or_default();
    let fault = || Fault::new("moves", "BAD_MOVES", format!("a problem{of} has 1 to {most} moves"));
    u8::try_from(moves).ok().filter(|moves| (1..=most).contains(&u32::from(*moves))).ok_or_else(fault)
}

/// Rules as the game writes them, so that the same rules are the same text.
pub(super) fn spelled_rules(game: &Entry, rules: &str) -> String {
    game.lay_out(rules).map_or_else(|_| rules.trim().to_owned(), |table| table.rules())
}

pub(super) fn check_difficulty(difficulty: u32) -> std::result::Result<u8, Fault> {
    let fault = || Fault::new("difficulty", "BAD_DIFFICULTY", format!("a difficulty is 0 to {HARDEST}"));
    u8::try_from(difficulty).ok().filter(|difficulty| u32::from(*difficulty) <= HARDEST).ok_or_else(fault)
}

pub(crate) fn too_long(position: &str) -> Option<Fault> {
    let words = || format!("a position has at most {LONGEST_POSITION} characters");
    let long = position.chars().count() > LONGEST_POSITION;
    long.then(|| Fault::new("position", "POSITION_TOO_LONG", words()))
}

/// What the game says is wrong, as faults of the request.
pub(crate) fn flaws(faults: Faults) -> Vec<Fault> {
    faults.0.into_iter().map(position_fault).collect()
}

fn position_fault(flaw: Flaw) -> Fault {
    Fault::new("position", flaw.reason, flaw.words)
}

/// One line of text without control characters.
fn line(
    field: &'static str,
    reason: &'static str,
    raw: &str,
    longest: usize,
) -> std::result::Result<String, Fault> {
    let text: String = raw.trim().chars().filter(|c| !c.is_control()).collect();
    match text.chars().count() <= longest {
        true => Ok(text),
        false => Err(Fault::new(field, reason, format!("a {field} has at most {longest} characters"))),
    }
}
