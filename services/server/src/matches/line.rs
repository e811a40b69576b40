use std::time::Instant;

use tablero_game::Language;
use tablero_game::chess::{Chess, Position, read_move, write_san, write_uci};
use tablero_search::Budget;
use tablero_search::mate::HintStep;
use uuid::Uuid;

use super::Brain;
use super::brain::{MOMENT, read, solver};
use crate::error::{Error, Result};

/// A line of a problem, as far as it is known.
#[derive(Debug)]
pub(crate) struct Line {
    /// Of the problem, and the moves it has.
    pub(crate) position: String,
    pub(crate) moves: u8,
    /// The codes of the moves that are known, of both sides.
    pub(crate) known: Vec<String>,
}

impl Brain {
    /// How a line goes on with the best play of both sides up to mate, as text and code; or as far as a moment's thought leads.
    pub(crate) async fn go_on(&self, owner: Uuid, line: Line) -> Result<Vec<(String, String)>> {
        self.think(owner, move |budget| go_on(&line, &budget)).await?
    }
}

fn go_on(line: &Line, budget: &Budget) -> Result<Vec<(String, String)>> {
    let mut position = read(&line.position)?;
    let attacker = position.turn();
    let mut left = line.moves;
    for code in &line.known {
        left -= u8::from(position.turn() == attacker).min(left);
        play(&mut position, code)?;
    }
    let (begun, mut solver, mut more) = (Instant::now(), solver(), Vec::new());
    while !position.is_game_over() && left > 0 {
        let budget = budget.clone().with_time(MOMENT.saturating_sub(begun.elapsed()));
        let best = if position.turn() == attacker {
            let hint = solver.hint(&position, left, HintStep::Move, budget);
            left -= 1;
            hint.ok().flatten().and_then(|hint| hint.play).map(|play| (play.san, play.uci))
        } else {
            let defences = solver.defences(&position, left, budget).unwrap_or_default();
            let spell = |play| (write_san(&position, play, Language::English), write_uci(play));
            defences.first().map(|defence| spell(defence.play))
        };
        let Some(best) = best else { break };
        play(&mut position, &best.1)?;
        more.push(best);
    }
    Ok(more)
}

fn play(position: &mut Chess, code: &str) -> Result<()> {
    let play =
        read_move(position, code, Language::English).map_err(|refused| Error::Internal(refused.into()))?;
    position.play_unchecked(play);
    Ok(())
}

#[cfg(test)]
mod tests {
    use tablero_search::Cancel;

    use super::*;

    /// A mate in two with one key, Nd7.
    const TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";

    fn line(known: &[&str]) -> Line {
        Line { position: TWO.into(), moves: 2, known: known.iter().map(ToString::to_string).collect() }
    }

    #[test]
    fn a_line_goes_on_to_mate_from_wherever_it_is_known() {
        for known in [&[][..], &["e5d7"], &["e5d7", "f4e4"], &["e5d7", "f4e4", "e3b3"]] {
            let more = go_on(&line(known), &Budget::unlimited()).unwrap();
            assert_eq!(known.len() + more.len(), 3, "{known:?} {more:?}");
            let last = more.last().map_or("Qb3#", |(text, _)| text);
            assert!(last.ends_with('#'), "{known:?} {more:?}");
        }
    }

    #[test]
    fn a_line_that_nobody_waits_for_stays_as_it_is() {
        let stopped = Cancel::new();
        stopped.cancel();
        let budget = Budget::unlimited().with_cancel(stopped);
        let four = Line { position: "5n2/8/5N2/1p2k3/8/7Q/8/2KR4 w - -".into(), moves: 4, known: Vec::new() };
        assert_eq!(go_on(&four, &budget).unwrap(), []);
    }

    #[test]
    fn a_line_that_cannot_be_played_is_an_error() {
        assert!(go_on(&line(&["e5e6"]), &Budget::unlimited()).is_err());
    }
}
