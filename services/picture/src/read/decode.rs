use std::io::{BufRead, Cursor, Error, Read, Seek, SeekFrom};

use image::error::ImageError;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::pixels::Pixels;
use super::{Bounds, Unreadable};

/// Bytes that a decoded pixel may take: deeper pictures may have fewer pixels.
const PIXEL_BYTES: u64 = 4;

/// Decodes a file to RGB on white, turned the way its camera says. Stops within it when told, and takes no more memory
/// than the bounds allow.
pub(super) fn decode(bytes: &[u8], bounds: Bounds, stop: &dyn Fn() -> bool) -> Result<Pixels, Unreadable> {
    let too_large = || Unreadable::TooLarge { bytes: bounds.bytes, pixels: bounds.pixels };
    if bytes.len() > bounds.bytes {
        return Err(too_large());
    }
    let format = image::guess_format(bytes).map_err(|_| Unreadable::NotAnImage)?;
    if !matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP | ImageFormat::Gif) {
        return Err(Unreadable::UnsupportedFormat);
    }
    let refused = |error: ImageError| match error {
        _ if stop() => Unreadable::Stopped,
        ImageError::Limits(_) => too_large(),
        ImageError::Unsupported(_) => Unreadable::UnsupportedFormat,
        _ => Unreadable::NotAnImage,
    };
    let mut reader = ImageReader::with_format(Watched { bytes: Cursor::new(bytes), stop }, format);
    let mut limits = Limits::no_limits();
    // The decoder's own tables, and for WebP and GIF a second canvas, come on top of the picture.
    limits.max_alloc = Some(2 * bounds.pixels * PIXEL_BYTES + (64 << 20));
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > bounds.pixels || decoder.total_bytes() > bounds.pixels * PIXEL_BYTES {
        return Err(too_large());
    }
    if pixels == 0 {
        return Err(Unreadable::NotAnImage);
    }
    // A picture whose notes are broken is still a picture.
    let orientation = decoder.orientation().ok();
    let mut picture = DynamicImage::from_decoder(decoder).map_err(refused)?;
    if let Some(orientation) = orientation {
        picture.apply_orientation(orientation);
    }
    if stop() {
        return Err(Unreadable::Stopped);
    }
    Ok(on_white(picture))
}

fn on_white(picture: DynamicImage) -> Pixels {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let data = if picture.color().has_alpha() {
        let over = |value: u8, alpha: u8| {
            let (value, alpha) = (u32::from(value), u32::from(alpha));
            ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
        };
        let picture = picture.into_rgba8();
        picture.pixels().map(|pixel| [0, 1, 2].map(|channel| over(pixel[channel], pixel[3]))).collect()
    } else {
        picture.into_rgb8().pixels().map(|pixel| pixel.0).collect()
    };
    Pixels { width, height, data }
}

/// A file that cannot be read any more once reading was stopped.
struct Watched<'a> {
    bytes: Cursor<&'a [u8]>,
    stop: &'a dyn Fn() -> bool,
}

impl Watched<'_> {
    fn watch(&self) -> Result<(), Error> {
        if (self.stop)() { Err(Error::other("stopped")) } else { Ok(()) }
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize, Error> {
        self.watch()?;
        // In small bites, so that there is an occasion to stop.
        let bite = out.len().min(16 << 10);
        self.bytes.read(&mut out[..bite])
    }
}

impl BufRead for Watched<'_> {
    fn fill_buf(&mut self) -> Result<&[u8], Error> {
        self.watch()?;
        self.bytes.fill_buf().map(|rest| &rest[..rest.len().min(16 << 10)])
    }

    fn consume(&mut self, amount: usize) {
        self.bytes.consume(amount);
    }
}

impl Seek for Watched<'_> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64, Error> {
        self.bytes.seek(to)
    }
}
