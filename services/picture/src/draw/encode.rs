use super::canvas::Canvas;
use super::squeeze::squeeze;
use super::{Fault, Refused};

/// The canvas as a PNG with a palette. `cell` is where its pattern repeats, in pixels.
pub(super) fn png(canvas: &Canvas, cell: usize) -> Result<Vec<u8>, Refused> {
    write(canvas, cell).map_err(|_| Fault::Encoding.into())
}

fn write(canvas: &Canvas, cell: usize) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::with_capacity(64 * 1024);
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(canvas.palette.bytes());
    let mut writer = encoder.write_header()?;
    // Indices are names, not amounts: without a filter equal tiles stay equal and are found again.
    writer.write_chunk(png::chunk::IDAT, &squeeze(&canvas.bytes, canvas.stride(), cell))?;
    writer.finish()?;
    Ok(bytes)
}
