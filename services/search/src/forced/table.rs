use tablero_game::{Evaluate, Side};

const FEWEST: usize = 1 << 12;

/// What is proven of a position for an attacker.
#[derive(Debug, Clone)]
pub(super) struct Note<G: Evaluate> {
    game: G,
    attacker: Side,
    /// The fewest moves known to suffice.
    pub(super) wins_with: u8,
    /// So many moves and fewer are known not to suffice, counted one up: zero says nothing.
    pub(super) fails_below: u8,
    /// The move that won, or that refuted, last time.
    pub(super) play: Option<G::Move>,
}

/// Remembers proofs, within a bound of memory. A position is compared whole; where two fall on one place
/// the later one stays.
#[derive(Debug)]
pub(super) struct Table<G: Evaluate> {
    notes: Vec<Option<Note<G>>>,
    used: usize,
    most: usize,
}

impl<G: Evaluate> Table<G> {
    /// At most so many bytes.
    pub(super) fn new(memory: usize) -> Table<G> {
        let fit = memory / size_of::<Option<Note<G>>>().max(1);
        let most = if fit.is_power_of_two() { fit } else { fit.next_power_of_two() / 2 };
        let most = most.max(1);
        Table { notes: vec![None; FEWEST.min(most)], used: 0, most }
    }

    pub(super) fn bytes(&self) -> usize {
        self.notes.len() * size_of::<Option<Note<G>>>()
    }

    pub(super) fn recall(&self, game: &G, attacker: Side) -> Option<&Note<G>> {
        self.notes[self.place(game)].as_ref().filter(|note| note.attacker == attacker && note.game == *game)
    }

    /// Adds that `left` moves suffice, or that they do not.
    pub(super) fn keep(&mut self, game: &G, attacker: Side, left: u8, wins: bool, play: Option<G::Move>) {
        self.grow();
        let place = self.place(game);
        let known = self.notes[place].take().filter(|note| note.attacker == attacker && note.game == *game);
        let mut note = known.unwrap_or_else(|| Note {
            game: game.clone(),
            attacker,
            wins_with: u8::MAX,
            fails_below: 0,
            play: None,
        });
        if wins {
            note.wins_with = note.wins_with.min(left);
        } else {
            note.fails_below = note.fails_below.max(left.saturating_add(1));
        }
        note.play = play.or(note.play);
        self.used += 1;
        self.notes[place] = Some(note);
    }

    fn grow(&mut self) {
        let size = self.notes.len();
        if self.used < size || 2 * size > self.most {
            return;
        }
        let old = std::mem::replace(&mut self.notes, vec![None; 2 * size]);
        self.used = 0;
        for note in old.into_iter().flatten() {
            let place = self.place(&note.game);
            self.used += 1;
            self.notes[place] = Some(note);
        }
    }

    fn place(&self, game: &G) -> usize {
        (game.key() >> 20) as usize & (self.notes.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use tablero_game::{Game, boom::Boom};

    use super::*;

    #[test]
    fn proofs_are_kept_for_the_attacker_they_are_about() {
        let mut table = Table::new(1 << 20);
        let game = Boom::start("").unwrap();
        table.keep(&game, Side::First, 3, true, None);
        table.keep(&game, Side::First, 1, false, None);
        table.keep(&game, Side::First, 5, true, None);
        let note = table.recall(&game, Side::First).unwrap();
        assert_eq!((note.wins_with, note.fails_below), (3, 2));
        assert!(table.recall(&game, Side::Second).is_none());
    }

    #[test]
    fn memory_grows_up_to_its_bound() {
        let mut table = Table::new(1 << 20);
        let first = table.bytes();
        let mut level = vec![Boom::start("").unwrap()];
        for _ in 0..6 {
            let after = |game: &Boom| {
                let plays = game.legal_moves().into_iter();
                plays.map(|play| game.clone().play(play).unwrap()).collect::<Vec<_>>()
            };
            level = level.iter().flat_map(after).collect();
            for game in &level {
                table.keep(game, Side::First, 1, false, None);
            }
        }
        assert!(table.bytes() > first && table.bytes() <= 1 << 20);
        assert_eq!(Table::<Boom>::new(0).bytes(), size_of::<Option<Note<Boom>>>());
    }
}
