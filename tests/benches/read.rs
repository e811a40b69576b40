//! Milliseconds of reading on one core: a whole screenshot, and the 64 squares of a board that was found.
//!
//! `cargo bench -p tablero-tests --bench read`

#![allow(clippy::print_stdout, reason = "printing is what it does")]

#[path = "../../services/picture/tests/boards/mod.rs"]
mod boards;

use std::hint::black_box;
use std::io::Cursor;
use std::sync::OnceLock;
use std::time::Instant;

use image::{ImageFormat, Rgb, RgbImage, imageops};
use tablero_picture::draw::{Studio, Style, Theme};
use tablero_picture::read::{Bounds, Reader};

fn main() {
    let reader = Reader::new();
    println!("{:<44} {:>10} {:>10}", "picture", "CPU ms", "wall ms");
    for (name, format) in [("PNG", ImageFormat::Png), ("JPEG", ImageFormat::Jpeg)] {
        let file = screenshot(format);
        measure(&format!("1080p screenshot, {name}"), 40, || {
            reader.read(&file, Bounds::default(), &|| false).expect("a board").len()
        });
    }
    let alone = Studio::new().png(&boards::mate(), &Style::default()).expect("a good diagram");
    measure("a drawing of 720 px", 40, || {
        reader.read(&alone, Bounds::default(), &|| false).expect("a board").len()
    });
    let board = drawn(&Style { size: 640, coordinates: false, ..Style::default() });
    let board = imageops::resize(&board, 256, 256, imageops::FilterType::Triangle);
    let pixels: Vec<[f32; 3]> =
        board.pixels().map(|pixel| pixel.0.map(|value| f32::from(value) / 255.0)).collect();
    measure("64 squares, one look", 100, || reader.name_squares(&pixels).len());
}

fn drawn(style: &Style) -> RgbImage {
    let file = Studio::new().png(&boards::mate(), style).expect("a good diagram");
    image::load_from_memory(&file).expect("a good picture").into_rgb8()
}

/// A board on a page with lines of something like text.
fn screenshot(format: ImageFormat) -> Vec<u8> {
    let board = drawn(&Style { size: 860, theme: Theme::Green, ..Style::default() });
    let mut page = RgbImage::from_fn(1920, 1080, |x, y| {
        let text = x > 1400 && y % 24 < 12 && (x * 7 + y / 24 * 31) % 11 < 5;
        Rgb(if text { [190, 190, 186] } else { [38, 36, 33] })
    });
    imageops::replace(&mut page, &board, 300, 90);
    let mut file = Cursor::new(Vec::new());
    page.write_to(&mut file, format).expect("a picture can be written");
    file.into_inner()
}

/// Again and again; prints the CPU time of once and the median of the wall clock.
fn measure(name: &str, rounds: u32, mut work: impl FnMut() -> usize) {
    black_box(work());
    let began = cpu_seconds();
    let mut walls: Vec<f64> = (0..rounds)
        .map(|_| {
            let began = Instant::now();
            black_box(work());
            began.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    let cpu = (cpu_seconds() - began) * 1e3 / f64::from(rounds);
    walls.sort_by(f64::total_cmp);
    println!("{name:<44} {cpu:>10.2} {:>10.2}", walls[walls.len() / 2]);
}

/// The CPU time of this thread, or the time of the clock where the system does not tell.
fn cpu_seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok())
        .map_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64(), |nanos| nanos * 1e-9)
}
