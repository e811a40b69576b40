//! Files that were made to do harm, and files that came to harm.

mod boards;

use std::io::Cursor;

use image::{ImageFormat, RgbImage};
use tablero_picture::draw::{Studio, Style};
use tablero_picture::read::{Bounds, Reader, Unreadable};

const FORMATS: [ImageFormat; 4] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Gif];

/// Numbers that look random and are the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }
}

fn file(size: u16, format: ImageFormat) -> Vec<u8> {
    let style = Style { size, coordinates: false, ..Style::default() };
    let drawn = Studio::new().png(&boards::chess(boards::MATE), &style).expect("a good diagram");
    let mut file = Cursor::new(Vec::new());
    let picture = image::load_from_memory(&drawn).expect("a good picture").into_rgb8();
    picture.write_to(&mut file, format).expect("a picture can be written");
    file.into_inner()
}

/// A PNG that says it has that size, and has almost no data.
fn boast(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8; 4], data: &[u8]| {
        png.extend((data.len() as u32).to_be_bytes());
        png.extend(kind);
        png.extend(data);
        png.extend(checksum(&[kind, data].concat()).to_be_bytes());
    };
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([depth, colour, 0, 0, 0]);
    chunk(b"IHDR", &header);
    chunk(b"IDAT", &[0x78, 0x01, 0x01, 0x00, 0x00, 0xff, 0xff]);
    chunk(b"IEND", &[]);
    png
}

fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 },
        )
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[test]
fn broken_files_are_refused_or_read_and_nothing_else_happens() {
    let reader = Reader::new();
    let bounds = Bounds { pixels: 1_000_000, ..Bounds::default() };
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut told = std::collections::BTreeMap::<&str, usize>::new();
    for format in FORMATS {
        let whole = file(120, format);
        for round in 0..800 {
            let mut broken = whole.clone();
            if round % 4 == 0 {
                broken.truncate(dice.below(whole.len()));
            }
            for _ in 0..=dice.below(6) {
                if broken.is_empty() {
                    break;
                }
                // Headers are where the sizes are.
                let reach = if dice.below(2) == 0 { broken.len().min(64) } else { broken.len() };
                let at = dice.below(reach);
                broken[at] = [dice.below(256) as u8, 0, 0xff, broken[at] ^ 1 << dice.below(8)][dice.below(4)];
            }
            // Most of those that can be decoded are looked at no further: that takes the longest.
            let asked = std::cell::Cell::new(0);
            let most = if round % 16 == 1 { usize::MAX } else { 20 };
            let outcome = reader.read(&broken, bounds, &|| asked.replace(asked.get() + 1) >= most);
            *told.entry(outcome.as_ref().err().map_or("READ", Unreadable::reason)).or_default() += 1;
        }
    }
    for reason in ["READ", "STOPPED", "NOT_AN_IMAGE", "TOO_LARGE"] {
        assert!(told.get(reason).is_some_and(|count| *count > 5), "{reason}: {told:?}");
    }
}

#[test]
fn what_is_no_picture_is_refused() {
    let reader = Reader::new();
    let read = |bytes: &[u8]| reader.read(bytes, Bounds::default(), &|| false).unwrap_err();
    for bytes in [
        &b""[..],
        b"P",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        b"RIFF\0\0\0\0WEBP",
        b"\xff\xd8\xff\xe0",
        &[0; 4096],
    ] {
        assert_eq!(read(bytes), Unreadable::NotAnImage, "{bytes:?}");
    }
    for bytes in
        [&b"BM\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"[..], b"P6 2 2 255\n            ", b"II*\0\x08\0\0\0"]
    {
        assert_eq!(read(bytes), Unreadable::UnsupportedFormat, "{bytes:?}");
    }
}

#[test]
fn a_picture_that_would_take_too_much_memory_is_not_decoded() {
    let reader = Reader::new();
    let most = Bounds::default();
    let too_large = Unreadable::TooLarge { bytes: most.bytes, pixels: most.pixels };
    for (width, height, depth, colour) in
        [(65_500, 65_500, 8, 2), (8_000, 5_001, 8, 0), (6_400, 6_200, 16, 6), (i32::MAX as u32, 1, 8, 2)]
    {
        let told = reader.read(&boast(width, height, depth, colour), most, &|| false).unwrap_err();
        assert_eq!(told, too_large, "{width} by {height}");
    }
    let bytes = vec![0; most.bytes + 1];
    assert_eq!(reader.read(&bytes, most, &|| false).unwrap_err(), too_large);
}

#[test]
fn pictures_of_any_shape_are_looked_at() {
    let reader = Reader::new();
    for (width, height) in [(1, 1), (1, 4000), (4000, 1), (7, 9), (64, 64), (3000, 40)] {
        let picture = RgbImage::from_fn(width, height, |x, y| {
            image::Rgb(if (x / 8 + y / 8) % 2 == 0 { [240, 220, 180] } else { [180, 140, 100] })
        });
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, ImageFormat::Png).expect("a picture can be written");
        let outcome = reader.read(&file.into_inner(), Bounds::default(), &|| false);
        assert!(
            outcome.is_ok() || outcome.is_err_and(|told| told != Unreadable::NotAnImage),
            "{width} by {height}"
        );
    }
}

#[test]
fn whatever_surrounds_a_board_says_nothing() {
    let reader = Reader::new();
    let board = image::load_from_memory(&file(240, ImageFormat::Png)).expect("a good picture").into_rgb8();
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let patterns: [fn(u32, u32, u8) -> u8; 5] = [
        |_, _, noise| noise,
        |_, _, noise| if noise < 40 { 0 } else { 255 },
        |x, y, _| if x % 6 < 3 && y % 9 < 5 { 20 } else { 230 },
        |x, y, noise| if y % 14 < 9 && (x / 2 * 37 + y / 14 * 11) % 7 < 3 { 10 + noise / 16 } else { 245 },
        |x, y, _| ((x * y) % 251) as u8,
    ];
    for (at, pattern) in patterns.into_iter().enumerate() {
        let mut page =
            RgbImage::from_fn(700, 520, |x, y| image::Rgb([pattern(x, y, dice.below(256) as u8); 3]));
        image::imageops::replace(&mut page, &board, 220, 130);
        let mut file = Cursor::new(Vec::new());
        page.write_to(&mut file, ImageFormat::Png).expect("a picture can be written");
        if let Ok(boards) = reader.read(&file.into_inner(), Bounds::default(), &|| false) {
            assert!(boards.iter().all(|board| board.side_to_move.is_none()), "pattern {at}");
        }
    }
}
