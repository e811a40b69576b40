//! What every game keeps, as checks to be called from tests on any position of any game.

use thiserror::Error;

use crate::{Game, Language};

/// A law that a position breaks, with the position and the move that show it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Broken {
    #[error("ended is not the same as having no legal moves in {0}")]
    Ending(String),
    #[error("{0} does not read back as itself")]
    RoundTrip(String),
    #[error("{text} does not read back as the move it was in {position}")]
    MoveRoundTrip { position: String, text: String },
    #[error("two moves are written {text} in {position}")]
    SameText { position: String, text: String },
    #[error("a legal move does not play: {text} in {position}")]
    LegalMoveRefused { position: String, text: String },
    #[error("a refused move changed {0}")]
    RefusalChanged(String),
    #[error("the diagram of {0} has the wrong number of cells")]
    Diagram(String),
    #[error("{piece} stands in {position} but is none of the game's pieces")]
    Piece { position: String, piece: String },
}

/// Checks every law in one position.
///
/// # Errors
/// The first law that does not hold.
pub fn hold<G: Game>(game: &G) -> Result<(), Broken> {
    let position = game.encode();
    let moves = game.legal_moves();
    if moves.is_empty() != game.outcome().is_some() {
        return Err(Broken::Ending(position));
    }
    if G::decode(&game.rules(), &position).as_ref() != Ok(game) {
        return Err(Broken::RoundTrip(position));
    }
    let diagram = game.diagram();
    if diagram.cells.len() != usize::from(diagram.columns) * usize::from(diagram.rows) {
        return Err(Broken::Diagram(position));
    }
    let mut pieces = diagram.cells.into_iter().filter_map(|cell| cell.piece);
    if let Some(piece) = pieces.find(|piece| !G::PIECES.contains(&piece.as_str())) {
        return Err(Broken::Piece { position, piece });
    }
    let mut texts = Vec::new();
    for play in moves {
        for text in [game.write(play), game.code(play)] {
            if game.read(&text, Language::English).as_ref() != Ok(&play) {
                return Err(Broken::MoveRoundTrip { position, text });
            }
        }
        let text = game.write(play);
        if texts.contains(&text) {
            return Err(Broken::SameText { position, text });
        }
        if game.clone().play(play).is_err() {
            return Err(Broken::LegalMoveRefused { position, text });
        }
        texts.push(text);
    }
    Ok(())
}

/// Checks the laws along one line of play: at every position the next number picks the move.
/// Every move of the line that is not legal where it is tried again must be refused and change nothing.
///
/// # Errors
/// The first law that does not hold.
pub fn hold_along<G: Game>(mut game: G, picks: impl IntoIterator<Item = usize>) -> Result<(), Broken> {
    let mut last: Option<G::Move> = None;
    for pick in picks {
        hold(&game)?;
        let moves = game.legal_moves();
        if let Some(stale) = last.filter(|play| !moves.contains(play)) {
            match game.clone().play(stale) {
                Err(refused) if *refused.position == game => {}
                _ => return Err(Broken::RefusalChanged(game.encode())),
            }
        }
        let Some(&play) = moves.get(pick % moves.len().max(1)) else {
            return Ok(());
        };
        game.play_unchecked(play);
        last = Some(play);
    }
    hold(&game)
}
