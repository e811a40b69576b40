//! Captions beside a board tell whose turn it is.

mod boards;

use image::{ImageFormat, Rgb, RgbImage, imageops};
use resvg::tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Transform};
use tablero_picture::draw::{Language, Studio, Style, Theme};
use tablero_picture::read::{Board, Bounds, Reader, Side};
use tablero_picture::{Caption, Diagram, MarkKind};
use ttf_parser::{Face, OutlineBuilder};

const QUIET: &str = "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8";
const DARK: [u8; 3] = [38, 36, 33];
const LIGHT: [u8; 3] = [250, 250, 248];

struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, -y1, x, -y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, -y1, x2, -y2, x, -y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

/// Writes on a page, from the left on the base line.
fn write(page: &mut RgbImage, font: &[u8], px: f32, (x, y): (f32, f32), text: &str, ink: [u8; 3]) {
    let face = Face::parse(font, 0).expect("a font");
    let scale = px / f32::from(face.units_per_em());
    let mut cover = Pixmap::new(page.width(), page.height()).expect("a page");
    let mut pen = x;
    for letter in text.chars() {
        let glyph = face.glyph_index(letter).expect("a letter of the font");
        let mut outline = Outline(PathBuilder::new());
        face.outline_glyph(glyph, &mut outline);
        if let Some(path) = outline.0.finish() {
            let place = Transform::from_scale(scale, scale).post_translate(pen, y);
            cover.fill_path(&path, &Paint::default(), FillRule::Winding, place, None);
        }
        pen += f32::from(face.glyph_hor_advance(glyph).expect("a width")) * scale;
    }
    for (pixel, cover) in page.pixels_mut().zip(cover.pixels()) {
        let share = u32::from(cover.alpha());
        for (value, ink) in pixel.0.iter_mut().zip(ink) {
            *value = ((u32::from(*value) * (255 - share) + u32::from(ink) * share) / 255) as u8;
        }
    }
}

fn drawn(diagram: &Diagram, style: &Style) -> RgbImage {
    let file = Studio::new().png(diagram, style).expect("a good diagram");
    image::load_from_memory(&file).expect("a good picture").into_rgb8()
}

fn encoded(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut file, format).expect("a picture can be written");
    file.into_inner()
}

/// A page with a board of 400 pixels from 100, 100 on.
fn page(paper: [u8; 3], diagram: &Diagram) -> RgbImage {
    let mut page = RgbImage::from_pixel(900, 620, Rgb(paper));
    let style = Style { size: 400, coordinates: false, ..Style::default() };
    imageops::replace(&mut page, &drawn(diagram, &style), 100, 100);
    page
}

fn read(reader: &Reader, page: &RgbImage, format: ImageFormat) -> Vec<Board> {
    reader.read(&encoded(page, format), Bounds::default(), &|| false).expect("a board")
}

fn side(reader: &Reader, page: &RgbImage) -> Option<Side> {
    let boards = read(reader, page, ImageFormat::Png);
    assert_eq!(boards.len(), 1);
    boards[0].side_to_move
}

#[test]
fn our_own_drawings_tell_the_side_in_both_languages_and_every_theme_and_size() {
    let (reader, studio) = (Reader::new(), Studio::new());
    let (mut wrong, mut count) = (Vec::new(), 0);
    let more = [vec![], vec![Caption::MateIn(3)], vec![Caption::MateIn(2), Caption::MovesLeft(3)]];
    for theme in Theme::ALL {
        for (size, coordinates) in [(160, false), (240, true), (720, true)] {
            for language in [Language::English, Language::Spanish] {
                for (side, name) in [(Side::White, "white"), (Side::Black, "black")] {
                    let mut diagram = boards::chess(QUIET);
                    diagram.captions = vec![Caption::ToMove(name.into())];
                    diagram.captions.extend(more[count % more.len()].clone());
                    let style = Style { size, theme, language, coordinates, ..Style::default() };
                    let file = studio.png(&diagram, &style).expect("a good diagram");
                    let boards = reader.read(&file, Bounds::default(), &|| false).expect("a board");
                    count += 1;
                    if boards[0].side_to_move != Some(side) {
                        wrong.push(format!("{} {size} {language:?} {:?}", theme.name(), diagram.captions));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}: {wrong:#?}", wrong.len());
}

#[test]
fn a_caption_is_read_above_below_and_beside_a_board_on_light_and_dark_pages() {
    let reader = Reader::new();
    let (regular, bold) = (dejavu::sans::regular(), dejavu::sans::bold());
    for (paper, ink) in [(LIGHT, [20, 20, 20]), (DARK, [186, 186, 186])] {
        for (format, font, px) in [(ImageFormat::Png, regular, 16.0), (ImageFormat::Jpeg, bold, 22.0)] {
            for (text, expected) in [
                ("Black to move", Side::Black),
                ("White to play and win", Side::White),
                ("Las negras mueven", Side::Black),
                ("Blancas juegan y ganan", Side::White),
            ] {
                for place in [(110.0, 80.0), (200.0, 530.0), (520.0, 300.0)] {
                    let mut page = page(paper, &boards::chess(QUIET));
                    write(&mut page, font, px, place, text, ink);
                    let seen = read(&reader, &page, format)[0].side_to_move;
                    assert_eq!(seen, Some(expected), "{text} at {place:?} on {paper:?}, {format:?}");
                }
            }
        }
    }
}

#[test]
fn small_text_is_read() {
    let reader = Reader::new();
    for (text, expected) in
        [("White to move", Side::White), ("Juegan negras", Side::Black), ("Black to play", Side::Black)]
    {
        for (paper, ink) in [(LIGHT, [60, 60, 60]), (DARK, [200, 200, 200])] {
            let mut page = page(paper, &boards::chess(QUIET));
            write(&mut page, dejavu::sans::regular(), 12.0, (230.3, 525.0), text, ink);
            assert_eq!(side(&reader, &page), Some(expected), "{text} on {paper:?}");
        }
    }
}

#[test]
fn a_player_called_white_and_the_end_of_a_game_say_nothing() {
    let reader = Reader::new();
    for text in [
        "White",
        "Betty White (1815)",
        "White: Carlsen",
        "Black wins",
        "White resigned",
        "0-1 • Black is victorious",
        "Black Knights' Tango",
        "White is winning +3.5",
        "Your turn",
        "Mate in 2",
        "Ganan las negras",
        "With Black to move it is a draw",
    ] {
        let mut page = page(LIGHT, &boards::chess(QUIET));
        write(&mut page, dejavu::sans::regular(), 18.0, (120.0, 530.0), text, [0; 3]);
        assert_eq!(side(&reader, &page), None, "{text}");
    }
}

#[test]
fn far_text_and_no_text_say_nothing() {
    let reader = Reader::new();
    let mut page = page(LIGHT, &boards::chess(QUIET));
    assert_eq!(side(&reader, &page), None);
    write(&mut page, dejavu::sans::regular(), 18.0, (690.0, 320.0), "White to move", [0; 3]);
    assert_eq!(side(&reader, &page), None);
}

#[test]
fn a_caption_and_the_last_move_that_contradict_each_other_leave_it_to_be_asked() {
    let reader = Reader::new();
    let mut diagram = boards::chess(boards::MATE);
    boards::mark(&mut diagram, MarkKind::LastMove, &["h5", "f7"]);
    for (text, expected) in [("Black to move", Some(Side::Black)), ("White to move", None)] {
        let mut page = page(LIGHT, &diagram);
        write(&mut page, dejavu::sans::regular(), 18.0, (120.0, 530.0), text, [0; 3]);
        assert_eq!(side(&reader, &page), expected, "{text}");
    }
    let mut page = page(LIGHT, &boards::chess(QUIET));
    write(&mut page, dejavu::sans::regular(), 18.0, (120.0, 530.0), "White to move", [0; 3]);
    write(&mut page, dejavu::sans::regular(), 18.0, (120.0, 85.0), "Black to move", [0; 3]);
    assert_eq!(side(&reader, &page), None);
}

#[test]
fn each_of_several_boards_has_the_caption_that_is_nearest() {
    let reader = Reader::new();
    let style = Style { size: 300, coordinates: false, ..Style::default() };
    let board = drawn(&boards::chess(QUIET), &style);
    let mut page = RgbImage::from_pixel(760, 860, Rgb(LIGHT));
    let captions = ["Black to move", "White to move", "White to play", "Juegan negras"];
    for (at, text) in captions.into_iter().enumerate() {
        let (x, y) = (40 + at as u32 % 2 * 360, 60 + at as u32 / 2 * 400);
        imageops::replace(&mut page, &board, x.into(), y.into());
        let place = (x as f32 + 60.0, y as f32 + 330.0);
        write(&mut page, dejavu::sans::regular(), 18.0, place, text, [0; 3]);
    }
    let seen: Vec<_> =
        read(&reader, &page, ImageFormat::Png).iter().map(|board| board.side_to_move).collect();
    assert_eq!(seen, [Some(Side::Black), Some(Side::White), Some(Side::White), Some(Side::Black)]);
}

#[test]
fn a_caption_on_a_page_that_lies_askew_is_read() {
    let reader = Reader::new();
    let mut straight = page(LIGHT, &boards::chess(QUIET));
    write(&mut straight, dejavu::sans::regular(), 20.0, (150.0, 540.0), "White to play and win", [30; 3]);
    for degrees in [-3.0_f32, 2.0, 4.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let turned = RgbImage::from_fn(900, 620, |x, y| {
            let (dx, dy) = (x as f32 - 300.0, y as f32 - 300.0);
            let (from_x, from_y) = (dx * cos + dy * sin + 300.0, dy * cos - dx * sin + 300.0);
            imageops::interpolate_bilinear(&straight, from_x, from_y).unwrap_or(Rgb(LIGHT))
        });
        assert_eq!(read(&reader, &turned, ImageFormat::Jpeg)[0].side_to_move, Some(Side::White), "{degrees}");
    }
}
