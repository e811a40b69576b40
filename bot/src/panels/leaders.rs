use tablero_api::v1::{Community, GetLeaderboardRequest, LeaderboardEntry, LeaderboardKind, Period};
use tablero_picture::draw::{Leaderboard, Standing};

use super::lists::{FETCHED, LEADERBOARD, ON_A_PAGE, medal, pager};
use crate::api::PROVIDER;
use crate::error::Result;
use crate::house::Visit;
use crate::id::Id;
use crate::screen::Screen;
use crate::words::{plain, say};

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

    fn title(self, visit: &Visit) -> String {
        let language = visit.language;
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
    let title = choice.title(visit);
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
    let mut lines = vec![format!("🏆 **{title}**")];
    lines.extend(shown.iter().map(|entry| line(visit, entry)));
    let me = |entry: &&LeaderboardEntry| is_me(visit, entry);
    if let Some(mine) =
        around.iter().find(me).filter(|mine| shown.iter().all(|entry| entry.place != mine.place))
    {
        lines.push(format!("…\n{}", line(visit, mine)));
    }
    let text = lines.join("\n");
    let rows = shown.iter().map(|entry| Standing {
        rank: u32::try_from(entry.place).unwrap_or(u32::MAX),
        name: entry.profile.as_ref().map(|profile| profile.name.clone()).unwrap_or_default(),
        values: vec![entry.value.round().to_string()],
        highlighted: is_me(visit, entry),
    });
    let head = match choice.kind {
        LeaderboardKind::Solved => say!(language, "solved", "resueltos"),
        LeaderboardKind::Streak => say!(language, "days", "días"),
        _ => say!(language, "rating", "puntos"),
    };
    let board = Leaderboard { title, columns: vec![head], rows: rows.collect() };
    let alt = text.replace("**", "").replace('\\', "");
    let picture = visit.house.pen.leaderboard(board, visit.style(false), alt).await?;
    let id = |page, action: &str| Id::new(LEADERBOARD, "", page, action, choice.write());
    Ok(Screen::saying(text).picture(picture).buttons(pager(visit, page, more, id)))
}

fn is_me(visit: &Visit, entry: &LeaderboardEntry) -> bool {
    entry.profile.as_ref().is_some_and(|profile| profile.id == visit.profile_id)
}

fn line(visit: &Visit, entry: &LeaderboardEntry) -> String {
    let name = plain(entry.profile.as_ref().map_or("", |profile| &profile.name));
    let name = if is_me(visit, entry) { format!("**{name}**") } else { name };
    format!("{} {name} · {}", medal(entry.place), entry.value.round())
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
