use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::canvas::Canvas;
use super::lzw::compress;
use super::palette::Palette;
use super::{Fault, Refused, Style, check};
use crate::Diagram;

/// One picture of an animation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Frame {
    pub diagram: Diagram,
    /// How long it is shown. GIF counts in steps of 10 ms.
    pub delay_ms: u32,
}

impl Frame {
    /// The boards of a line, a second each; the last one stays.
    #[must_use]
    pub fn line(diagrams: Vec<Diagram>) -> Vec<Frame> {
        let last = diagrams.len().saturating_sub(1);
        let frame = |(at, diagram)| Frame { diagram, delay_ms: if at == last { 3000 } else { 1000 } };
        diagrams.into_iter().enumerate().map(frame).collect()
    }
}

const MOST_FRAMES: usize = 256;
const MOST_SIZE: u16 = 1024;

/// Frames of one board only, each fit to be drawn.
pub(super) fn check(frames: &[Frame], style: &Style) -> Result<(), Refused> {
    let mut faults = Vec::new();
    check::size(style.size, MOST_SIZE, &mut faults);
    check::count("frames", frames.len(), MOST_FRAMES, &mut faults);
    let Some(Frame { diagram: first, .. }) = frames.first() else {
        return Err(Fault::None { what: "frames" }.into());
    };
    for (index, frame) in frames.iter().take(MOST_FRAMES).enumerate() {
        let shape = |diagram: &Diagram| (diagram.columns, diagram.rows, diagram.ground);
        if shape(&frame.diagram) != shape(first) || frame.diagram.row_names != first.row_names {
            faults.push(Fault::Frame { frame: index });
        }
        if let Err(Refused(found)) = check::check(&frame.diagram, style) {
            faults.extend(found.into_iter().filter(|fault| !faults.contains(fault)).collect::<Vec<_>>());
        }
    }
    check::verdict(faults)
}

/// Writes canvases one after the other; of all but the first only what changed.
pub(super) struct Animation {
    encoder: Encoder<Vec<u8>>,
    shown: Option<Canvas>,
}

impl Animation {
    pub(super) fn new(canvas: &Canvas) -> Result<Animation, Refused> {
        let (width, height) = (short(canvas.width), short(canvas.height));
        let mut encoder = Encoder::new(Vec::with_capacity(64 * 1024), width, height, &canvas.palette.bytes())
            .map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Animation { encoder, shown: None })
    }

    pub(super) fn push(&mut self, canvas: Canvas, delay_ms: u32) -> Result<(), Refused> {
        let mut frame = match &self.shown {
            None => gif::Frame {
                width: short(canvas.width),
                height: short(canvas.height),
                buffer: compress(&canvas.rows().collect::<Vec<_>>().concat()).into(),
                ..gif::Frame::default()
            },
            Some(shown) => change(shown, &canvas),
        };
        frame.delay = u16::try_from(delay_ms / 10).unwrap_or(u16::MAX);
        frame.dispose = DisposalMethod::Keep;
        self.encoder.write_lzw_pre_encoded_frame(&frame).map_err(failed)?;
        self.shown = Some(canvas);
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Vec<u8>, Refused> {
        self.encoder.into_inner().map_err(|_| Fault::Encoding.into())
    }
}

/// The smallest rectangle that holds every changed pixel; what did not change in it is transparent.
fn change(before: &Canvas, after: &Canvas) -> gif::Frame<'static> {
    let width = after.width;
    let rows = || before.rows().zip(after.rows());
    let (mut top, mut bottom, mut left, mut right) = (after.height, 0, width, 0);
    for (y, (old, new)) in rows().enumerate().filter(|(_, (old, new))| old != new) {
        (top, bottom) = (top.min(y), y + 1);
        left = left.min(old.iter().zip(new).position(|(old, new)| old != new).unwrap_or(width));
        right = right.max(old.iter().zip(new).rposition(|(old, new)| old != new).map_or(0, |x| x + 1));
    }
    if bottom == 0 {
        (top, bottom, left, right) = (0, 1, 0, 1);
    }
    let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
    for (old, new) in rows().take(bottom).skip(top) {
        let pixels = old[left..right].iter().zip(&new[left..right]);
        buffer.extend(pixels.map(|(old, new)| if old == new { Palette::TRANSPARENT } else { *new }));
    }
    gif::Frame {
        left: short(left),
        top: short(top),
        width: short(right - left),
        height: short(bottom - top),
        transparent: Some(Palette::TRANSPARENT),
        buffer: compress(&buffer).into(),
        ..gif::Frame::default()
    }
}

fn short(pixels: usize) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}

fn failed(_: EncodingError) -> Refused {
    Fault::Encoding.into()
}
