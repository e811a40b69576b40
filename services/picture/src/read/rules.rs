//! What every chess position obeys, where the eye is in doubt. What is plain to see is told even so: people draw what they
//! like.

/// Nothing, PNBRQK, pnbrqk.
pub(super) const CLASSES: usize = 13;
pub(super) type Chances = [f32; CLASSES];

/// How much less likely a breach of the rules makes a board, in nats.
const BREACH: f32 = 5.0;
/// The same for a king that is missing: some diagrams show but a part of a game.
const MISSING: f32 = 3.0;
/// The same for each piece that must have been promoted: one board in fifty has any.
const PROMOTED: f32 = 4.0;
/// A square as sure as this is plain to see.
const PLAIN: f32 = 0.75;
/// One plain breach is a slip of the eye; with so many more the rules do not hold here.
const LAWLESS: f32 = 4.0;
/// What is less likely is not thought of.
const FAINT: f32 = 4e-3;
/// So many of the likeliest changes are thought of two at a time.
const PAIRED: usize = 40;

const PAWN: usize = 0;
const QUEEN: usize = 4;
const KING: usize = 5;

/// How many of each class there are, and how many pawns on the outer rows.
#[derive(Debug, Clone, Default)]
struct Count {
    classes: [u8; CLASSES],
    outer: u8,
}

impl Count {
    fn of(named: &[usize]) -> Count {
        let mut count = Count::default();
        named.iter().enumerate().for_each(|(at, class)| count.put(at, *class));
        count
    }

    fn put(&mut self, at: usize, class: usize) {
        self.classes[class] += 1;
        self.outer += u8::from(is_outer_pawn(at, class));
    }

    fn take(&mut self, at: usize, class: usize) {
        self.classes[class] -= 1;
        self.outer -= u8::from(is_outer_pawn(at, class));
    }

    fn sides(&self) -> [&[u8]; 2] {
        [&self.classes[1..7], &self.classes[7..]]
    }

    /// How often the rules are broken by what is there; what is missing breaks none.
    fn breaches(&self) -> f32 {
        let side = |side: &[u8]| {
            let pieces: u8 = side.iter().sum();
            let room = 8_u8.saturating_sub(side[PAWN]);
            side[KING].saturating_sub(1)
                + side[PAWN].saturating_sub(8)
                + pieces.saturating_sub(16)
                + promoted(side).saturating_sub(room)
        };
        f32::from(self.sides().map(side).iter().sum::<u8>() + self.outer)
    }

    /// How much less likely a board with such a count is, in nats.
    fn cost(&self) -> f32 {
        let [white, black] = self.sides();
        let missing = u8::from(white[KING] == 0) + u8::from(black[KING] == 0);
        BREACH * self.breaches()
            + MISSING * f32::from(missing)
            + PROMOTED * f32::from(promoted(white) + promoted(black))
    }
}

fn is_outer_pawn(at: usize, class: usize) -> bool {
    (class == 1 || class == 7) && !(8..56).contains(&at)
}

fn promoted(side: &[u8]) -> u8 {
    (PAWN + 1..=QUEEN).map(|piece| side[piece].saturating_sub(if piece == QUEEN { 1 } else { 2 })).sum()
}

/// Names the squares by what is likeliest of the whole board, and tells how likely each name is by the eye and by the rules.
pub(super) fn judged(chances: &[Chances]) -> Vec<(usize, f32)> {
    let mut named: Vec<usize> = chances.iter().map(|chances| most(chances).0).collect();
    let plain: Vec<usize> =
        chances.iter().map(most).map(|(class, chance)| if chance >= PLAIN { class } else { 0 }).collect();
    let weight = ((1.0 + LAWLESS - Count::of(&plain).breaches()) / LAWLESS).clamp(0.0, 1.0);
    let mut count = Count::of(&named);
    while let Some(changes) = better(chances, &named, &count, weight) {
        for (at, class) in changes {
            count.take(at, named[at]);
            count.put(at, class);
            named[at] = class;
        }
    }
    let whole = count.cost();
    let judge = |(at, chances): (usize, &Chances)| {
        let mut count = count.clone();
        count.take(at, named[at]);
        let believed: Chances = std::array::from_fn(|class| {
            count.put(at, class);
            let cost = count.cost() - whole;
            count.take(at, class);
            chances[class] * (-weight * cost).exp()
        });
        let sum: f32 = believed.iter().sum();
        (named[at], (believed[named[at]] / sum).min(chances[named[at]]))
    };
    chances.iter().enumerate().map(judge).collect()
}

/// The change of one square, or of two, that makes the board likelier than it is, if any does.
fn better(chances: &[Chances], named: &[usize], count: &Count, weight: f32) -> Option<Vec<(usize, usize)>> {
    let gain = |(at, class): (usize, usize)| (chances[at][class] / chances[at][named[at]]).ln();
    let mut changes: Vec<(usize, usize)> = (0..chances.len())
        .flat_map(|at| (0..CLASSES).map(move |class| (at, class)))
        .filter(|(at, class)| *class != named[*at] && chances[*at][*class] >= FAINT)
        .collect();
    changes.sort_by(|one, other| gain(*other).total_cmp(&gain(*one)));
    let cost = count.cost();
    let worth = |changes: &[(usize, usize)]| {
        let mut after = count.clone();
        for (at, class) in changes {
            after.take(*at, named[*at]);
            after.put(*at, *class);
        }
        let seen: f32 = changes.iter().map(|change| gain(*change)).sum();
        seen + weight * (cost - after.cost())
    };
    let ones = changes.iter().map(|change| vec![*change]);
    let likely = &changes[..changes.len().min(PAIRED)];
    let twos = likely.iter().enumerate().flat_map(|(at, one)| {
        likely[at + 1..].iter().filter(move |other| other.0 != one.0).map(move |other| vec![*one, *other])
    });
    let best = |tries: &mut dyn Iterator<Item = Vec<(usize, usize)>>| {
        let valued = tries.map(|changes| (worth(&changes), changes));
        valued.max_by(|(one, _), (other, _)| one.total_cmp(other)).filter(|(worth, _)| *worth > 1e-3)
    };
    best(&mut { ones }).or_else(|| best(&mut { twos })).map(|(_, changes)| changes)
}

pub(super) fn most(chances: &Chances) -> (usize, f32) {
    let both = chances.iter().copied().enumerate();
    both.max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap_or((0, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAWN: usize = 1;
    const QUEEN: usize = 5;
    const WHITE_KING: usize = 6;
    const BLACK_QUEEN: usize = 11;
    const BLACK_KING: usize = 12;

    /// Empty squares, but for some with a likely and a less likely name.
    fn board(told: &[(usize, usize, usize, f32)]) -> Vec<Chances> {
        let mut empty = [1e-6; CLASSES];
        empty[0] = 1.0;
        let mut chances = vec![empty; 64];
        for (at, first, second, share) in told {
            chances[*at] = [1e-6; CLASSES];
            chances[*at][*second] = *share;
            chances[*at][*first] = 1.0 - share;
        }
        chances
    }

    fn letters(told: &[(usize, f32)]) -> Vec<char> {
        told.iter().map(|(class, _)| char::from(b".PNBRQKpnbrqk"[*class])).collect()
    }

    #[test]
    fn a_pawn_does_not_stand_on_the_last_rank() {
        let told =
            judged(&board(&[(3, PAWN, QUEEN, 0.2), (60, WHITE_KING, 0, 0.1), (7, BLACK_KING, 0, 0.1)]));
        assert_eq!(letters(&told)[3], 'Q');
    }

    #[test]
    fn of_two_kings_the_less_certain_one_is_something_else_and_doubtful() {
        let told = judged(&board(&[
            (12, WHITE_KING, QUEEN, 0.3),
            (60, WHITE_KING, 0, 0.01),
            (7, BLACK_KING, 0, 0.01),
        ]));
        assert_eq!((letters(&told)[12], letters(&told)[60]), ('Q', 'K'));
        assert!(told[12].1 < 0.5);
    }

    #[test]
    fn a_missing_king_is_found_where_it_is_likeliest() {
        let told = judged(&board(&[
            (20, QUEEN, WHITE_KING, 0.2),
            (33, QUEEN, WHITE_KING, 0.3),
            (7, BLACK_KING, 0, 0.01),
        ]));
        assert_eq!((letters(&told)[20], letters(&told)[33]), ('Q', 'K'));
    }

    #[test]
    fn what_is_plain_to_see_is_not_overruled() {
        let told = judged(&board(&[(20, WHITE_KING, QUEEN, 0.001), (33, WHITE_KING, QUEEN, 0.001)]));
        assert_eq!((letters(&told)[20], letters(&told)[33]), ('K', 'K'));
        assert!(!letters(&told).contains(&'k'));
    }

    #[test]
    fn two_queens_of_one_side_and_none_of_the_other_are_looked_at_twice() {
        let kings = [(60, WHITE_KING, 0, 0.01), (7, BLACK_KING, 0, 0.01)];
        let queens = [(3, BLACK_QUEEN, 0, 0.01), (28, BLACK_QUEEN, QUEEN, 0.25)];
        let told = judged(&board(&[kings, queens].concat()));
        assert_eq!((letters(&told)[3], letters(&told)[28]), ('q', 'Q'));
        assert!(told[28].1 < 0.5);
    }

    #[test]
    fn where_many_rules_are_plainly_broken_none_counts() {
        let mut told: Vec<_> = (8..14).map(|at| (at, WHITE_KING, QUEEN, 0.001)).collect();
        told.extend([(20, WHITE_KING, QUEEN, 0.4), (60, PAWN, QUEEN, 0.4)]);
        let told = judged(&board(&told));
        assert_eq!((letters(&told)[20], letters(&told)[60]), ('K', 'P'));
    }

    #[test]
    fn a_board_of_nothing_but_doubts_is_judged_too() {
        let doubts: Vec<Chances> = vec![[1.0 / CLASSES as f32; CLASSES]; 64];
        assert!(judged(&doubts).iter().all(|(_, chance)| chance.is_finite() && *chance < 0.5));
        let mut pawns = [0.04; CLASSES];
        pawns[PAWN] = 0.52;
        assert!(judged(&vec![pawns; 64]).iter().all(|(_, chance)| chance.is_finite() && *chance < 0.6));
    }
}
