//! Forced wins in games without a solver of their own, against the plainest search there is.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests may")]

mod support;

use support::random::Dice;
use tablero_game::{Evaluate, Game, Language, Level, Side, boom::Boom, chess::Chess, othello::Othello};
use tablero_search::{
    Budget,
    machine::Machine,
    mate::{Detail, HintStep, Judgement, Options, Undecided, Verdict},
    problem::{Continuation, Report, solver},
};

const OPTIONS: Options = Options { memory: 16 << 20, threads: 1 };
/// x ends its turn with 3, and whatever o does x wins with its next turn.
const TWO: &str = "7/7/7/7/7/3xox1/1xooxo1 x 9";
const BOMB: &str = "7/7/7/2x3o/2oo2x/xXoxO1o/xoxoxox o 19";
const OTHELLO: &str = "xo1oxx1o/oo2xxo1/ooxxxxxx/oooxoxxx/1oxoxxox/xxoxxxox/ooxxxxxx/oooxo1ox o 0,0";

fn game<G: Game>(text: &str) -> G {
    G::decode("", text).unwrap()
}

fn report<G: Evaluate>(position: &G, moves: u8, budget: Budget) -> Report {
    solver::<G>(OPTIONS).report(position, moves, budget, Detail::default(), &|_| {})
}

fn first_moves(report: &Report) -> Vec<String> {
    report.keys.iter().map(|key| key.line.play.as_ref().unwrap().text.clone()).collect()
}

/// Whether the attacker wins within `left` of its moves, found by looking at everything.
fn plain<G: Game>(game: &G, attacker: Side, left: u8) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome.winner() == Some(attacker);
    }
    let attacks = game.side_to_move() == attacker;
    if attacks && left == 0 {
        return false;
    }
    let after = |play| {
        let spent = u8::from(attacks && game.spends(play));
        plain(&game.clone().play(play).unwrap(), attacker, left - spent)
    };
    let mut moves = game.legal_moves().into_iter();
    if attacks { moves.any(after) } else { moves.all(after) }
}

fn chance<G: Game>(dice: &mut Dice, rules: &str, plies: std::ops::Range<u64>) -> G {
    loop {
        let mut game = G::start(rules).unwrap();
        for _ in 0..dice.between(plies.clone()) {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            game.play_unchecked(legal[dice.below(legal.len() as u64) as usize]);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn agree<G: Evaluate>(position: &G, most: u8, won: &mut u32) {
    let attacker = position.side_to_move();
    let shortest = (1..=most).find(|&left| plain(position, attacker, left));
    let mut solver = solver::<G>(OPTIONS);
    let told = position.encode();
    assert_eq!(solver.wins_in(position, most, Budget::unlimited()), Ok(shortest), "{told}");
    let left = shortest.unwrap_or(most);
    let winning = solver.winning_moves(position, left, Budget::unlimited()).unwrap();
    for play in position.legal_moves() {
        let next = position.clone().play(play).unwrap();
        let wins = plain(&next, attacker, left - u8::from(position.spends(play)));
        assert_eq!(winning.iter().any(|found| found.play == play), wins, "{told} {}", position.write(play));
        let judged = solver.judge(position, play, left, Budget::unlimited()).unwrap();
        assert_eq!(judged.is_win(), wins, "{told} {}", position.write(play));
        if let Judgement::Fails { refutation: Some(reply) } = judged {
            let refuted = next.clone().play(reply).unwrap();
            assert!(!plain(&refuted, attacker, left - u8::from(position.spends(play))), "{told}");
        }
    }
    let found = report(position, most, Budget::unlimited());
    assert_eq!(
        (found.shortest, found.refuted),
        (shortest, shortest.map_or(most, |moves| moves - 1)),
        "{told}"
    );
    *won += u32::from(shortest.is_some());
}

#[test]
fn boom_is_proven_as_by_looking_at_everything() {
    let (mut dice, mut won) = (Dice::new(4), 0);
    for _ in 0..120 {
        agree(&chance::<Boom>(&mut dice, "", 8..60), 1, &mut won);
    }
    for _ in 0..6 {
        agree(&chance::<Boom>(&mut dice, "", 10..50), 2, &mut won);
    }
    assert!(won > 20, "{won}");
}

#[test]
fn othello_is_proven_as_by_looking_at_everything() {
    let (mut dice, mut won) = (Dice::new(9), 0);
    for rules in ["size=4", "size=4 axes=hd", "size=4 skips=1,2"] {
        for _ in 0..25 {
            agree(&chance::<Othello>(&mut dice, rules, 5..12), 6, &mut won);
        }
    }
    for _ in 0..15 {
        agree(&chance::<Othello>(&mut dice, "", 53..59), 4, &mut won);
    }
    assert!(won > 20, "{won}");
}

#[test]
fn every_verdict_is_reached_in_boom_and_othello() {
    let verdict = |text: &str, moves| report(&game::<Boom>(text), moves, Budget::unlimited()).verdict;
    assert_eq!(verdict(TWO, 2), Verdict::Sound);
    assert_eq!(verdict(TWO, 3), Verdict::Short);
    assert_eq!(verdict(TWO, 1), Verdict::NoMate);
    assert_eq!(verdict("7/7/7/7/4x2/4o2/1ooxxo1 x 8", 2), Verdict::Cooked);
    let start = Boom::start("").unwrap();
    assert_eq!(report(&start, 6, Budget::unlimited().with_nodes(5000)).verdict, Verdict::Undecided);

    let othello = report(&game::<Othello>(OTHELLO), 4, Budget::unlimited());
    assert_eq!((othello.verdict, first_moves(&othello)), (Verdict::Sound, vec!["a5".to_owned()]));
    assert_eq!(report(&game::<Othello>(OTHELLO), 5, Budget::unlimited()).verdict, Verdict::Short);
    assert_eq!(report(&game::<Othello>(OTHELLO), 3, Budget::unlimited()).verdict, Verdict::NoMate);
}

/// Plays every line of a report and expects it to end in a win of the attacker, or where nothing more is told.
fn follow<G: Game>(game: &G, attacker: Side, line: &Continuation, lines: &mut usize) {
    let mut game = game.clone();
    if let Some(said) = &line.play {
        assert_eq!(game.side_to_move(), attacker);
        game = game.clone().play(game.read(&said.code, Language::English).unwrap()).unwrap();
    }
    if line.variations.is_empty() {
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner()), Some(attacker), "{}", game.encode());
        *lines += 1;
    }
    let defences = line.variations.iter().filter(|variation| variation.defence.is_some()).count();
    assert!(defences == 0 || defences == game.legal_moves().len(), "{}", game.encode());
    for variation in &line.variations {
        let mut next = game.clone();
        if let Some(said) = &variation.defence {
            assert_ne!(game.side_to_move(), attacker);
            next = game.clone().play(game.read(&said.code, Language::English).unwrap()).unwrap();
        }
        // Other continuations are named, but only the first is followed.
        for on in variation.continuations.iter().take(1) {
            follow(&next, attacker, on, lines);
        }
    }
}

#[test]
fn the_play_of_a_report_can_be_played() {
    let mut lines = 0;
    for text in [TWO, BOMB] {
        let position = game::<Boom>(text);
        let found = report(&position, 2, Budget::unlimited());
        assert!(found.complete && found.keys.len() == 1, "{text}");
        follow(&position, position.side_to_move(), &found.keys[0].line, &mut lines);
    }
    assert!(lines > 60, "{lines}");
    let position = game::<Othello>(OTHELLO);
    let found = report(&position, 4, Budget::unlimited());
    assert!(found.complete);
    follow(&position, Side::Second, &found.keys[0].line, &mut lines);
}

#[test]
fn a_report_can_be_read() {
    let found = report(&game::<Boom>(TWO), 2, Budget::unlimited());
    assert!(found.text.starts_with(&format!("{TWO}\nx to move, win in 2\n\nKey 3!\n")), "{}", found.text);
    assert!(found.text.contains("Sound: win in 2, the only key is 3."), "{}", found.text);
    let none = report(&game::<Boom>(TWO), 1, Budget::unlimited());
    assert!(none.text.contains("No win in 1."), "{}", none.text);
    let othello = report(&game::<Othello>(OTHELLO), 4, Budget::unlimited());
    assert!(othello.text.contains("white to move, win in 4"), "{}", othello.text);
}

#[test]
fn moves_of_a_turn_in_either_order_are_one_key() {
    // x needs 4 and 5, in whatever order, to complete its row.
    let found = report(&game::<Boom>("7/7/7/7/7/7/oxx2oo x 16"), 1, Budget::unlimited());
    assert_eq!((found.verdict, found.keys.len()), (Verdict::Sound, 1));
    assert!(found.text.contains("the only key is 4 5."), "{}", found.text);
}

#[test]
fn a_win_may_come_with_a_move_of_the_defender() {
    // After its last move of its own the attacker may only watch how the defender fills the board.
    let (mut dice, mut found) = (Dice::new(31), 0);
    for _ in 0..3000 {
        let position = chance::<Othello>(&mut dice, "size=4", 9..12);
        let attacker = position.side_to_move();
        let last = |play| {
            let next = position.clone().play(play).unwrap();
            next.outcome().is_none() && next.side_to_move() != attacker && plain(&next, attacker, 0)
        };
        if position.legal_moves().into_iter().any(last) {
            assert_eq!(report(&position, 1, Budget::unlimited()).shortest, Some(1), "{}", position.encode());
            found += 1;
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn hints_give_away_what_there_is() {
    let boom = game::<Boom>(TWO);
    let mut boom_solver = solver::<Boom>(OPTIONS);
    let hint = boom_solver.hint(&boom, 2, HintStep::Target, Budget::unlimited()).unwrap().unwrap();
    assert_eq!((hint.from.as_str(), hint.to, hint.play), ("", None, None));
    let hint = boom_solver.hint(&boom, 2, HintStep::Move, Budget::unlimited()).unwrap().unwrap();
    assert_eq!(hint.play.unwrap().uci, "3");
    assert_eq!(boom_solver.hint(&boom, 1, HintStep::Move, Budget::unlimited()), Ok(None));
    let mut othello = solver::<Othello>(OPTIONS);
    let hint = othello.hint(&game(OTHELLO), 4, HintStep::Target, Budget::unlimited()).unwrap().unwrap();
    assert_eq!(hint.to.as_deref(), Some("a5"));
}

#[test]
fn no_budget_is_no_proof() {
    let start = Boom::start("").unwrap();
    let mut solver = solver::<Boom>(OPTIONS);
    assert_eq!(solver.wins_in(&start, 5, Budget::unlimited().with_nodes(500)), Err(Undecided));
    let found = report(&start, 5, Budget::unlimited().with_nodes(500));
    assert!(!found.keys_complete && !found.complete && found.nodes >= 500);
}

#[test]
fn chess_keeps_its_own_solver() {
    let position = game::<Chess>("3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8 w - -");
    let found = report(&position, 2, Budget::unlimited());
    assert_eq!((found.verdict, first_moves(&found)), (Verdict::Sound, vec!["Nd7".to_owned()]));
    assert!(found.text.contains("threat 2.Nb6#/Nf6#"), "{}", found.text);
}

#[test]
fn the_expert_attacks_and_defends_perfectly() {
    let expert = Machine::new(Level::Expert, 1);
    let mut position = game::<Boom>(TWO);
    let mut solver = solver::<Boom>(OPTIONS);
    let mut left = 2;
    while position.outcome().is_none() {
        let attacks = position.side_to_move() == Side::First;
        let choice = if attacks {
            expert.attack(solver.as_mut(), &position, left, Budget::unlimited())
        } else {
            expert.defend(solver.as_mut(), &position, left, Budget::unlimited())
        };
        let play = choice.unwrap().play;
        left -= u8::from(attacks && position.spends(play));
        position.play_unchecked(play);
    }
    assert_eq!(position.outcome().and_then(|outcome| outcome.winner()), Some(Side::First));
    // It held out for both of the attacker's turns.
    assert_eq!(left, 0);
}
