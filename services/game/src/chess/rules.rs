use shakmaty::{Board, Chess, Color, Move, Position, Role, Square};

use super::{read_move, read_position, sketch::sketch, write_fen, write_piece, write_san, write_uci};
use crate::{
    Caption, Diagram, Edit, Faults, Game, GameOption, Ground, Language, MarkKind, Outcome, Refused, Side,
    Sketch,
};

impl Game for Chess {
    type Move = Move;

    const NAME: &'static str = "chess";
    const OPTIONS: &'static [GameOption] = &[];
    const PIECES: &'static [&'static str] =
        &["wK", "wQ", "wR", "wB", "wN", "wP", "bK", "bQ", "bR", "bB", "bN", "bP"];
    const WINS_BY_OWN_MOVES: bool = true;

    fn start(rules: &str) -> Result<Chess, Faults> {
        no_options(rules)?;
        Ok(Chess::default())
    }

    fn decode(rules: &str, text: &str) -> Result<Chess, Faults> {
        no_options(rules)?;
        Ok(read_position(text)?)
    }

    fn sketch(rules: &str, text: &str, edits: &[Edit]) -> Result<Sketch, Faults> {
        no_options(rules)?;
        sketch(text, edits)
    }

    fn encode(&self) -> String {
        write_fen(self)
    }

    fn rules(&self) -> String {
        String::new()
    }

    fn side_to_move(&self) -> Side {
        side(self.turn())
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "white",
            Side::Second => "black",
        }
    }

    fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        moves.extend(Position::legal_moves(self));
    }

    fn play_unchecked(&mut self, play: Move) {
        Position::play_unchecked(self, play);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_checkmate() {
            Some(Outcome::Win { side: side(!self.turn()), by: "checkmate" })
        } else if self.is_stalemate() {
            Some(Outcome::Draw { by: "stalemate" })
        } else {
            None
        }
    }

    fn drawn(&self) -> Option<&'static str> {
        if self.is_insufficient_material() {
            Some("insufficient_material")
        } else if self.halfmoves() >= 100 {
            Some("fifty_moves")
        } else {
            None
        }
    }

    fn repeats_as(&self) -> String {
        let fen = write_fen(self);
        fen.split_whitespace().take(4).collect::<Vec<_>>().join(" ")
    }

    fn read(&self, text: &str, language: Language) -> Result<Move, Refused> {
        read_move(self, text, language)
    }

    fn write(&self, play: Move) -> String {
        write_san(self, play, Language::English)
    }

    fn code(&self, play: Move) -> String {
        write_uci(play)
    }

    fn squares(&self, play: Move) -> (Option<String>, Option<String>) {
        let to = match (play, play.castling_side()) {
            (Move::Castle { king, .. }, Some(side)) => Square::from_coords(side.king_to_file(), king.rank()),
            _ => play.to(),
        };
        (play.from().map(|from| from.to_string()), Some(to.to_string()))
    }

    fn appraise(&self) -> i32 {
        let balance: i32 = Role::ALL
            .into_iter()
            .map(|role| {
                let pieces = self.board().by_role(role);
                let count = |color| (pieces & self.board().by_color(color)).count() as i32;
                worth(role) * (count(Color::White) - count(Color::Black))
            })
            .sum();
        self.turn().fold_wb(balance, -balance)
    }

    fn diagram(&self) -> Diagram {
        let mut diagram = board_diagram(self.board());
        if let Some(king) = self.board().king_of(self.turn()).filter(|_| self.is_check()) {
            diagram.mark(&king.to_string(), MarkKind::Check);
        }
        diagram.captions.push(Caption::ToMove(Chess::side_name(side(self.turn()))));
        diagram
    }
}

/// The board alone, whether or not it is a position.
pub(super) fn board_diagram(board: &Board) -> Diagram {
    let mut diagram = Diagram::empty(8, 8, Ground::Chequered);
    for (square, piece) in board {
        diagram.cells[usize::from(square.flip_vertical())].piece = Some(write_piece(piece));
    }
    diagram
}

const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// Document A's values of the pieces.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 10,
        Role::Knight | Role::Bishop => 30,
        Role::Rook => 50,
        Role::Queen => 150,
        Role::King => 900,
    }
}

fn no_options(rules: &str) -> Result<(), Faults> {
    match rules.trim() {
        "" => Ok(()),
        other => Err(Faults::one("BAD_RULES", format!("chess has no options, but \"{other}\" was given"))),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::{laws, perft};

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

    fn chess(fen: &str) -> Chess {
        Chess::decode("", fen).unwrap()
    }

    #[test]
    fn perft_agrees_with_published_figures() {
        assert_eq!(perft(&Chess::default(), 4), 197_281);
        assert_eq!(perft(&chess(KIWIPETE), 3), 97_862);
        assert_eq!(perft(&chess("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"), 5), 674_624);
        assert_eq!(perft(&chess("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"), 3), 9_467);
        assert_eq!(perft(&chess("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -"), 3), 62_379);
    }

    #[test]
    fn mate_and_stalemate_end_the_game() {
        let mate = Outcome::Win { side: Side::First, by: "checkmate" };
        assert_eq!(Game::outcome(&chess("R3k3/8/4K3/8/8/8/8/8 b")), Some(mate));
        assert_eq!(Game::outcome(&chess("7k/5Q2/6K1/8/8/8/8/8 b")), Some(Outcome::Draw { by: "stalemate" }));
    }

    #[test]
    fn the_diagram_shows_pieces_check_and_turn() {
        let diagram = chess("4k3/8/8/8/8/8/8/K3R3 b").diagram();
        assert_eq!(diagram.cells[4].piece.as_deref(), Some("bK"));
        assert_eq!(diagram.marks.len(), 1);
        assert_eq!(diagram.captions, [Caption::ToMove("black")]);
    }

    #[test]
    fn every_piece_of_the_set_stands_on_some_board() {
        let start = Chess::default().diagram();
        let standing: BTreeSet<&str> = start.cells.iter().filter_map(|cell| cell.piece.as_deref()).collect();
        assert_eq!(standing, Chess::PIECES.iter().copied().collect());
        assert_eq!(Chess::PIECES.len(), standing.len());
    }

    #[test]
    fn material_is_weighed_for_the_side_to_move() {
        assert_eq!(chess("3k4/8/8/8/8/8/P7/K3R3 w").appraise(), 60);
        assert_eq!(chess("3k4/8/8/8/8/8/P7/K3R3 b").appraise(), -60);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_laws_hold_along_random_games(picks in prop::collection::vec(0usize..300, 1..80)) {
            prop_assert_eq!(laws::hold_along(Chess::default(), picks.clone()), Ok(()));
            prop_assert_eq!(laws::hold_along(chess(KIWIPETE), picks.clone()), Ok(()));
            prop_assert_eq!(laws::hold_along(chess("8/PPPk4/8/8/8/8/4Kppp/8 b"), picks), Ok(()));
        }
    }
}
