use std::fmt::Write as _;

use tablero_game::Evaluate;

use super::duals::spelled;
use crate::{
    mate::Verdict,
    problem::{Continuation, Report, Said},
};

/// Lines of play below a key.
const MOST_LINES: usize = 40;

/// A report on one page: position, stipulation, tries, keys with the play after them, the verdict in words.
pub(super) fn print<G: Evaluate>(position: &G, moves: u8, report: &Report) -> String {
    let side = G::side_name(position.side_to_move());
    let mut page = format!("{}\n{side} to move, win in {moves}\n", position.encode());
    for found in &report.tries {
        let _ = write!(page, "\nTry {}? but {}!\n", found.play.text, found.refutation.text);
    }
    for key in &report.keys {
        let _ = write!(page, "\nKey {}!\n", spelled(&key.line));
        let mut lines = Vec::new();
        variations(&key.line, &mut Vec::new(), &mut lines);
        for line in lines.iter().take(MOST_LINES) {
            let _ = writeln!(page, "  {line}");
        }
        if lines.len() > MOST_LINES {
            let _ = writeln!(page, "  and {} more", lines.len() - MOST_LINES);
        }
    }
    for dual in &report.duals {
        let _ = write!(page, "\nDual after {}: {}\n", dual.line.join(" "), dual.continuations.join(", "));
    }
    if !report.complete {
        page.push_str("\n(The play is not complete.)\n");
    }
    page + "\n" + &verdict(moves, report) + "\n"
}

/// The defences to the first turn, each with the answer.
fn variations<'a>(after: &'a Continuation, defence: &mut Vec<&'a Said>, lines: &mut Vec<String>) {
    for variation in &after.variations {
        defence.extend(&variation.defence);
        for (at, next) in variation.continuations.iter().enumerate() {
            match (next.play.is_none() || variation.defence.is_none(), at) {
                (true, _) => variations(next, defence, lines),
                (false, 0) => {
                    let answers: Vec<String> = variation.continuations.iter().map(spelled).collect();
                    let moves: Vec<&str> = defence.iter().map(|said| said.text.as_str()).collect();
                    lines.push(format!("{}: {}", moves.join(" "), answers.join(", ")));
                }
                (false, _) => {}
            }
        }
        if variation.defence.is_some() {
            defence.pop();
        }
    }
}

fn verdict(moves: u8, report: &Report) -> String {
    let keys: Vec<String> = report.keys.iter().map(|key| spelled(&key.line)).collect();
    let keys = keys.join(", ");
    let found = match (report.verdict, report.shortest) {
        (Verdict::Sound, _) => format!("Sound: win in {moves}, the only key is {keys}."),
        (Verdict::Cooked, _) => format!("Cooked: win in {moves} by {keys}."),
        (Verdict::Short, Some(shortest)) => format!("Short: there is a win in {shortest} by {keys}."),
        (Verdict::NoMate, _) => format!("No win in {moves}."),
        _ => format!("Not decided: no win in {} is proven, more is not.", report.refuted),
    };
    format!("{found} {} positions, {} ms.", report.nodes, report.elapsed_ms)
}
