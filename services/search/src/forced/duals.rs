use crate::problem::{Continuation, Dual};

/// The duals in the play after a key of a win in `moves`: where the defender held out longest and the
/// attacker still had a choice.
pub(super) fn duals(key: &Continuation, moves: u8) -> Vec<Dual> {
    let mut found = Vec::new();
    let mut line: Vec<String> = key.play.iter().map(|play| play.text.clone()).collect();
    walk(key, 1, moves, &mut line, &mut found);
    found
}

fn walk(after: &Continuation, number: u8, moves: u8, line: &mut Vec<String>, found: &mut Vec<Dual>) {
    let longest = after.variations.iter().map(|variation| variation.wins_in).max();
    for variation in &after.variations {
        let begun = line.len();
        line.extend(variation.defence.iter().map(|defence| defence.text.clone()));
        let defended = variation.defence.is_some();
        if defended && variation.continuations.len() > 1 && Some(variation.wins_in) == longest {
            found.push(Dual {
                line: line.clone(),
                move_number: number + 1,
                continuations: variation.continuations.iter().map(spelled).collect(),
                major: number + 1 < moves,
            });
        }
        if let Some(main) = variation.continuations.first() {
            line.extend(main.play.iter().map(|play| play.text.clone()));
            let number = if defended && main.play.is_some() { number + 1 } else { number };
            walk(main, number, moves, line, found);
        }
        line.truncate(begun);
    }
}

/// The moves of a turn.
pub(super) fn spelled(first: &Continuation) -> String {
    let mut words: Vec<&str> = Vec::new();
    let mut next = Some(first);
    while let Some(continuation) = next {
        words.extend(continuation.play.as_ref().map(|play| play.text.as_str()));
        next = match continuation.variations.as_slice() {
            [only] if only.defence.is_none() && only.wins_in == first_wins_in(first) => {
                only.continuations.first()
            }
            _ => None,
        };
    }
    words.join(" ")
}

/// A turn that goes on still has as many moves to go as when it began.
fn first_wins_in(first: &Continuation) -> u8 {
    first.variations.first().map_or(0, |variation| variation.wins_in)
}
