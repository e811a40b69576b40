use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use tablero_game::chess::{Pgn, PgnMove, PgnTry};
use tablero_game::{Entry, Side, Transcript};
use tablero_store::{Match, Mistake, Problem, Profile};
use uuid::Uuid;

use crate::edge::{Call, Person};
use crate::error::{Error, Result};
use crate::matches::{Matches, Record, RecordState, Seated};

/// The course of a game as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Notation {
    Pgn(String),
    Transcript(String),
}

const UNKNOWN: &str = "?";

impl Matches {
    /// A match that the caller may see, as text.
    pub(crate) async fn notation(&self, call: &Call, person: &Person, id: Uuid) -> Result<Notation> {
        let seated = self.get(call, person, id).await?;
        let mistakes = Match::mistakes(&mut *self.db(call).await?, id).await?;
        let row = &seated.record.row;
        let game = entry(&row.game)?;
        let [first, second] = Side::ALL.map(|side| sitter(&seated, side));
        let event = row.moves.map_or("Game".to_owned(), |moves| goal(&row.game, moves));
        if row.game != "chess" {
            let codes = seated.record.plays.iter().map(|play| play.code.as_str());
            let mut transcript = transcript(game, &row.rules, &row.start, codes)?;
            let sign = |side| seated.record.table.side_sign(side);
            let mut head = head(game, event, row.created_at, &row.rules, &row.start);
            head.push(("First", format!("{first} ({})", sign(Side::First))));
            head.push(("Second", format!("{second} ({})", sign(Side::Second))));
            head.push(("Result", outcome(&seated.record)));
            transcript.head = head;
            return Ok(Notation::Transcript(transcript.write()));
        }
        let (moves, left) = with_tries(&seated.record, mistakes);
        let pgn = Pgn {
            event,
            date: day(row.created_at),
            white: first,
            black: second,
            more: vec![("Termination", termination(&seated.record).into())],
            start: set_up(game, &row.rules, &row.start)?,
            moves,
            comment: left,
            result: result(row.winner.as_deref()),
        };
        Ok(Notation::Pgn(pgn.write()))
    }
}

/// The main line of a problem's solution, told by texts and codes.
pub(crate) fn of_solution(
    problem: &Problem,
    author: &Profile,
    line: &[(String, String)],
) -> Result<Notation> {
    let game = entry(&problem.game)?;
    let goal = goal(&problem.game, problem.moves);
    let event = if problem.title.is_empty() { goal.clone() } else { problem.title.clone() };
    let unknown = || UNKNOWN.to_owned();
    if problem.game != "chess" {
        let codes = line.iter().map(|(_, code)| code.as_str());
        let mut transcript = transcript(game, &problem.rules, &problem.position, codes)?;
        let mut head = head(game, event, problem.created_at, &problem.rules, &problem.position);
        head.extend([("Goal", goal), ("Author", author.name.clone())]);
        transcript.head = head;
        return Ok(Notation::Transcript(transcript.write()));
    }
    let mate = line.last().is_some_and(|(text, _)| text.ends_with('#'));
    let black = problem.position.split_whitespace().nth(1) == Some("b");
    let pgn = Pgn {
        event,
        date: day(problem.created_at),
        white: unknown(),
        black: unknown(),
        more: vec![("Annotator", author.name.clone())],
        start: set_up(game, &problem.rules, &problem.position)?,
        moves: line.iter().map(|(san, _)| PgnMove { san: san.clone(), tries: Vec::new() }).collect(),
        comment: goal,
        result: match (mate, black) {
            (false, _) => "*",
            (true, false) => "1-0",
            (true, true) => "0-1",
        },
    };
    Ok(Notation::Pgn(pgn.write()))
}

/// The moves with what was taken back before them; and words on what was taken back before no move at all.
fn with_tries(record: &Record, mistakes: Vec<Mistake>) -> (Vec<PgnMove>, String) {
    let mut tries: BTreeMap<i32, Vec<PgnTry>> = BTreeMap::new();
    for Mistake { ply, text, refutation_text, .. } in mistakes {
        tries.entry(ply).or_default().push(PgnTry { san: text, refutation: refutation_text });
    }
    let made = record
        .plays
        .iter()
        .map(|play| PgnMove { san: play.text.clone(), tries: tries.remove(&play.ply).unwrap_or_default() });
    let made: Vec<PgnMove> = made.collect();
    let left = tries.into_values().flatten().map(|tried| match tried.refutation {
        Some(refutation) => format!("{}? {refutation}!", tried.san),
        None => format!("{}?", tried.san),
    });
    let left: Vec<String> = left.collect();
    let comment = if left.is_empty() { String::new() } else { format!("tried: {}", left.join(", ")) };
    (made, comment)
}

fn entry(game: &str) -> Result<&'static Entry> {
    tablero_game::find(game).ok_or_else(|| Error::Internal(format!("no game {game}").into()))
}

fn transcript<'a>(
    game: &Entry,
    rules: &str,
    start: &str,
    codes: impl IntoIterator<Item = &'a str>,
) -> Result<Transcript> {
    Transcript::of(game, rules, start, codes).map_err(|error| Error::Internal(error.into()))
}

/// Where it begins, unless that is where every game of these rules begins.
fn set_up(game: &Entry, rules: &str, start: &str) -> Result<Option<String>> {
    let usual = game.start(rules).map_err(|faults| Error::Internal(faults.to_string().into()))?;
    Ok(Some(start).filter(|start| *start != usual.position()).map(str::to_owned))
}

fn head(
    game: &Entry,
    event: String,
    at: DateTime<Utc>,
    rules: &str,
    start: &str,
) -> Vec<(&'static str, String)> {
    vec![
        ("Game", game.name.to_owned()),
        ("Event", event),
        ("Site", "Tablero".into()),
        ("Date", day(at)),
        ("Rules", rules.to_owned()),
        ("Start", start.to_owned()),
    ]
}

fn day(at: DateTime<Utc>) -> String {
    at.format("%Y.%m.%d").to_string()
}

fn goal(game: &str, moves: i16) -> String {
    if game == "chess" { format!("Mate in {moves}") } else { format!("Win in {moves}") }
}

fn sitter(seated: &Seated, side: Side) -> String {
    let person = seated.record.profile_at(side).and_then(|id| seated.people.get(&id));
    match (seated.record.machine_at(side), person) {
        (Some(level), _) => format!("Tablero ({})", level.as_str()),
        (None, Some(person)) => person.name.clone(),
        (None, None) => UNKNOWN.into(),
    }
}

fn result(winner: Option<&str>) -> &'static str {
    match winner {
        Some("first") => "1-0",
        Some("second") => "0-1",
        Some(_) => "1/2-1/2",
        None => "*",
    }
}

/// Who won, with the points where the game counts them.
fn outcome(record: &Record) -> String {
    let points = Side::ALL.map(|side| record.table.score(side));
    let points = match points {
        [Some(first), Some(second)] if record.table.outcome().is_some() => format!(" ({first}-{second})"),
        _ => String::new(),
    };
    let side = |side| record.table.side_sign(side);
    match record.row.winner.as_deref() {
        Some("first") => format!("{} wins{points}", side(Side::First)),
        Some("second") => format!("{} wins{points}", side(Side::Second)),
        Some(_) => format!("nobody wins{points}"),
        None => "*".into(),
    }
}

fn termination(record: &Record) -> &'static str {
    match (record.state(), record.row.reason.as_deref()) {
        (RecordState::Finished, Some("abandoned")) => "abandoned",
        (RecordState::Finished, _) => "normal",
        _ => "unterminated",
    }
}
