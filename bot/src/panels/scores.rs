use tablero_api::v1::{GetScoreTableRequest, ScoreColumn, ScoreEntry};
use tablero_picture::draw::{Leaderboard, Standing};

use super::lists::{FETCHED, ON_A_PAGE, SCORES, medal, pager};
use crate::error::Result;
use crate::house::Visit;
use crate::id::Id;
use crate::screen::Screen;
use crate::words::{Language, plain, say};

/// The game whose points are told.
const GAME: &str = "othello";

/// The table of scores in Othello by one of its eight columns, as a picture of all of them and as text of that one.
pub(crate) async fn screen(visit: &Visit, column: ScoreColumn, page: usize) -> Result<Screen> {
    let language = visit.language;
    let mut desk = visit.desk().rankings;
    let mut request = GetScoreTableRequest {
        game: GAME.into(),
        order: column.into(),
        page_size: FETCHED as u32,
        ..GetScoreTableRequest::default()
    };
    let mut answer = desk.get_score_table(request.clone()).await?.into_inner();
    for _ in 0..page * ON_A_PAGE / FETCHED {
        request.page_token = answer.next_page_token;
        answer = desk.get_score_table(request.clone()).await?.into_inner();
    }
    let skipped = page * ON_A_PAGE % FETCHED;
    let more = answer.entries.len() > skipped + ON_A_PAGE || !answer.next_page_token.is_empty();
    let shown: Vec<_> = answer.entries.into_iter().skip(skipped).take(ON_A_PAGE).collect();
    let title = title(column, language);
    if shown.is_empty() {
        let nobody =
            say!(language, "Nobody yet. Be the first: /play", "Nadie todavía. Sé el primero: /jugar");
        return Ok(Screen::saying(format!("🏆 **{title}**\n{nobody}")));
    }
    let mut lines = vec![format!("🏆 **{title}**")];
    lines.extend(shown.iter().map(|entry| {
        let name = plain(entry.profile.as_ref().map_or("", |profile| &profile.name));
        format!("{} {name} · {}", medal(entry.place), value(entry, column))
    }));
    let text = lines.join("\n");
    let heads = match language {
        Language::English => ["easy", "normal", "hard", "people", "ø easy", "ø norm.", "ø hard", "ø ppl."],
        Language::Spanish => {
            ["fácil", "normal", "difícil", "gente", "ø fác.", "ø norm.", "ø dif.", "ø gente"]
        }
    };
    let rows = shown.iter().map(|entry| Standing {
        rank: u32::try_from(entry.place).unwrap_or(u32::MAX),
        name: entry.profile.as_ref().map(|profile| profile.name.clone()).unwrap_or_default(),
        values: COLUMNS.iter().map(|column| value(entry, *column)).collect(),
        highlighted: entry.profile.as_ref().is_some_and(|profile| profile.id == visit.profile_id),
    });
    let board = Leaderboard { title, columns: heads.map(str::to_owned).into(), rows: rows.collect() };
    let alt = text.replace("**", "").replace('\\', "");
    let picture = visit.house.pen.leaderboard(board, visit.style(false), alt).await?;
    let id = |page, action: &str| Id::new(SCORES, "", page, action, column as i32);
    Ok(Screen::saying(text).picture(picture).buttons(pager(visit, page, more, id)))
}

const COLUMNS: [ScoreColumn; 8] = [
    ScoreColumn::BestEasy,
    ScoreColumn::BestNormal,
    ScoreColumn::BestHard,
    ScoreColumn::BestPeople,
    ScoreColumn::MeanEasy,
    ScoreColumn::MeanNormal,
    ScoreColumn::MeanHard,
    ScoreColumn::MeanPeople,
];

fn value(entry: &ScoreEntry, column: ScoreColumn) -> String {
    let score = match column {
        ScoreColumn::Unspecified | ScoreColumn::BestEasy | ScoreColumn::MeanEasy => &entry.easy,
        ScoreColumn::BestNormal | ScoreColumn::MeanNormal => &entry.normal,
        ScoreColumn::BestHard | ScoreColumn::MeanHard => &entry.hard,
        ScoreColumn::BestPeople | ScoreColumn::MeanPeople => &entry.people,
    };
    let mean = COLUMNS[4..].contains(&column);
    match score {
        None => "–".into(),
        Some(score) if mean => format!("{:.1}", score.mean),
        Some(score) => score.best.to_string(),
    }
}

fn title(column: ScoreColumn, language: Language) -> String {
    let (english, spanish) = match column {
        ScoreColumn::Unspecified | ScoreColumn::BestEasy => {
            ("best against the easy machine", "mejor contra la máquina fácil")
        }
        ScoreColumn::BestNormal => ("best against the normal machine", "mejor contra la máquina normal"),
        ScoreColumn::BestHard => ("best against the hard machines", "mejor contra las máquinas difíciles"),
        ScoreColumn::BestPeople => ("best against people", "mejor contra personas"),
        ScoreColumn::MeanEasy => ("mean against the easy machine", "media contra la máquina fácil"),
        ScoreColumn::MeanNormal => ("mean against the normal machine", "media contra la máquina normal"),
        ScoreColumn::MeanHard => ("mean against the hard machines", "media contra las máquinas difíciles"),
        ScoreColumn::MeanPeople => ("mean against people", "media contra personas"),
    };
    format!("Othello · {}", if language == Language::Spanish { spanish } else { english })
}
