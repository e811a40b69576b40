//! The corners of the rules, as problems whose answers are known.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

use tablero_game::chess::read_position;
use tablero_search::{
    Budget,
    mate::{Options, Solution, Solver, Verdict},
};

fn solve(fen: &str, moves: u8) -> Solution {
    let position = read_position(fen).unwrap();
    Solver::new(Options::default()).solve(&position, moves, Budget::unlimited(), &|_| {})
}

fn is_sound(fen: &str, moves: u8, key: &str) {
    let solution = solve(fen, moves);
    assert_eq!(solution.verdict, Verdict::Sound, "{fen}: {:?}", solution.keys_san());
    assert_eq!(solution.keys_san(), [key], "{fen}");
}

#[test]
fn stalemate_is_no_mate() {
    is_sound("8/5P1k/5K2/8/8/8/8/8 w", 2, "f8=R");
    assert_eq!(solve("k7/P7/K7/8/8/8/8/2B5 w", 2).verdict, Verdict::NoMate);
    assert_eq!(solve("7k/5Q2/6K1/8/8/8/8/8 b", 3).verdict, Verdict::NoMate);
}

#[test]
fn a_side_that_is_mated_or_stalemated_has_no_mate() {
    assert_eq!(solve("R3k3/8/4K3/8/8/8/8/8 b", 2).verdict, Verdict::NoMate);
}

#[test]
fn the_right_promotion_is_found() {
    is_sound("6nb/5Ppk/7p/5K2/8/8/8/8 w", 1, "f8=N#");
    is_sound("8/2P5/k1K5/8/8/8/8/8 w", 3, "c8=Q+");
    is_sound("8/P2K1k2/7Q/8/8/8/8/8 w", 2, "a8=B");
    is_sound("6n1/4K2P/6B1/8/1P3R2/2Q5/1p6/k7 w", 2, "hxg8=R");
    is_sound("n7/1P1R4/1R6/k7/8/1p3R2/1Q6/4K2R w K", 2, "bxa8=N");
    is_sound("8/8/8/1n2Pk2/7K/5p2/3r1p2/8 b", 2, "f1=N");
}

#[test]
fn en_passant_mates_only_where_the_position_grants_it() {
    is_sound("7k/p2K4/4N3/6pP/8/8/1RN5/8 w - g6", 2, "hxg6");
    is_sound("8/3rk2p/8/8/2Ppqq2/pP6/1P6/3K4 b - c3", 1, "dxc3#");
    assert_ne!(solve("7k/p2K4/4N3/6pP/8/8/1RN5/8 w", 2).keys_uci(), ["h5g6"]);
}

#[test]
fn en_passant_can_save_the_defender() {
    // After 1.b4+ the pawn is taken in passing where a black pawn stands beside it.
    let with = "8/1Q6/8/2k5/p7/4N3/1P6/K2R4 w";
    let without = "8/1Q6/8/2k5/8/p3N3/1P6/K2R4 w";
    assert!(!solve(with, 1).keys_san().contains(&"b4#".to_owned()));
    assert!(solve(without, 1).keys_san().contains(&"b4#".to_owned()));
}

#[test]
fn castling_mates_only_where_the_position_grants_it() {
    is_sound("8/8/8/8/4N3/8/4Q3/k2nK2R w K", 2, "O-O");
    is_sound("2K1k2r/7q/8/8/8/8/2P3p1/8 b k", 1, "O-O#");
    assert!(!solve("8/8/8/8/4N3/8/4Q3/k2nK2R w", 2).keys_san().contains(&"O-O".to_owned()));
}

#[test]
fn castling_can_save_the_defender() {
    let bound = solve("4k2r/R5pp/4P3/8/8/8/8/K2R4 w", 2);
    let free = solve("4k2r/R5pp/4P3/8/8/8/8/K2R4 w k", 2);
    assert_eq!((bound.shortest, free.shortest), (Some(2), None));
}

#[test]
fn an_attacker_in_check_must_answer_it() {
    is_sound("4kn1r/8/4KR2/8/1R6/2Q5/p1N5/8 w k", 2, "Rxf8+");
    is_sound("7k/2P5/3p2Q1/B7/8/2b5/4Q3/K7 w", 1, "Bxc3#");
    is_sound("5R2/3R4/1P1p4/2pPk3/1K6/8/5Q2/8 w - c6", 2, "Kc4");
}

#[test]
fn a_double_check_needs_no_guard() {
    // Either checker alone could be met: the knight by Bxd6, the rook by Be7.
    is_sound("3rkb2/3p1p2/5P2/8/4N3/8/8/K3R3 w", 1, "Nd6#");
}

#[test]
fn mates_up_to_nine_moves_are_proven() {
    let queen = solve("8/8/8/8/8/4k3/8/Q6K w", 9);
    assert_eq!((queen.verdict, queen.shortest, queen.refuted), (Verdict::Short, Some(7), 6));
    let rook = solve("8/8/8/3k4/8/8/8/R3K3 w", 9);
    assert_eq!((rook.verdict, rook.refuted), (Verdict::NoMate, 9));
}
