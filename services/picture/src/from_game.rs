use crate::{Arrow, Caption, Cell, Diagram, Ground, Mark, MarkKind};

impl From<tablero_game::Diagram> for Diagram {
    fn from(game: tablero_game::Diagram) -> Diagram {
        Diagram {
            columns: game.columns,
            rows: game.rows,
            ground: match game.ground {
                tablero_game::Ground::Chequered => Ground::Chequered,
                tablero_game::Ground::Plain => Ground::Plain,
                tablero_game::Ground::Holes => Ground::Holes,
            },
            column_names: game.column_names,
            row_names: game.row_names,
            cells: game
                .cells
                .into_iter()
                .map(|cell| Cell { piece: cell.piece, dimmed: cell.dimmed })
                .collect(),
            marks: game.marks.into_iter().map(mark).collect(),
            arrows: game.arrows.iter().map(|arrow| Arrow { from: arrow.from, to: arrow.to }).collect(),
            captions: game.captions.into_iter().map(caption).collect(),
        }
    }
}

fn mark(mark: tablero_game::Mark) -> Mark {
    let kind = match mark.kind {
        tablero_game::MarkKind::LastMove => MarkKind::LastMove,
        tablero_game::MarkKind::Check => MarkKind::Check,
        tablero_game::MarkKind::Legal => MarkKind::Legal,
        tablero_game::MarkKind::Square => MarkKind::Square,
    };
    Mark { cell: mark.cell, kind }
}

fn caption(caption: tablero_game::Caption) -> Caption {
    match caption {
        tablero_game::Caption::ToMove(side) => Caption::ToMove(side.to_owned()),
        tablero_game::Caption::MateIn(moves) => Caption::MateIn(moves),
        tablero_game::Caption::MovesLeft(moves) => Caption::MovesLeft(moves),
        tablero_game::Caption::Text(text) => Caption::Text(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_of_a_game_becomes_the_board_that_is_drawn() {
        let mut game = tablero_game::Diagram::empty(8, 8, tablero_game::Ground::Chequered);
        game.cells[4].piece = Some("bK".into());
        game.mark("e4", tablero_game::MarkKind::Check);
        game.arrow("a1", "a8");
        game.captions.push(tablero_game::Caption::ToMove("white"));
        let mut expected = Diagram::empty(8, 8, Ground::Chequered);
        expected.cells[4].piece = Some("bK".into());
        expected.marks.push(Mark { cell: 36, kind: MarkKind::Check });
        expected.arrows.push(Arrow { from: 56, to: 0 });
        expected.captions.push(Caption::ToMove("white".into()));
        assert_eq!(Diagram::from(game), expected);
    }
}
