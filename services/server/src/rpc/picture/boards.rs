use tablero_api::v1 as pb;
use tablero_game::{Faults, Language};
use tablero_picture::{Caption, Diagram, film};
use tablero_store::Problem;

use crate::error::{Error, Fault, Result};
use crate::matches::{Record, RecordState};
use crate::problem::{find_game, flaws, too_long};
use crate::rpc::matches;

const MOST_MOVES: usize = 255;
const LONGEST_MOVE: usize = 32;

/// A position and the boards after each of its moves.
pub(super) fn position(wanted: &pb::DrawnPosition, language: Language) -> Result<Vec<Diagram>> {
    let mut faults: Vec<Fault> = too_long(&wanted.position).into_iter().collect();
    if wanted.moves.len() > MOST_MOVES {
        let words = format!("a line has at most {MOST_MOVES} moves");
        faults.push(Fault::new("moves", "TOO_MANY_MOVES", words));
    }
    if wanted.moves.iter().any(|text| text.chars().count() > LONGEST_MOVE) {
        let words = format!("a move has at most {LONGEST_MOVE} characters");
        faults.push(Fault::new("moves", "UNREADABLE", words));
    }
    let game = find_game(&wanted.game, &wanted.rules).map_err(|more| faults.extend(more));
    let table = match game {
        Ok(game) if faults.is_empty() => match wanted.position.as_str() {
            "" => game.start(&wanted.rules),
            position => game.decode(&wanted.rules, position),
        }
        .map_err(|more: Faults| faults.extend(flaws(more))),
        _ => Err(()),
    };
    let mut table = table.map_err(|()| Error::Invalid(faults))?;
    film(&mut *table, &wanted.moves, language)
        .map_err(|wrong| Error::Invalid(vec![Fault::new("moves", wrong.refused.reason(), wrong.to_string())]))
}

/// A problem with what it asks for. It need not be a position yet.
pub(super) fn problem(problem: &Problem) -> Result<Diagram> {
    let broken = |words: String| Error::Internal(format!("problem {}: {words}", problem.id).into());
    let game =
        tablero_game::find(&problem.game).ok_or_else(|| broken(format!("no game {}", problem.game)))?;
    let sketch = game.sketch(&problem.rules, &problem.position, &[]);
    let mut diagram = Diagram::from(sketch.map_err(|faults| broken(faults.to_string()))?.diagram);
    diagram.captions.extend(u8::try_from(problem.moves).ok().map(Caption::MateIn));
    Ok(diagram)
}

/// A match as it is now, or every board of it.
pub(super) fn record(record: &Record, whole: bool) -> Result<Vec<Diagram>> {
    let now = Diagram::from(matches::diagram(record));
    if !whole {
        return Ok(vec![now]);
    }
    let row = &record.row;
    let broken = |words: String| Error::Internal(format!("match {}: {words}", row.id).into());
    let game = tablero_game::find(&row.game).ok_or_else(|| broken(format!("no game {}", row.game)))?;
    let mut table = game.decode(&row.rules, &row.start).map_err(|faults| broken(faults.to_string()))?;
    let codes: Vec<&str> = record.plays.iter().map(|play| play.code.as_str()).collect();
    let mut boards =
        film(&mut *table, &codes, Language::English).map_err(|wrong| broken(wrong.to_string()))?;
    if record.state() == RecordState::Running {
        for (board, plays) in boards.iter_mut().zip(0..) {
            board.captions.extend(record.moves_left_after(plays).map(Caption::MovesLeft));
        }
    }
    boards.drain(..boards.len().saturating_sub(MOST_MOVES + 1));
    Ok(boards)
}
