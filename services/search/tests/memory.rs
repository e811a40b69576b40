//! The bound on memory as the system sees it. Alone in its process, so that nothing else is counted.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use tablero_game::chess::read_position;
use tablero_search::{
    Budget,
    mate::{Options, Solver},
};

fn resident_bytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split_whitespace().nth(1)?.parse::<usize>().ok().map(|pages| pages * 4096)
}

#[test]
fn the_process_grows_no_more_than_the_bound_allows() {
    let Some(before) = resident_bytes() else {
        println!("skipped: this system does not tell");
        return;
    };
    let memory = 24 << 20;
    let endless = read_position("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq").unwrap();
    let highest = AtomicUsize::new(0);
    let mut solver = Solver::new(Options { memory, threads: 2 });
    let budget = Budget::unlimited().with_time(Duration::from_secs(4));
    solver.solve(&endless, 9, budget, &|_| {
        highest.fetch_max(resident_bytes().unwrap_or(0), Ordering::Relaxed);
    });
    let grown = highest.load(Ordering::Relaxed) - before;
    println!("{} MiB of {} MiB", grown >> 20, memory >> 20);
    assert!(solver.memory() > memory / 2, "the search was long enough to fill its table");
    assert!(grown < memory + (4 << 20), "{grown}");
}
