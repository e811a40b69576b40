//! Boards are read back from our own drawings, and what is no board is told.

mod boards;

use image::{ImageFormat, RgbImage, imageops};
use tablero_picture::draw::{Studio, Style, Theme};
use tablero_picture::read::{Board, Bounds, Reader, Side, Unreadable, View};
use tablero_picture::{Caption, Diagram, Mark, MarkKind};

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR",
    "3K4/8/6n1/1B1kNN2/5rR1/4Q3/8/8",
    "8/8/4k3/8/8/3K4/8/8",
    "rrrrkrrr/bbbbbbbb/nnnnnnnn/qqqqqqqq/QQQQQQQQ/NNNNNNNN/BBBBBBBB/RRRRKRRR",
    "k7/pPpPpPpP/PpPpPpPp/pPpPpPpP/PpPpPpPp/pPpPpPpP/PpPpPpPp/K7",
];

fn read(reader: &Reader, file: &[u8]) -> Result<Vec<Board>, Unreadable> {
    reader.read(file, Bounds::default(), &|| false)
}

/// The one board of a picture.
fn one(reader: &Reader, file: &[u8]) -> Board {
    let mut boards = read(reader, file).expect("a board");
    assert_eq!(boards.len(), 1);
    boards.remove(0)
}

fn encoded(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut file, format).expect("a picture can be written");
    file.into_inner()
}

fn drawn(diagram: &Diagram, style: &Style) -> RgbImage {
    let file = Studio::new().png(diagram, style).expect("a good diagram");
    image::load_from_memory(&file).expect("a good picture").into_rgb8()
}

/// What can be on a board beside its pieces, without hiding them.
fn annotated(placement: &str) -> Diagram {
    let mut diagram = boards::chess(placement);
    boards::mark(&mut diagram, MarkKind::Square, &["a1", "d5"]);
    let king = diagram.cells.iter().position(|cell| cell.piece.as_deref() == Some("bK"));
    let cell = king.and_then(|cell| u16::try_from(cell).ok()).expect("a king");
    diagram.marks.push(Mark { cell, kind: MarkKind::Check });
    boards::arrow(&mut diagram, "b1", "g6");
    boards::arrow(&mut diagram, "h8", "c3");
    diagram.captions = vec![Caption::MateIn(3)];
    diagram
}

/// Whether every square that was read wrongly, if any, is one that somebody is asked about.
fn asks_about(board: &Board, truth: &str) -> bool {
    let squares = |placement: &str| -> Vec<char> {
        let square = |letter: char| match letter.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![letter],
        };
        placement.chars().filter(|letter| *letter != '/').flat_map(square).collect()
    };
    let (seen, truth, doubtful) = (squares(&board.placement()), squares(truth), board.doubtful());
    (0..64_u16)
        .filter(|at| seen[usize::from(*at)] != truth[usize::from(*at)])
        .all(|at| doubtful.contains(&at))
}

#[test]
fn our_own_drawings_are_read_in_every_theme_and_size_and_from_either_side() {
    let (reader, studio) = (Reader::new(), Studio::new());
    let mut wrong = Vec::new();
    let (mut read_in_all, mut exact) = (0, 0);
    for theme in Theme::ALL {
        for (size, flipped) in [(160, false), (160, true), (240, false), (720, true)] {
            let style = Style { size, theme, flipped, ..Style::default() };
            for placement in POSITIONS {
                for (marked, diagram) in [boards::chess(placement), annotated(placement)].iter().enumerate() {
                    let file = studio.png(diagram, &style).expect("a good diagram");
                    let seen = read(&reader, &file).map(|boards| boards[0].clone());
                    read_in_all += 1;
                    exact += usize::from(seen.as_ref().is_ok_and(|board| board.placement() == placement));
                    if !seen.as_ref().is_ok_and(|board| asks_about(board, placement)) {
                        let seen = seen.map(|board| (board.placement(), board.flipped, board.view));
                        wrong.push(format!(
                            "{} {size} {flipped} {marked} {placement}: {seen:?}",
                            theme.name()
                        ));
                    }
                }
            }
        }
    }
    println!("{exact} of {read_in_all} of our own drawings exact");
    assert!(wrong.is_empty(), "{} of {read_in_all} wrong without a doubt: {wrong:#?}", wrong.len());
    // An arrow over a board full of bishops is the hardest.
    assert!(exact + 1 >= read_in_all, "{exact} of {read_in_all}");
}

#[test]
fn coordinates_tell_from_which_side_a_board_is_seen() {
    let reader = Reader::new();
    for (flipped, coordinates, view) in
        [(false, true, View::Coordinates), (true, true, View::Coordinates), (false, false, View::Assumed)]
    {
        let style = Style { flipped, coordinates, ..Style::default() };
        let board = one(&reader, &encoded(&drawn(&boards::chess(POSITIONS[2]), &style), ImageFormat::Png));
        assert_eq!((board.flipped, board.view), (flipped, view));
        assert_eq!(board.placement(), POSITIONS[2]);
    }
}

#[test]
fn the_last_move_tells_whose_turn_it_is() {
    let reader = Reader::new();
    for theme in [Theme::Brown, Theme::Green, Theme::Blue, Theme::Grey] {
        for (flipped, squares, side) in [
            (false, ["h5", "f7"], Side::Black),
            (true, ["h5", "f7"], Side::Black),
            (false, ["b8", "c6"], Side::White),
        ] {
            let mut diagram = boards::chess(POSITIONS[1]);
            boards::mark(&mut diagram, MarkKind::LastMove, &squares);
            let style = Style { theme, flipped, ..Style::default() };
            let board = one(&reader, &encoded(&drawn(&diagram, &style), ImageFormat::Png));
            assert_eq!(board.side_to_move, Some(side), "{} {squares:?}", theme.name());
            let mut shown: Vec<_> = board.last_move.iter().map(|cell| Board::square_name(*cell)).collect();
            shown.sort();
            let mut expected = squares.map(String::from);
            expected.sort();
            assert_eq!(shown, expected);
        }
        let plain = drawn(&boards::chess(POSITIONS[1]), &Style { theme, ..Style::default() });
        assert_eq!(one(&reader, &encoded(&plain, ImageFormat::Png)).side_to_move, None);
    }
}

/// A page with a drawing pasted on it, and where.
fn page(width: u32, height: u32, shade: u8, boards: &[(&RgbImage, u32, u32)]) -> RgbImage {
    let mut page = RgbImage::from_pixel(width, height, image::Rgb([shade, shade, shade.saturating_add(6)]));
    for line in 0..height / 40 {
        for x in 30..width / 5 {
            if (x * 7 + line * 13) % 5 < 3 {
                page.put_pixel(x, line * 40 + 9, image::Rgb([128, 120, 110]));
            }
        }
    }
    for (board, x, y) in boards {
        imageops::replace(&mut page, *board, i64::from(*x), i64::from(*y));
    }
    page
}

#[test]
fn a_board_is_found_in_a_screenshot_in_every_format() {
    let reader = Reader::new();
    let board = drawn(&boards::mate(), &Style { size: 640, ..Style::default() });
    for (shade, format) in
        [(250, ImageFormat::Png), (30, ImageFormat::Jpeg), (250, ImageFormat::WebP), (30, ImageFormat::Gif)]
    {
        let file = encoded(&page(1920, 1080, shade, &[(&board, 700, 180)]), format);
        let seen = one(&reader, &file);
        assert_eq!(seen.placement(), boards::MATE, "{format:?}");
        let [[left, top], [right, _], [_, bottom], _] = seen.corners;
        assert!(left > 700.0 && right < 1340.0 && top > 180.0 && bottom < 820.0, "{:?}", seen.corners);
        assert!((right - left) - (bottom - top) < 8.0, "{:?}", seen.corners);
    }
}

#[test]
fn two_boards_in_one_picture_are_both_read_in_reading_order() {
    let reader = Reader::new();
    let style = Style { size: 400, ..Style::default() };
    let left = drawn(&boards::chess(POSITIONS[1]), &style);
    let right = drawn(&boards::chess(POSITIONS[2]), &Style { theme: Theme::Green, ..style });
    let file = encoded(&page(1000, 700, 240, &[(&right, 560, 90), (&left, 40, 100)]), ImageFormat::Png);
    let seen: Vec<_> = read(&reader, &file).expect("boards").iter().map(Board::placement).collect();
    assert_eq!(seen, [POSITIONS[1], POSITIONS[2]]);
}

/// The picture turned by some degrees about its middle, on grey.
fn turned(picture: &RgbImage, degrees: f32) -> RgbImage {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let (dx, dy) = (x as f32 - width / 2.0, y as f32 - height / 2.0);
        let (from_x, from_y) = (dx * cos + dy * sin + width / 2.0, dy * cos - dx * sin + height / 2.0);
        if from_x < 0.0 || from_y < 0.0 || from_x >= width || from_y >= height {
            return image::Rgb([200, 200, 200]);
        }
        *picture.get_pixel(from_x as u32, from_y as u32)
    })
}

#[test]
fn a_slight_turn_does_no_harm() {
    let reader = Reader::new();
    let board = drawn(&boards::mate(), &Style { size: 560, ..Style::default() });
    let page = page(900, 800, 235, &[(&board, 150, 80)]);
    for degrees in [-4.0, -2.0, 1.0, 3.0] {
        let file = encoded(&turned(&page, degrees), ImageFormat::Jpeg);
        assert_eq!(one(&reader, &file).placement(), boards::MATE, "{degrees}");
    }
}

#[test]
fn a_board_pulled_out_of_shape_is_read() {
    let reader = Reader::new();
    let board = drawn(&boards::mate(), &Style { size: 640, coordinates: false, ..Style::default() });
    for (width, height) in [(640, 580), (640, 480), (420, 600)] {
        let squeezed = imageops::resize(&board, width, height, imageops::FilterType::Triangle);
        let seen = one(&reader, &encoded(&squeezed, ImageFormat::Png));
        assert_eq!(seen.placement(), boards::MATE, "{width} by {height}");
    }
}

#[test]
fn a_picture_without_a_whole_board_is_told_so() {
    let reader = Reader::new();
    let blank = RgbImage::from_pixel(640, 480, image::Rgb([240, 240, 240]));
    let mut state = 1_u32;
    let noise = RgbImage::from_fn(640, 480, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        image::Rgb([(state >> 24) as u8, (state >> 16) as u8, (state >> 8) as u8])
    });
    let othello = drawn(&boards::othello(), &Style::default());
    for picture in [&blank, &noise, &othello, &page(1200, 800, 245, &[])] {
        let file = encoded(picture, ImageFormat::Png);
        assert_eq!(read(&reader, &file).unwrap_err(), Unreadable::NoBoard);
    }
    let board = drawn(&boards::mate(), &Style { size: 640, ..Style::default() });
    let (width, height) = board.dimensions();
    for [x, y, width, height] in [
        [0, 0, width, height / 2],
        [0, height / 2, width, height / 2],
        [width / 2, 0, width / 2, height],
        [0, 0, width * 3 / 4, height],
    ] {
        let half = imageops::crop_imm(&board, x, y, width, height).to_image();
        let told = read(&reader, &encoded(&half, ImageFormat::Png)).unwrap_err();
        assert_eq!(told, Unreadable::HalfBoard, "{x} {y} {width} {height}");
    }
}

#[test]
fn reading_stops_when_it_is_told_to() {
    let reader = Reader::new();
    let file = encoded(&drawn(&boards::mate(), &Style::default()), ImageFormat::Png);
    for most in [0, 1, 5, 40] {
        let asked = std::cell::Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) >= most;
        assert_eq!(reader.read(&file, Bounds::default(), &stop).unwrap_err(), Unreadable::Stopped, "{most}");
    }
}
