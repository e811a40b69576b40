//! The perfect defender and what it knows of the attacker's moves.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

mod support;

use support::{open_folder, read_epd_file};
use tablero_game::chess::{Chess, Position, read_position, write_uci};
use tablero_search::{
    Budget,
    mate::{Options, Solver, Undecided},
};

fn solver() -> Solver {
    Solver::new(Options { memory: 8 << 20, threads: 1 })
}

#[test]
fn a_won_position_knows_its_length_and_its_moves() {
    let position = read_position("8/5P1k/5K2/8/8/8/8/8 w").unwrap();
    let mut solver = solver();
    assert_eq!(solver.wins_in(&position, 5, Budget::unlimited()), Ok(Some(2)));
    assert_eq!(solver.wins_in(&position, 1, Budget::unlimited()), Ok(None));
    let moves = solver.winning_moves(&position, 2, Budget::unlimited()).unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!((write_uci(moves[0].play).as_str(), moves[0].mates_in), ("f7f8r", 2));
    let richer = read_position("8/5P1k/8/5K2/8/8/8/6R1 w").unwrap();
    let later = solver.winning_moves(&richer, 4, Budget::unlimited()).unwrap();
    assert!(later.len() > 2 && later.is_sorted_by_key(|found| found.mates_in));
}

#[test]
fn the_defender_prefers_escape_then_length_then_the_narrow_path() {
    let position = read_position("6k1/5ppp/8/8/8/8/1r6/K2R4 w").unwrap();
    let mut solver = solver();
    assert_eq!(solver.wins_in(&position, 1, Budget::unlimited()), Ok(Some(1)));
    let lost = read_position("6k1/5ppp/8/8/8/8/7r/K2R4 b").unwrap();
    let defences = solver.defences(&lost, 1, Budget::unlimited()).unwrap();
    assert_eq!(defences[0].mated_in, None);
    assert_eq!(defences.last().unwrap().mated_in, Some(1));
    assert!(defences.is_sorted_by_key(|found| std::cmp::Reverse(found.mated_in.unwrap_or(u8::MAX))));
    for pair in defences.windows(2).filter(|pair| pair[0].mated_in == pair[1].mated_in) {
        assert!(pair[0].winning_replies <= pair[1].winning_replies);
    }
}

#[test]
fn a_mated_defender_has_nothing_left() {
    let mated = read_position("R3k3/8/4K3/8/8/8/8/8 b").unwrap();
    assert_eq!(solver().loses_in(&mated, 3, Budget::unlimited()), Ok(Some(0)));
    assert_eq!(solver().defences(&mated, 3, Budget::unlimited()), Ok(Vec::new()));
}

#[test]
fn an_empty_budget_is_undecided() {
    let position = read_position("2kb1B2/6B1/K6R/8/R6P/8/3P4/7n w").unwrap();
    assert_eq!(solver().wins_in(&position, 5, Budget::unlimited().with_nodes(1000)), Err(Undecided));
}

/// Plays the mate out, both sides at their best, and counts the attacker's moves.
fn best_play(solver: &mut Solver, mut position: Chess, moves: u8) -> u8 {
    for made in 1.. {
        let left = moves + 1 - made;
        let winning = solver.winning_moves(&position, left, Budget::unlimited()).unwrap();
        position.play_unchecked(winning.first().expect("the win is never lost").play);
        if position.is_checkmate() {
            return made;
        }
        let defences = solver.defences(&position, left - 1, Budget::unlimited()).unwrap();
        position.play_unchecked(defences.first().expect("neither mate nor stalemate").play);
    }
    unreachable!("the loop ends with mate")
}

#[test]
fn best_play_mates_exactly_in_time_on_every_open_problem_up_to_three() {
    let Some(folder) = open_folder() else {
        println!("skipped: the open corpus is not on this machine");
        return;
    };
    let mut solver = solver();
    for name in ["mate2", "mate3", "generated2", "generated3"] {
        for case in read_epd_file(&folder.join(format!("{name}.epd"))) {
            assert_eq!(best_play(&mut solver, case.position.clone(), case.moves), case.moves, "{}", case.fen);
        }
    }
}
