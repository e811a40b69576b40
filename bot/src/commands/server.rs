use serenity::all::{CreateAutocompleteResponse, GuildChannel};
use tablero_api::v1::CommunitySettings;

use super::choices::{Habit, Tongue};
use super::complete::offer;
use super::{Context, answer, visit};
use crate::error::Result;
use crate::panels::server;
use crate::talk::{Answer, Expect};

/// How Tablero lives in this server
#[poise::command(
    slash_command,
    subcommand_required,
    subcommands("show", "set", "stop"),
    default_member_permissions = "MANAGE_GUILD",
    guild_only
)]
pub(super) async fn server(_: Context<'_>) -> Result<()> {
    Ok(())
}

/// How this server likes it
#[poise::command(slash_command)]
async fn show(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { Ok(Answer::private(server::screen(&visit).await?)) };
    answer(&visit, Expect::Private, work).await
}

/// Change language, time zone, daily problem and weekly summary
#[poise::command(slash_command)]
async fn set(
    context: Context<'_>,
    #[description = "Of what is posted here"] language: Option<Tongue>,
    #[description = "For example Europe/Madrid"]
    #[autocomplete = "time_zones"]
    #[max_length = 64]
    time_zone: Option<String>,
    #[description = "Where the daily problem is posted"]
    #[channel_types("Text", "News")]
    daily_channel: Option<GuildChannel>,
    #[description = "At what hour of that zone, 0 to 23"]
    #[min = 0]
    #[max = 23]
    hour: Option<u32>,
    #[description = "Where the week is summed up"]
    #[channel_types("Text", "News")]
    weekly_channel: Option<GuildChannel>,
) -> Result<()> {
    let visit = visit(&context).await;
    let mut paths = Vec::new();
    let mut named = |path: &'static str, wanted: bool| paths.extend(wanted.then_some(path));
    named("language", language.is_some());
    named("time_zone", time_zone.is_some());
    named("daily_channel_id", daily_channel.is_some());
    named("daily_hour", hour.is_some());
    named("board_channel_id", weekly_channel.is_some());
    let channel =
        |channel: Option<GuildChannel>| channel.map(|channel| channel.id.to_string()).unwrap_or_default();
    let settings = CommunitySettings {
        language: language.map(Tongue::code).unwrap_or_default().into(),
        time_zone: time_zone.unwrap_or_default(),
        daily_channel_id: channel(daily_channel),
        daily_hour: hour.unwrap_or_default(),
        board_channel_id: channel(weekly_channel),
        ..CommunitySettings::default()
    };
    let work = async { server::change(&visit, &paths, settings).await.map(Answer::private) };
    answer(&visit, Expect::Private, work).await
}

/// Post something no longer
#[poise::command(slash_command)]
async fn stop(context: Context<'_>, #[description = "What"] what: Habit) -> Result<()> {
    let visit = visit(&context).await;
    let path = match what {
        Habit::Daily => "daily_channel_id",
        Habit::Week => "board_channel_id",
    };
    let work =
        async { server::change(&visit, &[path], CommunitySettings::default()).await.map(Answer::private) };
    answer(&visit, Expect::Private, work).await
}

async fn time_zones(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase().replace(' ', "_");
    let fits = chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name());
    let fits = fits.filter(|name| name.to_lowercase().contains(&typed));
    offer(fits.map(|name| (name.to_owned(), name.to_owned())))
}
