use super::{Continuation, Dual, Stake, Variation};

/// The duals in the play after a key of a mate in `moves`. Defences that do not meet the threat and
/// those that let themselves be mated early are not held against the composer.
pub(super) fn duals(key: &Continuation, moves: u8) -> Vec<Dual> {
    let mut found = Vec::new();
    walk(key, moves.saturating_sub(1), 2, moves, &mut vec![key.san.clone()], &mut found);
    found
}

fn walk(
    after: &Continuation,
    left: u8,
    number: u8,
    moves: u8,
    line: &mut Vec<String>,
    found: &mut Vec<Dual>,
) {
    for variation in after.variations.iter().filter(|variation| counts(after, variation, left)) {
        line.push(variation.san.clone());
        if variation.continuations.len() > 1 {
            found.push(Dual {
                line: line.clone(),
                move_number: number,
                continuations: variation.continuations.iter().map(|other| other.san.clone()).collect(),
                major: number < moves,
            });
        }
        if let Some(main) = variation.continuations.first() {
            line.push(main.san.clone());
            walk(main, left.saturating_sub(1), number + 1, moves, line, found);
            line.pop();
        }
        line.pop();
    }
}

fn counts(after: &Continuation, variation: &Variation, left: u8) -> bool {
    variation.mate_in == left && (variation.parries || after.stake == Stake::Check)
}
