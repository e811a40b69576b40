//! What a composer is told: stakes, variations, tries, set play, duals, flights.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

use tablero_game::chess::{Square, read_position};
use tablero_search::{
    Budget,
    mate::{Detail, Options, Report, Solver, Stake, Verdict, print},
};

fn report(fen: &str, moves: u8, detail: Detail) -> Report {
    let position = read_position(fen).unwrap();
    Solver::new(Options::default()).report(&position, moves, Budget::unlimited(), detail, &|_| {})
}

const TWO: &str = "Q7/1Np4K/5p2/2N5/2kP4/1R6/7R/8 w";
const FOUR: &str = "3N4/7R/3R3P/6p1/P1p5/B7/2B1K3/k7 w";

#[test]
fn a_key_with_a_threat_names_it() {
    let report = report(TWO, 2, Detail::default());
    let key = &report.keys[0];
    assert_eq!((report.solution.verdict, key.line.san.as_str()), (Verdict::Sound, "Qd8"));
    assert!(!key.is_check && !key.is_capture && !key.is_promotion && report.complete);
    assert_eq!(key.flights_taken, [Square::D4, Square::D5]);
    let Stake::Threat(threats) = &key.line.stake else { panic!("{:?}", key.line.stake) };
    assert_eq!(threats.iter().map(|threat| threat.san.as_str()).collect::<Vec<_>>(), ["Na5#", "Rc2#"]);
    assert!(key.line.variations.iter().all(|variation| variation.mate_in == 1));
}

#[test]
fn tries_fail_to_one_defence() {
    let report = report(TWO, 2, Detail::default());
    let found: Vec<_> =
        report.tries.iter().map(|found| (found.san.as_str(), found.refutation_san.as_str())).collect();
    assert!(found.contains(&("Rd2", "Kd5")) && found.contains(&("Rh5", "f5")), "{found:?}");
}

#[test]
fn a_failed_problem_still_shows_how_near_it_came() {
    let report = report("Q7/1Np4K/5p2/2N5/2kP4/1R6/7R/b7 w", 2, Detail::default());
    assert_eq!((report.solution.verdict, report.complete), (Verdict::NoMate, true));
    assert!(!report.tries.is_empty());
    assert!(print(&report).contains("No mate in 2."));
}

#[test]
fn zugzwang_is_no_threat() {
    let report = report("8/5P1k/5K2/8/8/8/8/8 w", 2, Detail::default());
    assert_eq!(report.keys[0].line.stake, Stake::Zugzwang);
    assert_eq!(report.keys[0].line.variations.len(), 1);
}

#[test]
fn set_play_shows_what_waits() {
    let report = report("8/8/8/8/4N3/8/4Q3/k2nK2R w K", 2, Detail::default());
    let set: Vec<_> =
        report.set_play.iter().map(|line| (line.san.as_str(), line.continuations[0].san.as_str())).collect();
    assert_eq!(set, [("Nf2", "Kxf2#")]);
}

#[test]
fn duals_before_the_mate_are_major() {
    let report = report(FOUR, 4, Detail::default());
    let dual = report.duals.iter().find(|dual| dual.line == ["Rb7", "Ka2"]).unwrap();
    assert_eq!((dual.move_number, dual.major), (2, true));
    assert_eq!(dual.continuations, ["Bb1+", "Rd2"]);
}

#[test]
fn the_full_tree_holds_every_defence() {
    let full = report(FOUR, 4, Detail { full_tree: true, tree_limit: 100_000, ..Detail::default() });
    let pruned = report(FOUR, 4, Detail::default());
    let page = print(&full);
    assert!(full.complete && page.len() >= print(&pruned).len());
    for variation in &full.keys[0].line.variations {
        for line in &variation.continuations {
            assert!(line.stake == Stake::Mate || !line.variations.is_empty());
        }
    }
}

#[test]
fn a_limit_on_the_tree_is_told() {
    let cut = report(FOUR, 4, Detail { full_tree: true, tree_limit: 5, ..Detail::default() });
    assert!(!cut.complete && print(&cut).contains("not complete"));
}

#[test]
fn a_budget_that_ends_leaves_the_proof_standing() {
    let position = read_position(FOUR).unwrap();
    let mut solver = Solver::new(Options::default());
    let solved = solver.solve(&position, 4, Budget::unlimited(), &|_| {});
    let budget = Budget::unlimited().with_nodes(solved.nodes + 2000);
    let report = Solver::new(Options::default()).report(&position, 4, budget, Detail::default(), &|_| {});
    assert_eq!((report.solution.verdict, report.complete), (Verdict::Sound, false));
}

#[test]
fn every_key_of_a_cooked_problem_is_explained() {
    let report = report("8/5P1k/8/5K2/8/8/8/6R1 w", 2, Detail::default());
    assert_eq!(report.solution.verdict, Verdict::Cooked);
    assert_eq!(report.keys.iter().map(|key| key.line.san.as_str()).collect::<Vec<_>>(), ["Kf6", "f8=R"]);
    assert!(print(&report).contains("Cooked: mate in 2 by Kf6, f8=R."));
}
