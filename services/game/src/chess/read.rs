use shakmaty::{Chess, Move, Position as _};

use super::{
    pattern::{Pattern, readings},
    refusal::explain,
    words::write_san,
};
use crate::{Language, Refused};

/// Reads a move in standard or long algebraic notation or as UCI, with the forms people type:
/// `0-0`, `e8Q`, `exd6 e.p.`, missing or extra `+`, `#`, `x`, `!`, figurines, lower-case pieces.
/// A lower-case `b` is a pawn's file where both readings are legal.
///
/// # Errors
/// Why the text is no move, or why the move is not allowed here.
pub fn read_move(position: &Chess, text: &str, language: Language) -> Result<Move, Refused> {
    let legal = position.legal_moves();
    let readings = readings(text, language);
    let Some(&first) = readings.first() else {
        return Err(Refused::Unreadable(text.chars().take(40).collect()));
    };
    if legal.is_empty() {
        return Err(Refused::GameOver);
    }
    for &pattern in &readings {
        let found = exact(pattern, &legal);
        match found.as_slice() {
            [] => {}
            &[play] => return Ok(play),
            several => {
                let texts = several.iter().map(|&play| write_san(position, play, language)).collect();
                return Err(Refused::Ambiguous(texts));
            }
        }
    }
    let fitting = readings.iter().copied().find(|pattern| legal.iter().any(|&play| pattern.fits(play)));
    Err(explain(position, fitting.unwrap_or(first), fitting.is_some()))
}

fn exact(pattern: Pattern, legal: &[Move]) -> Vec<Move> {
    legal
        .iter()
        .copied()
        .filter(|&play| pattern.fits(play) && play.promotion() == pattern.promotion())
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::*, *};

    fn read(fen: &str, text: &str) -> Result<String, Refused> {
        let position = read_position(fen).unwrap();
        read_move(&position, text, Language::English).map(write_uci)
    }

    fn reads(fen: &str, texts: &[&str], uci: &str) {
        for text in texts {
            assert_eq!(read(fen, text).as_deref(), Ok(uci), "{text} in {fen}");
        }
    }

    #[test]
    fn castling_is_read_in_every_spelling() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq";
        reads(fen, &["O-O", "0-0", "o-o", "OO", "0-0+", "e1g1", "e1h1", "Ke1-g1", "1. O-O!"], "e1g1");
        reads(fen, &["O-O-O", "0-0-0", "ooo", "e1c1", "e1a1"], "e1c1");
    }

    #[test]
    fn promotions_are_read_in_every_spelling() {
        let fen = "8/4P1k1/8/8/8/8/8/K7 w";
        reads(fen, &["e8=Q", "e8Q", "e8q", "e8(Q)", "e8/Q", "e7e8q", "e7-e8=Q!!", "e8=Q+"], "e7e8q");
        reads(fen, &["e8N+", "e8=N"], "e7e8n");
        assert_eq!(read(fen, "e8"), Err(Refused::PromotionMissing("Q, R, B or N".into())));
        assert_eq!(read("8/8/8/8/4P3/8/k7/7K w", "e5=Q"), Err(Refused::NoPromotion));
    }

    #[test]
    fn en_passant_is_read_in_every_spelling() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";
        reads(fen, &["exd6", "exd6 e.p.", "ed6", "e5xd6ep", "e5d6", "ed6 e.p.!"], "e5d6");
    }

    #[test]
    fn lower_case_b_is_a_pawn_where_both_readings_are_legal() {
        let both = "4k3/8/8/8/2p5/1P1B4/8/4K3 w";
        reads(both, &["bxc4"], "b3c4");
        reads(both, &["Bxc4", "B:c4"], "d3c4");
        reads("4k3/8/8/8/2p5/3B4/8/4K3 w", &["bxc4", "bc4", "♗c4"], "d3c4");
    }

    #[test]
    fn spanish_letters_are_read_in_spanish() {
        let position = read_position("4k3/P7/8/8/8/5N2/R7/3QKB2 w").unwrap();
        for (text, uci) in [
            ("Cg5", "f3g5"),
            ("Tb2", "a2b2"),
            ("Dd8+", "d1d8"),
            ("Ag2", "f1g2"),
            ("Rf2", "e1f2"),
            ("a8=D", "a7a8q"),
            ("Qd8", "d1d8"),
        ] {
            let play = read_move(&position, text, Language::Spanish).unwrap();
            assert_eq!(write_uci(play), uci);
        }
        let play = read_move(&position, "Ng5", Language::English).unwrap();
        assert_eq!(write_san(&position, play, Language::Spanish), "Cg5");
    }

    #[test]
    fn two_knights_that_fit_are_ambiguous() {
        let fen = "4k3/8/8/8/8/8/8/1N2KN2 w";
        assert_eq!(read(fen, "Nd2"), Err(Refused::Ambiguous(vec!["Nbd2".into(), "Nfd2".into()])));
        reads(fen, &["Nbd2", "Nb1d2", "nb1-d2", "b1d2"], "b1d2");
    }

    #[test]
    fn refusals_say_why() {
        let fen = "4k3/8/8/8/4r3/8/4B3/4K3 w";
        assert_eq!(read(fen, "Bd3"), Err(Refused::LeavesKingInCheck));
        assert_eq!(read(fen, "Nf3"), Err(Refused::NoSuchPiece { piece: "knight".into() }));
        assert_eq!(read(fen, "e4e5"), Err(Refused::NotYours("e4".into())));
        assert_eq!(read(fen, "a2a3"), Err(Refused::EmptySquare("a2".into())));
        assert_eq!(read(fen, "Be4"), Err(Refused::CannotReach { piece: "bishop".into(), to: "e4".into() }));
        assert_eq!(read(fen, "O-O"), Err(Refused::CannotCastle));
        assert_eq!(read(fen, "hello"), Err(Refused::Unreadable("hello".into())));
        assert_eq!(read("4k3/8/8/8/4r3/8/8/B3K3 w", "Bb2"), Err(Refused::StaysInCheck));
        assert_eq!(read("R3k3/8/4K3/8/8/8/8/8 b", "Kd8"), Err(Refused::GameOver));
    }

    proptest! {
        #[test]
        fn no_text_panics_the_reader(text in any::<String>(), spanish in any::<bool>()) {
            let language = if spanish { Language::Spanish } else { Language::English };
            let _ = read_move(&Chess::default(), &text, language);
        }

        #[test]
        fn no_almost_move_panics_the_reader(text in "[0-9.]{0,3}[KQRBNPTDAC♔♞]?[a-h]?[1-9]?[x:-]?[a-i]?[0-9]?(=?[QRBNkqa])?[+#!?ep. ]{0,4}") {
            let position = read_position("r3k2r/P6p/8/3pP3/8/8/7p/R3K2R w KQkq d6").unwrap();
            if let Ok(play) = read_move(&position, &text, Language::English) {
                prop_assert!(position.is_legal(play));
            }
        }
    }
}
