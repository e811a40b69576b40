use super::{
    Boom, Play,
    board::{BOTTOM, CELLS, COLUMNS, MOST_MOVES, ROWS, cell, lines},
};
use crate::{Evaluate, Level, Method, Side, Skill};

/// Document C's value of a line that only one side occupies, by the pieces in it.
const OPEN_LINE: [i32; 3] = [2, 5, 10];
const BOMB: i32 = 30;
/// What a win within the turn is worth to the expert.
const SURE: i32 = 100_000;

/// First cells of lines upward, and of those that go right, up and right, down and right.
const VERTICAL: u64 = block(0, COLUMNS, 0, 4);
const LEVEL: u64 = block(0, 4, 0, ROWS);
const RISING: u64 = block(0, 4, 0, 4);
const FALLING: u64 = block(0, 4, 3, 4);

const fn block(column: u32, columns: u32, row: u32, rows: u32) -> u64 {
    let mut cells = 0;
    let mut at = 0;
    while at < columns * rows {
        cells |= cell(column + at / rows, row + at % rows);
        at += 1;
    }
    cells
}

/// Document C's evaluation of an open game for a side: lines of four that can still be completed, by
/// what stands in them, and the bombs. A bomb in a line counts as an empty cell; a full board is level.
#[must_use]
pub fn open_lines(boom: &Boom, side: Side) -> i32 {
    if boom.open_tops() == 0 {
        return 0;
    }
    let own = boom.discs_of(side) & !boom.bombs;
    let other = boom.discs_of(side.other()) & !boom.bombs;
    let armed = |side| if boom.bomb_of(side) == 0 { 0 } else { BOMB };
    chances(own, other) - chances(other, own) + armed(side) - armed(side.other())
}

/// The value of all lines in which `own` has something and `other` nothing.
fn chances(own: u64, other: u64) -> i32 {
    // 88 windows fit into two words: three directions start in the left four columns only.
    let (level, rising, falling) = (open(own, other, 8), open(own, other, 9), open(own, other, 7));
    let upward = open(own, other, 1);
    let packed =
        |at: usize| level[at] << 32 & LEVEL << 32 | rising[at] & RISING | (falling[at] & FALLING) << 1;
    (0..3)
        .map(|at| OPEN_LINE[at] * (packed(at).count_ones() + (upward[at] & VERTICAL).count_ones()) as i32)
        .sum()
}

/// For lines along a step, told by their first cell: those with one, two, three pieces and none of the
/// other side. All windows are counted at once, a bit of the count at a time.
fn open(own: u64, other: u64, step: u32) -> [u64; 3] {
    let any = other | other >> step;
    let free = !(any | any >> (2 * step));
    let (one, both) = (own ^ own >> step, own & own >> step);
    let (far_one, far_both) = (one >> (2 * step), both >> (2 * step));
    let odd = (one ^ far_one) & free;
    let pair = both | far_both;
    [odd & !pair, (one & far_one | both ^ far_both) & free & !odd, odd & pair]
}

/// The reference's evaluation of an open game for a side: how near its pieces are to the middle column.
#[must_use]
pub fn centre(boom: &Boom, side: Side) -> i32 {
    if boom.open_tops() == 0 {
        return 0;
    }
    let own = boom.discs_of(side) & !boom.bombs;
    (0..COLUMNS)
        .map(|column| (own >> (8 * column) & 0x7f).count_ones() * column.min(COLUMNS - 1 - column))
        .sum::<u32>() as i32
}

impl Boom {
    /// The moves that the side to move makes before the other.
    fn moves_in_turn(&self) -> u32 {
        if self.next.is_multiple_of(2) && self.next < MOST_MOVES { 2 } else { 1 }
    }

    /// How many drops complete a line of the side to move, if one or two do.
    fn drops_to_win(&self) -> Option<u32> {
        let own = self.discs_of(self.side());
        let occupied = self.occupied();
        let landing = (occupied + BOTTOM) & CELLS & !occupied;
        let second = landing << 1 & CELLS;
        let full = |cells: u64, step: u32| lines(own | cells, step);
        if [1, 7, 8, 9].into_iter().any(|step| full(landing, step) & counts(own, step).1 != 0) {
            return Some(1);
        }
        // Two cells that can be reached at once, or one after the other; or the second alone.
        let sets_up = |step: u32| {
            let (two, three) = counts(own, step);
            full(landing, step) & two | full(second, step) & three
        };
        let stacked = full(landing | second, 1) & counts(own, 1).0;
        (stacked != 0 || [7, 8, 9].into_iter().any(|step| sets_up(step) != 0)).then_some(2)
    }
}

/// The lines along a step with two or more, and with three or more pieces, told by their first cell.
fn counts(own: u64, step: u32) -> (u64, u64) {
    let (one, both) = (own ^ own >> step, own & own >> step);
    let (far_one, far_both) = (one >> (2 * step), both >> (2 * step));
    let three = both & far_one | one & far_both | both & far_both;
    (both | far_both | one & far_one, three)
}

impl Evaluate for Boom {
    /// Side and action.
    const HABITS: usize = 16;

    fn skill(level: Level) -> Skill {
        let (method, depth, nodes) = match level {
            Level::Easy => (Method::Minimax, 2, 400_000),
            Level::Normal => (Method::AlphaBeta, 4, 400_000),
            Level::Hard => (Method::Fixed, 8, 8_000_000),
            Level::Expert => (Method::Deepening, 60, 1_000_000),
        };
        Skill { method, depth, problem_depth: depth, nodes }
    }

    fn weigh(&self) -> i32 {
        open_lines(self, self.side())
    }

    /// A side that completes a line before the other moves again has as good as won.
    fn judge(&self) -> i32 {
        let lines = self.weigh();
        match self.drops_to_win() {
            Some(drops) if drops <= self.moves_in_turn() => SURE - drops as i32,
            _ => lines,
        }
    }

    /// Drops can be told from lines; a bomb of one's own, or one that the other side may have to set off on
    /// a board that is filling up, cannot.
    fn wins_now(&self) -> Option<bool> {
        if self.drops_to_win().is_some_and(|drops| drops <= self.moves_in_turn()) {
            return Some(true);
        }
        let explosive = self.bomb_of(self.side()) != 0 || self.next_drop_is_bomb();
        let filling = (CELLS & !self.occupied()).count_ones() <= 4;
        (!explosive && !filling).then_some(false)
    }

    /// A drop that wins at once.
    fn promise(&self, play: Play) -> Option<i32> {
        match play {
            Play::Drop(column) => self.wins_by(column.into()).then_some(1000),
            Play::Boom => None,
        }
    }

    fn habit(&self, play: Play) -> usize {
        let action = match play {
            Play::Drop(column) => column.into(),
            Play::Boom => 7,
        };
        action + 8 * self.side() as usize
    }

    fn key(&self) -> u64 {
        [self.discs[0], self.discs[1], self.bombs].into_iter().fold(u64::from(self.next), |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Game;

    /// Whether a side forces the win before its next turn, by looking at everything.
    fn forces(boom: &Boom, side: Side, own_turn: bool) -> bool {
        if let Some(outcome) = boom.outcome() {
            return outcome.winner() == Some(side);
        }
        let moves = boom.side() == side;
        if moves && !own_turn {
            return false;
        }
        let after = |play| forces(&boom.clone().play(play).unwrap(), side, moves);
        if moves {
            boom.legal_moves().into_iter().any(after)
        } else {
            boom.legal_moves().into_iter().all(after)
        }
    }

    #[test]
    fn bombs_and_open_lines_are_weighed() {
        let worth = |text: &str| open_lines(&Boom::decode("", text).unwrap(), Side::First);
        assert_eq!(worth("7/7/7/7/7/7/7 x 1"), 0);
        // The corner belongs to three lines, and a bomb to none.
        assert_eq!(worth("7/7/7/7/7/7/x6 o 18"), 6);
        assert_eq!(worth("7/7/7/7/7/7/X6 o 18"), 30);
        assert_eq!(worth("7/7/7/7/7/7/xx4o o 18"), 5 + 5 * 2 - 6);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn what_wins_now_is_known_without_looking(picks in prop::collection::vec(0usize..300, 1..60)) {
            let mut boom = Boom::START;
            for pick in picks {
                let moves = boom.legal_moves();
                if moves.is_empty() {
                    break;
                }
                if let Some(wins) = boom.wins_now() {
                    prop_assert_eq!(wins, forces(&boom, boom.side(), true), "{}", boom.encode());
                }
                boom.play_unchecked(moves[pick % moves.len()]);
            }
        }
    }
}
