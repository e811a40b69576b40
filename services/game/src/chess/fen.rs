use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, Chess, Color, EnPassantMode, File, Piece, Position as _, Rank, Setup, Square, fen::Fen,
};

use super::Fault;

/// Reads FEN generously: missing fields take their defaults (White, no castling, no en passant),
/// spaces may stand anywhere between fields and ranks. The result need not be a legal position.
///
/// # Errors
/// Every fault of the text.
pub fn read_setup(text: &str) -> Result<Setup, Vec<Fault>> {
    let (setup, faults) = scan(text);
    if faults.is_empty() { Ok(setup) } else { Err(faults) }
}

/// The complete FEN of a set-up, legal or not.
#[must_use]
pub fn write_setup(setup: &Setup) -> String {
    Fen::try_from_setup(setup.clone()).unwrap_or_else(shakmaty::fen::LossyFenError::ignore).to_string()
}

/// The complete FEN of a position; the en passant square stands only where a capture is legal.
#[must_use]
pub fn write_fen(position: &Chess) -> String {
    write_setup(&position.to_setup(EnPassantMode::Legal))
}

/// What can be read of the text, and everything that cannot.
pub(super) fn scan(text: &str) -> (Setup, Vec<Fault>) {
    let mut setup = Setup::empty();
    let mut faults = Vec::new();
    let (board, rest) = split_board(text);
    if board.is_empty() {
        return (setup, vec![Fault::Nothing]);
    }
    setup.board = scan_board(&board, &mut faults);
    let mut fields = rest.into_iter().peekable();
    if let Some(field) = fields.next() {
        match field.to_lowercase().as_str() {
            "w" | "white" | "blancas" | "-" => {}
            "b" | "black" | "n" | "negras" => setup.turn = Color::Black,
            _ => faults.push(Fault::UnknownTurn(field.to_owned())),
        }
    }
    if let Some(field) = fields.next_if(|field| read_ep(field).is_none() && !is_counter(field)) {
        match read_castling(field) {
            Some(rights) => setup.castling_rights = rights,
            None => faults.push(Fault::UnknownCastling(field.to_owned())),
        }
    }
    if let Some(field) = fields.next_if(|field| !is_counter(field)) {
        setup.ep_square = read_ep(field);
        if field != "-" && setup.ep_square.is_none() {
            faults.push(Fault::UnknownEnPassant(field.to_owned()));
        }
    }
    for at in 0..2 {
        let Some(field) = fields.next() else { break };
        match field.parse::<u32>() {
            Ok(count) if at == 0 => setup.halfmoves = count,
            Ok(count) => setup.fullmoves = NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN),
            Err(_) if field == "-" => {}
            Err(_) => faults.push(Fault::UnknownCounter(field.to_owned())),
        }
    }
    faults.extend(fields.next().map(|field| Fault::Leftover(field.to_owned())));
    (setup, faults)
}

/// The board field, with the spaces inside it removed, and the fields after it.
fn split_board(text: &str) -> (String, Vec<&str>) {
    let mut words = text.trim_matches(|c: char| c.is_whitespace() || c == '"').split_whitespace().peekable();
    let mut board = words.next().unwrap_or_default().to_owned();
    while let Some(word) = words.next_if(|word| {
        board.ends_with('/')
            || word.starts_with('/')
            || (word.contains('/') && board.matches('/').count() < 7)
    }) {
        board.push_str(word);
    }
    (board, words.collect())
}

fn scan_board(text: &str, faults: &mut Vec<Fault>) -> Board {
    let mut board = Board::empty();
    let ranks: Vec<&str> = text.trim_end_matches('/').split('/').collect();
    if ranks.len() != 8 {
        faults.push(Fault::RankCount(ranks.len()));
    }
    for (from_top, signs) in ranks.into_iter().take(8).enumerate() {
        let rank = 8 - from_top;
        let mut squares = 0usize;
        for sign in signs.chars() {
            match (Piece::from_char(sign), sign.to_digit(10)) {
                (Some(piece), _) => {
                    if let (Ok(file), Ok(at)) =
                        (File::try_from(squares as u32), Rank::try_from(rank as u32 - 1))
                    {
                        board.set_piece_at(Square::from_coords(file, at), piece);
                    }
                    squares += 1;
                }
                (None, Some(run @ 1..=8)) => squares += run as usize,
                _ => faults.push(Fault::UnknownPiece { sign, rank }),
            }
        }
        if squares != 8 {
            faults.push(Fault::RankLength { rank, squares });
        }
    }
    board
}

fn is_counter(field: &str) -> bool {
    field.starts_with(|sign: char| sign.is_ascii_digit())
}

fn read_ep(field: &str) -> Option<Square> {
    Square::from_ascii(field.to_ascii_lowercase().as_bytes()).ok()
}

fn read_castling(field: &str) -> Option<Bitboard> {
    let mut rights = Bitboard::EMPTY;
    for sign in field.chars() {
        rights.add(match sign {
            'K' => Square::H1,
            'Q' => Square::A1,
            'k' => Square::H8,
            'q' => Square::A8,
            '-' => continue,
            _ => return None,
        });
    }
    Some(rights)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn missing_fields_take_their_defaults() {
        let setup = read_setup(START).unwrap();
        assert_eq!(write_setup(&setup), format!("{START} w - - 0 1"));
        assert_eq!(write_setup(&read_setup("8/8/8/8/8/8/8/8 b 3 7").unwrap()), "8/8/8/8/8/8/8/8 b - - 3 7");
        assert_eq!(
            read_setup("8/8/8/3pP3/8/8/8/8 w d6").unwrap().ep_square,
            Some(Square::D6),
            "the castling field is missing"
        );
    }

    #[test]
    fn stray_spaces_are_overlooked() {
        let spaced = "  rnbqkbnr / pppppppp/8/8/ 8/8/PPPPPPPP /RNBQKBNR \t w   KQkq  -\n";
        assert_eq!(write_setup(&read_setup(spaced).unwrap()), format!("{START} w KQkq - 0 1"));
    }

    #[test]
    fn every_fault_of_the_text_is_named() {
        let faults = read_setup("rnbqkbnr/ppppxppp/9/8/8/8/PPPPPPPP white? KX e9 z").unwrap_err();
        assert!(faults.contains(&Fault::RankCount(7)));
        assert!(faults.contains(&Fault::UnknownPiece { sign: 'x', rank: 7 }));
        assert!(faults.contains(&Fault::RankLength { rank: 7, squares: 7 }));
        assert!(faults.contains(&Fault::UnknownTurn("white?".into())));
        assert!(faults.contains(&Fault::UnknownCastling("KX".into())));
        assert!(faults.contains(&Fault::UnknownEnPassant("e9".into())));
        assert!(faults.contains(&Fault::UnknownCounter("z".into())));
    }

    #[test]
    fn an_empty_text_holds_no_position() {
        assert_eq!(read_setup("  ").unwrap_err(), [Fault::Nothing]);
    }

    proptest! {
        #[test]
        fn no_text_panics_the_reader(text in any::<String>()) {
            let _ = read_setup(&text);
        }

        #[test]
        fn no_almost_fen_panics_the_reader(text in "[rnbqkpRNBQKP1-9/ ]{0,80} ?[wbx-]{0,2} ?[KQkqA-H-]{0,6} ?[a-i0-9-]{0,3}[ 0-9]{0,40}") {
            if let Ok(setup) = read_setup(&text) {
                let _ = super::super::judge(&setup);
                prop_assert_eq!(read_setup(&write_setup(&setup)), Ok(setup));
            }
        }
    }
}
