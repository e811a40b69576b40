use std::sync::Arc;

use tablero_api::v1 as pb;
use tablero_api::v1::diagram::{Ground as PbGround, MarkKind as PbMarkKind, caption::What};
use tablero_picture::draw::{Chart, Frame, Leaderboard, Refused, Studio, Style, alt_text};
use tablero_picture::{Arrow, Caption, Cell, Diagram, Ground, Mark, MarkKind};

use crate::error::{Error, Result};
use crate::screen::Picture;

/// Draws off the async threads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pen(Arc<Studio>);

impl Pen {
    /// A board, with a text that reads the whole position.
    pub(crate) async fn board(&self, diagram: &pb::Diagram, style: Style) -> Result<Picture> {
        let diagram = read(diagram);
        let alt = alt_text(&diagram, style.language);
        let bytes = self.drawn(move |studio| studio.png(&diagram, &style)).await?;
        Ok(Picture { name: "board.png", bytes, alt })
    }

    /// Boards one after the other, with a text that reads the last.
    pub(crate) async fn film(
        &self,
        boards: &[pb::Diagram],
        style: Style,
        name: &'static str,
    ) -> Result<Picture> {
        let boards: Vec<Diagram> = boards.iter().map(read).collect();
        let alt = boards.last().map(|last| alt_text(last, style.language)).unwrap_or_default();
        let bytes = self.drawn(move |studio| studio.gif(&Frame::line(boards), &style)).await?;
        Ok(Picture { name, bytes, alt })
    }

    pub(crate) async fn chart(&self, chart: Chart, style: Style, alt: String) -> Result<Picture> {
        let bytes = self.drawn(move |studio| studio.chart(&chart, &style)).await?;
        Ok(Picture { name: "chart.png", bytes, alt })
    }

    pub(crate) async fn leaderboard(&self, board: Leaderboard, style: Style, alt: String) -> Result<Picture> {
        let bytes = self.drawn(move |studio| studio.leaderboard(&board, &style)).await?;
        Ok(Picture { name: "leaderboard.png", bytes, alt })
    }

    async fn drawn(
        &self,
        draw: impl FnOnce(&Studio) -> Result<Vec<u8>, Refused> + Send + 'static,
    ) -> Result<Vec<u8>> {
        let studio = self.0.clone();
        let drawn = tokio::task::spawn_blocking(move || draw(&studio)).await;
        drawn
            .map_err(|panic| Error::Unexpected(format!("drawing ended early: {panic}")))?
            .map_err(|refused| Error::Unexpected(format!("the picture cannot be drawn: {refused}")))
    }
}

/// What cannot be on a board is left out: drawing checks the rest.
fn read(diagram: &pb::Diagram) -> Diagram {
    let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
    let cell = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
    Diagram {
        columns: small(diagram.columns),
        rows: small(diagram.rows),
        ground: match diagram.ground() {
            PbGround::Unspecified | PbGround::Plain => Ground::Plain,
            PbGround::Chequered => Ground::Chequered,
            PbGround::Holes => Ground::Holes,
        },
        column_names: diagram.column_names.clone(),
        row_names: diagram.row_names.clone(),
        cells: diagram
            .cells
            .iter()
            .map(|cell| Cell {
                piece: Some(cell.piece.clone()).filter(|piece| !piece.is_empty()),
                dimmed: cell.dimmed,
            })
            .collect(),
        marks: diagram
            .marks
            .iter()
            .filter_map(|mark| {
                let kind = match mark.kind() {
                    PbMarkKind::Unspecified => return None,
                    PbMarkKind::LastMove => MarkKind::LastMove,
                    PbMarkKind::Check => MarkKind::Check,
                    PbMarkKind::Legal => MarkKind::Legal,
                    PbMarkKind::Square => MarkKind::Square,
                };
                Some(Mark { cell: cell(mark.cell), kind })
            })
            .collect(),
        arrows: diagram
            .arrows
            .iter()
            .map(|arrow| Arrow { from: cell(arrow.from_cell), to: cell(arrow.to_cell) })
            .collect(),
        captions: diagram.captions.iter().filter_map(|caption| caption.what.as_ref()).map(caption).collect(),
    }
}

fn caption(what: &What) -> Caption {
    let small = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
    match what {
        What::ToMove(side) => Caption::ToMove(side.clone()),
        What::MateIn(moves) => Caption::MateIn(small(*moves)),
        What::MovesLeft(moves) => Caption::MovesLeft(small(*moves)),
        What::Text(text) => Caption::Text(text.clone()),
    }
}

/// The name of a cell, such as `e4`.
pub(crate) fn cell_name(diagram: &pb::Diagram, cell: usize) -> Option<String> {
    let columns = diagram.columns as usize;
    let row = diagram.row_names.get(cell.checked_div(columns)?)?;
    Some(format!("{}{row}", diagram.column_names.get(cell % columns)?))
}

/// What stands on the cell of that name; empty for an empty one.
pub(crate) fn piece_at<'a>(diagram: &'a pb::Diagram, square: &str) -> Option<&'a str> {
    let found =
        diagram.cells.iter().enumerate().find(|(at, _)| cell_name(diagram, *at).as_deref() == Some(square));
    found.map(|(_, cell)| cell.piece.as_str())
}

/// The number of the cell of that name.
pub(crate) fn cell_named(diagram: &pb::Diagram, square: &str) -> Option<usize> {
    (0..diagram.cells.len()).find(|at| cell_name(diagram, *at).as_deref() == Some(square))
}
