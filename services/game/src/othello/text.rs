use super::{
    fault::Fault,
    settings::{Settings, shown, skips},
    setup::Setup,
};
use crate::Side;

/// Reads `8/8/8/3ox3/3xo3/8/8/8 x 0,0`. Without a side black is to move, without skips all are left.
///
/// # Errors
/// Every fault of the text.
pub(super) fn read(settings: Settings, text: &str) -> Result<Setup, Vec<Fault>> {
    let mut setup = Setup::empty(settings);
    let mut words = text.split_whitespace();
    let Some(board) = words.next() else {
        return Err(vec![Fault::Nothing]);
    };
    let mut faults = read_board(&mut setup, board);
    if let Some(word) = words.next() {
        match read_side(word) {
            Some(side) => setup.turn = side,
            None => faults.push(Fault::UnknownTurn(shown(word))),
        }
    }
    if let Some(word) = words.next() {
        match skips(word) {
            Some(left) => setup.left = left,
            None => faults.push(Fault::BadSkips(shown(word))),
        }
    }
    for side in Side::ALL {
        let (left, granted) = (setup.left[side as usize], settings.skips[side as usize]);
        if left > granted {
            faults.push(Fault::ManySkips { side, left, granted });
        }
    }
    faults.extend(words.next().map(|word| Fault::Leftover(shown(word))));
    if faults.is_empty() { Ok(setup) } else { Err(faults) }
}

fn read_board(setup: &mut Setup, text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let size = setup.settings.size();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(setup.settings.size) {
        return vec![Fault::RowCount { rows: rows.len(), size }];
    }
    for (at, row) in rows.into_iter().enumerate() {
        let cells = &mut setup.cells[at * size as usize..][..size as usize];
        faults.extend(read_row(row, at + 1, cells));
    }
    faults
}

fn read_row(text: &str, row: usize, cells: &mut [Option<Side>]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let (mut squares, mut run) = (0u64, 0u64);
    for sign in text.chars() {
        if let Some(digit) = sign.to_digit(10) {
            run = run.saturating_mul(10).saturating_add(digit.into());
            continue;
        }
        squares = squares.saturating_add(std::mem::take(&mut run));
        let side = match sign {
            'x' | 'X' => Some(Side::First),
            'o' | 'O' => Some(Side::Second),
            '-' | '.' => None,
            _ => {
                faults.push(Fault::UnknownDisc { sign, row });
                None
            }
        };
        if let Some(cell) = usize::try_from(squares).ok().and_then(|at| cells.get_mut(at)) {
            *cell = side;
        }
        squares = squares.saturating_add(1);
    }
    squares = squares.saturating_add(run);
    if squares != cells.len() as u64 {
        faults.push(Fault::RowLength { row, squares, size: cells.len() as u32 });
    }
    faults
}

/// Reads `x`, `black` or `b`, and `o`, `white` or `w`.
pub(super) fn read_side(text: &str) -> Option<Side> {
    match text.trim().to_lowercase().as_str() {
        "x" | "b" | "black" => Some(Side::First),
        "o" | "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

pub(super) const fn sign(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

pub(super) fn write(setup: &Setup) -> String {
    let [first, second] = setup.left;
    format!("{} {} {first},{second}", write_cells(&setup.cells, setup.settings.size), sign(setup.turn))
}

pub(super) fn write_cells(cells: &[Option<Side>], size: u8) -> String {
    cells.chunks(usize::from(size)).map(write_row).collect::<Vec<_>>().join("/")
}

fn write_row(cells: &[Option<Side>]) -> String {
    let mut text = String::new();
    for run in cells.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match run[0] {
            Some(side) => text.push(sign(side)),
            None => text += &run.len().to_string(),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reasons(rules: &str, text: &str) -> Vec<&'static str> {
        let settings = Settings::read(rules).unwrap();
        read(settings, text).unwrap_err().iter().map(Fault::reason).collect()
    }

    #[test]
    fn positions_are_written_as_they_are_read() {
        for (rules, text) in [
            ("", "8/8/8/3ox3/3xo3/8/8/8 x 0,0"),
            ("size=4 skips=2,0", "xo2/4/4/ooox o 1,0"),
            ("size=12", "12/12/x10o/12/12/12/12/12/12/12/12/11o x 0,0"),
        ] {
            assert_eq!(write(&read(Settings::read(rules).unwrap(), text).unwrap()), text);
        }
    }

    #[test]
    fn what_is_left_out_is_the_start_of_a_game() {
        let settings = Settings::read("size=4 skips=2,1").unwrap();
        assert_eq!(write(&read(settings, " 4/1OX1/.XO-/4 ").unwrap()), "4/1ox1/1xo1/4 x 2,1");
        assert_eq!(Setup::standard(settings), read(settings, "4/1ox1/1xo1/4").unwrap());
    }

    #[test]
    fn every_fault_of_the_text_is_named() {
        assert_eq!(reasons("", ""), ["NOTHING"]);
        assert_eq!(
            reasons("", "8/8/8 z 1,1 more"),
            ["ROW_COUNT", "UNKNOWN_TURN", "MANY_SKIPS", "MANY_SKIPS", "LEFTOVER"]
        );
        assert_eq!(
            reasons("size=4", "5/xq2/99999999999999999999999x/4 x 1"),
            ["ROW_LENGTH", "UNKNOWN_DISC", "ROW_LENGTH", "BAD_SKIPS"]
        );
    }
}
