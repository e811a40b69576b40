use tablero_api::v1 as pb;
use tablero_api::v1::game_option::{self, Choices, Kind, Number};
use tablero_game::{Choice, Entry, GameOption, Level, OptionKind, Side};

use crate::error::{Error, Result};
use crate::problem::most_moves;
use crate::rpc::board;

/// The register, for clients to offer its games.
pub(super) fn list() -> Result<pb::ListGamesResponse> {
    let games = tablero_game::games().iter().map(game).collect::<Result<_>>()?;
    Ok(pb::ListGamesResponse { games })
}

fn game(entry: &Entry) -> Result<pb::Game> {
    let start = entry.start("").map_err(|faults| Error::Internal(faults.into()))?;
    Ok(pb::Game {
        name: entry.name.to_owned(),
        options: entry.options.iter().map(option).collect(),
        sides: Side::ALL.map(|side| entry.side_name(side).to_owned()).into(),
        pieces: entry.pieces.iter().map(ToString::to_string).collect(),
        levels: Level::ALL.map(|level| level.to_string()).into(),
        max_problem_moves: most_moves(entry),
        start: Some(board::diagram(start.diagram())),
    })
}

fn option(option: &GameOption) -> pb::GameOption {
    let kind = match option.kind {
        OptionKind::Number { min, max, step } => Kind::Number(Number { min, max, step }),
        OptionKind::One(list) => Kind::One(choices(list)),
        OptionKind::Some(list) => Kind::Some(choices(list)),
        OptionKind::PerSide { min, max } => Kind::PerSide(Number { min, max, step: 1 }),
    };
    pb::GameOption {
        name: option.name.to_owned(),
        about: option.about.to_owned(),
        default_value: option.default.to_owned(),
        kind: Some(kind),
    }
}

fn choices(list: &[Choice]) -> Choices {
    let choice =
        |choice: &Choice| game_option::Choice { value: choice.value.into(), about: choice.about.into() };
    Choices { choices: list.iter().map(choice).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_option_is_told() {
        const CHOICES: &[Choice] =
            &[Choice { value: "h", about: "rows" }, Choice { value: "v", about: "columns" }];
        let told = |kind| {
            let told = option(&GameOption { name: "size", about: "How large.", kind, default: "8" });
            assert_eq!((told.name.as_str(), told.default_value.as_str()), ("size", "8"));
            told.kind.unwrap()
        };
        let number = Number { min: 4, max: 16, step: 2 };
        assert_eq!(told(OptionKind::Number { min: 4, max: 16, step: 2 }), Kind::Number(number));
        let per_side = Number { min: 0, max: 9, step: 1 };
        assert_eq!(told(OptionKind::PerSide { min: 0, max: 9 }), Kind::PerSide(per_side));
        let (one, some) = (told(OptionKind::One(CHOICES)), told(OptionKind::Some(CHOICES)));
        assert_eq!((one, some), (Kind::One(choices(CHOICES)), Kind::Some(choices(CHOICES))));
        let words: Vec<_> = choices(CHOICES).choices.into_iter().map(|c| (c.value, c.about)).collect();
        assert_eq!(words, [("h".into(), "rows".into()), ("v".into(), "columns".into())]);
    }
}
