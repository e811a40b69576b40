use prost_types::{FieldMask, Timestamp};
use serenity::all::{ChannelId, MessageId};
use tablero_api::v1::{
    CommunitySettings, GetCommunityRequest, GetCommunityResponse, PinLeaderboardRequest, PinnedLeaderboard,
    SetVisibilityRequest, Settings, UnpinLeaderboardRequest, UpdateCommunityRequest, UpdateProfileRequest,
};
use tracing::debug;

use super::leaders::Choice;
use super::parts::{button, buttons, many, menu, option};
use crate::error::{Error, Result};
use crate::house::Visit;
use crate::id::Id;
use crate::router::Deed;
use crate::screen::Screen;
use crate::talk::Answer;
use crate::words::{Language, counted, game_name, say};

pub(crate) const SERVER: &str = "server";

pub(crate) async fn act(visit: &Visit, deed: &Deed) -> Result<Answer> {
    match deed.id.action.as_str() {
        "games" => {
            let settings = CommunitySettings { games: deed.values.clone(), ..CommunitySettings::default() };
            Ok(Answer::update(change(visit, &["games"], settings).await?))
        }
        "unpin" => unpin(visit, deed.value()?).await,
        "unhide" => unhide(visit).await,
        _ => Ok(Answer::update(screen(visit).await?)),
    }
}

async fn community(visit: &Visit) -> Result<GetCommunityResponse> {
    Ok(visit.desk().rankings.get_community(GetCommunityRequest::default()).await?.into_inner())
}

/// How a Discord server likes it.
pub(crate) async fn screen(visit: &Visit) -> Result<Screen> {
    let language = visit.language;
    let here = community(visit).await?;
    let settings = here.settings.clone().unwrap_or_default();
    let members = match language {
        Language::English => counted(here.member_count.into(), "person", "people"),
        Language::Spanish => counted(here.member_count.into(), "persona", "personas"),
    };
    let tongue = match settings.language.as_str() {
        "en" => "English".to_owned(),
        "es" => "Español".to_owned(),
        _ => say!(language, "as the server", "el del servidor"),
    };
    let (zone, hour) = (&settings.time_zone, settings.daily_hour);
    let next =
        |time: Option<Timestamp>| time.map(|time| format!("<t:{}:F>", time.seconds)).unwrap_or_default();
    let (daily, week) = (next(here.next_daily_time), next(here.next_week_time));
    let off = || say!(language, "off", "apagado");
    let daily = match settings.daily_channel_id.as_str() {
        "" => off(),
        channel => say!(
            language,
            "<#{channel}> at {hour}:00, next {daily}",
            "<#{channel}> a las {hour}:00, el próximo {daily}"
        ),
    };
    let week = match settings.board_channel_id.as_str() {
        "" => off(),
        channel => say!(language, "<#{channel}>, next {week}", "<#{channel}>, el próximo {week}"),
    };
    let mut lines = vec![
        say!(language, "⚙️ **This server** · {members}", "⚙️ **Este servidor** · {members}"),
        say!(language, "🗣️ Language: {tongue}", "🗣️ Idioma: {tongue}"),
        say!(language, "🕰️ Time zone: {zone}", "🕰️ Zona horaria: {zone}"),
        say!(language, "🧩 Daily problem: {daily}", "🧩 Problema del día: {daily}"),
        say!(language, "📅 Summary of the week: {week}", "📅 Resumen de la semana: {week}"),
    ];
    lines.extend(here.leaderboards.iter().map(|pinned| format!("🏆 {}", pinned_line(visit, pinned))));
    lines.push(say!(
        language,
        "-# `/server set` and `/server stop` change it, `/leaderboard pin` keeps a leaderboard here.",
        "-# `/servidor fijar` y `/servidor parar` lo cambian, `/clasificación fijar` mantiene aquí una clasificación."
    ));
    let games = visit.house.games().await?;
    let chosen = |name: &String| settings.games.is_empty() || settings.games.contains(name);
    let options = games.iter().map(|game| {
        option(game_name(&game.name, language), &game.name).default_selection(chosen(&game.name))
    });
    let id = Id::new(SERVER, "", 0, "games", "");
    let words = say!(language, "Games of the daily problem", "Juegos del problema del día");
    Ok(Screen::saying(lines.join("\n")).row(many(id, &words, options.collect())))
}

/// Changes some of the settings, and shows them.
pub(crate) async fn change(visit: &Visit, paths: &[&str], settings: CommunitySettings) -> Result<Screen> {
    if paths.is_empty() {
        return screen(visit).await;
    }
    let mask = FieldMask { paths: paths.iter().map(|path| (*path).to_owned()).collect() };
    let request = UpdateCommunityRequest { update_mask: Some(mask), settings: Some(settings) };
    visit.desk().rankings.update_community(request).await?;
    screen(visit).await
}

fn pinned_line(visit: &Visit, pinned: &PinnedLeaderboard) -> String {
    let choice = Choice { kind: pinned.kind(), period: pinned.period(), everyone: pinned.everyone };
    let line = format!("{} · <#{}>", choice.title(visit.language), pinned.channel_id);
    if pinned.stopped.is_empty() {
        return line;
    }
    let stopped = say!(visit.language, "stopped", "parada");
    format!("{line} · ⚠️ {stopped}")
}

/// Has a leaderboard kept in a channel.
pub(crate) async fn pin(visit: &Visit, choice: Choice, channel: ChannelId) -> Result<Answer> {
    let request = PinLeaderboardRequest {
        channel_id: channel.to_string(),
        kind: choice.kind.into(),
        period: choice.period.into(),
        everyone: choice.everyone,
    };
    guild_only(visit)?;
    visit.desk().rankings.pin_leaderboard(request).await?;
    let title = choice.title(visit.language);
    let words = say!(
        visit.language,
        "📌 **{title}** comes to <#{channel}> and keeps itself up to date.",
        "📌 **{title}** llega a <#{channel}> y se mantiene al día."
    );
    Ok(Answer::private(Screen::saying(words)))
}

/// The leaderboards that are kept here, to end one.
pub(crate) async fn pinned_screen(visit: &Visit) -> Result<Screen> {
    guild_only(visit)?;
    let language = visit.language;
    let kept = community(visit).await?.leaderboards;
    if kept.is_empty() {
        return Ok(Screen::saying(say!(
            language,
            "No leaderboard is kept here. `/leaderboard pin` starts one.",
            "Aquí no se mantiene ninguna clasificación. `/clasificación fijar` empieza una."
        )));
    }
    let lines: Vec<_> = kept.iter().map(|pinned| format!("🏆 {}", pinned_line(visit, pinned))).collect();
    let options = kept.iter().enumerate().map(|(at, pinned)| {
        let choice = Choice { kind: pinned.kind(), period: pinned.period(), everyone: pinned.everyone };
        option(format!("{}. {}", at + 1, choice.title(language)), &pinned.post_id)
    });
    let words = say!(language, "Which one shall end?", "¿Cuál termina?");
    let id = Id::new(SERVER, "", 0, "unpin", "");
    Ok(Screen::saying(lines.join("\n")).row(menu(id, &words, options.collect())))
}

async fn unpin(visit: &Visit, post_id: &str) -> Result<Answer> {
    let request = UnpinLeaderboardRequest { post_id: post_id.into() };
    let ended = visit.desk().rankings.unpin_leaderboard(request).await?.into_inner();
    let ended = ended.leaderboard.unwrap_or_default();
    let ids = [&ended.channel_id, &ended.message_id].map(|id| id.parse().ok().filter(|id| *id != 0));
    if let [Some(channel), Some(message)] = ids {
        let (channel, message) = (ChannelId::new(channel), MessageId::new(message));
        if let Err(error) = channel.delete_message(&visit.talk.http, message).await {
            debug!(%error, "the message of a leaderboard stays");
        }
    }
    Ok(Answer::update(pinned_screen(visit).await?))
}

pub(crate) fn guild_only(visit: &Visit) -> Result<()> {
    match visit.guild {
        Some(_) => Ok(()),
        None => Err(Error::Told(say!(
            visit.language,
            "That belongs into a server: type it in one of its channels.",
            "Eso es cosa de un servidor: escríbelo en uno de sus canales."
        ))),
    }
}

/// Takes the person off all leaderboards, or off those of this server.
pub(crate) async fn hide(visit: &Visit, everywhere: bool) -> Result<Answer> {
    let language = visit.language;
    if everywhere {
        hide_everywhere(visit, true).await?;
    } else {
        guild_only(visit)?;
        let request = SetVisibilityRequest { community: None, hidden: true };
        visit.desk().rankings.set_visibility(request).await?;
    }
    let words = if everywhere {
        say!(
            language,
            "🫥 You are on no leaderboard from now on, here or anywhere. Your results stay yours: `/profile show`.",
            "🫥 Desde ahora no apareces en ninguna clasificación, ni aquí ni en otra parte. Tus resultados siguen siendo tuyos: `/perfil mostrar`."
        )
    } else {
        say!(
            language,
            "🫥 You are on none of this server's leaderboards from now on. Elsewhere nothing changes.",
            "🫥 Desde ahora no apareces en ninguna clasificación de este servidor. En otras partes nada cambia."
        )
    };
    let id = Id::new(SERVER, "", 0, "unhide", "");
    let undo = button(id, say!(language, "Undo", "Deshacer"));
    Ok(Answer::private(Screen::saying(words).row(buttons([undo]))))
}

/// Puts the person back.
pub(crate) async fn unhide(visit: &Visit) -> Result<Answer> {
    hide_everywhere(visit, false).await?;
    if visit.guild.is_some() {
        let request = SetVisibilityRequest { community: None, hidden: false };
        visit.desk().rankings.set_visibility(request).await?;
    }
    Ok(Answer::private(Screen::saying(say!(
        visit.language,
        "👋 You are on the leaderboards again.",
        "👋 Vuelves a aparecer en las clasificaciones."
    ))))
}

async fn hide_everywhere(visit: &Visit, hidden: bool) -> Result<()> {
    let request = UpdateProfileRequest {
        update_mask: Some(FieldMask { paths: vec!["settings.hidden".into()] }),
        settings: Some(Settings { hidden, ..visit.settings.clone() }),
        ..UpdateProfileRequest::default()
    };
    visit.desk().profiles.update_profile(request).await?;
    visit.house.forget_profile(visit.user_id());
    Ok(())
}
