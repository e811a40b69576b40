use crate::{Cell, Diagram, Ground, Mark, MarkKind};

/// A chess piece as FEN spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    pub side: Side,
    /// `P`, `N`, `B`, `R`, `Q` or `K`.
    pub letter: char,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    White,
    Black,
}

impl Piece {
    /// Upper case for White.
    #[must_use]
    pub fn fen(self) -> char {
        match self.side {
            Side::White => self.letter,
            Side::Black => self.letter.to_ascii_lowercase(),
        }
    }

    /// As its sprite is called: `wK` to `bP`.
    #[must_use]
    pub fn name(self) -> String {
        match self.side {
            Side::White => format!("w{}", self.letter),
            Side::Black => format!("b{}", self.letter),
        }
    }
}

impl Side {
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// `white` or `black`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}

/// What stands on a square.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub piece: Option<Piece>,
    /// How likely that is right, from 0 to 1.
    pub confidence: f32,
    /// What else it may be, likeliest first; nothing below one in a hundred.
    pub alternatives: Vec<(Option<Piece>, f32)>,
}

/// How it was told which side is at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// By the letters and numbers at the edge.
    Coordinates,
    /// By where the pawns and kings stand.
    Pieces,
    /// Nothing tells: White is taken to be at the bottom, as in most diagrams.
    Assumed,
}

/// A board that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// From a8 to h1, as White sees them, whichever way the picture shows them.
    pub squares: Vec<Seen>,
    /// The picture shows the board from Black's side.
    pub flipped: bool,
    pub view: View,
    /// Who is to move, if the picture tells: by the last move or by a caption, and not if they contradict each other.
    pub side_to_move: Option<Side>,
    /// The squares of the last move that are shown, as numbers of squares.
    pub last_move: Vec<u16>,
    /// How likely every square is right, from 0 to 1.
    pub confidence: f32,
    /// In pixels of the picture: top left, top right, bottom right, bottom left.
    pub corners: [[f32; 2]; 4],
    /// How clearly the lines of the board cross, from 0 to 1.
    pub lattice: f32,
}

impl Board {
    /// Below this confidence a square is doubtful.
    pub const DOUBTFUL: f32 = 0.9;

    /// The first field of a FEN.
    #[must_use]
    pub fn placement(&self) -> String {
        let mut text = String::new();
        for (at, row) in self.squares.chunks(8).enumerate() {
            if at > 0 {
                text.push('/');
            }
            let mut empty = 0;
            let skip = |text: &mut String, empty: &mut u8| {
                if *empty > 0 {
                    text.push(char::from(b'0' + std::mem::take(empty)));
                }
            };
            for seen in row {
                match seen.piece {
                    None => empty += 1,
                    Some(piece) => {
                        skip(&mut text, &mut empty);
                        text.push(piece.fen());
                    }
                }
            }
            skip(&mut text, &mut empty);
        }
        text
    }

    /// The numbers of the squares that somebody should look at.
    #[must_use]
    pub fn doubtful(&self) -> Vec<u16> {
        let squares = (0..).zip(&self.squares);
        squares.filter(|(_, seen)| seen.confidence < Self::DOUBTFUL).map(|(at, _)| at).collect()
    }

    /// The name of a square by its number, such as `e4`.
    #[must_use]
    pub fn square_name(square: u16) -> String {
        let (column, row) = ((square % 8) as u8, (square / 8) as u8);
        format!("{}{}", char::from(b'a' + column), 8_u8.saturating_sub(row))
    }

    /// The board as it is drawn, with the last move and the doubtful squares marked.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(8, 8, Ground::Chequered);
        diagram.cells = self
            .squares
            .iter()
            .map(|seen| Cell { piece: seen.piece.map(Piece::name), dimmed: false })
            .collect();
        let mark =
            |cells: &[u16], kind| cells.iter().map(|cell| Mark { cell: *cell, kind }).collect::<Vec<_>>();
        diagram.marks = mark(&self.last_move, MarkKind::LastMove);
        diagram.marks.extend(mark(&self.doubtful(), MarkKind::Square));
        diagram
    }

    /// The same board seen from the other side: for when somebody says that it was the other way round.
    #[must_use]
    pub fn turned(mut self) -> Board {
        self.squares.reverse();
        for square in &mut self.last_move {
            *square = 63 - *square;
        }
        self.flipped = !self.flipped;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_written_as_fen_and_turned_round() {
        let king = Piece { side: Side::Black, letter: 'K' };
        let seen = |piece, confidence| Seen { piece, confidence, alternatives: vec![] };
        let mut squares = vec![seen(None, 1.0); 64];
        squares[3] = seen(Some(king), 0.5);
        squares[63] = seen(Some(Piece { side: Side::White, letter: 'R' }), 1.0);
        let board = Board {
            squares,
            flipped: false,
            view: View::Assumed,
            side_to_move: None,
            last_move: vec![63, 7],
            confidence: 0.5,
            corners: [[0.0; 2]; 4],
            lattice: 0.9,
        };
        assert_eq!(board.placement(), "3k4/8/8/8/8/8/8/7R");
        assert_eq!(board.doubtful().into_iter().map(Board::square_name).collect::<Vec<_>>(), ["d8"]);
        assert_eq!(board.diagram().cells[3].piece.as_deref(), Some("bK"));
        let turned = board.turned();
        assert_eq!(turned.placement(), "R7/8/8/8/8/8/8/4k3");
        assert_eq!((turned.flipped, turned.last_move), (true, vec![0, 56]));
    }
}
