use std::sync::Arc;
use std::time::Duration;

use serenity::all::{Builder, ChannelId, GuildId, Http, HttpError, MessageId, Nonce, UserId};
use tablero_api::v1::{Post, PostOutcome, ReportPostRequest, WatchPostsRequest, post::What};
use tokio::sync::Semaphore;
use tracing::{debug, warn};

use crate::error::{Error, Result};
use crate::house::House;
use crate::panels::{daily, leaders, notice, standings, week};
use crate::screen::Screen;
use crate::words::{Language, language_of};

/// Before the server is asked again, after it went away.
const PAUSE: Duration = Duration::from_secs(1);
/// So many messages are written at once.
const AT_ONCE: usize = 4;
/// How often the server is told what became of a post, a pause apart, before that is left to the next attempt.
const REPORTS: usize = 120;

/// Writes what shall be in channels, until the bot stops. What is in hand then is finished.
pub(crate) async fn keep(house: Arc<House>, http: Arc<Http>) {
    let following = async {
        loop {
            if let Err(error) = follow(&house, &http).await {
                debug!(%error, "no posts from the server; asking again");
            }
            tokio::time::sleep(PAUSE).await;
        }
    };
    house.stopping.run_until_cancelled(following).await;
}

async fn follow(house: &Arc<House>, http: &Arc<Http>) -> Result<()> {
    let hands = Arc::new(Semaphore::new(AT_ONCE));
    let mut posts = house.api.posts().watch_posts(WatchPostsRequest {}).await?.into_inner();
    loop {
        // Whoever has no hand free takes nothing.
        let Ok(hand) = hands.clone().acquire_owned().await else { return Ok(()) };
        let Some(answer) = posts.message().await? else { return Ok(()) };
        let Some(post) = answer.post else { continue };
        let (house, http) = (house.clone(), http.clone());
        house.clone().tasks.spawn(async move {
            serve(&house, &http, post).await;
            drop(hand);
        });
    }
}

async fn serve(house: &House, http: &Http, post: Post) {
    let mut report = ReportPostRequest {
        post_id: post.id.clone(),
        fingerprint: post.fingerprint.clone(),
        ..ReportPostRequest::default()
    };
    match write(house, http, &post).await {
        Ok(message) => {
            report.message_id = message.to_string();
            report.set_outcome(PostOutcome::Written);
        }
        Err(error) => {
            let outcome = outcome(&error);
            if outcome == PostOutcome::Failed {
                warn!(post = post.id, %error, "a post was not written");
            } else {
                debug!(post = post.id, %error, ?outcome, "a post cannot be written");
            }
            report.set_outcome(outcome);
        }
    }
    for _ in 0..REPORTS {
        match house.api.posts().report_post(report.clone()).await {
            Ok(_) => return,
            // What is no more needs no report.
            Err(status) if status.code() == tonic::Code::NotFound => return,
            Err(status) => debug!(%status, "the server does not hear what became of a post"),
        }
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = house.stopping.cancelled() => return,
        }
    }
}

async fn write(house: &House, http: &Http, post: &Post) -> Result<MessageId> {
    let what = post.what.as_ref().ok_or_else(|| Error::Unexpected("a post of an unknown kind".into()))?;
    let screen = screen(house, language(house, post), post, what).await?;
    let channel = match what {
        What::Notice(_) => UserId::new(number(&post.channel_id)?).create_dm_channel(http).await?.id,
        _ => ChannelId::new(number(&post.channel_id)?),
    };
    if !post.message_id.is_empty() {
        let message = MessageId::new(number(&post.message_id)?);
        screen.edit_message().execute(http, (channel, message, None)).await?;
        return Ok(message);
    }
    let message = screen.message().nonce(Nonce::String(post.nonce.clone())).enforce_nonce(true);
    let sent = message.execute(http, (channel, None)).await?;
    if matches!(what, What::Leaderboard(_))
        && let Err(error) = http.pin_message(channel, sent.id, None).await
    {
        debug!(%error, "a leaderboard is there, but not pinned");
    }
    Ok(sent.id)
}

async fn screen(house: &House, language: Language, post: &Post, what: &What) -> Result<Screen> {
    match what {
        What::Leaderboard(board) => leaders::post(house, language, board).await,
        What::Week(summary) => week::post(house, language, summary).await,
        What::Tourney(tourney) => Ok(standings::post(language, tourney)),
        What::TourneyEnd(end) => standings::end_post(house, language, end).await,
        What::Notice(words) => Ok(notice::post(house, language, post, words)),
        What::Daily(today) => daily::post(house, language, today).await,
        What::DailyEnd(end) => daily::end_post(house, language, end).await,
    }
}

/// That of the community, else that of its Discord server.
fn language(house: &House, post: &Post) -> Language {
    if !post.language.is_empty() {
        return language_of(&post.language);
    }
    guild_of(house, post).map_or(Language::English, |(_, language)| language)
}

/// The name and the language of the Discord server that a post belongs to.
pub(crate) fn guild_of(house: &House, post: &Post) -> Option<(String, Language)> {
    let id = post.community.as_ref()?.external_id.parse().ok().filter(|id| *id != 0)?;
    house.guild(GuildId::new(id))
}

/// Discord's ids are numbers, and none is 0.
fn number(text: &str) -> Result<u64> {
    let number = text.parse().ok().filter(|number| *number != 0);
    number.ok_or_else(|| Error::Unexpected(format!("{text:?} is no id of Discord's")))
}

/// What an error of Discord's means for a post.
fn outcome(error: &Error) -> PostOutcome {
    let Error::Discord(error) = error else { return PostOutcome::Failed };
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) = &**error else {
        return PostOutcome::Failed;
    };
    match answer.error.code {
        10_008 => PostOutcome::MessageGone,
        10_003 => PostOutcome::ChannelGone,
        50_001 | 50_007 | 50_013 => PostOutcome::Forbidden,
        _ => PostOutcome::Failed,
    }
}
