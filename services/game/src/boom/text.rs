use super::{
    Boom, Fault,
    board::{COLUMNS, MOST_MOVES, ROWS, cell, mover},
    fault::name,
    setup::{Setup, row_name},
};
use crate::Side;

/// Reads a position generously and judges it strictly.
///
/// # Errors
/// Every fault of the text and of the position, as far as it could be read.
pub(super) fn read_position(text: &str) -> Result<Boom, Vec<Fault>> {
    let (setup, mut faults) = scan(text);
    match setup.judge() {
        Ok(boom) if faults.is_empty() => Ok(boom),
        Ok(_) => Err(faults),
        Err(_) if faults == [Fault::Nothing] => Err(faults),
        Err(more) => {
            faults.extend(more);
            Err(faults)
        }
    }
}

/// What can be read of the text, and everything that cannot. Without a number the first that fits is
/// taken, without a side to move the one whose move that is.
pub(super) fn scan(text: &str) -> (Setup, Vec<Fault>) {
    let mut setup = Setup::EMPTY;
    let mut faults = Vec::new();
    let (board, rest) = split_board(text);
    if board.is_empty() {
        return (setup, vec![Fault::Nothing]);
    }
    scan_board(&board, &mut setup, &mut faults);
    let mut fields = rest.into_iter().peekable();
    let turn = fields.next_if(|field| !field.starts_with(|sign: char| sign.is_ascii_digit()));
    let turn = turn.map(|field| read_side(field).ok_or_else(|| Fault::UnknownTurn(field.to_owned())));
    let number =
        fields.next().map(|field| read_number(field).ok_or_else(|| Fault::UnknownNumber(field.to_owned())));
    faults.extend(fields.next().map(|field| Fault::Leftover(field.to_owned())));
    match (turn.transpose(), number.transpose()) {
        (Ok(turn), Ok(Some(number))) => {
            (setup.turn, setup.number) = (turn.unwrap_or(mover(number)), number);
        }
        (Ok(Some(turn)), Ok(None)) => {
            setup.turn = turn;
            setup.number = setup.fitting_number();
        }
        (Ok(None), Ok(None)) => {
            let both = Side::ALL.map(|turn| Setup { turn, ..setup.clone() });
            let fitting = both.map(|setup| Setup { number: setup.fitting_number(), ..setup });
            let first = fitting.into_iter().filter(|setup| mover(setup.number) == setup.turn);
            setup = first.min_by_key(|setup| setup.number).unwrap_or(setup);
        }
        (turn, number) => {
            setup.turn = turn.clone().ok().flatten().unwrap_or(setup.turn);
            setup.number = number.clone().ok().flatten().unwrap_or(setup.number);
            faults.extend(turn.err());
            faults.extend(number.err());
        }
    }
    (setup, faults)
}

/// Rows from the top, the side to move, the number of its move.
pub(super) fn write(setup: &Setup) -> String {
    let rows: Vec<String> = (0..ROWS).rev().map(|row| write_row(setup, row)).collect();
    format!("{} {} {}", rows.join("/"), name(setup.turn), setup.number)
}

fn write_row(setup: &Setup, row: u32) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for column in 0..COLUMNS {
        match sign_of(setup, cell(column, row)) {
            Some(sign) => {
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                empty = 0;
                text.push(sign);
            }
            None => empty += 1,
        }
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

fn sign_of(setup: &Setup, at: u64) -> Option<char> {
    let side = Side::ALL.into_iter().find(|&side| setup.discs[side as usize] & at != 0)?;
    Some(match (side, setup.bombs & at != 0) {
        (Side::First, false) => 'x',
        (Side::First, true) => 'X',
        (Side::Second, false) => 'o',
        (Side::Second, true) => 'O',
    })
}

/// The side and whether it is a bomb.
pub(super) fn read_sign(sign: char) -> Option<(Side, bool)> {
    match sign {
        'x' => Some((Side::First, false)),
        'X' => Some((Side::First, true)),
        'o' => Some((Side::Second, false)),
        'O' => Some((Side::Second, true)),
        _ => None,
    }
}

pub(super) fn read_side(text: &str) -> Option<Side> {
    match text.trim().to_lowercase().as_str() {
        "x" | "red" | "rojo" | "rojas" => Some(Side::First),
        "o" | "yellow" | "amarillo" | "amarillas" => Some(Side::Second),
        _ => None,
    }
}

fn read_number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|number| (1..=MOST_MOVES + 1).contains(number))
}

/// The board field, with the spaces inside it removed, and the fields after it.
fn split_board(text: &str) -> (String, Vec<&str>) {
    let mut words = text.trim_matches(|c: char| c.is_whitespace() || c == '"').split_whitespace().peekable();
    let mut board = words.next().unwrap_or_default().to_owned();
    while let Some(word) =
        words.next_if(|word| board.ends_with('/') || word.starts_with('/') || word.contains('/'))
    {
        board.push_str(word);
    }
    (board, words.collect())
}

fn scan_board(text: &str, setup: &mut Setup, faults: &mut Vec<Fault>) {
    let rows: Vec<&str> = text.trim_end_matches('/').split('/').collect();
    if rows.len() != ROWS as usize {
        faults.push(Fault::RowCount(rows.len()));
    }
    for (signs, row) in rows.into_iter().zip((0..ROWS).rev()) {
        let mut column = 0u32;
        for sign in signs.chars() {
            match (read_sign(sign), sign) {
                (Some((side, bomb)), _) => {
                    if column < COLUMNS {
                        setup.discs[side as usize] |= cell(column, row);
                        setup.bombs |= if bomb { cell(column, row) } else { 0 };
                    }
                    column += 1;
                }
                (None, '.' | '-') => column += 1,
                (None, '1'..='7') => column += sign as u32 - '0' as u32,
                _ => faults.push(Fault::UnknownPiece { sign, row: row_name(row) }),
            }
        }
        if column != COLUMNS {
            faults.push(Fault::RowLength { row: row_name(row), cells: column as usize });
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn reasons(text: &str) -> Vec<&'static str> {
        read_position(text).unwrap_err().iter().map(Fault::reason).collect()
    }

    fn written(text: &str) -> String {
        write(&Setup::from(&read_position(text).unwrap()))
    }

    #[test]
    fn missing_fields_take_what_fits() {
        assert_eq!(written("7/7/7/7/7/7/7"), "7/7/7/7/7/7/7 x 1");
        assert_eq!(written("7/7/7/7/7/7/...x..."), "7/7/7/7/7/7/3x3 o 2");
        assert_eq!(written("7/7/7/7/7/7/3x3 x"), "7/7/7/7/7/7/3x3 x 16");
        assert_eq!(written(" 7/7/7/7 /7/7/ 3x3 20"), "7/7/7/7/7/7/3x3 x 20");
    }

    #[test]
    fn every_fault_of_the_text_is_named() {
        assert_eq!(reasons(" "), ["NOTHING"]);
        assert_eq!(
            reasons("7/7/7/7/8/xz5 green 900 7"),
            [
                "ROW_COUNT",
                "UNKNOWN_PIECE",
                "ROW_LENGTH",
                "UNKNOWN_PIECE",
                "ROW_LENGTH",
                "LEFTOVER",
                "UNKNOWN_TURN",
                "UNKNOWN_NUMBER",
                "FLOATING",
                "MANY_PIECES"
            ]
        );
        assert_eq!(reasons("7/7/7/7/7/7/7 x 0"), ["UNKNOWN_NUMBER"]);
    }

    #[test]
    fn every_fault_of_the_position_is_named() {
        assert_eq!(reasons("7/7/7/7/7/3x3/7 x 20"), ["FLOATING"]);
        assert_eq!(reasons("7/7/7/7/7/7/XX5 x 20"), ["MANY_BOMBS"]);
        assert_eq!(reasons("7/7/7/7/7/7/7 o 1"), ["WRONG_TURN"]);
        assert_eq!(reasons("7/7/7/7/7/7/xx5 x 4"), ["MANY_PIECES", "MISSING_PIECES"]);
        assert_eq!(reasons("7/7/7/7/7/7/xoo4 x 5"), ["MISSING_PIECES"]);
        assert_eq!(reasons("7/7/7/7/7/7/xoO4 x 4"), ["EARLY_BOMB"]);
        assert_eq!(
            read_position("7/7/7/7/7/7/xxx4 o 6").unwrap_err()[0].to_string(),
            "o has 0 pieces, and before move 6 it dropped 2 and nothing can have gone"
        );
    }

    proptest! {
        #[test]
        fn no_text_panics_the_reader(text in any::<String>()) {
            let _ = read_position(&text);
        }

        #[test]
        fn no_almost_position_panics_the_reader(text in "[xoXO1-9/. ]{0,70} ?[xoz]{0,2} ?[0-9]{0,6}") {
            if let Ok(boom) = read_position(&text) {
                prop_assert_eq!(read_position(&write(&Setup::from(&boom))), Ok(boom));
            }
        }
    }
}
