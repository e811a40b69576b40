/// What a stored value says of the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Note<M> {
    key: u64,
    pub(super) play: Option<M>,
    pub(super) value: i32,
    pub(super) depth: i8,
    pub(super) bound: Bound,
}

/// A transposition table of fixed size. A key may lie once in a very long while: its move is only ever
/// tried if it is legal, and its value costs strength, not truth.
#[derive(Debug)]
pub(super) struct Memory<M> {
    notes: Vec<Option<Note<M>>>,
}

impl<M: Copy> Memory<M> {
    /// Room for so many positions, rounded up to a power of two.
    pub(super) fn new(positions: u64) -> Memory<M> {
        let size = (positions.min(1 << 18) as usize).next_power_of_two().max(1 << 10);
        Memory { notes: vec![None; size] }
    }

    pub(super) fn recall(&self, key: u64) -> Option<Note<M>> {
        self.notes[self.place(key)].filter(|note| note.key == key)
    }

    /// Keeps the note unless a deeper one of the same position is known.
    pub(super) fn keep(&mut self, key: u64, play: Option<M>, value: i32, depth: i8, bound: Bound) {
        let at = self.place(key);
        let old = self.notes[at].filter(|note| note.key == key);
        if old.is_some_and(|note| note.depth > depth && bound != Bound::Exact) {
            return;
        }
        let play = play.or(old.and_then(|note| note.play));
        self.notes[at] = Some(Note { key, play, value, depth, bound });
    }

    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.notes.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deeper_note_survives_a_shallow_one_and_keeps_its_move() {
        let mut memory = Memory::new(0);
        memory.keep(7, Some('a'), 10, 5, Bound::Exact);
        memory.keep(7, Some('b'), 20, 2, Bound::AtLeast);
        assert_eq!(memory.recall(7).map(|note| (note.play, note.value)), Some((Some('a'), 10)));
        memory.keep(7, None, 30, 6, Bound::AtMost);
        assert_eq!(memory.recall(7).map(|note| (note.play, note.value)), Some((Some('a'), 30)));
        assert!(memory.recall(8).is_none());
    }
}
