use super::{setup::Setup, text::write_cells};
use crate::Side;

/// The text that two set-ups share exactly when they are the same problem: under the symmetries of the
/// square, which carry the axes along, and under exchange of the colours. Black is always to move in it,
/// and only the skips that are left matter.
pub(super) fn canonical(setup: &Setup) -> String {
    let exchanged = setup.turn == Side::Second;
    let cells: Vec<Option<Side>> =
        setup.cells.iter().map(|cell| cell.map(|side| if exchanged { side.other() } else { side })).collect();
    let [mut first, mut second] = setup.left;
    if exchanged {
        (first, second) = (second, first);
    }
    let board = (0..8).map(|symmetry| image(setup, &cells, symmetry)).min().unwrap_or_default();
    format!("{board} {first},{second}")
}

/// The axes and the board, mirrored and transposed as the bits of `symmetry` say.
fn image(setup: &Setup, cells: &[Option<Side>], symmetry: u8) -> String {
    let size = usize::from(setup.settings.size);
    let transposed = symmetry & 4 != 0;
    let from = |row: usize, column: usize| {
        let row = if symmetry & 1 != 0 { size - 1 - row } else { row };
        let column = if symmetry & 2 != 0 { size - 1 - column } else { column };
        if transposed { cells[column * size + row] } else { cells[row * size + column] }
    };
    let cells: Vec<Option<Side>> = (0..size * size).map(|at| from(at / size, at % size)).collect();
    let axes = setup.settings.axes;
    let axes = if transposed { axes.transposed() } else { axes };
    format!("{axes} {}", write_cells(&cells, setup.settings.size))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{settings::Settings, text::read},
        *,
    };

    fn form(rules: &str, text: &str) -> String {
        canonical(&read(Settings::read(rules).unwrap(), text).unwrap())
    }

    #[test]
    fn turned_mirrored_and_recoloured_set_ups_are_the_same() {
        let forms = [
            "xo2/4/4/4 x",
            "2ox/4/4/4 x",
            "4/4/4/xo2 x",
            "4/4/4/2ox x",
            "x3/o3/4/4 x",
            "4/4/3o/3x x",
            "ox2/4/4/4 o",
            "o3/x3/4/4 o",
        ]
        .map(|text| form("size=4", text));
        assert!(forms.iter().all(|other| *other == forms[0]), "{forms:?}");
        assert_ne!(form("size=4", "xo2/4/4/4 x"), form("size=4", "xo2/4/4/4 o"));
        assert_ne!(form("size=4", "xo2/4/4/4 x"), form("size=4", "1xo1/4/4/4 x"));
    }

    #[test]
    fn the_axes_turn_with_the_board() {
        assert_eq!(form("size=4 axes=h", "xo2/4/4/4 x"), form("size=4 axes=v", "x3/o3/4/4 x"));
        assert_ne!(form("size=4 axes=h", "xo2/4/4/4 x"), form("size=4 axes=v", "xo2/4/4/4 x"));
        assert_ne!(form("size=4 axes=hd", "xo2/4/4/4 x"), form("size=4", "xo2/4/4/4 x"));
    }

    #[test]
    fn skips_belong_to_their_side_and_only_those_left_matter() {
        let left = |rules, text| form(rules, text);
        assert_eq!(left("size=4 skips=1,0", "xo2/4/4/4 x"), left("size=4 skips=0,1", "ox2/4/4/4 o"));
        assert_eq!(left("size=4 skips=2,0", "xo2/4/4/4 x 1,0"), left("size=4 skips=1,0", "xo2/4/4/4 x"));
        assert_ne!(left("size=4 skips=1,0", "xo2/4/4/4 x"), left("size=4 skips=0,1", "xo2/4/4/4 x"));
    }
}
