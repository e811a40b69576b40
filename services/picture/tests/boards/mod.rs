//! Diagrams to draw, put together without any rules.
#![allow(dead_code, reason = "each user takes a part")]

use tablero_picture::draw::Frame;
use tablero_picture::{Arrow, Caption, Diagram, Ground, Mark, MarkKind};

pub(crate) const MATE: &str = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR";

/// The pieces of a FEN on a chequered board.
pub(crate) fn chess(placement: &str) -> Diagram {
    let mut diagram = Diagram::empty(8, 8, Ground::Chequered);
    let mut cells = diagram.cells.iter_mut();
    for letter in placement.chars().filter(|letter| *letter != '/') {
        match letter.to_digit(10) {
            Some(skipped) => cells.by_ref().take(skipped as usize).for_each(drop),
            None => {
                let side = if letter.is_uppercase() { 'w' } else { 'b' };
                cells.next().expect("a cell of the board").piece =
                    Some(format!("{side}{}", letter.to_ascii_uppercase()));
            }
        }
    }
    diagram
}

pub(crate) fn mark(diagram: &mut Diagram, kind: MarkKind, names: &[&str]) {
    let cells =
        names.iter().map(|name| diagram.cell_named(name).expect("a cell of the board")).collect::<Vec<_>>();
    diagram.marks.extend(cells.into_iter().map(|cell| Mark { cell, kind }));
}

pub(crate) fn arrow(diagram: &mut Diagram, from: &str, to: &str) {
    let (from, to) = (
        diagram.cell_named(from).expect("a cell of the board"),
        diagram.cell_named(to).expect("a cell of the board"),
    );
    diagram.arrows.push(Arrow { from, to });
}

/// A mate with the last move and the check marked.
pub(crate) fn mate() -> Diagram {
    let mut diagram = chess(MATE);
    mark(&mut diagram, MarkKind::LastMove, &["h5", "f7"]);
    mark(&mut diagram, MarkKind::Check, &["e8"]);
    diagram
}

/// Everything that can be on a chess diagram.
pub(crate) fn crowded() -> Diagram {
    let mut diagram = mate();
    mark(&mut diagram, MarkKind::Legal, &["d4", "e5"]);
    mark(&mut diagram, MarkKind::Square, &["a3", "g2"]);
    arrow(&mut diagram, "c4", "f7");
    arrow(&mut diagram, "g1", "f3");
    diagram.captions = vec![Caption::ToMove("black".into()), Caption::MateIn(3), Caption::MovesLeft(2)];
    for cell in [48, 49, 56, 57] {
        diagram.cells[cell].dimmed = true;
    }
    diagram
}

fn pieces(diagram: &mut Diagram, rows: &[&str]) {
    for (cell, letter) in diagram.cells.iter_mut().zip(rows.concat().chars()) {
        cell.piece = match letter {
            '.' => None,
            'X' => Some("bomb-x".into()),
            'O' => Some("bomb-o".into()),
            other => Some(other.into()),
        };
    }
}

pub(crate) fn othello() -> Diagram {
    let mut diagram = Diagram::empty(8, 8, Ground::Plain);
    pieces(
        &mut diagram,
        &["........", "..x.....", "..xxo...", "..xxo...", "..ooxx..", "...o....", "........", "........"],
    );
    mark(&mut diagram, MarkKind::LastMove, &["c7"]);
    mark(&mut diagram, MarkKind::Legal, &["b8", "f3", "c2"]);
    diagram.captions = vec![Caption::ToMove("white".into()), Caption::Text("7 – 5".into())];
    diagram
}

pub(crate) fn boom() -> Diagram {
    let mut diagram = Diagram::empty(7, 7, Ground::Holes);
    diagram.column_names = (1..=7).map(|column| column.to_string()).collect();
    pieces(&mut diagram, &[".......", ".......", ".......", "...x...", "..Xo...", "..oxO..", ".xoxox."]);
    mark(&mut diagram, MarkKind::LastMove, &["44"]);
    mark(&mut diagram, MarkKind::Legal, &["45", "11"]);
    diagram.captions = vec![Caption::ToMove("o".into())];
    diagram
}

/// Sixteen by sixteen, half full, with a piece that has no art.
pub(crate) fn largest() -> Diagram {
    let mut diagram = Diagram::empty(16, 16, Ground::Plain);
    for (index, cell) in diagram.cells.iter_mut().enumerate() {
        let (column, row) = (index % 16, index / 16);
        cell.piece = match (column * 7 + row * 5) % 11 {
            0..4 => Some("x".into()),
            4..7 => Some("o".into()),
            _ => None,
        };
    }
    diagram.cells[0].piece = Some("Zz".into());
    diagram
}

/// A dozen pictures of a game, move by move.
pub(crate) fn line() -> Vec<Frame> {
    let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 d2d3 d7d6 c2c3";
    let mut board = chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    let mut frames = vec![Frame { diagram: board.clone(), delay_ms: 1000 }];
    for (number, played) in moves.split(' ').enumerate() {
        let (from, to) = played.split_at(2);
        let (start, end) = (
            board.cell_named(from).expect("a cell of the board"),
            board.cell_named(to).expect("a cell of the board"),
        );
        board.cells[usize::from(end)].piece = board.cells[usize::from(start)].piece.take();
        board.marks.clear();
        mark(&mut board, MarkKind::LastMove, &[from, to]);
        board.captions = vec![Caption::Text(format!("{}", number + 1))];
        frames.push(Frame { diagram: board.clone(), delay_ms: 800 });
    }
    frames[0].diagram.captions = vec![Caption::Text("0".into())];
    frames
}
