use std::sync::{Arc, Mutex, PoisonError};

use super::animation::{self, Animation, Frame};
use super::canvas::Canvas;
use super::caption;
use super::chart::{self, Chart};
use super::layout::Layout;
use super::leaderboard::{self, Leaderboard};
use super::text::Typesetter;
use super::tiles::Tiles;
use super::{Refused, Style, board, check, encode};
use crate::{Diagram, Ground};

/// Draws, and keeps what it has rasterised: one for the whole process, shared between threads.
///
/// It keeps at most eight sets of tiles (those used last) and 1024 letters, some 60 MB at the very worst
/// and about 1 MB in everyday use. Drawing blocks and takes no clock: call it off the async threads.
#[derive(Debug, Default)]
pub struct Studio {
    tiles: Mutex<Vec<Arc<Tiles>>>,
    typesetter: Typesetter,
}

impl Studio {
    const MOST_TILE_SETS: usize = 8;

    #[must_use]
    pub fn new() -> Studio {
        Studio::default()
    }

    /// The diagram as a PNG with a palette, `style.size` pixels wide (less when its cells would be larger
    /// than 192 px).
    ///
    /// # Errors
    /// Every fault of a diagram or size that is not drawn.
    pub fn png(&self, diagram: &Diagram, style: &Style) -> Result<Vec<u8>, Refused> {
        let (canvas, cell) = self.drawn(diagram, style)?;
        encode::png(&canvas, cell)
    }

    /// The frames as a GIF that repeats for ever. Each frame holds only what changed.
    ///
    /// # Errors
    /// No frames or more than 256, frames of different boards, a size above 1024, and what [`Studio::png`]
    /// refuses.
    pub fn gif(&self, frames: &[Frame], style: &Style) -> Result<Vec<u8>, Refused> {
        animation::check(frames, style)?;
        let captions: Vec<_> =
            frames.iter().map(|frame| caption::lines(&frame.diagram, style, &self.typesetter)).collect();
        let most_lines = captions.iter().map(Vec::len).max().unwrap_or(0);
        let layout = Layout::new(&frames[0].diagram, style, most_lines, &self.typesetter)?;
        let tiles = self.tiles(frames[0].diagram.ground, style, layout.cell);
        let mut animation: Option<Animation> = None;
        for (frame, lines) in frames.iter().zip(&captions) {
            let canvas = board::draw(&frame.diagram, lines, style, &layout, &tiles, &self.typesetter);
            let animation = match &mut animation {
                Some(animation) => animation,
                none => none.insert(Animation::new(&canvas)?),
            };
            animation.push(canvas, frame.delay_ms)?;
        }
        animation.map_or_else(|| Ok(Vec::new()), Animation::finish)
    }

    /// A rating over time as a PNG of `style.size` by half of that.
    ///
    /// # Errors
    /// No points or more than 4096, points that are not finite or not in order, texts that are too long.
    pub fn chart(&self, chart: &Chart, style: &Style) -> Result<Vec<u8>, Refused> {
        chart::check(chart, style)?;
        encode::png(&chart::draw(chart, style, &self.typesetter), 1)
    }

    /// A leaderboard as a PNG.
    ///
    /// # Errors
    /// More than 25 rows or 8 columns, rows that do not fit the columns, texts that are too long.
    pub fn leaderboard(&self, board: &Leaderboard, style: &Style) -> Result<Vec<u8>, Refused> {
        leaderboard::check(board, style)?;
        encode::png(&leaderboard::draw(board, style, &self.typesetter), 1)
    }

    /// The picture before it is encoded, and the side of its cells.
    pub(super) fn drawn(&self, diagram: &Diagram, style: &Style) -> Result<(Canvas, usize), Refused> {
        check::check(diagram, style)?;
        let lines = caption::lines(diagram, style, &self.typesetter);
        let layout = Layout::new(diagram, style, lines.len(), &self.typesetter)?;
        let tiles = self.tiles(diagram.ground, style, layout.cell);
        Ok((board::draw(diagram, &lines, style, &layout, &tiles, &self.typesetter), layout.cell))
    }

    fn tiles(&self, ground: Ground, style: &Style, px: usize) -> Arc<Tiles> {
        let mut kept = self.tiles.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = |set: &Arc<Tiles>| (set.theme, set.ground, set.px) == (style.theme, ground, px);
        let set = match kept.iter().position(wanted) {
            Some(index) => kept.remove(index),
            None => Arc::new(Tiles::new(style.theme, ground, px)),
        };
        kept.insert(0, Arc::clone(&set));
        kept.truncate(Self::MOST_TILE_SETS);
        set
    }
}
