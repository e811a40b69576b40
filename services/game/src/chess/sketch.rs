use shakmaty::{Color, Piece, Setup, Square};

use super::{canonical, edit, judge, read_piece, read_setup, read_square, rules::board_diagram, write_setup};
use crate::{Caption, Edit, Faults, Flaw, Game, Sketch};

/// Reads a set-up, changes it, and says what is still wrong with it.
pub(super) fn sketch(text: &str, edits: &[Edit]) -> Result<Sketch, Faults> {
    let mut setup = match text.trim() {
        "" => Setup::empty(),
        text => read_setup(text)?,
    };
    for change in edits {
        setup = apply(setup, change)?;
    }
    let judged = judge(&setup);
    let diagram = match &judged {
        Ok(position) => position.diagram(),
        Err(_) => {
            let mut diagram = board_diagram(&setup.board);
            diagram.captions.push(Caption::ToMove(setup.turn.fold_wb("white", "black")));
            diagram
        }
    };
    Ok(Sketch {
        position: write_setup(&setup),
        diagram,
        canonical: judged.as_ref().ok().map(canonical),
        flaws: judged.err().unwrap_or_default().into_iter().map(Flaw::from).collect(),
    })
}

fn apply(setup: Setup, change: &Edit) -> Result<Setup, Faults> {
    let change = match change {
        Edit::Put { piece, square: at } => edit::Edit::Put { piece: man(piece)?, square: square(at)? },
        Edit::Remove { square: at } => edit::Edit::Remove { square: square(at)? },
        Edit::Move { from, to } => edit::Edit::Move { from: square(from)?, to: square(to)? },
        Edit::Recolour { square: at } => edit::Edit::Recolour { square: square(at)? },
        Edit::SideToMove(name) => {
            return Ok(Setup { turn: side(name)?, ep_square: None, ..setup });
        }
    };
    edit::edit(&setup, change).map_err(|error| Faults::one("EMPTY_SQUARE", error.to_string()))
}

fn square(text: &str) -> Result<Square, Faults> {
    read_square(text)
        .ok_or_else(|| Faults::one("NO_SUCH_SQUARE", format!("there is no square {}", shown(text))))
}

fn man(text: &str) -> Result<Piece, Faults> {
    read_piece(text).ok_or_else(|| Faults::one("NO_SUCH_PIECE", format!("there is no piece {}", shown(text))))
}

fn side(text: &str) -> Result<Color, Faults> {
    match text.trim().to_lowercase().as_str() {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err(Faults::one("NO_SUCH_SIDE", format!("there is no side {}", shown(text)))),
    }
}

/// What somebody typed, short enough to be said back.
fn shown(text: &str) -> String {
    format!("\"{}\"", text.chars().take(20).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(piece: &str, square: &str) -> Edit {
        Edit::Put { piece: piece.into(), square: square.into() }
    }

    fn reasons(flaws: &[Flaw]) -> Vec<&'static str> {
        flaws.iter().map(|flaw| flaw.reason).collect()
    }

    #[test]
    fn a_problem_is_built_from_an_empty_board() {
        let empty = sketch("", &[]).unwrap();
        assert_eq!(
            (empty.position.as_str(), reasons(&empty.flaws)),
            ("8/8/8/8/8/8/8/8 w - - 0 1", vec!["EMPTY_BOARD"])
        );
        let edits = [
            put("wK", "f6"),
            put("k", "h8"),
            put("wQ", "a1"),
            Edit::Move { from: "a1".into(), to: "a7".into() },
        ];
        let built = sketch(&empty.position, &edits).unwrap();
        assert_eq!(
            (built.position.as_str(), reasons(&built.flaws)),
            ("7k/Q7/5K2/8/8/8/8/8 w - - 0 1", vec![])
        );
        assert!(built.canonical.is_some());
        let black = sketch(&built.position, &[Edit::SideToMove("black".into())]).unwrap();
        assert_eq!(black.position, "7k/Q7/5K2/8/8/8/8/8 b - - 0 1");
    }

    #[test]
    fn faults_are_told_together_with_the_board() {
        let faulty = sketch("8/8/8/8/8/8/8/kK5P b", &[]).unwrap();
        assert_eq!(reasons(&faulty.flaws), ["PAWN_ON_END_RANK", "KINGS_TOUCH"]);
        assert_eq!(faulty.diagram.cells[56].piece.as_deref(), Some("bK"));
        assert_eq!(faulty.canonical, None);
    }

    #[test]
    fn an_edit_that_cannot_be_made_says_why() {
        let reason = |edit| sketch("8/8/8/8/8/8/8/8", &[edit]).unwrap_err().0[0].reason;
        assert_eq!(reason(put("wX", "a1")), "NO_SUCH_PIECE");
        assert_eq!(reason(put("wK", "i9")), "NO_SUCH_SQUARE");
        assert_eq!(reason(Edit::Remove { square: "a1".into() }), "EMPTY_SQUARE");
        assert_eq!(reason(Edit::SideToMove("green".into())), "NO_SUCH_SIDE");
    }
}
