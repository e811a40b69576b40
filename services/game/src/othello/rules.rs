use super::{
    Othello, Play,
    fault::{Fault, name},
    read,
    settings::{OPTIONS, Settings},
    setup::Setup,
    sketch, text,
};
use crate::{
    Caption, Diagram, Edit, Faults, Flaw, Game, GameOption, Language, MarkKind, Outcome, Refused, Side,
    Sketch,
};

impl Game for Othello {
    type Move = Play;

    const NAME: &'static str = "othello";
    const OPTIONS: &'static [GameOption] = OPTIONS;
    const PIECES: &'static [&'static str] = &["x", "o"];
    const ENDED_LEAVES: u64 = 1;

    fn start(rules: &str) -> Result<Othello, Faults> {
        let start = Othello::standard(Settings::read(rules)?);
        match start.unfit() {
            None => Ok(start),
            Some(flaw) => Err(Faults(vec![flaw])),
        }
    }

    fn lay_out(rules: &str) -> Result<Othello, Faults> {
        Ok(Othello::standard(Settings::read(rules)?))
    }

    fn decode(rules: &str, text: &str) -> Result<Othello, Faults> {
        let setup = text::read(Settings::read(rules)?, text)?;
        if setup.cells.iter().all(Option::is_none) {
            return Err(Fault::EmptyBoard.into());
        }
        Ok(setup.position())
    }

    fn sketch(rules: &str, text: &str, edits: &[Edit]) -> Result<Sketch, Faults> {
        sketch::sketch(Settings::read(rules)?, text, edits)
    }

    fn encode(&self) -> String {
        text::write(&Setup::of(self))
    }

    fn rules(&self) -> String {
        self.settings.to_string()
    }

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn side_name(side: Side) -> &'static str {
        name(side)
    }

    fn side_sign(side: Side) -> &'static str {
        match side {
            Side::First => "x",
            Side::Second => "o",
        }
    }

    fn legal_moves_into(&self, moves: &mut Vec<Play>) {
        if self.can_place() {
            self.places(moves);
        } else if self.can_wait() {
            moves.push(Play::Pass);
        }
    }

    fn play_unchecked(&mut self, play: Play) {
        self.make(play);
    }

    /// A pass is forced and no move of one's own.
    fn spends(&self, play: Play) -> bool {
        play != Play::Pass
    }

    fn score(&self, side: Side) -> Option<u32> {
        Some(self.count(side))
    }

    fn outcome(&self) -> Option<Outcome> {
        (!self.can_place() && !self.can_wait()).then(|| self.result())
    }

    fn unfit(&self) -> Option<Flaw> {
        let setup = Setup::of(self);
        let blocked = || {
            let one_axis = self.settings.axes.to_string().len() == 1;
            one_axis && self.empties() > 2 && self.ends_within(2)
        };
        setup.faults().into_iter().next().or_else(|| blocked().then_some(Fault::TooShort)).map(Flaw::from)
    }

    fn read(&self, text: &str, language: Language) -> Result<Play, Refused> {
        read::read(self, text, language)
    }

    fn write(&self, play: Play) -> String {
        match play {
            Play::Pass => "pass".to_owned(),
            Play::Place { square, skip: false } => square.to_string(),
            Play::Place { square, skip: true } => format!("{square}+skip"),
        }
    }

    fn squares(&self, play: Play) -> (Option<String>, Option<String>) {
        match play {
            Play::Pass => (None, None),
            Play::Place { square, .. } => (None, Some(square.to_string())),
        }
    }

    /// The difference of the discs.
    fn appraise(&self) -> i32 {
        self.count(self.turn) as i32 - self.count(self.turn.other()) as i32
    }

    fn diagram(&self) -> Diagram {
        let mut diagram = sketch::diagram(&Setup::of(self));
        if self.outcome().is_some() {
            diagram.captions.retain(|caption| !matches!(caption, Caption::ToMove(_)));
        }
        let mut moves = Vec::new();
        self.places(&mut moves);
        for play in moves {
            if let Play::Place { square, skip: false } = play {
                diagram.mark(&square.to_string(), MarkKind::Legal);
            }
        }
        diagram
    }
}
