use super::{
    canonical::canonical,
    fault::name,
    settings::{Settings, shown},
    setup::Setup,
    square::Square,
    text::{self, read_side, sign},
};
use crate::{Caption, Diagram, Edit, Faults, Flaw, Game as _, Ground, Side, Sketch};

/// Reads a set-up, changes it, and says what is still wrong with it.
pub(super) fn sketch(settings: Settings, text: &str, edits: &[Edit]) -> Result<Sketch, Faults> {
    let mut setup = match text.trim() {
        "" => Setup::empty(settings),
        text => text::read(settings, text)?,
    };
    for change in edits {
        apply(&mut setup, change)?;
    }
    let flaws: Vec<Flaw> = setup.faults().into_iter().map(Flaw::from).collect();
    let sound = flaws.is_empty();
    Ok(Sketch {
        position: text::write(&setup),
        diagram: if sound { setup.position().diagram() } else { diagram(&setup) },
        flaws,
        canonical: sound.then(|| canonical(&setup)),
    })
}

fn apply(setup: &mut Setup, change: &Edit) -> Result<(), Faults> {
    match change {
        Edit::Put { piece, square } => {
            let side = read_side(piece).ok_or_else(|| missing("NO_SUCH_PIECE", "piece", piece))?;
            *cell(setup, square)? = Some(side);
        }
        Edit::Remove { square } => {
            lift(setup, square)?;
        }
        Edit::Move { from, to } => {
            cell(setup, to)?;
            let side = lift(setup, from)?;
            *cell(setup, to)? = Some(side);
        }
        Edit::Recolour { square } => {
            let side = lift(setup, square)?;
            *cell(setup, square)? = Some(side.other());
        }
        Edit::SideToMove(side) => {
            setup.turn = read_side(side).ok_or_else(|| missing("NO_SUCH_SIDE", "side", side))?;
        }
    }
    Ok(())
}

fn cell<'a>(setup: &'a mut Setup, name: &str) -> Result<&'a mut Option<Side>, Faults> {
    let square = Square::read(name.trim());
    square.and_then(|square| setup.cell_mut(square)).ok_or_else(|| missing("NO_SUCH_SQUARE", "square", name))
}

fn lift(setup: &mut Setup, name: &str) -> Result<Side, Faults> {
    let empty = || Faults::one("EMPTY_SQUARE", format!("there is nothing on {}", shown(name.trim())));
    cell(setup, name)?.take().ok_or_else(empty)
}

fn missing(reason: &'static str, what: &str, said: &str) -> Faults {
    Faults::one(reason, format!("there is no {what} \"{}\"", shown(said)))
}

/// The board alone, whether or not a game could start from it.
pub(super) fn diagram(setup: &Setup) -> Diagram {
    let size = setup.settings.size;
    let mut diagram = Diagram::empty(size, size, Ground::Plain);
    diagram.row_names.reverse();
    for (cell, side) in diagram.cells.iter_mut().zip(&setup.cells) {
        cell.piece = side.map(|side| sign(side).to_string());
    }
    let count = |side| setup.cells.iter().filter(|cell| **cell == Some(side)).count();
    diagram.captions.push(Caption::ToMove(name(setup.turn)));
    diagram.captions.push(Caption::Text(format!("{} – {}", count(Side::First), count(Side::Second))));
    if setup.settings.skips != [0, 0] {
        diagram.captions.push(Caption::Text(format!("+skip {} – {}", setup.left[0], setup.left[1])));
    }
    diagram
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketch(rules: &str, text: &str, edits: &[Edit]) -> Result<Sketch, Faults> {
        super::sketch(Settings::read(rules).unwrap(), text, edits)
    }

    fn put(piece: &str, square: &str) -> Edit {
        Edit::Put { piece: piece.into(), square: square.into() }
    }

    fn reasons(sketch: &Sketch) -> Vec<&'static str> {
        sketch.flaws.iter().map(|flaw| flaw.reason).collect()
    }

    #[test]
    fn a_start_is_built_from_an_empty_board() {
        let empty = sketch("size=4", "", &[]).unwrap();
        assert_eq!((empty.position.as_str(), reasons(&empty)), ("4/4/4/4 x 0,0", vec!["EMPTY_BOARD"]));
        let edits = [
            put("x", "a1"),
            put("black", "D4"),
            Edit::Move { from: "d4".into(), to: "b1".into() },
            Edit::Recolour { square: "b1".into() },
            Edit::SideToMove("white".into()),
        ];
        let built = sketch("size=4", &empty.position, &edits).unwrap();
        assert_eq!((built.position.as_str(), reasons(&built)), ("xo2/4/4/4 o 0,0", vec![]));
        assert!(built.canonical.is_some());
        let bare = sketch("size=4", &built.position, &[Edit::Remove { square: "b1".into() }]).unwrap();
        assert_eq!((reasons(&bare), bare.canonical), (vec!["NO_DISC"], None));
    }

    #[test]
    fn set_ups_without_a_game_are_refused_with_the_reason() {
        for (text, expected) in [
            ("4/4/4/4", "EMPTY_BOARD"),
            ("4/1oo1/4/4", "NO_DISC"),
            ("xoxo/xoxo/xoxo/xoxo", "FULL_BOARD"),
            ("x3/4/4/3o", "NO_MOVES"),
        ] {
            assert_eq!(reasons(&sketch("size=4", text, &[]).unwrap()), [expected], "{text}");
        }
        assert_eq!(
            reasons(&sketch("size=4", "oooo/oooo/oooo/oooo", &[]).unwrap()),
            ["NO_DISC", "FULL_BOARD"]
        );
    }

    #[test]
    fn an_edit_that_cannot_be_made_says_why() {
        let reason = |edit| sketch("size=6", "", &[edit]).unwrap_err().0[0].reason;
        assert_eq!(reason(put("wK", "a1")), "NO_SUCH_PIECE");
        assert_eq!(reason(put("x", "g1")), "NO_SUCH_SQUARE");
        assert_eq!(reason(Edit::Remove { square: "a1".into() }), "EMPTY_SQUARE");
        assert_eq!(reason(Edit::Move { from: "a1".into(), to: "a7".into() }), "NO_SUCH_SQUARE");
        assert_eq!(reason(Edit::SideToMove("green".into())), "NO_SUCH_SIDE");
    }

    #[test]
    fn the_diagram_counts_rows_from_the_top() {
        let diagram = sketch("size=4 skips=1,0", "4/1ox1/1xo1/4", &[]).unwrap().diagram;
        assert_eq!(diagram.cell_named("a1"), Some(0));
        assert_eq!(diagram.cells[5].piece.as_deref(), Some("o"));
        assert_eq!(diagram.marks.len(), 4);
        let texts = [Caption::Text("2 – 2".into()), Caption::Text("+skip 1 – 0".into())];
        assert_eq!(diagram.captions[0], Caption::ToMove("black"));
        assert_eq!(diagram.captions[1..], texts);
    }
}
