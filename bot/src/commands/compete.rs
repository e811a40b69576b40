use serenity::all::GuildChannel;
use tablero_api::v1::{GetWeekRequest, LeaderboardKind, Period};

use super::choices::{Board, Kind, Ladder, When, Who};
use super::complete::playable_problem;
use super::{Context, answer, visit};
use crate::error::Result;
use crate::panels::{leaders, lists, scores, server, week};
use crate::talk::{Answer, Expect};

/// Everybody who solved a problem
#[poise::command(slash_command)]
pub(super) async fn ranking(
    context: Context<'_>,
    #[description = "Which one"]
    #[autocomplete = "playable_problem"]
    problem: String,
    #[description = "Fewest errors first instead of best time"] errors: Option<bool>,
) -> Result<()> {
    let visit = visit(&context).await;
    let order = if errors == Some(true) { "1" } else { "0" };
    let work = async { Ok(Answer::public(lists::ranking(&visit, &problem, order, 0).await?)) };
    answer(&visit, Expect::Public, work).await
}

/// Who is best, here or everywhere
#[poise::command(slash_command, subcommand_required, subcommands("show", "week", "pin", "unpin", "hide"))]
pub(super) async fn leaderboard(_: Context<'_>) -> Result<()> {
    Ok(())
}

/// Who is best, here or everywhere
#[poise::command(slash_command)]
async fn show(
    context: Context<'_>,
    #[description = "By what"] by: Option<Kind>,
    #[description = "Since when"] when: Option<When>,
    #[description = "Among whom"] who: Option<Who>,
) -> Result<()> {
    let visit = visit(&context).await;
    let kind = match Ladder::from(by.unwrap_or(Kind::Rating)) {
        Ladder::Leaders(kind) => kind,
        Ladder::Scores(column) => {
            let work = async { Ok(Answer::public(scores::screen(&visit, column, 0).await?)) };
            return answer(&visit, Expect::Public, work).await;
        }
    };
    let choice = choice(kind, when, who);
    let work = async { Ok(Answer::public(leaders::screen(&visit, choice, 0).await?)) };
    answer(&visit, Expect::Public, work).await
}

fn choice(kind: LeaderboardKind, when: Option<When>, who: Option<Who>) -> leaders::Choice {
    leaders::Choice {
        kind,
        period: when.map_or(Period::AllTime, Period::from),
        everyone: who == Some(Who::Everyone),
    }
}

/// The last week that was summed up, or an earlier one
#[poise::command(slash_command)]
async fn week(
    context: Context<'_>,
    #[description = "Some day of that week, as 2026-11-18"]
    #[max_length = 10]
    day: Option<String>,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async {
        let request = GetWeekRequest { day: day.unwrap_or_default(), ..GetWeekRequest::default() };
        let week = visit.desk().rankings.get_week(request).await?.into_inner().week.unwrap_or_default();
        Ok(Answer::public(week::post(&visit.house, visit.language, &week).await?))
    };
    answer(&visit, Expect::Public, work).await
}

/// Keep a leaderboard in a channel, always up to date
#[poise::command(slash_command)]
async fn pin(
    context: Context<'_>,
    #[description = "By what"] by: Option<Board>,
    #[description = "Since when"] when: Option<When>,
    #[description = "Among whom"] who: Option<Who>,
    #[description = "This one if you say nothing"]
    #[channel_types("Text", "News")]
    channel: Option<GuildChannel>,
) -> Result<()> {
    let visit = visit(&context).await;
    let choice = choice(by.unwrap_or(Board::Rating).into(), when, who);
    let channel = channel.map_or(visit.channel, |channel| channel.id);
    let work = async { server::pin(&visit, choice, channel).await };
    answer(&visit, Expect::Private, work).await
}

/// Keep a leaderboard no longer
#[poise::command(slash_command)]
async fn unpin(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { Ok(Answer::private(server::pinned_screen(&visit).await?)) };
    answer(&visit, Expect::Private, work).await
}

/// Be on no leaderboard
#[poise::command(slash_command, subcommand_required, subcommands("me", "undo"))]
async fn hide(_: Context<'_>) -> Result<()> {
    Ok(())
}

/// Be on no leaderboard at all, or on none of this server
#[poise::command(slash_command)]
async fn me(
    context: Context<'_>,
    #[description = "Everywhere if you say nothing"]
    #[rename = "where"]
    place: Option<Who>,
) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { server::hide(&visit, place != Some(Who::Server)).await };
    answer(&visit, Expect::Private, work).await
}

/// Be on the leaderboards again
#[poise::command(slash_command)]
async fn undo(context: Context<'_>) -> Result<()> {
    let visit = visit(&context).await;
    let work = async { server::unhide(&visit).await };
    answer(&visit, Expect::Private, work).await
}
