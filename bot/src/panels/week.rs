use tablero_api::v1::{LeaderboardEntry, LeaderboardKind, Week};
use tablero_picture::draw::Style;

use super::leaders::{Table, has_moves, line};
use crate::error::Result;
use crate::house::House;
use crate::screen::Screen;
use crate::words::{Language, say};

/// The summary of a week, as a picture of who solved most and in words.
pub(crate) async fn post(house: &House, language: Language, week: &Week) -> Result<Screen> {
    let (first, last) = (&week.first_day, &week.last_day);
    let mut lines = vec![say!(
        language,
        "📅 **The week from {first} to {last}**",
        "📅 **La semana del {first} al {last}**"
    )];
    if week.solved.is_empty() {
        lines.push(say!(
            language,
            "Nobody solved anything. This week is still open: /solve",
            "Nadie resolvió nada. Esta semana aún está abierta: /resolver"
        ));
        return Ok(Screen::saying(lines.join("\n")));
    }
    lines.push(say!(language, "**Problems solved**", "**Problemas resueltos**"));
    lines.extend(told(&week.solved));
    if !week.rating.is_empty() {
        lines.push(say!(language, "**Rating**", "**Puntuación**"));
        lines.extend(told(&week.rating).into_iter().take(3));
    }
    let title =
        say!(language, "Problems solved · {first} to {last}", "Problemas resueltos · {first} a {last}");
    let table = Table { kind: LeaderboardKind::Solved, title, me: "", language };
    let alt = lines.join("\n").replace("**", "").replace('\\', "");
    let style = Style { language, ..Style::default() };
    let picture = house.pen.leaderboard(table.drawn(&week.solved), style, alt).await?;
    Ok(Screen::saying(lines.join("\n")).picture(picture))
}

fn told(entries: &[LeaderboardEntry]) -> Vec<String> {
    let moves = has_moves(entries);
    entries.iter().map(|entry| line(entry, "", moves)).collect()
}
