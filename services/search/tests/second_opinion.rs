//! The solver against a plain exhaustive minimax on thousands of random small positions.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

mod support;

use support::{
    minimax,
    random::{Dice, position},
};
use tablero_game::chess::write_uci;
use tablero_search::{
    Budget,
    mate::{Options, Solver},
};

/// Compares shortest mate and keys on `count` positions with the given number of men.
fn compare(seed: u64, count: usize, men: std::ops::Range<u64>, moves: u8) {
    let mut dice = Dice::new(seed);
    let mut solver = Solver::new(Options { memory: 1 << 20, threads: 1 });
    let mut mates = 0;
    for _ in 0..count {
        let men = dice.between(men.clone());
        let position = position(&mut dice, men);
        let solution = solver.solve(&position, moves, Budget::unlimited(), &|_| {});
        let shortest = minimax::shortest(&position, moves);
        assert_eq!(solution.shortest, shortest, "{:?}", position);
        if let Some(shortest) = shortest {
            mates += 1;
            let mut keys: Vec<String> =
                minimax::keys(&position, shortest).into_iter().map(write_uci).collect();
            keys.sort();
            assert_eq!(solution.keys_uci(), keys, "{:?}", position);
        }
    }
    println!("{mates} of {count} positions have a mate in {moves}");
    assert!(mates * 20 > count, "too few of the positions show anything");
}

#[test]
fn minimax_agrees_on_mates_in_one() {
    compare(1, 20_000, 4..14, 1);
}

#[test]
fn minimax_agrees_on_mates_in_two() {
    compare(2, 5_000, 4..11, 2);
}

#[test]
fn minimax_agrees_on_mates_in_three() {
    compare(3, 1_000, 4..6, 3);
}
