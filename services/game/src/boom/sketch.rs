use super::{
    canonical::canonical,
    rules::board_diagram,
    setup::{Setup, read_cell},
    text::{read_side, read_sign, scan, write},
};
use crate::{Caption, Edit, Faults, Flaw, Game, Side, Sketch};

/// Reads a set-up, changes it, and says what is still wrong with it. Where an edit makes the number of
/// the next move impossible, the number moves on to the first that fits.
pub(super) fn sketch(text: &str, edits: &[Edit]) -> Result<Sketch, Faults> {
    let mut setup = match text.trim() {
        "" => Setup::EMPTY,
        text => match scan(text) {
            (setup, faults) if faults.is_empty() => setup,
            (_, faults) => return Err(faults.into()),
        },
    };
    for edit in edits {
        apply(&mut setup, edit)?;
    }
    if !edits.is_empty() {
        setup.number = setup.fitting_number();
    }
    let judged = setup.judge();
    let diagram = match &judged {
        Ok(boom) => boom.diagram(),
        Err(_) => {
            let mut diagram = board_diagram(&setup);
            diagram.captions.push(Caption::ToMove(super::fault::name(setup.turn)));
            diagram
        }
    };
    Ok(Sketch {
        position: write(&setup),
        diagram,
        canonical: judged.is_ok().then(|| canonical(&setup)),
        flaws: judged.err().into_iter().flatten().map(Flaw::from).collect::<Vec<_>>(),
    })
}

fn apply(setup: &mut Setup, edit: &Edit) -> Result<(), Faults> {
    match edit {
        Edit::Put { piece, square } => {
            let (piece, at) = (read_piece(piece)?, cell_at(square)?);
            put(setup, piece, at);
        }
        Edit::Remove { square } => {
            lift(setup, square)?;
        }
        Edit::Move { from, to } => {
            let at = cell_at(to)?;
            let piece = lift(setup, from)?;
            put(setup, piece, at);
        }
        Edit::Recolour { square } => {
            let (side, bomb) = lift(setup, square)?;
            put(setup, (side.other(), bomb), cell_at(square)?);
        }
        Edit::SideToMove(name) => {
            let side = read_side(name);
            setup.turn = side.ok_or_else(|| refused("NO_SUCH_SIDE", "there is no side", name))?;
        }
    }
    Ok(())
}

fn put(setup: &mut Setup, (side, bomb): (Side, bool), at: u64) {
    clear(setup, at);
    setup.discs[side as usize] |= at;
    setup.bombs |= if bomb { at } else { 0 };
}

fn lift(setup: &mut Setup, square: &str) -> Result<(Side, bool), Faults> {
    let at = cell_at(square)?;
    let side = Side::ALL.into_iter().find(|&side| setup.discs[side as usize] & at != 0);
    let side = side.ok_or_else(|| refused("EMPTY_SQUARE", "there is nothing on", square))?;
    let bomb = setup.bombs & at != 0;
    clear(setup, at);
    Ok((side, bomb))
}

fn clear(setup: &mut Setup, at: u64) {
    setup.discs = setup.discs.map(|discs| discs & !at);
    setup.bombs &= !at;
}

fn cell_at(text: &str) -> Result<u64, Faults> {
    read_cell(text).ok_or_else(|| refused("NO_SUCH_SQUARE", "there is no square", text))
}

/// A piece as in the text of a position, or as its diagram names it.
fn read_piece(text: &str) -> Result<(Side, bool), Faults> {
    let piece = match text.trim() {
        "bomb-x" => Some((Side::First, true)),
        "bomb-o" => Some((Side::Second, true)),
        text => text.chars().next().filter(|sign| text.len() == sign.len_utf8()).and_then(read_sign),
    };
    piece.ok_or_else(|| refused("NO_SUCH_PIECE", "there is no piece", text))
}

fn refused(reason: &'static str, words: &str, text: &str) -> Faults {
    Faults::one(reason, format!("{words} \"{}\"", text.chars().take(20).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(piece: &str, square: &str) -> Edit {
        Edit::Put { piece: piece.into(), square: square.into() }
    }

    fn reasons(sketch: &Sketch) -> Vec<&'static str> {
        sketch.flaws.iter().map(|flaw| flaw.reason).collect()
    }

    #[test]
    fn a_problem_is_built_from_an_empty_board() {
        let empty = sketch("", &[]).unwrap();
        assert_eq!((empty.position.as_str(), reasons(&empty)), ("7/7/7/7/7/7/7 x 1", vec![]));
        let edits =
            [put("x", "1a"), put("bomb-o", "2a"), put("o", "3c"), Edit::Recolour { square: "a1".into() }];
        let floating = sketch(&empty.position, &edits).unwrap();
        assert_eq!(
            (floating.position.as_str(), reasons(&floating)),
            ("7/7/7/7/2o4/7/oO5 x 16", vec!["FLOATING"])
        );
        let edits = [Edit::Move { from: "3c".into(), to: "3a".into() }, Edit::SideToMove("o".into())];
        let built = sketch(&floating.position, &edits).unwrap();
        assert_eq!((built.position.as_str(), reasons(&built)), ("7/7/7/7/7/7/oOo4 o 18", vec![]));
        assert!(built.canonical.is_some());
        let emptied = sketch(&built.position, &[Edit::Remove { square: "2a".into() }]).unwrap();
        assert_eq!(emptied.position, "7/7/7/7/7/7/o1o4 o 18");
    }

    #[test]
    fn faults_are_told_together_with_the_board() {
        let faulty = sketch("7/7/7/7/7/7/XX5 o 16", &[]).unwrap();
        assert_eq!(reasons(&faulty), ["MANY_BOMBS", "WRONG_TURN"]);
        assert_eq!(faulty.diagram.cells[42].piece.as_deref(), Some("bomb-x"));
        assert_eq!(faulty.canonical, None);
        assert_eq!(sketch("7/7 x 1", &[]).unwrap_err().0[0].reason, "ROW_COUNT");
    }

    #[test]
    fn an_edit_that_cannot_be_made_says_why() {
        let reason = |edit| sketch("", &[edit]).unwrap_err().0[0].reason;
        assert_eq!(reason(put("wK", "1a")), "NO_SUCH_PIECE");
        assert_eq!(reason(put("x", "8a")), "NO_SUCH_SQUARE");
        assert_eq!(reason(Edit::Remove { square: "1a".into() }), "EMPTY_SQUARE");
        assert_eq!(reason(Edit::SideToMove("green".into())), "NO_SUCH_SIDE");
    }
}
