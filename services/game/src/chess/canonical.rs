use shakmaty::{Chess, EnPassantMode, Position as _, Setup, Square, fen::Epd};

/// The text that two positions share exactly when they are the same problem: under exchange of the
/// colours and, without castling rights, under left-right mirroring. White is always to move in it;
/// move counters do not matter.
#[must_use]
pub fn canonical(position: &Chess) -> String {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    if setup.turn.is_black() {
        setup.mirror();
    }
    let plain = text(&setup);
    if setup.castling_rights.any() {
        return plain;
    }
    setup.board.flip_horizontal();
    setup.ep_square = setup.ep_square.map(Square::flip_horizontal);
    plain.min(text(&setup))
}

fn text(setup: &Setup) -> String {
    Epd::try_from_setup(setup.clone()).unwrap_or_else(shakmaty::fen::LossyFenError::ignore).to_string()
}

#[cfg(test)]
mod tests {
    use super::{super::read_position, *};

    fn form(fen: &str) -> String {
        canonical(&read_position(fen).unwrap())
    }

    #[test]
    fn mirrored_and_recoloured_problems_are_the_same() {
        let forms = [
            "k7/2K5/8/8/8/8/4P3/6R1 w - - 3 9",
            "7k/5K2/8/8/8/8/3P4/1R6 w",
            "6r1/4p3/8/8/8/8/2k5/K7 b",
            "1r6/3p4/8/8/8/8/5k2/7K b",
        ]
        .map(form);
        assert!(forms.iter().all(|other| *other == forms[0]), "{forms:?}");
    }

    #[test]
    fn castling_rights_forbid_mirroring() {
        assert_ne!(form("4k3/8/8/8/8/8/P7/4K2R w K"), form("3k4/8/8/8/8/8/7P/R2K4 w"));
        assert_ne!(form("4k3/8/8/8/8/8/P7/4K2R w K"), form("4k3/8/8/8/8/8/P7/4K2R w"));
        assert_eq!(form("4k3/8/8/8/8/8/P7/4K2R w K"), form("4k2r/p7/8/8/8/8/8/4K3 b k"));
    }

    #[test]
    fn en_passant_is_mirrored_too() {
        assert_eq!(form("4k3/8/8/3pP3/8/8/8/4K3 w - d6"), form("3k4/8/8/3Pp3/8/8/8/3K4 w - e6"));
        assert_ne!(form("4k3/8/8/3pP3/8/8/8/4K3 w - d6"), form("4k3/8/8/3pP3/8/8/8/4K3 w"));
    }

    #[test]
    fn other_side_to_move_is_another_problem() {
        assert_ne!(form("k7/2K5/8/8/8/8/4P3/6R1 w"), form("k7/2K5/8/8/8/8/4P3/6R1 b"));
    }
}
