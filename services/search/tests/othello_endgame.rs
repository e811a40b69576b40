//! Standard Othello counted out, against published results and against plain minimax.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

mod support;

use support::othello::{FFO, FFO_40_TO_44, Position, ffo_file};
use tablero_search::{
    Budget, Cancel,
    discs::{Count, Solver},
};

fn solve(position: &Position) -> tablero_search::discs::Solved {
    Solver::solve(position.mover, position.other, Count::Filled, Budget::unlimited()).unwrap()
}

fn check(position: &Position) -> u64 {
    let solved = solve(position);
    assert_eq!(solved.score, position.score, "FFO {}", position.id);
    let square = solved.square.map(usize::from).unwrap();
    assert!(position.best.contains(&square), "FFO {}: {square} of {:?}", position.id, position.best);
    solved.nodes
}

#[test]
fn published_endgames_are_solved() {
    let nodes: u64 = FFO.iter().chain(&FFO_40_TO_44).map(|line| check(&Position::read(line))).sum();
    println!("{} positions, {nodes} nodes", FFO.len() + FFO_40_TO_44.len());
}

/// 38 and 39 take as long as all the others; 40 to 44 are checked above.
#[test]
fn ffo_1_to_37_are_solved() {
    let Some(positions) = ffo_file() else {
        println!("skipped: no ../shared/data/othello/ffo.tsv and no TABLERO_SHARED");
        return;
    };
    let positions: Vec<Position> = positions.into_iter().filter(|position| position.id <= 37).collect();
    let nodes: u64 = positions.iter().map(check).sum();
    println!("{} positions, {nodes} nodes", positions.len());
    assert_eq!(positions.len(), 37);
}

/// The result by looking at every line, with nothing but the rules.
fn plain(mover: u64, other: u64, count: Count, passed: bool) -> i32 {
    let mut best = None;
    for square in (0..64).filter(|square| (mover | other) >> square & 1 == 0) {
        let flips = support::othello::flips(mover, other, square);
        if flips != 0 {
            let value = -plain(other & !flips, mover | flips | 1 << square, count, false);
            best = best.max(Some(value));
        }
    }
    match best {
        Some(best) => best,
        None if passed => {
            let (own, his) = (mover.count_ones() as i32, other.count_ones() as i32);
            let empty = if count == Count::Filled { 64 - own - his } else { 0 };
            own - his + (own - his).signum() * empty
        }
        None => -plain(other, mover, count, true),
    }
}

#[test]
fn every_count_agrees_with_plain_minimax() {
    let mut passes = 0;
    for (at, (mover, other)) in support::othello::late_positions(0..=8, 500).enumerate() {
        for count in [Count::Discs, Count::Filled] {
            let solved = Solver::solve(mover, other, count, Budget::unlimited()).unwrap();
            assert_eq!(
                solved.score,
                plain(mover, other, count, false),
                "{at}: {mover:x} {other:x} {count:?}"
            );
            passes += u32::from(solved.square.is_none());
        }
    }
    assert!(passes > 0, "some positions have no move");
}

#[test]
fn a_best_square_leads_to_the_best_result() {
    for (mover, other) in support::othello::late_positions(5..=9, 60) {
        let solve = |mover, other| Solver::solve(mover, other, Count::Discs, Budget::unlimited()).unwrap();
        let solved = solve(mover, other);
        if let Some(square) = solved.square {
            let flips = support::othello::flips(mover, other, square.into());
            let next = solve(other & !flips, mover | flips | 1 << square);
            assert_eq!(-next.score, solved.score, "{mover:x} {other:x}");
        }
    }
}

#[test]
fn a_budget_that_ends_leaves_no_answer() {
    let position = Position::read(FFO_40_TO_44[4]);
    let cancel = Cancel::new();
    cancel.cancel();
    for budget in [
        Budget::unlimited().with_nodes(100_000),
        Budget::unlimited().with_time(std::time::Duration::ZERO),
        Budget::unlimited().with_cancel(cancel),
    ] {
        assert_eq!(Solver::solve(position.mover, position.other, Count::Filled, budget), None);
    }
}
