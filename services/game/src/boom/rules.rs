use super::{
    Boom, Play,
    board::{COLUMNS, Ending, ROWS, cells_in_lines},
    fault::name,
    read::read_move,
    setup::{Setup, cell_name, cells, row_name},
    sketch::sketch,
    text::{read_position, write},
};
use crate::{
    Caption, Diagram, Edit, Faults, Game, GameOption, Ground, Language, MarkKind, Outcome, Refused, Side,
    Sketch,
};

impl Game for Boom {
    type Move = Play;

    const NAME: &'static str = "boom";
    const OPTIONS: &'static [GameOption] = &[];
    const PIECES: &'static [&'static str] = &["x", "bomb-x", "o", "bomb-o"];
    const ENDED_LEAVES: u64 = 1;
    const MOST_PROBLEM_MOVES: u8 = 6;

    fn start(rules: &str) -> Result<Boom, Faults> {
        no_options(rules)?;
        Ok(Boom::START)
    }

    fn decode(rules: &str, text: &str) -> Result<Boom, Faults> {
        no_options(rules)?;
        Ok(read_position(text)?)
    }

    fn sketch(rules: &str, text: &str, edits: &[Edit]) -> Result<Sketch, Faults> {
        no_options(rules)?;
        sketch(text, edits)
    }

    fn encode(&self) -> String {
        write(&Setup::from(self))
    }

    fn rules(&self) -> String {
        String::new()
    }

    fn side_to_move(&self) -> Side {
        self.side()
    }

    fn side_name(side: Side) -> &'static str {
        name(side)
    }

    fn legal_moves_into(&self, moves: &mut Vec<Play>) {
        if self.ending == Ending::Open {
            moves.extend(
                (0..COLUMNS).filter(|&column| self.is_open(column)).map(|column| Play::Drop(column as u8)),
            );
            moves.extend((self.bomb_of(self.side()) != 0).then_some(Play::Boom));
        }
    }

    fn play_unchecked(&mut self, play: Play) {
        match play {
            Play::Drop(column) => self.drop_disc(column.into()),
            Play::Boom => self.set_off(),
        }
    }

    /// Problems count turns: the second move of a turn ends it. At the beginning the first does.
    fn spends(&self, _play: Play) -> bool {
        !self.next.is_multiple_of(2)
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.ending {
            Ending::Open => None,
            Ending::Line(side) => Some(Outcome::Win { side, by: "line" }),
            Ending::Stuck(side) => Some(Outcome::Win { side, by: "no_move" }),
            Ending::Abandoned => Some(Outcome::Draw { by: "move_limit" }),
        }
    }

    fn read(&self, text: &str, _language: Language) -> Result<Play, Refused> {
        read_move(self, text)
    }

    fn write(&self, play: Play) -> String {
        match play {
            Play::Drop(column) => (column + 1).to_string(),
            Play::Boom => "boom".to_owned(),
        }
    }

    /// A column is chosen, not a square.
    fn squares(&self, _play: Play) -> (Option<String>, Option<String>) {
        (None, None)
    }

    fn appraise(&self) -> i32 {
        super::centre(self, self.side()) - super::centre(self, self.side().other())
    }

    fn diagram(&self) -> Diagram {
        let mut diagram = board_diagram(&Setup::from(self));
        for at in cells(self.discs.into_iter().map(cells_in_lines).fold(0, |all, line| all | line)) {
            diagram.mark(&cell_name(at), MarkKind::Square);
        }
        diagram.captions.push(Caption::ToMove(name(self.side())));
        let bomb = if self.next_drop_is_bomb() { " boom" } else { "" };
        diagram.captions.push(Caption::Text(format!("#{}{bomb}", self.next)));
        diagram
    }
}

/// The board alone, whether or not it is a position. Columns have the numbers that moves are written in.
pub(super) fn board_diagram(setup: &Setup) -> Diagram {
    let mut diagram = Diagram::empty(COLUMNS as u8, ROWS as u8, Ground::Holes);
    diagram.column_names = (1..=COLUMNS).map(|column| column.to_string()).collect();
    diagram.row_names = (0..ROWS).rev().map(|row| row_name(row).to_string()).collect();
    for side in Side::ALL {
        for at in cells(setup.discs[side as usize]) {
            let (column, row) = (at / 8, at % 8);
            let bomb = if setup.bombs & 1 << at != 0 { "bomb-" } else { "" };
            let index = (ROWS - 1 - row) * COLUMNS + column;
            diagram.cells[index as usize].piece = Some(format!("{bomb}{}", name(side)));
        }
    }
    diagram
}

fn no_options(rules: &str) -> Result<(), Faults> {
    match rules.trim() {
        "" => Ok(()),
        other => Err(Faults::one("BAD_RULES", format!("boom has no options, but \"{other}\" was given"))),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{laws, perft};

    fn boom(text: &str) -> Boom {
        Boom::decode("", text).unwrap()
    }

    #[test]
    fn every_line_to_the_seventh_move_is_counted() {
        assert_eq!(
            [1, 2, 3, 4, 5, 6, 7].map(|depth| perft(&Boom::START, depth)),
            [7, 49, 343, 2401, 16807, 117_649, 823_543]
        );
        // Seven moves in one column fill it, and 8964 lines have ended by then.
        assert_eq!(perft(&Boom::START, 8), (823_543 - 8964) * 7 - 7 + 8964);
    }

    #[test]
    fn a_line_wins_whoever_moved() {
        let first = boom("7/7/7/7/7/7/xxxx3 x 20");
        assert_eq!(first.outcome(), Some(Outcome::Win { side: Side::First, by: "line" }));
        assert!(first.legal_moves().is_empty());
        // What x takes away completes the diagonal of o.
        let mut given = boom("7/7/7/3o3/1oox3/oxxo3/Xoxx3 x 21");
        assert_eq!(given.outcome(), None);
        given.play_unchecked(Play::Boom);
        assert_eq!(given.encode(), "7/7/7/3o3/2ox3/1oxo3/oxxx3 o 22");
        assert_eq!(given.outcome(), Some(Outcome::Win { side: Side::Second, by: "line" }));
    }

    #[test]
    fn who_set_off_the_bomb_wins_when_both_have_lines() {
        let mut both = boom("7/7/7/3o3/1oox3/oxxo3/Xoxxx2 x 21");
        assert_eq!(both.outcome(), None);
        both.play_unchecked(Play::Boom);
        assert_eq!(both.outcome(), Some(Outcome::Win { side: Side::First, by: "line" }));
        assert_eq!(both.diagram().marks.len(), 8);
    }

    #[test]
    fn who_cannot_move_loses_and_a_bomb_is_a_move() {
        let full = "ooxxoox/xxooxxo/ooxxoox/xxooxxo/ooxxoox/xxooxxo/ooxxoox";
        let stuck = boom(&format!("{full} x 100"));
        assert_eq!(stuck.outcome(), Some(Outcome::Win { side: Side::Second, by: "no_move" }));
        let armed = boom(&format!("{} x 100", full.replacen("ooxx", "ooXx", 1)));
        assert_eq!((armed.outcome(), armed.legal_moves()), (None, vec![Play::Boom]));
    }

    #[test]
    fn nobody_plays_on_after_512_moves() {
        assert_eq!(boom("7/7/7/7/7/7/7 x 513").outcome(), Some(Outcome::Draw { by: "move_limit" }));
    }

    #[test]
    fn the_diagram_shows_pieces_bombs_lines_and_turn() {
        let diagram = boom("7/7/7/7/7/7/xxxX1oO o 30").diagram();
        assert_eq!((diagram.columns, diagram.rows, diagram.ground), (7, 7, Ground::Holes));
        assert_eq!(diagram.cells[45].piece.as_deref(), Some("bomb-x"));
        assert_eq!(diagram.cells[48].piece.as_deref(), Some("bomb-o"));
        assert_eq!(diagram.name_of(45).as_deref(), Some("4a"));
        assert_eq!(diagram.marks.len(), 4);
        assert_eq!(diagram.captions, [Caption::ToMove("o"), Caption::Text("#30".into())]);
        assert_eq!(boom("7/7/7/7/7/7/7 x 28").diagram().captions[1], Caption::Text("#28 boom".into()));
    }

    /// Columns of random height and owners, at most a bomb a side, at a number that allows them.
    fn setups() -> impl Strategy<Value = Boom> {
        (
            prop::collection::vec((0u32..=7, any::<u8>()), 7),
            any::<[Option<prop::sample::Index>; 2]>(),
            60u16..500,
        )
            .prop_map(|(columns, bombs, number)| {
                let mut discs = [0; 2];
                for (column, (height, owners)) in (0..).zip(columns) {
                    for row in 0..height {
                        discs[usize::from(owners >> row & 1)] |= super::super::board::cell(column, row);
                    }
                }
                let armed = discs.into_iter().zip(bombs).filter_map(|(discs, bomb)| {
                    let own: Vec<u32> = cells(discs).collect();
                    (!own.is_empty()).then_some(bomb).flatten().map(|bomb| 1 << bomb.get(&own))
                });
                let bombs = armed.fold(0, |bombs, bomb: u64| bombs | bomb);
                Boom::new(discs, bombs, number)
            })
            .prop_filter("a side has more pieces than moves", |boom| {
                boom.discs.iter().all(|discs| discs.count_ones() < 29)
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn the_laws_hold_along_random_games(picks in prop::collection::vec(0usize..300, 1..90)) {
            prop_assert_eq!(laws::hold_along(Boom::START, picks), Ok(()));
        }

        #[test]
        fn the_laws_hold_from_random_set_ups(boom in setups(), picks in prop::collection::vec(0usize..300, 1..40)) {
            prop_assert_eq!(laws::hold_along(boom, picks), Ok(()));
        }
    }
}
