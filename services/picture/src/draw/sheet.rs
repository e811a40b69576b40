use super::canvas::Canvas;
use super::{Fault, Refused, Studio, Style, Theme};
use crate::{Diagram, Ground};

const CELL: usize = 72;
const GAP: usize = 16;

/// All pieces on all grounds in all themes, as one PNG.
///
/// # Errors
/// Only if the picture cannot be encoded.
pub fn contact_sheet(studio: &Studio) -> Result<Vec<u8>, Refused> {
    let blocks: Vec<Vec<Canvas>> =
        Theme::ALL.into_iter().map(|theme| block(studio, theme)).collect::<Result<_, _>>()?;
    let width = blocks[0].iter().map(|canvas| canvas.width + GAP).sum::<usize>();
    let height = blocks[0][0].height + GAP;
    let (across, down) = (2, blocks.len().div_ceil(2));
    let mut sheet = Sheet::new(width * across + GAP, height * down + GAP);
    for (index, block) in blocks.iter().enumerate() {
        let (mut x, y) = (GAP + index % across * width, GAP + index / across * height);
        for canvas in block {
            sheet.put(canvas, x, y);
            x += canvas.width + GAP;
        }
    }
    sheet.png().map_err(|_| Fault::Encoding.into())
}

/// Every piece on both colours of squares, discs, and bombs.
fn block(studio: &Studio, theme: Theme) -> Result<Vec<Canvas>, Refused> {
    let chess = ["w", "w", "b", "b"].map(|side| "KQRBNP".chars().map(move |kind| format!("{side}{kind}")));
    let discs = ["x", "o", "o", "x", "x", "o", "", ""].map(str::to_owned);
    let bombs = ["x", "o", "bomb-x", "bomb-o", "o", "x", "", ""].map(str::to_owned);
    let boards = [
        (6, Ground::Chequered, chess.into_iter().flatten().collect::<Vec<_>>()),
        (2, Ground::Plain, discs.to_vec()),
        (2, Ground::Holes, bombs.to_vec()),
    ];
    let draw = |(columns, ground, pieces): (u8, Ground, Vec<String>)| {
        let mut diagram = Diagram::empty(columns, 4, ground);
        for (cell, piece) in diagram.cells.iter_mut().zip(pieces) {
            cell.piece = Some(piece).filter(|piece| !piece.is_empty());
        }
        let size = (usize::from(columns) * CELL * 720).div_ceil(720 - 24) + 1;
        let size = u16::try_from(size).unwrap_or(u16::MAX);
        let style = Style { size, theme, coordinates: false, ..Style::default() };
        Ok(studio.drawn(&diagram, &style)?.0)
    };
    boards.into_iter().map(draw).collect()
}

/// True colours, because every theme has a palette of its own.
struct Sheet {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

impl Sheet {
    fn new(width: usize, height: usize) -> Sheet {
        Sheet { width, pixels: vec![[0xee; 3]; width * height] }
    }

    fn put(&mut self, canvas: &Canvas, x: usize, y: usize) {
        for (row, line) in canvas.rows().enumerate() {
            let start = (y + row) * self.width + x;
            for (pixel, index) in self.pixels[start..].iter_mut().zip(line) {
                *pixel = canvas.palette.colour(*index).0;
            }
        }
    }

    fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let height = self.pixels.len() / self.width;
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(bytes)
    }
}
