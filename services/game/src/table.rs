use std::fmt::Debug;

use crate::{Diagram, Flaw, Game, Language, Outcome, Refused, Side, perft};

/// A move as every client may show it, without knowing the rules.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// As people write it.
    pub text: String,
    /// As programs exchange it; reads back to the same move.
    pub code: String,
    pub from: Option<String>,
    pub to: Option<String>,
    /// See [`Game::spends`].
    pub spends: bool,
}

/// A position whose game is known only at run time: the object-safe face of [`Game`].
pub trait Table: Debug + Send + Sync {
    fn game(&self) -> &'static str;
    fn rules(&self) -> String;
    fn position(&self) -> String;
    fn side_to_move(&self) -> Side;
    fn side_name(&self, side: Side) -> &'static str;
    /// See [`Game::side_sign`].
    fn side_sign(&self, side: Side) -> &'static str;
    fn legal_moves(&self) -> Vec<MoveText>;
    fn outcome(&self) -> Option<Outcome>;
    /// See [`Game::score`].
    fn score(&self, side: Side) -> Option<u32>;
    /// See [`Game::drawn`].
    fn drawn(&self) -> Option<&'static str>;
    /// See [`Game::unfit`].
    fn unfit(&self) -> Option<Flaw>;
    /// See [`Game::repeats_as`].
    fn repeats_as(&self) -> String;
    fn diagram(&self) -> Diagram;
    fn boxed(&self) -> Box<dyn Table>;

    /// The number of leaves of the tree of legal moves, `depth` plies deep.
    fn perft(&self, depth: u32) -> u64;

    /// Reads a move without playing it.
    ///
    /// # Errors
    /// Why the move is not understood or not allowed here.
    fn read(&self, text: &str, language: Language) -> Result<MoveText, Refused>;

    /// Plays a move as a person types it; a refused move changes nothing.
    ///
    /// # Errors
    /// Why the move is not understood or not allowed here.
    fn play(&mut self, text: &str, language: Language) -> Result<MoveText, Refused>;
}

/// A game set out on a table.
#[derive(Debug, Clone)]
pub(crate) struct Seated<G>(pub(crate) G);

fn move_text<G: Game>(game: &G, play: G::Move) -> MoveText {
    let (from, to) = game.squares(play);
    MoveText { text: game.write(play), code: game.code(play), from, to, spends: game.spends(play) }
}

impl<G: Game> Table for Seated<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn rules(&self) -> String {
        self.0.rules()
    }

    fn position(&self) -> String {
        self.0.encode()
    }

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn side_name(&self, side: Side) -> &'static str {
        G::side_name(side)
    }

    fn side_sign(&self, side: Side) -> &'static str {
        G::side_sign(side)
    }

    fn legal_moves(&self) -> Vec<MoveText> {
        self.0.legal_moves().into_iter().map(|play| move_text(&self.0, play)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn score(&self, side: Side) -> Option<u32> {
        self.0.score(side)
    }

    fn drawn(&self) -> Option<&'static str> {
        self.0.drawn()
    }

    fn unfit(&self) -> Option<Flaw> {
        self.0.unfit()
    }

    fn repeats_as(&self) -> String {
        self.0.repeats_as()
    }

    fn diagram(&self) -> Diagram {
        self.0.diagram()
    }

    fn boxed(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.0, depth)
    }

    fn read(&self, text: &str, language: Language) -> Result<MoveText, Refused> {
        self.0.read(text, language).map(|play| move_text(&self.0, play))
    }

    fn play(&mut self, text: &str, language: Language) -> Result<MoveText, Refused> {
        let play = self.0.read(text, language)?;
        let said = move_text(&self.0, play);
        self.0.play_unchecked(play);
        Ok(said)
    }
}
