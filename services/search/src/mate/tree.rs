use shakmaty::{Chess, Move, Position as _};
use tablero_game::{Language, chess::write_san};

use super::{
    Continuation, Detail, Stake, Variation,
    analyst::{Analyst, Undecided, after, ordered_moves, passed},
};

/// Grows the tree of play after a key.
pub(super) struct Grower<'a, 't> {
    analyst: &'a mut Analyst<'t>,
    detail: Detail,
    grown: usize,
}

impl<'a, 't> Grower<'a, 't> {
    pub(super) fn new(analyst: &'a mut Analyst<'t>, detail: Detail) -> Grower<'a, 't> {
        Grower { analyst, detail, grown: 0 }
    }

    /// Whether the limit left something out.
    pub(super) fn was_cut(&self) -> bool {
        self.grown >= self.detail.tree_limit
    }

    /// The play after an attacker's move that forces mate within `n` moves, itself included.
    pub(super) fn continuation(
        &mut self,
        position: &Chess,
        play: Move,
        n: u8,
    ) -> Result<Continuation, Undecided> {
        self.grown += 1;
        let san = write_san(position, play, Language::English);
        let next = after(position, play);
        if next.is_checkmate() || n <= 1 {
            return Ok(Continuation { play, san, stake: Stake::Mate, variations: Vec::new() });
        }
        let threats = self.threats(&next, n - 1)?;
        let variations = self.variations(&next, n - 1, &threats)?;
        let stake = match (next.is_check(), threats.is_empty()) {
            (true, _) => Stake::Check,
            (false, true) => Stake::Zugzwang,
            (false, false) => Stake::Threat(threats),
        };
        Ok(Continuation { play, san, stake, variations })
    }

    /// What the attacker would do within `n` moves if the defender passed, without the play after it.
    fn threats(&mut self, position: &Chess, n: u8) -> Result<Vec<Continuation>, Undecided> {
        let Some(free) = passed(position).filter(|_| !position.is_check()) else {
            return Ok(Vec::new());
        };
        let Some(shortest) = self.analyst.shortest(&free, n)? else {
            return Ok(Vec::new());
        };
        let keys = self.analyst.keys(&free, shortest)?;
        Ok(keys.into_iter().map(|play| bare(&free, play)).collect())
    }

    fn variations(
        &mut self,
        position: &Chess,
        n: u8,
        threats: &[Continuation],
    ) -> Result<Vec<Variation>, Undecided> {
        let mut variations = Vec::new();
        for defence in ordered_moves(position) {
            if let Some(variation) = self.variation(position, defence, n, threats)? {
                variations.push(variation);
            }
        }
        Ok(variations)
    }

    /// A defence and its answers; none if the attacker has no mate within `n` moves after it.
    fn variation(
        &mut self,
        position: &Chess,
        defence: Move,
        n: u8,
        threats: &[Continuation],
    ) -> Result<Option<Variation>, Undecided> {
        let next = after(position, defence);
        let Some(mate_in) = self.analyst.shortest(&next, n)? else {
            return Ok(None);
        };
        let keys = self.analyst.keys(&next, mate_in)?;
        let parries = !threats.iter().any(|threat| keys.contains(&threat.play));
        let mut continuations = Vec::with_capacity(keys.len());
        for (at, &key) in keys.iter().enumerate() {
            let follow = self.detail.full_tree || (parries && at == 0);
            continuations.push(if follow && !self.was_cut() {
                self.continuation(&next, key, mate_in)?
            } else {
                bare(&next, key)
            });
        }
        let san = write_san(position, defence, Language::English);
        Ok(Some(Variation { defence, san, mate_in, parries, continuations }))
    }

    /// The defences of a position that are answered by mate within `n` moves.
    pub(super) fn answered(&mut self, position: &Chess, n: u8) -> Result<Vec<Variation>, Undecided> {
        self.variations(position, n, &[])
    }
}

/// A move without the play after it.
fn bare(position: &Chess, play: Move) -> Continuation {
    let next = after(position, play);
    let stake = if next.is_checkmate() {
        Stake::Mate
    } else if next.is_check() {
        Stake::Check
    } else {
        Stake::Threat(Vec::new())
    };
    let san = write_san(position, play, Language::English);
    Continuation { play, san, stake, variations: Vec::new() }
}
