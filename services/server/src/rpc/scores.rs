use tablero_api::v1 as pb;
use tablero_store::{Opponent, Score, ScoreOrder, ScoreRow};

use super::write;

pub(super) fn order(column: pb::ScoreColumn, ascending: bool) -> ScoreOrder {
    use pb::ScoreColumn as Column;
    let (opponent, mean) = match column {
        Column::Unspecified | Column::BestEasy => (Opponent::Easy, false),
        Column::BestNormal => (Opponent::Normal, false),
        Column::BestHard => (Opponent::Hard, false),
        Column::BestPeople => (Opponent::People, false),
        Column::MeanEasy => (Opponent::Easy, true),
        Column::MeanNormal => (Opponent::Normal, true),
        Column::MeanHard => (Opponent::Hard, true),
        Column::MeanPeople => (Opponent::People, true),
    };
    ScoreOrder { opponent, mean, ascending }
}

pub(super) fn entry(row: ScoreRow) -> pb::ScoreEntry {
    pb::ScoreEntry {
        place: row.place.unsigned_abs(),
        easy: row.easy.score().map(score),
        normal: row.normal.score().map(score),
        hard: row.hard.score().map(score),
        people: row.people.score().map(score),
        profile: Some(pb::Profile {
            id: row.profile_id.to_string(),
            name: row.name,
            create_time: Some(write::time(row.created_at)),
        }),
    }
}

fn score(score: Score) -> pb::score_entry::Score {
    pb::score_entry::Score {
        best: u32::try_from(score.best).unwrap_or_default(),
        mean: score.total as f64 / score.games as f64,
        games: u32::try_from(score.games).unwrap_or(u32::MAX),
    }
}
