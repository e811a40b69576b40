use serenity::all::{CreateAutocompleteResponse, GuildChannel};
use tablero_api::v1::{Community, CreateTourneyRequest, ListTourneysRequest, Tourney, TourneyState};

use super::complete::{PATIENCE, game, identity, offer};
use super::{Context, answer, visit};
use crate::api::PROVIDER;
use crate::error::Result;
use crate::panels::tourney;
use crate::talk::Expect;
use crate::words::language_of;

const DEFAULT_COUNT: u32 = 5;
/// Until it starts.
const DEFAULT_DELAY: u32 = 10;

/// Solving tourneys of this server, or against another
#[poise::command(
    slash_command,
    subcommand_required,
    subcommands("create", "list", "show", "cancel", "accept"),
    guild_only
)]
pub(super) async fn tourney(_: Context<'_>) -> Result<()> {
    Ok(())
}

/// Announce a tourney: a set of problems, a start and a length
#[expect(clippy::too_many_arguments, reason = "a command's options are its arguments")]
#[poise::command(slash_command)]
async fn create(
    context: Context<'_>,
    #[description = "What it is called"]
    #[max_length = 80]
    title: String,
    #[description = "How long it takes, in minutes: 5 to 10080"]
    #[min = 5]
    #[max = 10_080]
    minutes: u32,
    #[description = "In how many minutes it starts, 10 if you say nothing"]
    #[min = 0]
    #[max = 129_600]
    starts_in: Option<u32>,
    #[description = "How many problems, 5 if you say nothing"]
    #[min = 1]
    #[max = 20]
    count: Option<u32>,
    #[description = "Problems of so many moves alone"]
    #[min = 1]
    #[max = 9]
    moves: Option<u32>,
    #[description = "Problems of this game alone"]
    #[autocomplete = "game"]
    game: Option<String>,
    #[description = "Or exactly these problems: their ids, with spaces between"]
    #[max_length = 760]
    problems: Option<String>,
    #[description = "The id of another server to play against; /tourney list tells it there"]
    #[max_length = 64]
    against: Option<String>,
    #[description = "This one if you say nothing"]
    #[channel_types("Text", "News")]
    channel: Option<GuildChannel>,
) -> Result<()> {
    let visit = visit(&context).await;
    let named = problems.unwrap_or_default();
    let problem_ids: Vec<String> =
        named.split([' ', ',']).filter(|id| !id.is_empty()).map(str::to_owned).collect();
    let chosen = count.unwrap_or(DEFAULT_COUNT);
    let request = CreateTourneyRequest {
        title,
        start_in_minutes: starts_in.unwrap_or(DEFAULT_DELAY),
        minutes,
        channel_id: channel.map_or(visit.channel, |channel| channel.id).to_string(),
        count: if problem_ids.is_empty() { chosen } else { 0 },
        problem_ids,
        moves: moves.unwrap_or_default(),
        game: game.unwrap_or_default(),
        guest: against.map(|id| Community { provider: PROVIDER.into(), external_id: id.trim().into() }),
        ..CreateTourneyRequest::default()
    };
    let work = async { tourney::create(&visit, request).await };
    answer(&visit, Expect::Private, work).await
}

/// The tourneys of this server, and its invitations
#[poise::command(slash_command)]
async fn list(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { tourney::list(&visit).await };
    answer(&visit, Expect::Private, work).await
}

/// A tourney with its table
#[poise::command(slash_command)]
async fn show(
    context: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "any"]
    tourney: String,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { tourney::show(&visit, &tourney).await };
    answer(&visit, Expect::Public, work).await
}

/// Call a tourney off
#[poise::command(slash_command)]
async fn cancel(
    context: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "unfinished"]
    tourney: String,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { tourney::cancel(&visit, &tourney).await };
    answer(&visit, Expect::Private, work).await
}

/// Accept another server's invitation to a tourney, or decline it
#[poise::command(slash_command)]
async fn accept(
    context: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "invitation"]
    tourney: String,
    #[description = "This one if you say nothing"]
    #[channel_types("Text", "News")]
    channel: Option<GuildChannel>,
    #[description = "Decline it instead"] decline: Option<bool>,
) -> Result<()> {
    let visit = visit(&context).await;
    let channel = channel.map_or(visit.channel, |channel| channel.id);
    let channel = Some(channel).filter(|_| decline != Some(true));
    let work = async { tourney::respond(&visit, &tourney, channel).await };
    answer(&visit, Expect::Private, work).await
}

async fn any(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    tourneys(context, typed, |_| true).await
}

async fn unfinished(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let open = |tourney: &Tourney| matches!(tourney.state(), TourneyState::Announced | TourneyState::Running);
    tourneys(context, typed, open).await
}

async fn invitation(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    tourneys(context, typed, |tourney| tourney.sides.iter().any(|side| side.mine && !side.accepted)).await
}

async fn tourneys(
    context: Context<'_>,
    typed: &str,
    fits: impl Fn(&Tourney) -> bool,
) -> CreateAutocompleteResponse {
    let language = language_of(&context.interaction.locale);
    let mut desk = context.data().api.acting_for(&identity(&context)).rankings;
    let asked = tokio::time::timeout(PATIENCE, desk.list_tourneys(ListTourneysRequest::default())).await;
    let listed = asked.ok().and_then(std::result::Result::ok).map(|answer| answer.into_inner().tourneys);
    let typed = typed.to_lowercase();
    let named = listed.unwrap_or_default().into_iter().filter(fits);
    let named = named.map(|tourney| (tourney::name(&tourney, language), tourney.id));
    offer(named.filter(|(name, id)| name.to_lowercase().contains(&typed) || id.starts_with(&typed)))
}
