use std::time::Instant;

use tablero_game::{Evaluate, Language};
use tablero_search::Budget;
use tablero_search::mate::HintStep;
use tablero_search::problem::Solve;
use uuid::Uuid;

use super::Brain;
use super::brain::{MOMENT, ponder};
use crate::error::{Error, Result};
use crate::spot::{Spot, Thought};

/// A line of a problem, as far as it is known.
#[derive(Debug)]
pub(crate) struct Line {
    /// Of the problem, and the moves it has.
    pub(crate) spot: Spot,
    pub(crate) moves: u8,
    /// The codes of the moves that are known, of both sides.
    pub(crate) known: Vec<String>,
}

impl Brain {
    /// How a line goes on with the best play of both sides up to the win, as text and code; or as far as a moment's thought leads.
    pub(crate) async fn go_on(&self, owner: Uuid, line: Line) -> Result<Vec<(String, String)>> {
        self.think(owner, move |budget| go_on(&line, &budget)).await?
    }
}

fn go_on(line: &Line, budget: &Budget) -> Result<Vec<(String, String)>> {
    ponder(&line.spot, GoingOn { line, budget })?
}

struct GoingOn<'a> {
    line: &'a Line,
    budget: &'a Budget,
}

impl Thought for GoingOn<'_> {
    type Output = Result<Vec<(String, String)>>;

    fn think<G: Evaluate>(self, mut position: G, solver: &mut dyn Solve<G>) -> Self::Output {
        let attacker = position.side_to_move();
        let mut left = self.line.moves;
        for code in &self.line.known {
            left -= play(&mut position, code, attacker)?.min(left);
        }
        let (begun, mut more) = (Instant::now(), Vec::new());
        loop {
            let attacks = position.side_to_move() == attacker;
            let spent = left == 0 && (attacks || G::WINS_BY_OWN_MOVES);
            if spent || position.outcome().is_some() {
                return Ok(more);
            }
            let budget = self.budget.clone().with_time(MOMENT.saturating_sub(begun.elapsed()));
            let best = if attacks {
                let hint = solver.hint(&position, left, HintStep::Move, budget);
                hint.ok().flatten().and_then(|hint| hint.play).map(|play| (play.san, play.uci))
            } else {
                let defences = solver.defences(&position, left, budget).unwrap_or_default();
                defences.first().map(|defence| (position.write(defence.play), position.code(defence.play)))
            };
            let Some(best) = best else { return Ok(more) };
            left -= play(&mut position, &best.1, attacker)?.min(left);
            more.push(best);
        }
    }
}

/// Plays a move and answers how many of the attacker's moves it uses up.
fn play<G: Evaluate>(position: &mut G, code: &str, attacker: tablero_game::Side) -> Result<u8> {
    let play = position.read(code, Language::English).map_err(|refused| Error::Internal(refused.into()))?;
    let spent = u8::from(position.side_to_move() == attacker && position.spends(play));
    position.play_unchecked(play);
    Ok(spent)
}

#[cfg(test)]
mod tests {
    use tablero_search::Cancel;

    use super::*;

    /// A mate in two with one key, Nd7.
    const TWO: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - - 0 1";

    fn chess(position: &str) -> Spot {
        Spot { game: "chess".into(), rules: String::new(), position: position.into() }
    }

    fn line(known: &[&str]) -> Line {
        Line { spot: chess(TWO), moves: 2, known: known.iter().map(ToString::to_string).collect() }
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
    fn a_line_of_another_game_goes_on_to_its_win() {
        let spot = |game: &str, position: &str| Spot {
            game: game.into(),
            rules: String::new(),
            position: position.into(),
        };
        let othello = "xo1oxx1o/oo2xxo1/ooxxxxxx/oooxoxxx/1oxoxxox/xxoxxxox/ooxxxxxx/oooxo1ox o 0,0";
        for (spot, moves) in [(spot("boom", "7/7/7/7/7/3xox1/1xooxo1 x 9"), 2), (spot("othello", othello), 4)]
        {
            let game = tablero_game::find(&spot.game).unwrap();
            let mut table = game.decode("", &spot.position).unwrap();
            let attacker = table.side_to_move();
            let line = Line { spot, moves, known: Vec::new() };
            for (text, _) in go_on(&line, &Budget::unlimited()).unwrap() {
                table.play(&text, Language::English).unwrap();
            }
            assert_eq!(table.outcome().and_then(tablero_game::Outcome::winner), Some(attacker), "{table:?}");
        }
    }

    #[test]
    fn a_line_that_nobody_waits_for_stays_as_it_is() {
        let stopped = Cancel::new();
        stopped.cancel();
        let budget = Budget::unlimited().with_cancel(stopped);
        let four = Line { spot: chess("5n2/8/5N2/1p2k3/8/7Q/8/2KR4 w - -"), moves: 4, known: Vec::new() };
        assert_eq!(go_on(&four, &budget).unwrap(), []);
    }

    #[test]
    fn a_line_that_cannot_be_played_is_an_error() {
        assert!(go_on(&line(&["e5e6"]), &Budget::unlimited()).is_err());
    }
}
