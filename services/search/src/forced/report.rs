use tablero_game::Evaluate;

use super::{
    duals::duals,
    print::print,
    prover::Prover,
    solver::Solution,
    tree::{Grower, said},
};
use crate::{
    Meter,
    machine::after,
    mate::{Detail, Undecided},
    problem::{Key, Report, Try},
};

/// Explains what was found, as far as the budget goes.
pub(super) fn report<G: Evaluate>(
    prover: &mut Prover<'_, G>,
    position: &G,
    solution: &Solution<G>,
    detail: Detail,
) -> Report {
    let mut report = Report {
        verdict: solution.verdict(),
        shortest: solution.shortest(),
        keys: Vec::new(),
        keys_complete: solution.complete,
        refuted: solution.refuted,
        tries: Vec::new(),
        set_play: Vec::new(),
        duals: Vec::new(),
        complete: false,
        nodes: 0,
        elapsed_ms: 0,
        text: String::new(),
    };
    report.complete = explain(prover, position, solution, detail, &mut report).unwrap_or(false);
    report
}

/// Finishes a report with what it cost.
pub(super) fn close<G: Evaluate>(mut report: Report, position: &G, moves: u8, meter: &Meter) -> Report {
    report.nodes = meter.nodes();
    report.elapsed_ms = meter.elapsed().as_millis() as u64;
    report.text = print(position, moves, &report);
    report
}

/// Fills a report and answers whether nothing was cut.
fn explain<G: Evaluate>(
    prover: &mut Prover<'_, G>,
    position: &G,
    solution: &Solution<G>,
    detail: Detail,
    report: &mut Report,
) -> Result<bool, Undecided> {
    let moves = solution.shortest().unwrap_or(solution.moves);
    let mut grower = Grower::new(prover, detail);
    for turn in &solution.keys {
        let line = grower.line(position, turn, moves.saturating_sub(1))?;
        report.duals.extend(duals(&line, moves));
        report.keys.push(Key {
            line,
            is_check: false,
            is_capture: false,
            is_promotion: false,
            flights_taken: Vec::new(),
            flights_given: Vec::new(),
        });
    }
    let whole = solution.complete && !grower.was_cut();
    if solution.complete {
        report.tries = tries(prover, position, solution, moves, detail.tries)?;
    }
    Ok(whole)
}

/// First moves that hand the turn over and fail to one defence only.
fn tries<G: Evaluate>(
    prover: &mut Prover<'_, G>,
    position: &G,
    solution: &Solution<G>,
    moves: u8,
    most: usize,
) -> Result<Vec<Try>, Undecided> {
    let mut tries = Vec::new();
    for play in position.legal_moves() {
        let next = after(position, play);
        let key = solution.keys.iter().any(|turn| turn.plays.first() == Some(&play));
        if key || next.side_to_move() == prover.attacker() || next.outcome().is_some() {
            continue;
        }
        let left = moves.saturating_sub(u8::from(position.spends(play)));
        let (mut refutation, mut refuted, mut answered) = (None, 0, 0);
        for defence in next.legal_moves() {
            if prover.wins(&after(&next, defence), left)? {
                answered += 1;
            } else {
                refutation = Some(defence);
                refuted += 1;
            }
        }
        if let Some(refutation) = refutation.filter(|_| refuted == 1 && answered > 0) {
            tries.push(Try {
                play: said(position, play),
                refutation: said(&next, refutation),
                answered,
                threatens: false,
                is_check: false,
            });
        }
    }
    tries.sort_by_key(|found| std::cmp::Reverse(found.answered));
    tries.truncate(most);
    Ok(tries)
}
