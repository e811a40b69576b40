use super::{Boom, Play, board::COLUMNS, board::Ending};
use crate::Refused;

/// Reads a move as people type it: the number of a column, perhaps with a word before it, or `boom`.
pub(super) fn read_move(boom: &Boom, text: &str) -> Result<Play, Refused> {
    let shown: String = text.trim().chars().take(40).collect();
    let word = text.trim().to_lowercase();
    let word = word.trim_matches(|sign: char| sign.is_whitespace() || "#.!¡?()".contains(sign));
    if matches!(
        word,
        "boom" | "bomb" | "bomba" | "bum" | "explode" | "explota" | "detonate" | "detonar" | "💣" | "💥"
    ) {
        return match boom.ending {
            Ending::Open if boom.bomb_of(boom.side()) == 0 => {
                Err(Refused::Rule("you have no bomb on the board".to_owned()))
            }
            Ending::Open => Ok(Play::Boom),
            _ => Err(Refused::GameOver),
        };
    }
    let column = ["drop", "column", "col", "columna", "c"]
        .into_iter()
        .find_map(|before| word.strip_prefix(before).filter(|rest| !rest.starts_with(char::is_alphabetic)))
        .map_or(word, |rest| {
            rest.trim_start_matches(|sign: char| sign.is_whitespace() || "#.:".contains(sign))
        });
    if column.is_empty() || column.len() > 3 || !column.chars().all(|sign| sign.is_ascii_digit()) {
        return Err(Refused::Unreadable(shown));
    }
    if boom.ending != Ending::Open {
        return Err(Refused::GameOver);
    }
    match column.parse::<u8>().ok().and_then(|number| number.checked_sub(1)) {
        Some(index) if u32::from(index) >= COLUMNS => Err(no_such_column()),
        Some(index) if boom.is_open(index.into()) => Ok(Play::Drop(index)),
        Some(index) => Err(Refused::Rule(format!("column {} is full", index + 1))),
        None => Err(no_such_column()),
    }
}

fn no_such_column() -> Refused {
    Refused::Rule("there are columns 1 to 7".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{super::text::read_position, *};

    #[test]
    fn moves_are_read_as_people_type_them() {
        for text in ["3", " 3 ", "3.", "#3", "drop 3", "Column 3", "columna 3", "col. 3", "c3", "03"] {
            assert_eq!(read_move(&Boom::START, text), Ok(Play::Drop(2)), "{text}");
        }
        let armed = read_position("7/7/7/7/7/7/Xo5 x 20").unwrap();
        for text in ["boom", "BOOM!", "¡Bomba!", "💥", " bomb "] {
            assert_eq!(read_move(&armed, text), Ok(Play::Boom), "{text}");
        }
    }

    #[test]
    fn a_refusal_says_why() {
        let full = read_position("x6/o6/x6/o6/x6/o6/x6 x 20").unwrap();
        let reason = |boom: &Boom, text: &str| read_move(boom, text).unwrap_err().to_string();
        assert_eq!(reason(&full, "1"), "column 1 is full");
        assert_eq!(reason(&full, "8"), "there are columns 1 to 7");
        assert_eq!(reason(&full, "0"), "there are columns 1 to 7");
        assert_eq!(reason(&full, "boom"), "you have no bomb on the board");
        for text in ["", "d4", "one", "-1", "1 2", "99999999999", "columns"] {
            assert_eq!(read_move(&full, text).unwrap_err().reason(), "UNREADABLE", "{text}");
        }
        let over = read_position("7/7/7/7/7/7/xxxx3 x 20").unwrap();
        assert_eq!(read_move(&over, "5"), Err(Refused::GameOver));
        assert_eq!(read_move(&over, "boom"), Err(Refused::GameOver));
    }
}
