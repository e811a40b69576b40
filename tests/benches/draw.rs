//! CPU milliseconds of one thread and bytes of drawing, beside the whole SVG for every request through
//! resvg, which is what the sprites save.
//!
//! `cargo bench -p tablero-tests --bench draw`

#![allow(clippy::print_stdout, reason = "printing is what it does")]

#[path = "../../services/picture/tests/boards/mod.rs"]
mod boards;
mod svg;

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Instant;

use tablero_picture::draw::{Chart, ChartPoint, Studio, Style, Theme};

fn main() {
    let studio = Studio::new();
    println!("{:<44} {:>10} {:>10} {:>9}", "picture", "CPU ms", "wall ms", "bytes");
    let began = Instant::now();
    let first = studio.png(&boards::mate(), &Style::default()).expect("it is a board");
    let took = began.elapsed().as_secs_f64() * 1e3;
    println!("{:<44} {:>10} {took:>10.3} {:>9}", "chess 720 px, the very first", "", first.len());

    let png = |name: &str, diagram: &_, style: Style| {
        measure(name, 1000, || studio.png(diagram, &style).expect("it is a board").len());
    };
    png("chess 720 px", &boards::mate(), Style::default());
    png("chess 720 px, captions and arrows", &boards::crowded(), Style::default());
    for theme in [Theme::Newspaper, Theme::HighContrast] {
        let style = Style { theme, ..Style::default() };
        png(&format!("chess 720 px, {}", theme.name()), &boards::mate(), style);
    }
    png("othello 720 px", &boards::othello(), Style::default());
    png("boom 720 px", &boards::boom(), Style::default());
    png("16 x 16, 720 px", &boards::largest(), Style::default());
    let line = boards::line();
    for size in [720, 480] {
        let style = Style { size, ..Style::default() };
        measure(&format!("GIF of 12 frames, {size} px"), 200, || {
            studio.gif(&line, &style).expect("a line").len()
        });
    }
    let points =
        (0..200).map(|at| ChartPoint { time: at.into(), value: 1500.0 + f64::from(at * at % 97) }).collect();
    let chart = Chart { title: "ana".into(), points, first_label: "1".into(), last_label: "2".into() };
    measure("rating chart 720 px", 200, || studio.chart(&chart, &Style::default()).expect("a chart").len());

    println!("peer, whole SVG per request through resvg:");
    measure("  rendered and encoded as RGBA", 100, || svg::png(&boards::mate(), 720).len());
    measure("  rendered only, bytes of the pixels", 100, || svg::render(&boards::mate(), 720).data().len());
}

/// Draws again and again; prints the CPU time of one picture and the median of the wall clock. The system
/// counts CPU time in steps of milliseconds, so that only many pictures together can be measured.
fn measure(name: &str, rounds: u32, mut draw: impl FnMut() -> usize) {
    let mut bytes = draw();
    let began = cpu_seconds();
    let mut walls: Vec<f64> = (0..rounds)
        .map(|_| {
            let began = Instant::now();
            bytes = black_box(draw());
            began.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    let cpu = (cpu_seconds() - began) * 1e3 / f64::from(rounds);
    walls.sort_by(f64::total_cmp);
    println!("{name:<44} {cpu:>10.3} {:>10.3} {bytes:>9}", walls[walls.len() / 2]);
}

/// The CPU time of this thread, or the time of the clock where the system does not tell.
fn cpu_seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok())
        .map_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64(), |nanos| nanos * 1e-9)
}
