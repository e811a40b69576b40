use tablero_api::v1::{
    Community, GetLeaderboardRequest, LeaderboardEntry, LeaderboardKind, LeaderboardPost, Period,
};
use tablero_picture::draw::{Leaderboard, Standing, Style};

use super::lists::{FETCHED, LEADERBOARD, ON_A_PAGE, medal, pager};
use crate::api::PROVIDER;
use crate::error::Result;
use crate::house::{House, Visit};
use crate::id::Id;
use crate::screen::Screen;
use crate::words::{Language, plain, say};

/// Which leaderboard. It rides in the ids of its buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) kind: LeaderboardKind,
    pub(crate) period: Period,
    pub(crate) everyone: bool,
}

impl Choice {
    pub(super) fn read(rest: &str) -> Choice {
        let digits: Vec<i32> =
            rest.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as i32).collect();
        let digit = |at: usize| digits.get(at).copied().unwrap_or(0);
        Choice {
            kind: LeaderboardKind::try_from(digit(0)).unwrap_or_default(),
            period: Period::try_from(digit(1)).unwrap_or_default(),
            everyone: digit(2) == 1,
        }
    }

    fn write(self) -> String {
        format!("{}{}{}", self.kind as i32, self.period as i32, u8::from(self.everyone))
    }

    pub(crate) fn of(board: &LeaderboardPost) -> Choice {
        Choice { kind: board.kind(), period: board.period(), everyone: board.everyone }
    }

    pub(crate) fn title(self, language: Language) -> String {
        let kind = match self.kind {
            LeaderboardKind::Solved => say!(language, "Problems solved", "Problemas resueltos"),
            LeaderboardKind::Streak => say!(language, "Days in a row", "Días seguidos"),
            LeaderboardKind::Composer => say!(language, "Composers", "Compositores"),
            _ => say!(language, "Rating", "Puntuación"),
        };
        let period = match self.period {
            _ if self.kind == LeaderboardKind::Composer => String::new(),
            Period::Week => say!(language, " · this week", " · esta semana"),
            Period::Month => say!(language, " · this month", " · este mes"),
            _ => String::new(),
        };
        let place = if self.everyone {
            say!(language, " · everyone", " · todos")
        } else {
            say!(language, " · this server", " · este servidor")
        };
        format!("{kind}{period}{place}")
    }
}

/// A leaderboard as a picture and as text.
pub(crate) async fn screen(visit: &Visit, choice: Choice, page: usize) -> Result<Screen> {
    let language = visit.language;
    let choice = Choice { everyone: choice.everyone || visit.guild.is_none(), ..choice };
    let community = visit
        .guild
        .filter(|_| !choice.everyone)
        .map(|guild| Community { provider: PROVIDER.into(), external_id: guild.to_string() });
    let mut desk = visit.desk().rankings;
    let mut request = GetLeaderboardRequest {
        kind: choice.kind.into(),
        period: choice.period.into(),
        community,
        page_size: FETCHED as u32,
        page_token: String::new(),
    };
    let mut answer = desk.get_leaderboard(request.clone()).await?.into_inner();
    let around = std::mem::take(&mut answer.around_me);
    for _ in 0..page * ON_A_PAGE / FETCHED {
        request.page_token = answer.next_page_token;
        answer = desk.get_leaderboard(request.clone()).await?.into_inner();
    }
    let skipped = page * ON_A_PAGE % FETCHED;
    let more = answer.entries.len() > skipped + ON_A_PAGE || !answer.next_page_token.is_empty();
    let shown: Vec<_> = answer.entries.into_iter().skip(skipped).take(ON_A_PAGE).collect();
    let title = choice.title(language);
    if shown.is_empty() {
        let nobody = match choice.kind {
            LeaderboardKind::Composer => say!(
                language,
                "Nobody yet. Compose something with /problem create; who solves it votes on it.",
                "Nadie todavía. Compón algo con /problema crear; quien lo resuelve lo vota."
            ),
            _ => {
                say!(language, "Nobody yet. Be the first: /solve", "Nadie todavía. Sé el primero: /resolver")
            }
        };
        return Ok(Screen::saying(format!("🏆 **{title}**\n{nobody}")));
    }
    let moves = has_moves(&shown);
    let mut lines = vec![format!("🏆 **{title}**")];
    lines.extend(shown.iter().map(|entry| line(entry, &visit.profile_id, moves)));
    let mine = around.iter().find(|entry| is(entry, &visit.profile_id));
    if let Some(mine) = mine.filter(|mine| shown.iter().all(|entry| entry.place != mine.place)) {
        lines.push(format!("…\n{}", line(mine, &visit.profile_id, moves)));
    }
    let text = lines.join("\n");
    let board = Table { kind: choice.kind, title, me: &visit.profile_id, language }.drawn(&shown);
    let alt = text.replace("**", "").replace('\\', "");
    let picture = visit.house.pen.leaderboard(board, visit.style(false), alt).await?;
    let id = |page, action: &str| Id::new(LEADERBOARD, "", page, action, choice.write());
    Ok(Screen::saying(text).picture(picture).buttons(pager(visit, page, more, id)))
}

/// A leaderboard that is kept in a channel, for everybody.
pub(crate) async fn post(house: &House, language: Language, board: &LeaderboardPost) -> Result<Screen> {
    let title = Choice::of(board).title(language);
    let mut lines = vec![format!("🏆 **{title}**")];
    if board.entries.is_empty() {
        lines.push(say!(
            language,
            "Nobody yet. Be the first: /solve",
            "Nadie todavía. Sé el primero: /resolver"
        ));
    }
    let moves = has_moves(&board.entries);
    lines.extend(board.entries.iter().map(|entry| line(entry, "", moves)));
    let alt = lines.join("\n").replace("**", "").replace('\\', "");
    lines.push(say!(
        language,
        "-# Keeps itself up to date. `/leaderboard hide me` takes you off it.",
        "-# Se actualiza sola. `/clasificación ocultar a-mí` te quita de ella."
    ));
    let table = Table { kind: board.kind(), title, me: "", language };
    let style = Style { language, ..Style::default() };
    let picture = house.pen.leaderboard(table.drawn(&board.entries), style, alt).await?;
    Ok(Screen::saying(lines.join("\n")).picture(picture))
}

/// A leaderboard as it is drawn.
pub(super) struct Table<'a> {
    pub(super) kind: LeaderboardKind,
    pub(super) title: String,
    /// The profile whose row stands out.
    pub(super) me: &'a str,
    pub(super) language: Language,
}

impl Table<'_> {
    pub(super) fn drawn(self, entries: &[LeaderboardEntry]) -> Leaderboard {
        let language = self.language;
        let head = match self.kind {
            LeaderboardKind::Solved => say!(language, "solved", "resueltos"),
            LeaderboardKind::Streak => say!(language, "days", "días"),
            _ => say!(language, "rating", "puntos"),
        };
        let moves = has_moves(entries);
        let mut columns = vec![head];
        columns.extend(moves.then(|| say!(language, "week", "semana")));
        let row = |entry: &LeaderboardEntry| {
            let mut values = vec![entry.value.round().to_string()];
            values.extend(moves.then(|| moved(entry)));
            Standing {
                rank: u32::try_from(entry.place).unwrap_or(u32::MAX),
                name: entry.profile.as_ref().map(|profile| profile.name.clone()).unwrap_or_default(),
                values,
                highlighted: is(entry, self.me),
            }
        };
        Leaderboard { title: self.title, columns, rows: entries.iter().map(row).collect() }
    }
}

fn is(entry: &LeaderboardEntry, profile_id: &str) -> bool {
    entry.profile.as_ref().is_some_and(|profile| profile.id == profile_id)
}

/// Whether there was a week before to compare with.
pub(super) fn has_moves(entries: &[LeaderboardEntry]) -> bool {
    entries.iter().any(|entry| entry.last_place > 0)
}

/// Places won or lost since the last week; who was not there is new.
fn moved(entry: &LeaderboardEntry) -> String {
    match (entry.last_place, entry.place) {
        (0, _) => "✦".into(),
        (last, now) if last > now => format!("▲{}", last - now),
        (last, now) if last < now => format!("▼{}", now - last),
        _ => "=".into(),
    }
}

/// Somebody's line; the reader's own stands out.
pub(super) fn line(entry: &LeaderboardEntry, me: &str, moves: bool) -> String {
    let name = plain(entry.profile.as_ref().map_or("", |profile| &profile.name));
    let name = if is(entry, me) { format!("**{name}**") } else { name };
    let moved = if moves { format!(" · {}", moved(entry)) } else { String::new() };
    format!("{} {name} · {}{moved}", medal(entry.place), entry.value.round())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_of_leaderboard_is_read_as_it_was_written() {
        let choice = Choice { kind: LeaderboardKind::Streak, period: Period::Week, everyone: true };
        assert_eq!(Choice::read(&choice.write()), choice);
    }
}
