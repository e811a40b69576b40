use poise::ChoiceParameter;
use tablero_api::v1::{LeaderboardKind, Period, ProblemOrder, ScoreColumn, SolvedFilter};

use crate::panels::share::As;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum Level {
    #[name = "easy"]
    #[name_localized("es-ES", "fácil")]
    #[name_localized("es-419", "fácil")]
    Easy,
    #[name = "normal"]
    Normal,
    #[name = "hard"]
    #[name_localized("es-ES", "difícil")]
    #[name_localized("es-419", "difícil")]
    Hard,
    #[name = "expert"]
    #[name_localized("es-ES", "experta")]
    #[name_localized("es-419", "experta")]
    Expert,
}

impl Level {
    pub(super) fn word(self) -> String {
        match self {
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
        .into()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum Seat {
    #[name = "I move first"]
    #[name_localized("es-ES", "Empiezo yo")]
    #[name_localized("es-419", "Empiezo yo")]
    First,
    #[name = "The other moves first"]
    #[name_localized("es-ES", "Empieza el otro")]
    #[name_localized("es-419", "Empieza el otro")]
    Second,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum Order {
    #[name = "newest"]
    #[name_localized("es-ES", "más nuevos")]
    #[name_localized("es-419", "más nuevos")]
    Newest,
    #[name = "hardest"]
    #[name_localized("es-ES", "más difíciles")]
    #[name_localized("es-419", "más difíciles")]
    Hardest,
    #[name = "most played"]
    #[name_localized("es-ES", "más jugados")]
    #[name_localized("es-419", "más jugados")]
    MostPlayed,
}

impl From<Order> for ProblemOrder {
    fn from(order: Order) -> ProblemOrder {
        match order {
            Order::Newest => ProblemOrder::Newest,
            Order::Hardest => ProblemOrder::Hardest,
            Order::MostPlayed => ProblemOrder::MostPlayed,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum Solved {
    #[name = "solved by me"]
    #[name_localized("es-ES", "resueltos por mí")]
    #[name_localized("es-419", "resueltos por mí")]
    ByMe,
    #[name = "not solved by me"]
    #[name_localized("es-ES", "sin resolver")]
    #[name_localized("es-419", "sin resolver")]
    NotByMe,
}

impl From<Solved> for SolvedFilter {
    fn from(solved: Solved) -> SolvedFilter {
        match solved {
            Solved::ByMe => SolvedFilter::SolvedByMe,
            Solved::NotByMe => SolvedFilter::NotSolvedByMe,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum Kind {
    #[name = "rating"]
    #[name_localized("es-ES", "puntuación")]
    #[name_localized("es-419", "puntuación")]
    Rating,
    #[name = "problems solved"]
    #[name_localized("es-ES", "problemas resueltos")]
    #[name_localized("es-419", "problemas resueltos")]
    Solved,
    #[name = "streak"]
    #[name_localized("es-ES", "racha")]
    #[name_localized("es-419", "racha")]
    Streak,
    #[name = "composers"]
    #[name_localized("es-ES", "compositores")]
    #[name_localized("es-419", "compositores")]
    Composer,
    #[name = "Othello: best against easy"]
    #[name_localized("es-ES", "Othello: mejor contra fácil")]
    #[name_localized("es-419", "Othello: mejor contra fácil")]
    BestEasy,
    #[name = "Othello: best against normal"]
    #[name_localized("es-ES", "Othello: mejor contra normal")]
    #[name_localized("es-419", "Othello: mejor contra normal")]
    BestNormal,
    #[name = "Othello: best against hard"]
    #[name_localized("es-ES", "Othello: mejor contra difícil")]
    #[name_localized("es-419", "Othello: mejor contra difícil")]
    BestHard,
    #[name = "Othello: best against people"]
    #[name_localized("es-ES", "Othello: mejor contra personas")]
    #[name_localized("es-419", "Othello: mejor contra personas")]
    BestPeople,
    #[name = "Othello: mean against easy"]
    #[name_localized("es-ES", "Othello: media contra fácil")]
    #[name_localized("es-419", "Othello: media contra fácil")]
    MeanEasy,
    #[name = "Othello: mean against normal"]
    #[name_localized("es-ES", "Othello: media contra normal")]
    #[name_localized("es-419", "Othello: media contra normal")]
    MeanNormal,
    #[name = "Othello: mean against hard"]
    #[name_localized("es-ES", "Othello: media contra difícil")]
    #[name_localized("es-419", "Othello: media contra difícil")]
    MeanHard,
    #[name = "Othello: mean against people"]
    #[name_localized("es-ES", "Othello: media contra personas")]
    #[name_localized("es-419", "Othello: media contra personas")]
    MeanPeople,
}

/// What a leaderboard that is kept can be ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum Board {
    #[name = "rating"]
    #[name_localized("es-ES", "puntuación")]
    #[name_localized("es-419", "puntuación")]
    Rating,
    #[name = "problems solved"]
    #[name_localized("es-ES", "problemas resueltos")]
    #[name_localized("es-419", "problemas resueltos")]
    Solved,
    #[name = "streak"]
    #[name_localized("es-ES", "racha")]
    #[name_localized("es-419", "racha")]
    Streak,
    #[name = "composers"]
    #[name_localized("es-ES", "compositores")]
    #[name_localized("es-419", "compositores")]
    Composer,
}

impl From<Board> for LeaderboardKind {
    fn from(board: Board) -> LeaderboardKind {
        match board {
            Board::Rating => LeaderboardKind::Rating,
            Board::Solved => LeaderboardKind::Solved,
            Board::Streak => LeaderboardKind::Streak,
            Board::Composer => LeaderboardKind::Composer,
        }
    }
}

/// What is posted in a Discord server by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum Habit {
    #[name = "the daily problem"]
    #[name_localized("es-ES", "el problema del día")]
    #[name_localized("es-419", "el problema del día")]
    Daily,
    #[name = "the summary of the week"]
    #[name_localized("es-ES", "el resumen de la semana")]
    #[name_localized("es-419", "el resumen de la semana")]
    Week,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum Tongue {
    #[name = "as the server"]
    #[name_localized("es-ES", "el del servidor")]
    #[name_localized("es-419", "el del servidor")]
    Follow,
    #[name = "English"]
    English,
    #[name = "Español"]
    Spanish,
}

impl Tongue {
    pub(super) fn code(self) -> &'static str {
        match self {
            Tongue::Follow => "",
            Tongue::English => "en",
            Tongue::Spanish => "es",
        }
    }
}

/// What a leaderboard is ordered by.
pub(super) enum Ladder {
    Leaders(LeaderboardKind),
    Scores(ScoreColumn),
}

impl From<Kind> for Ladder {
    fn from(kind: Kind) -> Ladder {
        match kind {
            Kind::Rating => Ladder::Leaders(LeaderboardKind::Rating),
            Kind::Solved => Ladder::Leaders(LeaderboardKind::Solved),
            Kind::Streak => Ladder::Leaders(LeaderboardKind::Streak),
            Kind::Composer => Ladder::Leaders(LeaderboardKind::Composer),
            Kind::BestEasy => Ladder::Scores(ScoreColumn::BestEasy),
            Kind::BestNormal => Ladder::Scores(ScoreColumn::BestNormal),
            Kind::BestHard => Ladder::Scores(ScoreColumn::BestHard),
            Kind::BestPeople => Ladder::Scores(ScoreColumn::BestPeople),
            Kind::MeanEasy => Ladder::Scores(ScoreColumn::MeanEasy),
            Kind::MeanNormal => Ladder::Scores(ScoreColumn::MeanNormal),
            Kind::MeanHard => Ladder::Scores(ScoreColumn::MeanHard),
            Kind::MeanPeople => Ladder::Scores(ScoreColumn::MeanPeople),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum Form {
    #[name = "picture"]
    #[name_localized("es-ES", "imagen")]
    #[name_localized("es-419", "imagen")]
    Picture,
    #[name = "animation"]
    #[name_localized("es-ES", "animación")]
    #[name_localized("es-419", "animación")]
    Animation,
    #[name = "FEN"]
    Fen,
    #[name = "PGN"]
    Pgn,
}

impl From<Form> for As {
    fn from(form: Form) -> As {
        match form {
            Form::Picture => As::Picture,
            Form::Animation => As::Animation,
            Form::Fen => As::Position,
            Form::Pgn => As::Notation,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum When {
    #[name = "all time"]
    #[name_localized("es-ES", "siempre")]
    #[name_localized("es-419", "siempre")]
    AllTime,
    #[name = "this month"]
    #[name_localized("es-ES", "este mes")]
    #[name_localized("es-419", "este mes")]
    Month,
    #[name = "this week"]
    #[name_localized("es-ES", "esta semana")]
    #[name_localized("es-419", "esta semana")]
    Week,
}

impl From<When> for Period {
    fn from(when: When) -> Period {
        match when {
            When::AllTime => Period::AllTime,
            When::Month => Period::Month,
            When::Week => Period::Week,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ChoiceParameter)]
pub(super) enum Who {
    #[name = "this server"]
    #[name_localized("es-ES", "este servidor")]
    #[name_localized("es-419", "este servidor")]
    Server,
    #[name = "everyone"]
    #[name_localized("es-ES", "todos")]
    #[name_localized("es-419", "todos")]
    Everyone,
}
