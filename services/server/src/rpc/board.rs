use tablero_api::v1 as pb;
use tablero_api::v1::diagram::{Arrow, Caption, Cell, Ground, Mark, MarkKind, caption::What};
use tablero_game::{self as game, Flaw};

pub(super) fn diagram(diagram: game::Diagram) -> pb::Diagram {
    pb::Diagram {
        columns: diagram.columns.into(),
        rows: diagram.rows.into(),
        ground: ground(diagram.ground).into(),
        column_names: diagram.column_names,
        row_names: diagram.row_names,
        cells: diagram
            .cells
            .into_iter()
            .map(|cell| Cell { piece: cell.piece.unwrap_or_default(), dimmed: cell.dimmed })
            .collect(),
        marks: diagram
            .marks
            .into_iter()
            .map(|mark| Mark { cell: mark.cell.into(), kind: mark_kind(mark.kind).into() })
            .collect(),
        arrows: diagram
            .arrows
            .into_iter()
            .map(|arrow| Arrow { from_cell: arrow.from.into(), to_cell: arrow.to.into() })
            .collect(),
        captions: diagram.captions.into_iter().map(|words| Caption { what: Some(caption(words)) }).collect(),
    }
}

fn ground(ground: game::Ground) -> Ground {
    match ground {
        game::Ground::Chequered => Ground::Chequered,
        game::Ground::Plain => Ground::Plain,
        game::Ground::Holes => Ground::Holes,
    }
}

fn mark_kind(kind: game::MarkKind) -> MarkKind {
    match kind {
        game::MarkKind::LastMove => MarkKind::LastMove,
        game::MarkKind::Check => MarkKind::Check,
        game::MarkKind::Legal => MarkKind::Legal,
        game::MarkKind::Square => MarkKind::Square,
    }
}

fn caption(caption: game::Caption) -> What {
    match caption {
        game::Caption::ToMove(side) => What::ToMove(side.to_owned()),
        game::Caption::MateIn(moves) => What::MateIn(moves.into()),
        game::Caption::MovesLeft(moves) => What::MovesLeft(moves.into()),
        game::Caption::Text(text) => What::Text(text),
    }
}

pub(super) fn fault(flaw: Flaw) -> pb::PositionFault {
    pb::PositionFault { reason: flaw.reason.to_owned(), description: flaw.words }
}
