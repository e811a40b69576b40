use tablero_game::Flaw;
use tablero_game::chess::{EpdError, EpdProblem, read_epd, write_fen};
use tablero_store::Listed;
use uuid::Uuid;

use super::{Draft, Problems, RawDraft};
use crate::edge::{Call, Person};
use crate::error::{Error, Refusal, Result};

const LONGEST_LINE: usize = 1000;

/// What became of a line.
#[derive(Debug)]
pub(crate) enum Imported {
    Made(Uuid),
    Exists(Uuid),
    Faulty(Vec<Flaw>),
    PassedOver,
}

impl Problems {
    /// Makes a problem from a line and puts it in line for its validation.
    pub(crate) async fn import(&self, call: &Call, person: &Person, line: &str) -> Result<Imported> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(Imported::PassedOver);
        }
        let raw = match read(line) {
            Ok(raw) => raw,
            Err(flaws) => return Ok(Imported::Faulty(flaws)),
        };
        let made = match Draft::read(&raw) {
            Ok(draft) => self.insert(call, person.profile.id, &draft, false).await,
            Err(error) => Err(error),
        };
        match made {
            Ok(problem) => Ok(Imported::Made(problem.id)),
            Err(Error::ProblemExists(Some(id))) => Ok(Imported::Exists(id)),
            Err(Error::Invalid(faults)) => Ok(Imported::Faulty(
                faults.into_iter().map(|fault| Flaw { reason: fault.reason, words: fault.words }).collect(),
            )),
            Err(Error::Refused(refusal @ (Refusal::TourneyRunning | Refusal::DailyOpen))) => {
                Ok(Imported::Faulty(vec![Flaw { reason: refusal.reason(), words: refusal.words().into() }]))
            }
            Err(error) => Err(error),
        }
    }
}

/// Reads an EPD with `bm #N`, or a FEN followed by `#N`; title and theme as [`export_line`] writes them.
fn read(line: &str) -> std::result::Result<RawDraft, Vec<Flaw>> {
    let flaw = |reason, words: String| vec![Flaw { reason, words }];
    if line.chars().count() > LONGEST_LINE {
        return Err(flaw("LINE_TOO_LONG", format!("a line has at most {LONGEST_LINE} characters")));
    }
    let epd = read_epd(line).map_err(|error| match error {
        EpdError::Position(faults) => faults.into_iter().map(Flaw::from).collect(),
        EpdError::Moves(_) => flaw("BAD_MOVES", error.to_string()),
    })?;
    draft(&epd).ok_or_else(|| flaw("BAD_MOVES", "the number of moves is missing: write bm #N".into()))
}

/// What a line says of a problem, if it says the number of moves.
pub(super) fn draft(epd: &EpdProblem) -> Option<RawDraft> {
    let said = |what: &str| {
        let mut comments = epd.operations.iter().filter(|(code, _)| code.starts_with('c'));
        comments.find_map(|(_, operand)| operand.strip_prefix(what)).map(ToOwned::to_owned)
    };
    // Our own ids say nothing to anybody; those of others are how people call the problem.
    let called = epd.operand("id").filter(|id| Uuid::try_parse(id).is_err());
    Some(RawDraft {
        game: "chess".into(),
        rules: String::new(),
        position: write_fen(&epd.position),
        moves: epd.moves?.into(),
        title: said("title=").or(called.map(ToOwned::to_owned)).unwrap_or_default(),
        theme: said("theme=").unwrap_or_default(),
        difficulty: 0,
    })
}

/// A problem as a line that can be imported again.
pub(crate) fn export_line(listed: &Listed) -> String {
    let Listed { problem, author, .. } = listed;
    let fields: Vec<&str> = problem.position.split_whitespace().take(4).collect();
    let mut line = format!("{} bm #{}; id \"{}\";", fields.join(" "), problem.moves, problem.id);
    for (code, what, value) in
        [("c0", "title", &problem.title), ("c1", "theme", &problem.theme), ("c2", "author", &author.name)]
    {
        if !value.is_empty() {
            line += &format!(" {code} \"{what}={}\";", value.replace('"', "'"));
        }
    }
    line
}
