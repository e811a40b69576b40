//! The starter library is what it says.

#![allow(clippy::unwrap_used, reason = "tests may")]

use tablero_game::{
    Language,
    chess::{Position, read_move, starter_problems, write_uci},
};
use tablero_search::{
    Budget,
    mate::{Options, Solver, Verdict},
};

#[test]
fn every_starter_problem_is_sound_with_a_quiet_key() {
    let mut solver = Solver::new(Options::default());
    for problem in starter_problems() {
        let id = problem.operand("id").unwrap();
        let solution = solver.solve(&problem.position, problem.moves.unwrap(), Budget::unlimited(), &|_| {});
        assert_eq!(solution.verdict, Verdict::Sound, "{id}");
        assert_eq!(problem.operand("c0"), Some(format!("keys={}", solution.keys_san()[0]).as_str()), "{id}");
        assert_eq!(
            problem.operand("c1"),
            Some(format!("uci={}", write_uci(solution.keys[0])).as_str()),
            "{id}"
        );
        let key = read_move(&problem.position, &solution.keys_san()[0], Language::English).unwrap();
        let next = problem.position.clone().play(key).unwrap();
        assert!(!next.is_check() && !key.is_capture() && !key.is_promotion(), "{id}");
    }
}
