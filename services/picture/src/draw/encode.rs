use super::canvas::Canvas;
use super::{Effort, Fault, Refused};

/// The canvas as a PNG with a palette.
pub(super) fn png(canvas: &Canvas, effort: Effort) -> Result<Vec<u8>, Refused> {
    write(canvas, effort).map_err(|_| Fault::Encoding.into())
}

fn write(canvas: &Canvas, effort: Effort) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::with_capacity(64 * 1024);
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(canvas.palette.bytes());
    match effort {
        Effort::Fast => {
            encoder.set_compression(png::Compression::Fast);
            encoder.set_filter(png::Filter::Adaptive);
        }
        // Indices are names, not amounts: without a filter equal tiles stay equal and are found again.
        Effort::Small => {
            encoder.set_compression(png::Compression::Balanced);
            encoder.set_filter(png::Filter::NoFilter);
        }
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(bytes)
}
