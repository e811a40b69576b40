//! The laws of every game, in Othello: on random rules, set-ups and lines of play.

#![allow(clippy::unwrap_used, reason = "tests may")]

use proptest::prelude::*;
use tablero_game::{
    Game as _, Language, Outcome, Side, laws,
    othello::{Axes, Othello, Play, Settings},
};

fn rules() -> impl Strategy<Value = String> {
    let axes = prop::sample::select(Axes::every().collect::<Vec<_>>());
    (2u32..=8, axes, 0u8..4, 0u8..4).prop_map(|(half, axes, first, second)| {
        format!("size={} axes={axes} skips={first},{second}", 2 * half)
    })
}

/// Rules with a text of discs at random: mostly positions, sometimes ended ones.
fn set_ups() -> impl Strategy<Value = (String, String)> {
    (rules(), prop::collection::vec(0u8..8, 256), 1u8..7, any::<bool>()).prop_map(
        |(rules, cells, empty, turn)| {
            let size = Settings::read(&rules).unwrap().size() as usize;
            let sign = |cell: &u8| if *cell < empty { '-' } else { ['x', 'o'][usize::from(*cell % 2)] };
            let rows: Vec<String> =
                cells.chunks(16).take(size).map(|row| row[..size].iter().map(sign).collect()).collect();
            (rules, format!("{} {}", rows.join("/"), if turn { 'x' } else { 'o' }))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_laws_hold_along_random_games(rules in rules(), picks in prop::collection::vec(0usize..300, 1..90)) {
        if let Ok(start) = Othello::start(&rules) {
            prop_assert_eq!(laws::hold_along(start, picks), Ok(()));
        }
    }

    #[test]
    fn the_laws_hold_from_random_set_ups(
        (rules, text) in set_ups(),
        picks in prop::collection::vec(0usize..300, 1..40),
    ) {
        if let Ok(position) = Othello::decode(&rules, &text) {
            prop_assert_eq!(laws::hold_along(position, picks), Ok(()));
        }
    }

    #[test]
    fn a_sketch_is_sound_exactly_where_a_game_goes_on((rules, text) in set_ups()) {
        let sketch = Othello::sketch(&rules, &text, &[]).unwrap();
        let goes_on = Othello::decode(&rules, &text).is_ok_and(|position| position.outcome().is_none());
        prop_assert_eq!(sketch.flaws.is_empty(), goes_on);
        prop_assert_eq!(sketch.canonical.is_some(), goes_on);
        if let Ok(position) = Othello::decode(&rules, &text) {
            prop_assert_eq!(sketch.position, position.encode());
        }
    }

    #[test]
    fn no_text_panics(rules in ".{0,40}", text in "[xo0-9/ ,-]{0,60}|.{0,40}") {
        let _ = Othello::decode(&rules, &text);
        let _ = Othello::sketch("size=4", &text, &[]);
    }
}

fn play(game: Othello, text: &str) -> Othello {
    let play = game.read(text, Language::English).unwrap();
    game.play(play).unwrap()
}

#[test]
fn a_skip_passes_over_the_opponents_next_turn() {
    let game = play(Othello::start("skips=1,2").unwrap(), "d3+skip");
    assert_eq!((game.side_to_move(), game.skips_left(Side::First)), (Side::First, 0));
    assert_eq!(game.encode(), "8/8/3x4/3xx3/3xo3/8/8/8 x 0,2");
    let game = play(game, "f5");
    assert_eq!(game.side_to_move(), Side::Second);
    assert!(game.outcome().is_some(), "white has no disc left");
}

#[test]
fn who_has_no_move_passes_and_who_wins_has_more_discs() {
    let game = Othello::decode("size=4", "xxxx/xxxx/xxxx/oxx1 x").unwrap();
    assert_eq!(game.legal_moves(), [Play::Pass]);
    let game = play(play(game, "pass"), "d4");
    assert_eq!(game.outcome(), Some(Outcome::Win { side: Side::First, by: "discs" }));
    let drawn = Othello::decode("size=4", "xxxx/xxxx/oooo/oooo x").unwrap();
    assert_eq!(drawn.outcome(), Some(Outcome::Draw { by: "discs" }));
}

#[test]
fn a_single_axis_needs_other_discs_than_the_standard_ones() {
    for (axes, reason) in [("h", "TOO_SHORT"), ("v", "TOO_SHORT"), ("d", "NO_MOVES")] {
        for size in (4..=16).step_by(2) {
            let faults = Othello::start(&format!("size={size} axes={axes}")).unwrap_err();
            assert_eq!(faults.0[0].reason, reason, "{size} {axes}");
            assert!(faults.to_string().ends_with("choose other discs to start from"));
        }
    }
    let other = Othello::decode("axes=h", "x1o5/xoo5/2ox4/8/8/4xo2/8/8 x").unwrap();
    assert_eq!((other.unfit(), other.outcome()), (None, None));
    for axes in ["hv", "hd", "vd", "hvd"] {
        assert!(Othello::start(&format!("axes={axes}")).is_ok());
    }
}
