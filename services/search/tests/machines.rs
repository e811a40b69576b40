//! The four levels in whole games.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

mod support;

use std::{collections::HashSet, time::Duration};

use support::{
    contest::{Score, contest, openings},
    cpu_seconds,
    random::{Dice, position},
};
use tablero_game::{
    Evaluate, Game, Visitor,
    boom::Boom,
    chess::{Chess, Position, read_position},
    othello::Othello,
    visit,
};
use tablero_search::{
    Budget, Cancel,
    machine::{Level, Machine, WIN},
};

/// Document A's minimax once more, as plainly as it can be written.
fn plain(game: &Chess, depth: u32, ply: i32) -> i32 {
    let moves = Game::legal_moves(game);
    if moves.is_empty() {
        return if game.is_check() { ply - WIN } else { 0 };
    }
    if depth == 0 {
        return material(game);
    }
    moves.into_iter().map(|play| -plain(&after(game, play), depth - 1, ply + 1)).max().unwrap()
}

fn material(game: &Chess) -> i32 {
    let sum: i32 = Game::encode(game)
        .split(' ')
        .next()
        .unwrap()
        .chars()
        .map(|sign| match sign {
            'P' => 10,
            'N' | 'B' => 30,
            'R' => 50,
            'Q' => 150,
            'K' => 900,
            'p' => -10,
            'n' | 'b' => -30,
            'r' => -50,
            'q' => -150,
            'k' => -900,
            _ => 0,
        })
        .sum();
    game.turn().fold_wb(sum, -sum)
}

fn after(game: &Chess, play: <Chess as Game>::Move) -> Chess {
    let mut next = game.clone();
    Position::play_unchecked(&mut next, play);
    next
}

/// Positions of random games and of random set-ups.
fn positions(count: usize) -> Vec<Chess> {
    let mut dice = Dice::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let men = dice.between(3..14);
        let mut game = if dice.below(2) == 0 { Chess::default() } else { position(&mut dice, men) };
        for _ in 0..dice.below(120) {
            let moves = Game::legal_moves(&game);
            if moves.is_empty() {
                break;
            }
            game = after(&game, moves[dice.below(moves.len() as u64) as usize]);
        }
        found.push(game);
    }
    found
}

#[test]
fn easy_is_exactly_minimax_on_material() {
    let depth = u32::from(Chess::skill(Level::Easy).depth);
    for game in positions(150) {
        let values: Vec<_> = Game::legal_moves(&game)
            .into_iter()
            .map(|play| (play, -plain(&after(&game, play), depth - 1, 1)))
            .collect();
        let best = values.iter().map(|&(_, value)| value).max();
        for seed in 0..3 {
            let choice = Machine::new(Level::Easy, seed).choose(&game, Budget::unlimited());
            assert_eq!(choice.map(|choice| choice.value), best, "{game:?}");
            assert!(choice.is_none_or(|choice| values.contains(&(choice.play, choice.value))), "{game:?}");
        }
    }
}

#[test]
fn alpha_beta_finds_the_value_of_its_full_tree() {
    fn full(game: &Chess, depth: u32, ply: i32) -> i32 {
        let moves = Game::legal_moves(game);
        match (moves.is_empty(), depth) {
            (true, _) => plain(game, 0, ply),
            (false, 0) => game.weigh(),
            _ => moves.into_iter().map(|play| -full(&after(game, play), depth - 1, ply + 1)).max().unwrap(),
        }
    }
    for game in positions(100) {
        let depth = u32::from(Chess::skill(Level::Normal).depth);
        let choice = Machine::new(Level::Normal, 1).choose(&game, Budget::unlimited());
        if let Some(choice) = choice.filter(|choice| choice.depth as u32 == depth) {
            assert_eq!(choice.value, full(&game, depth, 0), "{game:?}");
        }
    }
}

#[test]
fn every_level_plays_legal_moves_and_stops_when_the_game_has_ended() {
    let (mut ended, mut played) = (0, 0);
    for game in positions(300) {
        for level in Level::ALL {
            let choice = Machine::new(level, 3).choose(&game, Budget::unlimited().with_nodes(3000));
            match choice {
                Some(choice) => {
                    assert!(game.is_legal(choice.play), "{level} plays {} in {game:?}", choice.play)
                }
                None => assert!(Game::outcome(&game).is_some(), "{level} gives up in {game:?}"),
            }
            ended += u32::from(choice.is_none());
            played += u32::from(choice.is_some());
        }
    }
    assert!(ended > 0 && played > 0, "{ended} {played}");
}

#[test]
fn mate_stalemate_and_a_single_move_trouble_nobody() {
    for (fen, moves) in [
        ("R3k3/8/4K3/8/8/8/8/8 b", 0),
        ("7k/5Q2/6K1/8/8/8/8/8 b", 0),
        ("k7/2Q5/8/8/8/8/8/K7 b", 0),
        ("k7/8/1Q6/8/8/8/7p/K7 b", 4),
        ("7k/8/8/8/8/8/6q1/7K w", 1),
    ] {
        let game = read_position(fen).unwrap();
        assert_eq!(Game::legal_moves(&game).len(), moves, "{fen}");
        for level in Level::ALL {
            let choice = Machine::new(level, 0).choose(&game, Budget::unlimited());
            assert_eq!(choice.is_some(), moves > 0, "{level} in {fen}");
        }
    }
}

#[test]
fn no_budget_is_too_small_for_a_legal_move() {
    let cancel = Cancel::new();
    cancel.cancel();
    for budget in [
        Budget::unlimited().with_nodes(0),
        Budget::unlimited().with_nodes(1),
        Budget::unlimited().with_time(Duration::ZERO),
        Budget::unlimited().with_cancel(cancel),
    ] {
        for level in Level::ALL {
            let choice = Machine::new(level, 1).choose(&Chess::default(), budget.clone()).unwrap();
            assert!(Chess::default().is_legal(choice.play));
        }
    }
}

#[test]
fn the_same_machine_answers_the_same_and_seeds_bring_variety() {
    for level in Level::ALL {
        let mut plays = HashSet::new();
        for seed in 0..20 {
            let answer =
                || Machine::new(level, seed).choose(&Chess::default(), Budget::unlimited().with_nodes(5000));
            assert_eq!(answer(), answer());
            plays.insert(answer().unwrap().play);
        }
        assert!(level == Level::Expert || plays.len() > 1, "{level} always plays {plays:?}");
    }
}

#[test]
fn every_level_answers_well_within_a_second() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -",
        "1q1q1q1k/qqq2qpp/8/8/8/8/QQQ2QPP/1Q1Q1Q1K w - -",
    ] {
        let game = read_position(fen).unwrap();
        for level in Level::ALL {
            // Its own time: a busy machine may not run the thread at all for a while.
            let began = cpu_seconds();
            assert!(Machine::new(level, 1).choose(&game, Budget::unlimited()).is_some());
            let took = cpu_seconds() - began;
            assert!(took < 0.9, "{level} took {took} s in {fen}");
        }
    }
}

#[test]
fn the_expert_sees_beyond_the_horizon() {
    // Taking the pawn loses the queen one ply beyond the first depth.
    let game = read_position("4k3/8/2p5/3p4/8/8/8/K2Q4 w").unwrap();
    let choice = Machine::new(Level::Expert, 1).choose(&game, Budget::unlimited().with_nodes(200)).unwrap();
    assert_ne!(choice.play.to_string(), "Qd1xd5");
}

#[test]
fn the_expert_mates_a_lone_king() {
    for fen in ["8/8/8/4k3/8/8/8/R3K3 w", "8/8/8/4k3/8/8/8/1Q2K3 w", "8/8/8/4k3/8/8/8/2B1KB2 w"] {
        let mut game = read_position(fen).unwrap();
        let mut seen = vec![game.clone()];
        while let Some(choice) = Machine::new(Level::Expert, 1)
            .having_seen(&seen)
            .choose(&game, Budget::unlimited().with_nodes(30_000))
        {
            game = after(&game, choice.play);
            seen.push(game.clone());
            assert!(game.halfmoves() < 100, "{fen} is a draw by the fifty-move rule");
        }
        assert!(game.is_checkmate(), "{fen}");
    }
}

struct Opening;

impl Visitor for Opening {
    type Output = Option<String>;

    fn visit<G: Evaluate>(self) -> Option<String> {
        let game = G::start("").unwrap();
        let choice = Machine::new(Level::Easy, 1).choose(&game, Budget::unlimited())?;
        Some(game.code(choice.play))
    }
}

#[test]
fn a_machine_plays_a_game_known_only_by_its_name() {
    for entry in tablero_game::games() {
        assert!(visit(entry.name, Opening).unwrap().is_some(), "{}", entry.name);
    }
}

fn each_level_beats_the_one_below_it<G: Evaluate>(expert_nodes: Option<u64>) {
    for pair in Level::ALL.windows(2) {
        let mut score = Score::default();
        for seat in contest::<G>(pair[1], pair[0], &openings::<G>(6, 1), 1, expert_nodes) {
            score.add(seat);
        }
        println!("{} against {}: {score:?}", pair[1], pair[0]);
        assert!(score.share() >= 0.75, "{} against {} in {}: {score:?}", pair[1], pair[0], G::NAME);
    }
}

/// The expert plays with a fifteenth of its nodes here; the example `tournament` lets it think.
#[test]
fn each_level_of_chess_clearly_beats_the_one_below_it() {
    each_level_beats_the_one_below_it::<Chess>(Some(40_000));
}

#[test]
fn each_level_of_boom_clearly_beats_the_one_below_it() {
    each_level_beats_the_one_below_it::<Boom>(None);
}

#[test]
fn the_expert_beats_document_c_s_player_from_both_seats() {
    for seat in contest::<Boom>(Level::Expert, Level::Hard, &openings::<Boom>(8, 2), 2, None) {
        println!("{seat:?}");
        assert!(seat.share() >= 0.75, "{seat:?}");
    }
}

#[test]
fn each_level_of_othello_clearly_beats_the_one_below_it() {
    each_level_beats_the_one_below_it::<Othello>(Some(60_000));
}
