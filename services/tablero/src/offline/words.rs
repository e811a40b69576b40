use std::io::Write;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tablero_search::Budget;
use tablero_search::mate::{Options, Progress, Solver, Validation};

/// What a proof may spend.
#[derive(Debug, Clone, Args)]
pub(super) struct ProofOptions {
    /// Milliseconds for each problem at most
    #[arg(long, value_name = "MS", default_value_t = 60_000)]
    pub(super) budget_ms: u64,

    /// Threads to work with [default: one for each core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Memory for each proof, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    memory_mb: u32,

    /// Print one JSON object a line
    #[arg(long)]
    pub(super) json: bool,
}

impl ProofOptions {
    pub(super) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    pub(super) fn budget(&self) -> Budget {
        Budget::unlimited().with_time(std::time::Duration::from_millis(self.budget_ms))
    }

    pub(super) fn solver(&self, threads: usize) -> Solver {
        let memory = usize::try_from(self.memory_mb).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        Solver::new(Options { memory, threads })
    }
}

/// One JSON object, on one line.
pub(super) fn json_line(found: &Validation) -> String {
    json!({
        "fen": found.fen,
        "moves": found.moves,
        "verdict": found.verdict.as_str(),
        "keys": found.keys,
        "keys_uci": found.keys_uci,
        "shortest": found.shortest,
        "nodes": found.nodes,
        "elapsed_ms": found.elapsed_ms,
        "faults": found.faults,
    })
    .to_string()
}

/// Writes to standard output. A reader who has seen enough, as `head` has, ends us quietly.
pub(super) fn say(text: &str) -> Result<()> {
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        done => Ok(done?),
    }
}

/// A line on the terminal that shows what the solver is at. It shows nowhere else.
pub(super) fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}").expect("a good template");
    ProgressBar::new_spinner().with_style(style)
}

pub(super) fn progress_words(progress: &Progress) -> String {
    let Progress { depth, key, settled, total, nodes, elapsed_ms } = progress;
    format!(
        "mate in {depth}: {key}, {settled} of {total} first moves settled, {nodes} positions, {elapsed_ms} ms"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablero_search::mate::Verdict;

    #[test]
    fn the_json_object_has_every_promised_field() {
        let found = Validation {
            fen: "f".into(),
            moves: 2,
            verdict: Verdict::NoMate,
            keys: vec![],
            keys_uci: vec![],
            shortest: None,
            nodes: 3,
            elapsed_ms: 4,
            faults: vec![],
        };
        let object: serde_json::Value = serde_json::from_str(&json_line(&found)).unwrap();
        let fields =
            ["elapsed_ms", "faults", "fen", "keys", "keys_uci", "moves", "nodes", "shortest", "verdict"];
        assert_eq!(object.as_object().unwrap().keys().collect::<Vec<_>>(), fields);
        assert_eq!(object["verdict"], "no_mate");
        assert!(object["shortest"].is_null());
    }
}
