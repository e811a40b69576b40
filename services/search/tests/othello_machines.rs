//! The four levels of Othello: on every board, and to the last disc.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

mod support;

use std::collections::HashMap;

use support::{othello::late_positions, random::Dice};
use tablero_game::{
    Evaluate as _, Game as _, Side,
    othello::{Axes, Othello, Settings},
};
use tablero_search::{
    Budget, Cancel,
    discs::{Count, Solver},
    machine::{Level, Machine},
};

fn othello(rules: &str, position: &str) -> Othello {
    Othello::decode(rules, position).unwrap()
}

/// Two sets of discs as a position with black to move.
fn board(mover: u64, other: u64) -> Othello {
    let sign = |at: usize| match (mover >> at & 1, other >> at & 1) {
        (1, _) => 'x',
        (_, 1) => 'o',
        _ => '-',
    };
    let rows: Vec<String> = (0..8).map(|row| (0..8).map(|column| sign(row * 8 + column)).collect()).collect();
    othello("", &rows.join("/"))
}

fn by_chance(mut game: Othello, empties: u32, dice: &mut Dice) -> Othello {
    while game.empties() > empties {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        let play = moves[dice.below(moves.len() as u64) as usize];
        game = game.play(play).unwrap();
    }
    game
}

/// The difference of the discs at the end, for the side to move, by looking at every line.
fn plain(game: &Othello, known: &mut HashMap<Othello, i32>) -> i32 {
    if let Some(value) = known.get(game) {
        return *value;
    }
    let value = |play| {
        let next = game.clone().play(play).unwrap();
        let value = plain(&next, known);
        if next.side_to_move() == game.side_to_move() { value } else { -value }
    };
    let best = game.legal_moves().into_iter().map(value).max();
    let best = best.unwrap_or_else(|| game.appraise());
    known.insert(game.clone(), best);
    best
}

#[test]
fn four_by_four_is_lost_by_eight_discs() {
    let start = Othello::start("size=4").unwrap();
    let choice = Machine::new(Level::Expert, 1).choose(&start, Budget::unlimited()).unwrap();
    assert_eq!(choice.margin(), Some(-8));
    assert_eq!(plain(&start, &mut HashMap::new()), -8);
}

#[test]
fn experts_count_small_boards_out_under_all_rules() {
    let mut dice = Dice::new(3);
    let mut counted = 0;
    for axes in Axes::every() {
        for skips in ["0,0", "1,0", "1,1"] {
            for size in [4, 6] {
                let settings = Settings::read(&format!("size={size} axes={axes} skips={skips}")).unwrap();
                let game = by_chance(Othello::standard(settings), 7, &mut dice);
                let choice = Machine::new(Level::Expert, 1).choose(&game, Budget::unlimited());
                let Some(choice) = choice.filter(|_| game.legal_moves().len() > 1) else {
                    continue;
                };
                let margin = plain(&game, &mut HashMap::new());
                assert_eq!(choice.margin(), Some(margin), "{} under {settings}", game.encode());
                let next = game.clone().play(choice.play).unwrap();
                let value = plain(&next, &mut HashMap::new());
                let again = next.side_to_move() == game.side_to_move();
                assert_eq!(if again { value } else { -value }, margin, "{} under {settings}", game.encode());
                counted += 1;
            }
        }
    }
    assert!(counted >= 12, "{counted}");
}

/// Fixed positions with 18 squares empty out of games between machines. A reply may take sixteen million
/// nodes.
#[test]
fn experts_play_standard_games_exactly_from_eighteen_squares_on() {
    let mut dice = Dice::new(18);
    let mut most = 0;
    for seed in 0..12 {
        let mut game = by_chance(Othello::start("").unwrap(), 52, &mut dice);
        while game.empties() > 18 && game.outcome().is_none() {
            let choice = Machine::new(Level::Normal, seed).choose(&game, Budget::unlimited()).unwrap();
            game = game.play(choice.play).unwrap();
        }
        if game.legal_moves().len() < 2 {
            continue;
        }
        let choice = Machine::new(Level::Expert, seed).choose(&game, Budget::unlimited()).unwrap();
        let margin = choice.margin().expect("counted out");
        let next = game.clone().play(choice.play).unwrap();
        assert_eq!(solved(&next), -margin, "{}", game.encode());
        most = most.max(choice.nodes);
    }
    println!("{most} nodes at most");
    assert!((1..8_000_000).contains(&most), "{most}");
}

/// The result for the side to move, by the solver alone.
fn solved(game: &Othello) -> i32 {
    match game.finale(Level::Expert).unwrap() {
        tablero_game::Finale::Discs { mover, other } => {
            Solver::solve(mover, other, Count::Discs, Budget::unlimited()).unwrap().score
        }
        tablero_game::Finale::Plain => panic!("a standard game"),
    }
}

#[test]
fn exact_play_does_not_lose_what_it_counted() {
    for (mover, other) in late_positions(10..=14, 6) {
        let mut game = board(mover, other);
        let Some(margin) =
            Machine::new(Level::Expert, 1).choose(&game, Budget::unlimited()).and_then(|c| c.margin())
        else {
            continue;
        };
        while let Some(choice) = Machine::new(Level::Expert, 1).choose(&game, Budget::unlimited()) {
            game = game.play(choice.play).unwrap();
        }
        let difference = game.count(Side::First) as i32 - game.count(Side::Second) as i32;
        assert_eq!(difference, margin, "{mover:x} {other:x}");
    }
}

#[test]
fn every_level_plays_whole_games_on_every_board() {
    let mut dice = Dice::new(5);
    for size in (4..=16).step_by(2) {
        for axes in Axes::every() {
            let rules = format!("size={size} axes={axes} skips={},{}", dice.below(3), dice.below(3));
            let mut game = Othello::standard(Settings::read(&rules).unwrap());
            let levels = [Level::ALL[dice.below(4) as usize], Level::ALL[dice.below(4) as usize]];
            let budget = Budget::unlimited().with_nodes(150);
            while let Some(choice) =
                Machine::new(levels[game.side_to_move() as usize], 1).choose(&game, budget.clone())
            {
                game = game.play(choice.play).unwrap();
            }
            assert!(game.outcome().is_some(), "{rules}");
        }
    }
}

#[test]
fn no_budget_is_too_small_for_a_legal_move() {
    let cancel = Cancel::new();
    cancel.cancel();
    for (mover, other) in late_positions(15..=30, 10) {
        let game = board(mover, other);
        for budget in [
            Budget::unlimited().with_nodes(0),
            Budget::unlimited().with_time(std::time::Duration::ZERO),
            Budget::unlimited().with_cancel(cancel.clone()),
        ] {
            let choice = Machine::new(Level::Expert, 1).choose(&game, budget);
            assert_eq!(choice.is_none(), game.outcome().is_some());
            assert!(choice.is_none_or(|choice| game.legal_moves().contains(&choice.play)));
        }
    }
}

#[test]
fn the_same_machine_answers_the_same() {
    for (mover, other) in late_positions(8..=40, 12) {
        let game = board(mover, other);
        for level in Level::ALL {
            let answer = || Machine::new(level, 4).choose(&game, Budget::unlimited().with_nodes(5000));
            assert_eq!(answer(), answer());
        }
    }
}
