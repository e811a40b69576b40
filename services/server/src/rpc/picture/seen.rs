use tablero_api::v1 as pb;
use tablero_api::v1::diagram::{Cell, Ground, Mark, MarkKind};
use tablero_api::v1::seen_board::SeenBy;
use tablero_picture::read::{Board, Piece, Seen, Side, Unreadable, View};
use tonic::{Status, Streaming};

use crate::error::{Error, Fault};
use crate::picture::Eye;

/// The whole file, as long as it is not too large.
pub(super) async fn gather(mut chunks: Streaming<pb::ReadBoardRequest>) -> Result<Vec<u8>, Status> {
    let bounds = Eye::BOUNDS;
    let mut bytes = Vec::new();
    while let Some(request) = chunks.message().await? {
        if bytes.len() + request.chunk.len() > bounds.bytes {
            let fault = Unreadable::TooLarge { bytes: bounds.bytes, pixels: bounds.pixels };
            return Err(Error::Invalid(vec![Fault::new("chunk", fault.reason(), fault.to_string())]).into());
        }
        bytes.extend_from_slice(&request.chunk);
    }
    Ok(bytes)
}

pub(super) fn board(board: &Board) -> pb::SeenBoard {
    let turn = if board.side_to_move == Some(Side::Black) { "b" } else { "w" };
    let by = match board.view {
        View::Coordinates => SeenBy::Coordinates,
        View::Pieces => SeenBy::Pieces,
        View::Assumed => SeenBy::Custom,
    };
    pb::SeenBoard {
        position: format!("{} {turn} - - 0 1", board.placement()),
        diagram: Some(diagram(board)),
        flipped: board.flipped,
        flipped_by: by.into(),
        side_to_move: board.side_to_move.map(Side::name).unwrap_or_default().to_owned(),
        confidence: board.confidence,
        doubtful_squares: board.doubtful().into_iter().map(Board::square_name).collect(),
        squares: (0..).zip(&board.squares).map(|(at, seen)| square(at, seen)).collect(),
        corners: board.corners.iter().map(|[x, y]| pb::SeenCorner { x: *x, y: *y }).collect(),
    }
}

fn square(at: u16, seen: &Seen) -> pb::SeenSquare {
    let alternative = |(piece, confidence): &(Option<Piece>, f32)| pb::SeenAlternative {
        piece: name(*piece),
        confidence: *confidence,
    };
    pb::SeenSquare {
        square: Board::square_name(at),
        piece: name(seen.piece),
        confidence: seen.confidence,
        alternatives: seen.alternatives.iter().map(alternative).collect(),
    }
}

fn name(piece: Option<Piece>) -> String {
    piece.map(Piece::name).unwrap_or_default()
}

fn diagram(board: &Board) -> pb::Diagram {
    let drawn = board.diagram();
    let mark = |cell: &u16, kind: MarkKind| Mark { cell: (*cell).into(), kind: kind.into() };
    let last = board.last_move.iter().map(|cell| mark(cell, MarkKind::LastMove));
    let doubtful = board.doubtful();
    let doubtful = doubtful.iter().map(|cell| mark(cell, MarkKind::Square));
    pb::Diagram {
        columns: drawn.columns.into(),
        rows: drawn.rows.into(),
        ground: Ground::Chequered.into(),
        column_names: drawn.column_names,
        row_names: drawn.row_names,
        cells: board.squares.iter().map(|seen| Cell { piece: name(seen.piece), dimmed: false }).collect(),
        marks: last.chain(doubtful).collect(),
        arrows: Vec::new(),
        captions: Vec::new(),
    }
}
