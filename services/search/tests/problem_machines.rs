//! Machines, judgements and hints in chess problems.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

mod support;

use support::{Case, cpu_seconds, minimax, open_folder, read_epd_file};
use tablero_game::chess::{Chess, Move, Position, read_position, write_uci};
use tablero_search::{
    Budget,
    machine::{Level, Machine, WIN},
    mate::{HintStep, Judgement, Options, Solver},
};

fn solver() -> Solver {
    Solver::new(Options { memory: 16 << 20, threads: 1 })
}

fn after(position: &Chess, play: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(play);
    next
}

/// The problems of some files of the open corpus; none where this machine does not have it.
fn cases(files: &[&str]) -> Vec<Case> {
    let Some(folder) = open_folder() else {
        println!("skipped: the open corpus is not on this machine");
        return Vec::new();
    };
    files.iter().flat_map(|file| read_epd_file(&folder.join(format!("{file}.epd")))).collect()
}

/// Walks every line in which the attacker plays any shortest mate and the expert defends; counts them.
fn lines_of_best_play(solver: &mut Solver, position: &Chess, left: u8, expert: &Machine, fen: &str) -> u64 {
    let keys = solver.winning_moves(position, left, Budget::unlimited()).unwrap();
    assert_eq!(
        keys.first().map(|key| key.mates_in),
        Some(left),
        "{fen}: the mate comes too soon or too late"
    );
    let mut lines = 0;
    for key in keys {
        let next = after(position, key.play);
        if next.is_checkmate() {
            assert_eq!(left, 1, "{fen}");
            lines += 1;
            continue;
        }
        let defence = expert.defend(solver, &next, left - 1, Budget::unlimited()).unwrap();
        let best = solver.defences(&next, left - 1, Budget::unlimited()).unwrap();
        let found = best.iter().find(|found| found.play == defence.play).unwrap();
        let rank = (found.mated_in, found.winning_replies);
        assert_eq!(rank, (best[0].mated_in, best[0].winning_replies), "{fen}");
        assert_eq!(found.mated_in, Some(left - 1), "{fen}");
        assert_eq!(defence.value, 2 * i32::from(left - 1) - WIN);
        lines += lines_of_best_play(solver, &after(&next, defence.play), left - 1, expert, fen);
    }
    lines
}

#[test]
fn the_expert_defends_perfectly_on_every_open_problem_up_to_three() {
    let mut solver = solver();
    let (mut lines, cases) = (0, cases(&["mate2", "mate3", "generated2", "generated3"]));
    for (seed, case) in cases.iter().enumerate() {
        let expert = Machine::new(Level::Expert, seed as u64);
        lines += lines_of_best_play(&mut solver, &case.position, case.moves, &expert, &case.fen);
    }
    println!("{lines} lines of {} problems", cases.len());
}

#[test]
fn the_expert_attacker_mates_in_time_whatever_is_played() {
    fn attack(expert: &Machine, solver: &mut Solver, position: &Chess, left: u8) {
        let choice = expert.attack(solver, position, left, Budget::unlimited()).unwrap();
        let next = after(position, choice.play);
        assert!(left > 1 || next.is_checkmate());
        for reply in next.legal_moves() {
            attack(expert, solver, &after(&next, reply), left - 1);
        }
        assert!(next.is_checkmate() || !next.is_stalemate());
    }
    let mut solver = solver();
    for case in cases(&["mate2", "generated2"]).iter().step_by(5) {
        attack(&Machine::new(Level::Expert, 1), &mut solver, &case.position, case.moves);
    }
}

#[test]
fn the_expert_defence_holds_by_a_second_opinion() {
    let mut solver = solver();
    for case in cases(&["generated2"]).iter().take(60) {
        for key in minimax::keys(&case.position, 2) {
            let next = after(&case.position, key);
            let expert = Machine::new(Level::Expert, 5);
            let Some(defence) = expert.defend(&mut solver, &next, 1, Budget::unlimited()) else {
                continue;
            };
            let replies = |play| minimax::keys(&after(&next, play), 1).len();
            let fewest = next.legal_moves().into_iter().map(replies).min();
            assert_eq!(Some(replies(defence.play)), fewest, "{}", case.fen);
        }
    }
}

#[test]
fn a_defender_that_can_escape_does() {
    let mut solver = solver();
    let position = read_position("6k1/5ppp/8/8/8/8/7r/K2R4 b").unwrap();
    for seed in 0..10 {
        let expert = Machine::new(Level::Expert, seed);
        let defence = expert.defend(&mut solver, &position, 1, Budget::unlimited()).unwrap();
        assert_eq!(solver.wins_in(&after(&position, defence.play), 1, Budget::unlimited()), Ok(None));
    }
}

/// Whether a machine mates in time against the perfect defence.
fn solves(machine: &Machine, solver: &mut Solver, case: &Case) -> bool {
    let expert = Machine::new(Level::Expert, 1);
    let mut position = case.position.clone();
    for left in (1..=case.moves).rev() {
        let Some(choice) = machine.attack(solver, &position, left, Budget::unlimited()) else {
            return false;
        };
        // Against the perfect defence a win that is given away does not come back.
        let judgement = solver.judge(&position, choice.play, left, Budget::unlimited()).unwrap();
        if !judgement.is_win() {
            return false;
        }
        position = after(&position, choice.play);
        let Some(defence) = expert.defend(solver, &position, left - 1, Budget::unlimited()) else {
            return position.is_checkmate();
        };
        position = after(&position, defence.play);
    }
    false
}

#[test]
fn each_level_solves_more_problems_than_the_one_below_it() {
    let cases: Vec<Case> = ["mate2", "mate3", "mate4"]
        .into_iter()
        .flat_map(|file| cases(&[file]).into_iter().step_by(9).take(12))
        .collect();
    let mut solver = solver();
    let solved = Level::ALL.map(|level| {
        let machine = Machine::new(level, 1);
        cases.iter().filter(|case| solves(&machine, &mut solver, case)).count()
    });
    println!("{solved:?} of {}", cases.len());
    assert!(cases.is_empty() || solved.is_sorted_by(|a, b| a < b), "{solved:?}");
    assert_eq!(solved[3], cases.len(), "the expert solves them all");
}

#[test]
fn every_level_answers_in_a_problem_well_within_a_second() {
    let mut slowest = [0.0f64; 4];
    for case in cases(&["mate4", "mate5", "mate6plus"]).iter().step_by(10) {
        for (at, level) in Level::ALL.into_iter().enumerate() {
            let mut solver = solver();
            // Its own time: a busy machine may not run the thread at all for a while.
            let began = cpu_seconds();
            let choice = Machine::new(level, 1)
                .attack(&mut solver, &case.position, case.moves, Budget::unlimited())
                .unwrap();
            let next = after(&case.position, choice.play);
            let attacked = cpu_seconds() - began;
            let _ = Machine::new(level, 1).defend(&mut solver, &next, case.moves - 1, Budget::unlimited());
            let defended = cpu_seconds() - began - attacked;
            slowest[at] = slowest[at].max(attacked).max(defended);
        }
    }
    println!("{slowest:?}");
    assert!(slowest.iter().all(|&took| took < 0.9), "{slowest:?}");
}

#[test]
fn a_move_is_judged_by_whether_the_win_stays_forced() {
    let mut solver = solver();
    for case in cases(&["mate2", "generated2"]).iter().step_by(8) {
        for play in case.position.legal_moves() {
            let next = after(&case.position, play);
            let judgement = solver.judge(&case.position, play, 2, Budget::unlimited()).unwrap();
            assert_eq!(judgement.is_win(), case.keys.contains(&write_uci(play)), "{} {play}", case.fen);
            match judgement {
                Judgement::Wins { mates_in } => assert_eq!(mates_in, 1),
                Judgement::Fails { refutation: None } => assert!(next.legal_moves().is_empty()),
                Judgement::Fails { refutation: Some(reply) } => {
                    assert_eq!(
                        minimax::shortest(&after(&next, reply), 1),
                        None,
                        "{} {play} {reply}",
                        case.fen
                    );
                }
            }
        }
    }
}

#[test]
fn mate_stalemate_and_the_last_move_are_judged() {
    let judge = |fen, uci: &str, left| {
        let position = read_position(fen).unwrap();
        let play = position.legal_moves().into_iter().find(|&play| write_uci(play) == uci).unwrap();
        solver().judge(&position, play, left, Budget::unlimited()).unwrap()
    };
    let fen = "7k/8/6K1/8/8/8/8/5Q2 w";
    assert_eq!(judge(fen, "f1f8", 1), Judgement::Wins { mates_in: 0 });
    assert_eq!(judge(fen, "f1f7", 3), Judgement::Fails { refutation: None });
    assert!(matches!(judge(fen, "f1e1", 1), Judgement::Fails { refutation: Some(_) }));
    assert_eq!(judge(fen, "f1e1", 2), Judgement::Wins { mates_in: 1 });
}

#[test]
fn hints_give_away_a_step_at_a_time() {
    let mut solver = solver();
    let position = read_position("8/5P1k/5K2/8/8/8/8/8 w").unwrap();
    let mut hint = |step| solver.hint(&position, 2, step, Budget::unlimited()).unwrap().unwrap();
    let piece = hint(HintStep::Piece);
    assert_eq!((piece.from.as_str(), piece.to, piece.play), ("f7", None, None));
    let target = hint(HintStep::Target);
    assert_eq!((target.from.as_str(), target.to.as_deref(), target.play), ("f7", Some("f8"), None));
    let play = hint(HintStep::Move).play.unwrap();
    assert_eq!((play.san.as_str(), play.uci.as_str()), ("f8=R", "f7f8r"));
    for step in HintStep::ALL {
        assert_eq!(solver.hint(&position, 1, step, Budget::unlimited()), Ok(None), "{}", step.as_str());
    }
}
