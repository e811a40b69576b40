use tablero_game::Evaluate;

use super::{prover::Prover, turn::Turn};
use crate::{
    machine::after,
    mate::{Detail, Undecided},
    problem::{Continuation, Said, Stake, Variation},
};

pub(super) fn said<G: Evaluate>(game: &G, play: G::Move) -> Said {
    Said { text: game.write(play), code: game.code(play) }
}

/// Grows the tree of play after a turn of the attacker.
pub(super) struct Grower<'a, 'p, G: Evaluate> {
    prover: &'a mut Prover<'p, G>,
    detail: Detail,
    grown: usize,
}

impl<'a, 'p, G: Evaluate> Grower<'a, 'p, G> {
    pub(super) fn new(prover: &'a mut Prover<'p, G>, detail: Detail) -> Grower<'a, 'p, G> {
        Grower { prover, detail, grown: 0 }
    }

    /// Whether the limit left something out.
    pub(super) fn was_cut(&self) -> bool {
        self.grown >= self.detail.tree_limit
    }

    /// The moves of a turn one after the other and the play after it, `left` moves being left then.
    pub(super) fn line(&mut self, game: &G, turn: &Turn<G>, left: u8) -> Result<Continuation, Undecided> {
        let follow = !self.was_cut();
        let variations = if follow { self.variations(&turn.result, left)? } else { Vec::new() };
        self.chain(game, &turn.plays, variations, left)
    }

    fn chain(
        &mut self,
        game: &G,
        plays: &[G::Move],
        variations: Vec<Variation>,
        left: u8,
    ) -> Result<Continuation, Undecided> {
        self.grown += 1;
        let (&play, rest) = plays.split_first().expect("a turn has a move");
        let next = after(game, play);
        if next.outcome().is_some() {
            return Ok(Continuation {
                play: Some(said(game, play)),
                stake: Stake::Win,
                variations: Vec::new(),
            });
        }
        let variations = if rest.is_empty() {
            variations
        } else {
            let on = self.chain(&next, rest, variations, left)?;
            let wins_in = left + 1;
            vec![Variation { defence: None, wins_in, parries: true, continuations: vec![on] }]
        };
        Ok(Continuation { play: Some(said(game, play)), stake: Stake::Unknown, variations })
    }

    /// What may follow, whoever is to move.
    fn variations(&mut self, game: &G, left: u8) -> Result<Vec<Variation>, Undecided> {
        if game.outcome().is_some() {
            return Ok(Vec::new());
        }
        if game.side_to_move() == self.prover.attacker() {
            return Ok(vec![self.answer(None, game, left)?]);
        }
        let mut variations = Vec::new();
        for play in game.legal_moves() {
            if self.was_cut() {
                break;
            }
            self.grown += 1;
            variations.push(self.answer(Some(said(game, play)), &after(game, play), left)?);
        }
        Ok(variations)
    }

    /// How the attacker wins after a defence; a defender who moves on first answers itself.
    fn answer(&mut self, defence: Option<Said>, game: &G, left: u8) -> Result<Variation, Undecided> {
        let wins_in = self.prover.shortest(game, left)?.unwrap_or(left);
        let continuations = if game.outcome().is_some() {
            Vec::new()
        } else if game.side_to_move() == self.prover.attacker() {
            self.continuations(game, wins_in)?
        } else {
            let variations = self.variations(game, wins_in)?;
            vec![Continuation { play: None, stake: Stake::Unknown, variations }]
        };
        Ok(Variation { defence, wins_in, parries: true, continuations })
    }

    fn continuations(&mut self, game: &G, left: u8) -> Result<Vec<Continuation>, Undecided> {
        let mut turns = Vec::new();
        self.prover.winning_turns(game, left, &mut turns)?;
        let mut continuations = Vec::new();
        for (at, turn) in turns.iter().enumerate() {
            continuations.push(if at == 0 || self.detail.full_tree {
                self.line(game, turn, left.saturating_sub(1))?
            } else {
                self.chain(game, &turn.plays, Vec::new(), left.saturating_sub(1))?
            });
        }
        Ok(continuations)
    }
}
