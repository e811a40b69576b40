//! What the tests and the benchmark share.
#![allow(dead_code, unreachable_pub, reason = "each target uses its part")]

pub mod contest;
pub mod minimax;
pub mod othello;
pub mod random;

use std::path::{Path, PathBuf};

use tablero_game::chess::{Chess, read_epd};

/// A problem of the corpus with its proven answer.
#[derive(Debug, Clone)]
pub struct Case {
    pub fen: String,
    pub position: Chess,
    pub moves: u8,
    /// All keys as UCI, sorted.
    pub keys: Vec<String>,
    pub bench: bool,
}

/// The folder of the open corpus, where this machine has it.
pub fn open_folder() -> Option<PathBuf> {
    let given = std::env::var_os("TABLERO_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("shared"));
    given
        .into_iter()
        .chain(beside)
        .map(|shared| shared.join("data/chess/open"))
        .find(|folder| folder.is_dir())
}

pub fn read_epd_file(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("the corpus is readable");
    text.lines().filter(|line| !line.trim().is_empty()).map(read_case).collect()
}

fn read_case(line: &str) -> Case {
    let problem = read_epd(line).expect("every line of the corpus is a legal position");
    let uci = problem.operand("c1").and_then(|operand| operand.strip_prefix("uci=")).unwrap_or_default();
    let mut keys: Vec<String> = uci.split_whitespace().map(str::to_owned).collect();
    keys.sort();
    Case {
        fen: line.split(" bm ").next().unwrap_or_default().to_owned(),
        moves: problem.moves.expect("every line states the number of moves"),
        bench: problem.operand("c7") == Some("bench=1"),
        keys,
        position: problem.position,
    }
}

/// CPU time of this thread where the system tells it, else wall time.
pub fn cpu_seconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok())
        .map_or_else(
            || START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64(),
            |nanos| nanos * 1e-9,
        )
}
