//! Solves the open corpus: every key, shortest mate proven, one thread. The total is CPU time, the
//! spread is wall time.
//!
//! `cargo bench -p tablero-search [-- files...]`; the folder is found through `TABLERO_SHARED` or
//! beside the workspace. `MINIMAX=<count>` limits the plain minimax sample of N = 3.

#![allow(clippy::print_stdout, reason = "printing is what it does")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use support::{Case, cpu_seconds, minimax};
use tablero_search::{
    Budget,
    mate::{Options, Solver},
};

fn main() {
    let Some(folder) = support::open_folder() else {
        println!("skipped: no ../shared/data/chess/open and no TABLERO_SHARED");
        return;
    };
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    println!(
        "{:16} {:>5} {:>10} {:>10} {:>10} {:>10} {:>12}",
        "file", "count", "CPU s", "median ms", "p95 ms", "max ms", "nodes"
    );
    let files = [
        "generated2",
        "generated3",
        "generated4",
        "generated5",
        "mate2",
        "mate3",
        "mate4",
        "mate5",
        "mate6plus",
    ];
    for file in files
        .into_iter()
        .filter(|file| wanted.is_empty() || wanted.iter().any(|want| want == file))
    {
        let cases = support::read_epd_file(&folder.join(format!("{file}.epd")));
        let bench: Vec<&Case> = cases.iter().filter(|case| case.bench).collect();
        if !bench.is_empty() {
            solve_all(&format!("{file} bench"), &bench);
        }
        if bench.is_empty() || wanted.is_empty() {
            solve_all(file, &cases.iter().collect::<Vec<_>>());
        }
    }
    if wanted.is_empty() {
        compare_with_minimax(&folder);
    }
}

fn solve_all(name: &str, cases: &[&Case]) -> f64 {
    let mut seconds = Vec::new();
    let mut nodes = 0;
    let before = cpu_seconds();
    for case in cases {
        let before = Instant::now();
        let mut solver = Solver::new(Options::default());
        let solution = solver.solve(&case.position, case.moves, Budget::unlimited(), &|_| {});
        seconds.push(before.elapsed().as_secs_f64());
        nodes += solution.nodes;
        assert_eq!(solution.keys_uci(), case.keys, "{}", case.fen);
        if std::env::var_os("EACH").is_some() {
            println!(
                "{:8.1} ms {:>10} nodes {}",
                1e3 * seconds[seconds.len() - 1],
                solution.nodes,
                case.fen
            );
        }
    }
    let total = cpu_seconds() - before;
    seconds.sort_by(f64::total_cmp);
    let at = |part: f64| 1e3 * seconds[((seconds.len() - 1) as f64 * part) as usize];
    println!(
        "{name:16} {:>5} {total:>10.4} {:>10.3} {:>10.3} {:>10.3} {nodes:>12}",
        cases.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
    total
}

/// The ratio to a plain exhaustive minimax carries over to any machine.
fn compare_with_minimax(folder: &std::path::Path) {
    let sample: usize = std::env::var("MINIMAX")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(3);
    for (moves, take) in [(2, usize::MAX), (3, sample)] {
        let cases = support::read_epd_file(&folder.join(format!("mate{moves}.epd")));
        let bench: Vec<&Case> = cases.iter().filter(|case| case.bench).take(take).collect();
        let before = (cpu_seconds(), Instant::now());
        for case in &bench {
            assert_eq!(minimax::shortest(&case.position, moves), Some(moves));
        }
        let plain = cpu_seconds() - before.0;
        let ours = solve_all(&format!("N={moves} again"), &bench);
        println!(
            "plain minimax N={moves}: {} positions {plain:.3} s CPU ({:.3} s wall), {:.0} times ours",
            bench.len(),
            before.1.elapsed().as_secs_f64(),
            plain / ours
        );
    }
}
