//! Solves the open corpus: every key, shortest mate proven, one thread. The first column of times is CPU
//! time for all positions, the spread is wall time.
//!
//! `cargo bench -p tablero-tests --bench mate [-- files...]`; the folder is found through `TABLERO_SHARED` or
//! beside the workspace. `MINIMAX=<count>` sets the plain minimax sample of N = 3.

#![allow(clippy::print_stdout, reason = "printing is what it does")]

#[path = "../../services/search/tests/support/mod.rs"]
mod support;
mod yardstick;

use std::time::Instant;

use support::{Case, cpu_seconds};
use tablero_search::{
    Budget,
    mate::{Options, Solver},
};

const FILES: [&str; 9] =
    ["generated2", "generated3", "generated4", "generated5", "mate2", "mate3", "mate4", "mate5", "mate6plus"];

fn main() {
    let Some(folder) = support::open_folder() else {
        println!("skipped: no ../shared/data/chess/open and no TABLERO_SHARED");
        return;
    };
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("file             count     CPU s  median ms     p95 ms     max ms        nodes");
    for file in FILES.into_iter().filter(|file| wanted.is_empty() || wanted.iter().any(|want| want == file)) {
        let cases = support::read_epd_file(&folder.join(format!("{file}.epd")));
        let bench: Vec<&Case> = cases.iter().filter(|case| case.bench).collect();
        if !bench.is_empty() {
            solve_all(&format!("{file} bench"), &bench);
        }
        solve_all(file, &cases.iter().collect::<Vec<_>>());
    }
    if wanted.is_empty() {
        let sample = std::env::var("MINIMAX").ok().and_then(|count| count.parse().ok()).unwrap_or(10);
        compare_with_minimax(&support::read_epd_file(&folder.join("mate2.epd")), 100);
        compare_with_minimax(&support::read_epd_file(&folder.join("mate3.epd")), sample);
    }
}

/// Solves the cases, again and again until the clock can tell; answers the CPU seconds of one round.
fn solve_all(name: &str, cases: &[&Case]) -> f64 {
    let mut seconds = Vec::new();
    let (mut nodes, mut rounds) = (0, 0u32);
    let before = (cpu_seconds(), Instant::now());
    while rounds == 0 || before.1.elapsed().as_secs_f64() < 0.5 {
        rounds += 1;
        for case in cases {
            let began = Instant::now();
            let mut solver = Solver::new(Options::default());
            let solution = solver.solve(&case.position, case.moves, Budget::unlimited(), &|_| {});
            seconds.push(began.elapsed().as_secs_f64());
            nodes += solution.nodes;
            assert_eq!(solution.keys_uci(), case.keys, "{}", case.fen);
        }
    }
    let total = (cpu_seconds() - before.0) / f64::from(rounds);
    seconds.sort_by(f64::total_cmp);
    let at = |part: f64| 1e3 * seconds[((seconds.len() - 1) as f64 * part) as usize];
    println!(
        "{name:16} {:>5} {total:>9.4} {:>10.3} {:>10.3} {:>10.3} {:>12}",
        cases.len(),
        at(0.5),
        at(0.95),
        at(1.0),
        nodes / u64::from(rounds)
    );
    total
}

/// The ratio to plain minimax carries over to any machine.
fn compare_with_minimax(cases: &[Case], sample: usize) {
    let bench: Vec<&Case> = cases.iter().filter(|case| case.bench).collect();
    let step = (bench.len() / sample.max(1)).max(1);
    let bench: Vec<&Case> = bench.into_iter().step_by(step).take(sample).collect();
    let Some(moves) = bench.first().map(|case| case.moves) else {
        return;
    };
    let before = cpu_seconds();
    for case in &bench {
        assert!(yardstick::mates(&format!("{} 0 1", case.fen), moves), "{}", case.fen);
    }
    let plain = cpu_seconds() - before;
    let ours = solve_all(&format!("N={moves} sample"), &bench);
    println!(
        "plain minimax, N={moves}, {} positions: {plain:.3} s CPU, {:.0} times ours",
        bench.len(),
        plain / ours
    );
}
