use std::{
    sync::atomic::{AtomicU8, AtomicUsize, Ordering},
    time::Duration,
};

use shakmaty::{Chess, Move, Position as _};
use tablero_game::{
    Language,
    chess::{write_san, write_uci},
};

use super::{
    Progress, Solution,
    board::{Board, Ply},
    convert::play_of,
    prover::Prover,
    table::Table,
};
use crate::{Budget, Meter};

const REPORT_EVERY: Duration = Duration::from_millis(100);

/// What a solver may use besides its budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// An upper bound for the memory of proofs, in bytes.
    pub memory: usize,
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { memory: 256 << 20, threads: 1 }
    }
}

/// Solves direct mates, one after the other, keeping what it learns.
#[derive(Debug)]
pub struct Solver {
    pub(super) table: Table,
    threads: usize,
}

/// What is settled about a first move at one depth.
const OPEN: u8 = 0;
const KEY: u8 = 1;
const NO_KEY: u8 = 2;

struct Round<'a> {
    position: &'a Chess,
    board: &'a Board,
    first_moves: &'a [Ply],
    settled: Vec<AtomicU8>,
    next: AtomicUsize,
    depth: u8,
    meter: &'a Meter,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl Solver {
    #[must_use]
    pub fn new(options: Options) -> Solver {
        Solver { table: Table::new(options.memory), threads: options.threads.max(1) }
    }

    /// The memory taken now, in bytes; never more than the option allows.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// Proves whether the side to move mates within `moves`, in how many, and by which first moves.
    /// Blocks until it is proven or the budget ends. `progress` is called about ten times a second,
    /// on any thread of the search.
    pub fn solve(
        &mut self,
        position: &Chess,
        moves: u8,
        budget: Budget,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Solution {
        let meter = budget.start();
        self.solve_metered(position, moves, &meter, progress)
    }

    pub(super) fn solve_metered(
        &mut self,
        position: &Chess,
        moves: u8,
        meter: &Meter,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Solution {
        let board = Board::from(position);
        let mut first_moves = board.legal_moves();
        first_moves
            .sort_by_key(|&ply| (!board.play(ply).is_check(), ply.to.distance(board.king(!board.turn))));
        let mut solution = Solution::open(position, moves);
        for depth in 1..=moves {
            self.table.make_room(meter.nodes() * 2, meter);
            let round = Round {
                position,
                board: &board,
                first_moves: &first_moves,
                settled: first_moves.iter().map(|_| AtomicU8::new(OPEN)).collect(),
                next: AtomicUsize::new(0),
                depth,
                meter,
                progress,
            };
            round.run(&self.table, self.threads);
            solution.keys = round.keys();
            solution.keys_complete = round.is_settled();
            if !solution.keys.is_empty() || !solution.keys_complete {
                break;
            }
            solution.refuted = depth;
        }
        solution.conclude();
        solution.nodes = meter.nodes();
        solution.elapsed_ms = meter.elapsed().as_millis() as u64;
        solution
    }
}

impl Round<'_> {
    fn run(&self, table: &Table, threads: usize) {
        if threads == 1 || self.depth < 3 {
            return self.work(table, 0);
        }
        std::thread::scope(|scope| {
            for seed in 0..threads {
                scope.spawn(move || self.work(table, seed as u32));
            }
        });
    }

    /// Settles first moves nobody works on, then helps with those still open: the shared table makes
    /// two threads on one move faster than one.
    fn work(&self, table: &Table, seed: u32) {
        let current = AtomicUsize::new(usize::MAX);
        let given_up = || {
            self.report(current.load(Ordering::Relaxed));
            self.settled
                .get(current.load(Ordering::Relaxed))
                .is_some_and(|state| state.load(Ordering::Relaxed) != OPEN)
        };
        let mut prover = Prover::new(table, self.meter, &given_up, seed);
        while let Some(at) = self.pick(seed as usize) {
            current.store(at, Ordering::Relaxed);
            let ply = self.first_moves[at];
            let key = prover.succumbs(&self.board.play(ply), ply, self.depth - 1);
            if !prover.stopped() {
                self.settled[at].store(if key { KEY } else { NO_KEY }, Ordering::Relaxed);
            }
            prover.resume();
            if prover.stopped() {
                break;
            }
        }
        prover.settle();
    }

    fn pick(&self, seed: usize) -> Option<usize> {
        let fresh = self.next.fetch_add(1, Ordering::Relaxed);
        if fresh < self.first_moves.len() {
            return Some(fresh);
        }
        let open: Vec<usize> =
            (0..self.settled.len()).filter(|&at| self.settled[at].load(Ordering::Relaxed) == OPEN).collect();
        open.get(seed.checked_rem(open.len())?).copied()
    }

    fn report(&self, at: usize) {
        if let Some(&ply) = self.first_moves.get(at)
            && self.meter.report_due(REPORT_EVERY)
        {
            let play = play_of(self.position, ply);
            (self.progress)(Progress {
                depth: self.depth,
                key: write_san(self.position, play, Language::English),
                settled: self.settled.iter().filter(|state| state.load(Ordering::Relaxed) != OPEN).count(),
                total: self.settled.len(),
                nodes: self.meter.nodes(),
                elapsed_ms: self.meter.elapsed().as_millis() as u64,
            });
        }
    }

    fn is_settled(&self) -> bool {
        self.settled.iter().all(|state| state.load(Ordering::Relaxed) != OPEN)
    }

    fn keys(&self) -> Vec<Move> {
        let mut keys: Vec<Move> = self
            .first_moves
            .iter()
            .zip(&self.settled)
            .filter(|(_, state)| state.load(Ordering::Relaxed) == KEY)
            .map(|(&ply, _)| play_of(self.position, ply))
            .collect();
        keys.sort_by_cached_key(|&key| write_uci(key));
        debug_assert!(keys.iter().all(|&key| self.position.is_legal(key)));
        keys
    }
}
