use std::sync::atomic::{AtomicU64, Ordering, fence};

use super::board::{Board, Ply};
use crate::Meter;

/// What is known of a position: mate is proven within `proven` moves, and disproven within `refuted`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) proven: u8,
    pub(super) refuted: u8,
    /// The move that settled it, as [`super::board::Ply::brief`].
    pub(super) best: u16,
}

impl Known {
    pub(super) const UNPROVEN: u8 = u8::MAX;
    pub(super) const NOTHING: Known = Known { proven: Known::UNPROVEN, refuted: 0, best: 0 };

    pub(super) const fn proven_in(n: u8, by: Ply) -> Known {
        Known { proven: n, refuted: 0, best: by.brief() }
    }

    pub(super) const fn refuted_in(n: u8, by: Ply) -> Known {
        Known { proven: Known::UNPROVEN, refuted: n, best: by.brief() }
    }

    fn weight(self) -> u8 {
        self.refuted.max(if self.proven == Known::UNPROVEN { 0 } else { self.proven })
    }
}

/// Four words of position and one of knowledge.
#[derive(Debug, Default)]
struct Slot([AtomicU64; 5]);

/// A memory of proofs, of bounded size, shared by threads without locks.
///
/// A hash only chooses the slot. Each slot holds the *complete* position (see [`Board::planes`]) and
/// the side to move and to mate, and a look-up compares all of it, so a proof never rests on two
/// positions that happen to share a hash. Slots are sequence locks: a version number is odd while a slot is
/// written and changes with every writing, and a reader discards what it read across a change.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<Slot>,
    limit: usize,
}

const VERSION: u64 = 1 << 34;
/// Slots made ready between two looks at the budget: a few milliseconds.
const CHUNK: usize = 1 << 16;

impl Table {
    /// A table that never takes more than `bytes`, small at first.
    pub(super) fn new(bytes: usize) -> Table {
        let limit = (bytes / size_of::<Slot>()).max(2) & !1;
        Table { slots: empty(limit.min(1 << 10)).collect(), limit }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
    }

    /// Makes room for about so many positions, within the limit, keeping what is known as far as the
    /// memory allows. When the budget ends meanwhile, there is less room and less is known.
    pub(super) fn make_room(&mut self, positions: u64, meter: &Meter) {
        let wanted = (positions.min(1 << 40) as usize).next_power_of_two().min(self.limit);
        if wanted <= self.slots.len() {
            return;
        }
        let mut old = std::mem::take(&mut self.slots);
        if old.len() + wanted > self.limit {
            // Both would not fit side by side.
            old = Vec::new();
        }
        self.slots = Vec::with_capacity(wanted);
        self.slots.extend(empty(2));
        while self.slots.len() < wanted && meter.spend(0) {
            let more = CHUNK.min(wanted - self.slots.len());
            self.slots.extend(empty(more));
        }
        for chunk in old.chunks(CHUNK) {
            if !meter.spend(0) {
                return;
            }
            chunk.iter().for_each(|slot| self.adopt(slot));
        }
    }

    fn adopt(&self, slot: &Slot) {
        let [a, b, c, d, knowledge] = slot.0.each_ref().map(|word| word.load(Ordering::Relaxed));
        if knowledge != 0 {
            let at = self.index(&[a, b, c, d], (knowledge >> 32) & 3);
            self.slots[at].write(&[a, b, c, d], knowledge);
        }
    }

    pub(super) fn look_up(&self, board: &Board, attacking: bool) -> Known {
        let (planes, kind) = (board.planes(), kind(board, attacking));
        let at = self.index(&planes, kind);
        [at, at ^ 1].into_iter().find_map(|at| self.slots[at].read(&planes, kind)).unwrap_or(Known::NOTHING)
    }

    /// Adds to what is known. `attacking`: the side to move is the one that mates.
    pub(super) fn learn(&self, board: &Board, attacking: bool, news: Known) {
        let (planes, kind) = (board.planes(), kind(board, attacking));
        let at = self.index(&planes, kind);
        let slots = [&self.slots[at], &self.slots[at ^ 1]];
        let same = slots.into_iter().find_map(|slot| slot.read(&planes, kind).map(|known| (slot, known)));
        let (slot, known) = match same {
            Some((slot, old)) => {
                let (proven, refuted) = (old.proven.min(news.proven), old.refuted.max(news.refuted));
                (slot, Known { proven, refuted, best: if news.best == 0 { old.best } else { news.best } })
            }
            // The first slot keeps the deeper knowledge, the second the newer.
            None if slots[0].weight() <= news.weight() => (slots[0], news),
            None => (slots[1], news),
        };
        let knowledge = u64::from(known.best)
            | u64::from(known.proven) << 16
            | u64::from(known.refuted) << 24
            | kind << 32;
        slot.write(&planes, knowledge);
    }

    fn index(&self, planes: &[u64; 4], kind: u64) -> usize {
        let mut hash = kind;
        for plane in planes {
            hash = (hash ^ plane).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        let pairs = self.slots.len() as u64 / 2;
        (((hash >> 32) * pairs) >> 32) as usize * 2 + (hash & 1) as usize
    }
}

/// Side to move and side to mate; an empty slot has neither.
fn kind(board: &Board, attacking: bool) -> u64 {
    u64::from(board.turn.is_white()) << 1 | u64::from(attacking)
}

fn empty(length: usize) -> impl Iterator<Item = Slot> {
    std::iter::repeat_with(Slot::default).take(length)
}

impl Slot {
    fn read(&self, planes: &[u64; 4], kind: u64) -> Option<Known> {
        let before = self.0[4].load(Ordering::Acquire);
        let same = planes.iter().zip(&self.0).all(|(plane, word)| word.load(Ordering::Relaxed) == *plane);
        fence(Ordering::Acquire);
        let after = self.0[4].load(Ordering::Relaxed);
        (same && before == after && before & VERSION == 0 && before >> 32 & 3 == kind).then_some(Known {
            best: before as u16,
            proven: (before >> 16) as u8,
            refuted: (before >> 24) as u8,
        })
    }

    /// Writes unless another thread is writing here; then the news is dropped, which loses no truth.
    fn write(&self, planes: &[u64; 4], knowledge: u64) {
        let version = self.0[4].load(Ordering::Relaxed);
        if version & VERSION != 0 {
            return;
        }
        let locked = version.wrapping_add(VERSION);
        if self.0[4].compare_exchange(version, locked, Ordering::Acquire, Ordering::Relaxed).is_err() {
            return;
        }
        fence(Ordering::Release);
        for (plane, word) in planes.iter().zip(&self.0) {
            word.store(*plane, Ordering::Relaxed);
        }
        let next = locked.wrapping_add(VERSION) & !(VERSION - 1);
        self.0[4].store(next | knowledge & (VERSION - 1), Ordering::Release);
    }

    fn weight(&self) -> u8 {
        let word = self.0[4].load(Ordering::Relaxed);
        let known = Known { best: 0, proven: (word >> 16) as u8, refuted: (word >> 24) as u8 };
        if word == 0 { 0 } else { known.weight() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tablero_game::chess::read_position;

    use super::*;
    use crate::Budget;

    fn board(fen: &str) -> Board {
        Board::from(&read_position(fen).unwrap())
    }

    #[test]
    fn knowledge_is_of_one_position_one_side_and_one_aim() {
        let table = Table::new(1 << 16);
        let known = Known { proven: 3, refuted: 2, best: 77 };
        let here = board("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6");
        table.learn(&here, true, known);
        assert_eq!(table.look_up(&here, true), known);
        assert_eq!(table.look_up(&here, false), Known::NOTHING);
        for other in
            ["4k3/8/8/3pP3/8/8/8/R3K3 w Q", "4k3/8/8/3pP3/8/8/8/R3K3 w - d6", "4k3/8/8/3pP3/8/8/8/R3K3 b Q"]
        {
            assert_eq!(table.look_up(&board(other), true), Known::NOTHING);
        }
    }

    #[test]
    fn positions_that_share_a_slot_are_told_apart() {
        let table = Table::new(0);
        let fens = ["4k3/8/8/8/8/8/8/R3K3 w", "4k3/8/8/8/8/8/8/1R2K3 w", "4k3/8/8/8/8/8/8/2R1K3 w"];
        for fen in fens {
            table.learn(&board(fen), true, Known { proven: 9, refuted: 1, best: 1 });
            let kept = fens.iter().filter(|fen| table.look_up(&board(fen), true) != Known::NOTHING).count();
            assert!((1..=2).contains(&kept));
        }
    }

    #[test]
    fn the_table_never_outgrows_its_bytes() {
        for bytes in [0, 1000, 100_000, 3 << 20] {
            let mut table = Table::new(bytes);
            for room in [10, 1000, 5000, 40_000, 1 << 50] {
                table.make_room(room, &Budget::unlimited().start());
                assert!(table.bytes() <= bytes.max(2 * size_of::<Slot>()), "{bytes} {}", table.bytes());
            }
        }
    }

    #[test]
    fn growing_keeps_what_is_known() {
        let mut table = Table::new(1 << 24);
        let here = board("4k3/8/8/8/8/8/8/R3K3 w Q");
        table.learn(&here, true, Known { proven: 4, refuted: 3, best: 5 });
        table.make_room(1 << 14, &Budget::unlimited().start());
        assert_eq!(table.look_up(&here, true), Known { proven: 4, refuted: 3, best: 5 });
    }

    #[test]
    fn an_ended_budget_ends_the_growing() {
        let mut table = Table::new(1 << 30);
        table.make_room(1 << 24, &Budget::unlimited().with_nodes(0).with_time(Duration::ZERO).start());
        let here = board("4k3/8/8/8/8/8/8/R3K3 w Q");
        table.learn(&here, true, Known::proven_in(4, Ply::NONE));
        assert_eq!(table.look_up(&here, true).proven, 4);
        assert_eq!(table.slots.len(), 2);
    }

    #[test]
    fn threads_never_read_a_torn_slot() {
        let table = Table::new(0);
        let boards: Vec<Board> =
            ["k7/8/K7/8/8/8/8/R7 w", "k7/8/K7/8/8/8/8/1R6 w", "k7/8/K7/8/8/8/8/2R5 w"].map(board).into();
        std::thread::scope(|scope| {
            for from in 0..3usize {
                let (table, boards) = (&table, &boards);
                scope.spawn(move || {
                    for at in from..from + 30_000 {
                        let mine = at % 3;
                        let depth = mine as u8 + 1;
                        table.learn(
                            &boards[mine],
                            true,
                            Known { proven: Known::UNPROVEN, refuted: depth, best: 0 },
                        );
                        let seen = table.look_up(&boards[(at + 1) % 3], true).refuted;
                        assert!(seen == 0 || seen == ((at + 1) % 3) as u8 + 1);
                    }
                });
            }
        });
    }
}
