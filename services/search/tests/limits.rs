//! Budgets, memory, cancelling, threads and progress.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use tablero_game::chess::{Chess, read_position};
use tablero_search::{
    Budget, Cancel,
    mate::{Options, Solver, Verdict},
};

/// No mate for long, and a tree that never ends.
fn endless() -> Chess {
    read_position("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq").unwrap()
}

/// How long a search of many threads goes on after it was cancelled.
fn delay_of_cancelling(threads: usize, after_ms: u64) -> Duration {
    let cancel = Cancel::new();
    let budget = Budget::unlimited().with_cancel(cancel.clone());
    let search = std::thread::spawn(move || {
        let mut solver = Solver::new(Options { threads, ..Options::default() });
        let solution = solver.solve(&endless(), 9, budget, &|_| {});
        drop(solver);
        (solution, Instant::now())
    });
    std::thread::sleep(Duration::from_millis(after_ms));
    let cancelled = Instant::now();
    cancel.cancel();
    let (solution, ended) = search.join().unwrap();
    assert_eq!(solution.verdict, Verdict::Undecided);
    ended.saturating_duration_since(cancelled)
}

#[test]
fn cancelling_frees_the_thread_within_50_ms() {
    for threads in [1, 2] {
        for after_ms in [1, 50, 250, 400, 550, 700] {
            // The best of three: a busy machine may not run the thread at all for a while.
            let delay = (0..3).map(|_| delay_of_cancelling(threads, after_ms)).min().unwrap();
            assert!(
                delay < Duration::from_millis(50),
                "{threads} threads took {delay:?} after {after_ms} ms"
            );
        }
    }
}

#[test]
fn the_time_of_a_budget_is_kept() {
    let began = Instant::now();
    let budget = Budget::unlimited().with_time(Duration::from_millis(200));
    let solution = Solver::new(Options::default()).solve(&endless(), 9, budget, &|_| {});
    assert_eq!(solution.verdict, Verdict::Undecided);
    assert!(solution.refuted >= 2 && solution.shortest.is_none() && !solution.keys_complete);
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
}

#[test]
fn the_nodes_of_a_budget_are_kept() {
    let budget = Budget::unlimited().with_nodes(50_000);
    let solution = Solver::new(Options::default()).solve(&endless(), 9, budget, &|_| {});
    assert_eq!(solution.verdict, Verdict::Undecided);
    assert!((50_000..60_000).contains(&solution.nodes));
}

#[test]
fn memory_stays_within_its_bound() {
    for memory in [0, 100_000, 5 << 20] {
        let mut solver = Solver::new(Options { memory, threads: 1 });
        solver.solve(&endless(), 9, Budget::unlimited().with_nodes(3_000_000), &|_| {});
        assert!(solver.memory() <= memory.max(80), "{} of {memory}", solver.memory());
    }
    assert_eq!(Options::default().memory, 256 << 20);
}

#[test]
fn a_tiny_memory_changes_no_answer() {
    let position = read_position("2kb1B2/6B1/K6R/8/R6P/8/3P4/7n w").unwrap();
    let rich = Solver::new(Options::default()).solve(&position, 5, Budget::unlimited(), &|_| {});
    let poor =
        Solver::new(Options { memory: 10_000, threads: 1 }).solve(&position, 5, Budget::unlimited(), &|_| {});
    assert_eq!((poor.verdict, &poor.keys, poor.shortest), (rich.verdict, &rich.keys, rich.shortest));
}

#[test]
fn threads_change_no_answer() {
    for (fen, moves) in [
        ("2kb1B2/6B1/K6R/8/R6P/8/3P4/7n w", 5),
        ("3N4/7R/3R3P/6p1/P1p5/B7/2B1K3/k7 w", 4),
        ("Q3N3/3P4/2B5/8/1p1Kp1p1/8/4N3/3k4 w", 3),
    ] {
        let position = read_position(fen).unwrap();
        let alone = Solver::new(Options::default()).solve(&position, moves, Budget::unlimited(), &|_| {});
        for threads in [2, 4] {
            let mut solver = Solver::new(Options { threads, ..Options::default() });
            let solution = solver.solve(&position, moves, Budget::unlimited(), &|_| {});
            assert_eq!((solution.verdict, solution.keys), (alone.verdict, alone.keys.clone()), "{fen}");
        }
    }
}

#[test]
fn progress_is_told_while_it_runs() {
    let told = AtomicUsize::new(0);
    let budget = Budget::unlimited().with_time(Duration::from_millis(600));
    Solver::new(Options::default()).solve(&endless(), 9, budget, &|progress| {
        assert!(progress.depth > 0 && !progress.key.is_empty() && progress.settled < progress.total);
        told.fetch_add(1, Ordering::Relaxed);
    });
    assert!((1..=7).contains(&told.load(Ordering::Relaxed)), "{}", told.load(Ordering::Relaxed));
}

#[test]
fn a_solver_may_be_used_again_for_the_other_colour() {
    let mut solver = Solver::new(Options::default());
    for (fen, key) in [("8/5P1k/5K2/8/8/8/8/8 w", "f7f8r"), ("8/8/8/8/8/5k2/5p1K/8 b", "f2f1r")] {
        let solution = solver.solve(&read_position(fen).unwrap(), 2, Budget::unlimited(), &|_| {});
        assert_eq!(solution.keys_uci(), [key]);
    }
}
