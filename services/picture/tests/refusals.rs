//! What is not drawn, and why.

#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod boards;

use tablero_picture::draw::{Chart, ChartPoint, Fault, Frame, Leaderboard, Standing, Studio, Style};
use tablero_picture::{Arrow, Caption, Cell, Diagram, Ground, Mark, MarkKind};

fn faults(diagram: &Diagram, size: u16) -> Vec<Fault> {
    Studio::new().png(diagram, &Style { size, ..Style::default() }).unwrap_err().0
}

#[test]
fn huge_and_tiny_sizes_are_refused() {
    for size in [0, 119, 2049, u16::MAX] {
        assert_eq!(faults(&boards::mate(), size), [Fault::Size { size, least: 120, most: 2048 }]);
    }
    let sixteen = boards::largest();
    assert_eq!(faults(&sixteen, 120), [Fault::Crowded { size: 120, columns: 16 }]);
}

#[test]
fn boards_of_no_or_too_many_cells_are_refused() {
    for (columns, rows) in [(0, 8), (8, 0), (17, 8), (255, 255)] {
        let board = Diagram::empty(columns, rows, Ground::Chequered);
        assert_eq!(faults(&board, 720), [Fault::Board { columns, rows, limit: 16 }]);
    }
    let mut short = boards::mate();
    short.cells.pop();
    assert_eq!(faults(&short, 720), [Fault::Cells { columns: 8, rows: 8, cells: 63 }]);
    short.cells = vec![Cell::default(); 1_000_000];
    assert_eq!(faults(&short, 720), [Fault::Cells { columns: 8, rows: 8, cells: 1_000_000 }]);
}

#[test]
fn every_fault_is_told_at_once() {
    let mut diagram = boards::mate();
    diagram.marks.push(Mark { cell: 64, kind: MarkKind::Square });
    diagram.arrows = vec![Arrow { from: 0, to: 900 }, Arrow { from: 7, to: 7 }];
    diagram.captions = vec![Caption::Text("a".repeat(201))];
    diagram.cells[3].piece = Some("a piece with a long name".into());
    diagram.column_names[0] = "abcd".into();
    assert_eq!(
        faults(&diagram, 720),
        [
            Fault::Names { limit: 3 },
            Fault::Piece { cell: 3, limit: 12 },
            Fault::UnknownCell { cell: 64 },
            Fault::UnknownCell { cell: 900 },
            Fault::ArrowToItself { cell: 7 },
            Fault::Text { length: 201, limit: 200 },
        ]
    );
    let refused = Studio::new().png(&diagram, &Style::default()).unwrap_err().to_string();
    assert!(refused.contains("cell 64 is not on the board; cell 900"), "{refused}");
}

#[test]
fn thousands_of_arrows_marks_and_captions_are_refused() {
    let mut diagram = boards::mate();
    diagram.arrows = vec![Arrow { from: 0, to: 9 }; 5000];
    diagram.marks = vec![Mark { cell: 0, kind: MarkKind::Legal }; 5000];
    diagram.captions = vec![Caption::MateIn(2); 5000];
    let too_many = |what, limit| Fault::TooMany { what, count: 5000, limit };
    assert_eq!(
        faults(&diagram, 720),
        [too_many("marks", 1024), too_many("arrows", 64), too_many("captions", 8)]
    );
}

#[test]
fn the_worst_that_is_drawn_stays_small() {
    let mut diagram = boards::largest();
    diagram.arrows = (0..64).map(|from| Arrow { from, to: 255 - from }).collect();
    diagram.marks = (0..1024).map(|mark| Mark { cell: mark % 256, kind: MarkKind::Square }).collect();
    diagram.captions = vec![Caption::Text("ÑandÚ ".repeat(30)); 8];
    let png = Studio::new().png(&diagram, &Style { size: 2048, ..Style::default() }).unwrap();
    assert!(png.len() < 3_000_000, "{} bytes", png.len());
}

#[test]
fn boards_of_every_shape_are_drawn_at_every_size() {
    let studio = Studio::new();
    let words = ["ÑandÚ ¿qué? 棋 \u{7} 🙂".to_owned(), "w".repeat(200), String::new(), " ".repeat(9)];
    for size in [120, 121, 137, 200, 333, 720, 1001, 2048] {
        for (columns, rows) in [(1, 1), (1, 16), (9, 1), (7, 6), (16, 16)] {
            for ground in [Ground::Chequered, Ground::Plain, Ground::Holes] {
                let mut diagram = Diagram::empty(columns, rows, ground);
                let last = u16::from(columns) * u16::from(rows) - 1;
                diagram.cells[0].piece = Some("♞é long".into());
                diagram.cells[usize::from(last)] = Cell { piece: Some("wN".into()), dimmed: true };
                diagram.captions = words.iter().cloned().map(Caption::Text).collect();
                diagram.captions.push(Caption::ToMove(words[1].clone()));
                diagram.captions.push(Caption::ToMove("black".into()));
                if last > 0 {
                    diagram.arrows = vec![Arrow { from: 0, to: last }, Arrow { from: 0, to: 1 }];
                }
                let style = Style { size, flipped: true, ..Style::default() };
                match studio.png(&diagram, &style) {
                    Ok(png) => assert!(png.len() < 1_000_000),
                    Err(refused) => assert_eq!(refused.0, [Fault::Crowded { size, columns }]),
                }
            }
        }
    }
}

#[test]
fn animations_of_nothing_or_of_two_boards_are_refused() {
    let studio = Studio::new();
    let gif = |frames: &[Frame], size| studio.gif(frames, &Style { size, ..Style::default() });
    let frame = |diagram| Frame { diagram, delay_ms: 500 };
    assert_eq!(gif(&[], 400).unwrap_err().0, [Fault::None { what: "frames" }]);
    let two = [frame(boards::mate()), frame(boards::othello())];
    assert_eq!(gif(&two, 400).unwrap_err().0, [Fault::Frame { frame: 1 }]);
    let many = vec![frame(boards::mate()); 257];
    let refused = gif(&many, 1025).unwrap_err().0;
    let (size, least, most) = (1025, 120, 1024);
    let count = Fault::TooMany { what: "frames", count: 257, limit: 256 };
    assert_eq!(refused, [Fault::Size { size, least, most }, count]);
}

#[test]
fn charts_and_tables_that_do_not_hold_together_are_refused() {
    let studio = Studio::new();
    let chart = |points: &[(f64, f64)]| {
        let points = points.iter().map(|&(time, value)| ChartPoint { time, value }).collect();
        let chart =
            Chart { title: String::new(), points, first_label: String::new(), last_label: String::new() };
        studio.chart(&chart, &Style::default()).map(|_| ()).map_err(|refused| refused.0)
    };
    assert_eq!(chart(&[]), Err(vec![Fault::None { what: "points" }]));
    for bad in [(f64::NAN, 1.0), (2.0, f64::NAN), (2.0, f64::INFINITY), (0.5, 1.0), (2.0, 1e9)] {
        assert_eq!(chart(&[(1.0, 1500.0), bad]), Err(vec![Fault::Point { point: 1 }]));
    }
    assert_eq!(chart(&[(1.0, 1500.0)]), Ok(()));
    assert_eq!(chart(&[(f64::MIN, 0.0), (f64::MAX, 1.0)]), Ok(()));
    assert_eq!(chart(&[(7.0, 0.0), (7.0, 1e6), (7.0, -1e6)]), Ok(()));
    for spread in 1..60 {
        let zigzag: Vec<_> =
            (0..300).map(|at| (f64::from(at), f64::from(at * 7919 % spread - spread))).collect();
        assert_eq!(chart(&zigzag), Ok(()));
    }

    let row = Standing { rank: 1, name: "Ana".into(), values: vec![], highlighted: false };
    let board = Leaderboard { title: String::new(), columns: vec!["Time".into()], rows: vec![row; 26] };
    let refused = studio.leaderboard(&board, &Style::default()).unwrap_err().0;
    assert_eq!(refused[0], Fault::TooMany { what: "rows", count: 26, limit: 25 });
    assert_eq!(refused[1], Fault::Standing { row: 0, values: 0, columns: 1 });
}
