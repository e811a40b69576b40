//! Pictures as they were approved, compared pixel by pixel with a small tolerance.
//!
//! After a wanted change of the art: `TABLERO_SNAPSHOTS=write cargo test -p tablero-picture --test snapshots`,
//! then look at the pictures in `tests/snapshots` before committing them.

#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod boards;

use std::fs;
use std::path::Path;

use tablero_picture::Diagram;
use tablero_picture::draw::{Chart, ChartPoint, Language, Leaderboard, Standing, Studio, Style, Theme};

/// A channel may differ by this much, and this many pixels in ten thousand by more.
const CHANNEL: u8 = 24;
const PIXELS: usize = 5;

fn compare(name: &str, png: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snapshots/{name}.png"));
    if std::env::var_os("TABLERO_SNAPSHOTS").is_some_and(|mode| mode == "write") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, png).unwrap();
        return;
    }
    let approved = fs::read(path).unwrap_or_else(|_| panic!("{name} was never approved"));
    let ((size, drawn), (approved_size, approved)) = (pixels(png), pixels(&approved));
    assert_eq!(size, approved_size, "{name} has another size");
    let differs =
        |(new, old): (&[u8], &[u8])| new.iter().zip(old).any(|(new, old)| new.abs_diff(*old) > CHANNEL);
    let different = drawn.chunks(3).zip(approved.chunks(3)).filter(|pair| differs(*pair)).count();
    assert!(different * 10_000 <= PIXELS * drawn.len() / 3, "{name}: {different} pixels differ");
}

fn pixels(png: &[u8]) -> ((u32, u32), Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut buffer).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    buffer.truncate(info.buffer_size());
    ((info.width, info.height), buffer)
}

fn drawn(name: &str, diagram: &Diagram, style: Style) {
    compare(name, &Studio::new().png(diagram, &style).unwrap());
}

#[test]
fn every_theme_looks_as_approved() {
    for theme in Theme::ALL {
        let style = Style { theme, size: 400, ..Style::default() };
        drawn(&format!("chess-{}", theme.name()), &boards::crowded(), style.clone());
        drawn(&format!("othello-{}", theme.name()), &boards::othello(), Style { size: 240, ..style.clone() });
        drawn(&format!("boom-{}", theme.name()), &boards::boom(), Style { size: 240, ..style });
    }
}

#[test]
fn both_orientations_look_as_approved() {
    let style = Style { flipped: true, size: 400, language: Language::Spanish, ..Style::default() };
    drawn("chess-flipped", &boards::crowded(), style.clone());
    drawn("othello-flipped", &boards::othello(), Style { size: 240, ..style.clone() });
    drawn("boom-flipped", &boards::boom(), Style { size: 240, ..style });
}

#[test]
fn sizes_and_frames_look_as_approved() {
    drawn("chess-720", &boards::mate(), Style::default());
    drawn("chess-bare", &boards::mate(), Style { size: 200, coordinates: false, ..Style::default() });
    drawn("largest", &boards::largest(), Style { size: 480, theme: Theme::Green, ..Style::default() });
}

#[test]
fn a_rating_chart_looks_as_approved() {
    let value = |at: u32| 1500.0 + 4.0 * f64::from(at) + 60.0 * f64::from(at * at % 17) / 17.0;
    let points = (0..60).map(|at| ChartPoint { time: at.into(), value: value(at) }).collect();
    let chart =
        Chart { title: "Ana".into(), points, first_label: "1 ene".into(), last_label: "18 nov".into() };
    compare("chart", &Studio::new().chart(&chart, &Style { size: 480, ..Style::default() }).unwrap());
}

#[test]
fn a_leaderboard_looks_as_approved() {
    let names = ["Ana", "José Ñandú", "Wolfeschlegelsteinhausenbergerdorff", "♘ bob"];
    let row = |rank: u32| Standing {
        rank,
        name: names[rank as usize % 4].into(),
        values: vec![(2000 - rank * 13).to_string(), format!("0:{:02}", rank * 7)],
        highlighted: rank == 4,
    };
    let board = Leaderboard {
        title: "Mate en 3 · clasificación".into(),
        columns: vec!["Puntos".into(), "Tiempo".into()],
        rows: (1..=8).map(row).collect(),
    };
    let style = Style { size: 480, theme: Theme::Blue, ..Style::default() };
    compare("leaderboard", &Studio::new().leaderboard(&board, &style).unwrap());
}

#[test]
fn pictures_are_small_in_every_theme() {
    let studio = Studio::new();
    for theme in Theme::ALL {
        let png = studio.png(&boards::crowded(), &Style { theme, ..Style::default() }).unwrap();
        assert!(png.len() <= 50_000, "{} takes {} bytes", theme.name(), png.len());
    }
}
