use tablero_api::v1::{Notice, Post, notice::What};

use super::leaders::Choice;
use crate::house::House;
use crate::poster::guild_of;
use crate::screen::Screen;
use crate::words::{Language, plain, say};

/// Words to whoever set something up that cannot go on, told once.
pub(crate) fn post(house: &House, language: Language, post: &Post, notice: &Notice) -> Screen {
    let channel = format!("<#{}>", notice.channel_id);
    let server = guild_of(house, post).map_or_else(String::new, |(name, _)| plain(&name));
    let (what, again) = match &notice.what {
        Some(What::Leaderboard(board)) => {
            let title = Choice::of(board).title(language);
            (
                say!(language, "the leaderboard **{title}**", "la clasificación **{title}**"),
                say!(language, "`/leaderboard pin`", "`/clasificación fijar`"),
            )
        }
        Some(What::Daily(_)) => (
            say!(language, "the daily problem", "el problema del día"),
            say!(language, "`/server set`", "`/servidor fijar`"),
        ),
        Some(What::Tourney(_)) => (
            say!(language, "the tourney", "el torneo"),
            say!(language, "`/tourney show`", "`/torneo mostrar`"),
        ),
        _ => (
            say!(language, "the summary of the week", "el resumen de la semana"),
            say!(language, "`/server set`", "`/servidor fijar`"),
        ),
    };
    let why = match notice.reason.as_str() {
        "CHANNEL_GONE" => say!(language, "that channel is gone", "ese canal ya no existe"),
        "FORBIDDEN" => say!(
            language,
            "I may not write there. I need *View Channel*, *Send Messages* and *Attach Files*",
            "no puedo escribir allí. Necesito *Ver canal*, *Enviar mensajes* y *Adjuntar archivos*"
        ),
        _ => say!(language, "Discord did not take it for hours", "Discord no lo aceptó durante horas"),
    };
    Screen::saying(say!(
        language,
        "⚠️ I stopped keeping {what} in {channel} ({server}): {why}. When that is mended, {again} starts it again.\n-# I tell you this once, because you set it up.",
        "⚠️ He dejado de mantener {what} en {channel} ({server}): {why}. Cuando esté arreglado, {again} lo reanuda.\n-# Te lo digo una sola vez, porque lo configuraste tú."
    ))
}
