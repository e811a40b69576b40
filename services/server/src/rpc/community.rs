use chrono::NaiveDate;
use prost::Message;
use tablero_api::v1 as pb;
use tablero_store::{Period, Placed};

use super::{daily, read, tourney, write};
use crate::community::{Pinned, SettingsChange, Summary};
use crate::error::{Error, Fault, Result};
use crate::ladder::{Ladder, Measure, Rung};
use crate::posts::{Content, Due, Outcome, Stopped};
use crate::profile::{is_external_id, sha256};
use crate::ranking::Rankings;

/// The provider and the external id of a community that a request names.
pub(super) fn named(community: Option<pb::Community>) -> Result<Option<(String, String)>> {
    let Some(pb::Community { provider, external_id }) = community else { return Ok(None) };
    let fits = |text: &str, most: usize| (1..=most).contains(&text.len()) && !text.contains('\0');
    match fits(&provider, 32) && fits(&external_id, 64) {
        true => Ok(Some((provider, external_id))),
        false => {
            let words = "a community has a provider of 1 to 32 and an external id of 1 to 64 characters";
            Err(Error::Invalid(vec![Fault::new("community", "BAD_COMMUNITY", words)]))
        }
    }
}

pub(super) fn ladder(kind: pb::LeaderboardKind, period: pb::Period, everyone: bool) -> Ladder {
    let period = match period {
        pb::Period::Unspecified | pb::Period::AllTime => Period::AllTime,
        pb::Period::Month => Period::Month,
        pb::Period::Week => Period::Week,
    };
    let measure = match kind {
        pb::LeaderboardKind::Unspecified | pb::LeaderboardKind::Rating => Measure::Rating,
        pb::LeaderboardKind::Solved => Measure::Solved,
        pb::LeaderboardKind::Streak => Measure::Streak,
        pb::LeaderboardKind::Composer => Measure::Composer,
    };
    Ladder { measure, period, everyone }
}

fn kind_of(ladder: Ladder) -> pb::LeaderboardKind {
    match ladder.measure {
        Measure::Rating => pb::LeaderboardKind::Rating,
        Measure::Solved => pb::LeaderboardKind::Solved,
        Measure::Streak => pb::LeaderboardKind::Streak,
        Measure::Composer => pb::LeaderboardKind::Composer,
    }
}

fn period_of(ladder: Ladder) -> pb::Period {
    match ladder.period {
        Period::AllTime => pb::Period::AllTime,
        Period::Month => pb::Period::Month,
        Period::Week => pb::Period::Week,
    }
}

const SETTINGS: [&str; 6] =
    ["language", "time_zone", "games", "daily_channel_id", "daily_hour", "board_channel_id"];

pub(super) fn change(request: pb::UpdateCommunityRequest) -> Result<SettingsChange> {
    let (paths, faults) = read::mask(request.update_mask, &SETTINGS);
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    let wanted = |path: &str| paths.iter().any(|wanted| wanted == path);
    let wish = request.settings.unwrap_or_default();
    Ok(SettingsChange {
        language: wanted("language").then_some(wish.language),
        time_zone: wanted("time_zone").then_some(wish.time_zone),
        games: wanted("games").then_some(wish.games),
        daily_channel: wanted("daily_channel_id").then_some(wish.daily_channel_id),
        daily_hour: wanted("daily_hour").then_some(wish.daily_hour),
        board_channel: wanted("board_channel_id").then_some(wish.board_channel_id),
    })
}

pub(super) fn settings(community: &tablero_store::Community) -> pb::CommunitySettings {
    pb::CommunitySettings {
        language: community.language.clone(),
        time_zone: community.time_zone.clone(),
        games: community.games.clone(),
        daily_channel_id: community.daily_channel.clone().unwrap_or_default(),
        daily_hour: community.daily_hour.unsigned_abs().into(),
        board_channel_id: community.board_channel.clone().unwrap_or_default(),
    }
}

pub(super) fn pinned(Pinned { post, ladder }: Pinned) -> pb::PinnedLeaderboard {
    pb::PinnedLeaderboard {
        post_id: post.id.to_string(),
        channel_id: post.channel,
        message_id: post.message.unwrap_or_default(),
        kind: kind_of(ladder).into(),
        period: period_of(ladder).into(),
        everyone: ladder.everyone,
        stopped: post.stopped.unwrap_or_default(),
    }
}

pub(super) fn post_id(text: &str) -> Result<i64> {
    let words = "post_id is not the id of a post";
    text.parse().map_err(|_| Error::Invalid(vec![Fault::new("post_id", "BAD_ID", words)]))
}

pub(super) fn day(text: &str) -> Result<Option<NaiveDate>> {
    let words = "a day is written as 2026-11-18";
    let bad = |_| Error::Invalid(vec![Fault::new("day", "BAD_DAY", words)]);
    Some(text).filter(|text| !text.is_empty()).map(|text| text.parse().map_err(bad)).transpose()
}

pub(super) fn week(summary: Summary) -> pb::Week {
    let last = summary.starts.checked_add_days(chrono::Days::new(6)).unwrap_or(summary.starts);
    let entries = |list: Vec<(Placed, Option<i32>)>| list.into_iter().map(placed).collect();
    pb::Week {
        first_day: summary.starts.to_string(),
        last_day: last.to_string(),
        solved: entries(summary.solved),
        rating: entries(summary.rating),
    }
}

fn placed((placed, last_place): (Placed, Option<i32>)) -> pb::LeaderboardEntry {
    pb::LeaderboardEntry {
        place: placed.place.unsigned_abs().into(),
        profile: Some(pb::Profile {
            id: placed.profile_id.to_string(),
            name: placed.name,
            create_time: None,
        }),
        value: placed.value,
        deviation: 0.0,
        last_place: last_place.unwrap_or_default().unsigned_abs().into(),
    }
}

pub(super) fn rung(Rung { place, ranked, last_place }: Rung) -> pb::LeaderboardEntry {
    pb::LeaderboardEntry {
        place: place.unsigned_abs(),
        value: ranked.value,
        deviation: ranked.extra,
        last_place: last_place.unwrap_or_default().unsigned_abs().into(),
        profile: Some(pb::Profile {
            id: ranked.profile_id.to_string(),
            name: ranked.name,
            create_time: Some(write::time(ranked.created_at)),
        }),
    }
}

/// A post as it is sent, and whether that is what the message shows already.
pub(super) async fn post(rankings: &Rankings, due: Due) -> Result<(pb::Post, bool)> {
    let Due { post, community, content } = due;
    let what = what(rankings, &community, content).await?;
    let mut written = pb::Post { language: community.language, what: Some(what), ..pb::Post::default() };
    let fingerprint = sha256(&written.encode_to_vec()).to_vec();
    let same = post.message.is_some() && post.shown.as_ref() == Some(&fingerprint);
    written.fingerprint = fingerprint;
    written.id = post.id.to_string();
    written.community =
        Some(pb::Community { provider: community.provider, external_id: community.external_id });
    let written_at = post.changed_at.map_or(0, |at| at.timestamp());
    written.nonce = format!("{:x}.{written_at:x}.{:x}", post.id, post.attempts);
    written.channel_id = post.channel;
    written.message_id = post.message.unwrap_or_default();
    Ok((written, same))
}

async fn what(
    rankings: &Rankings,
    community: &tablero_store::Community,
    content: Content,
) -> Result<pb::post::What> {
    Ok(match content {
        Content::Board { ladder, rungs } => pb::post::What::Leaderboard(pb::LeaderboardPost {
            entries: rungs.into_iter().map(rung).collect(),
            ..leaderboard(ladder)
        }),
        Content::Week(summary) => pb::post::What::Week(week(summary)),
        Content::Tourney(view) => pb::post::What::Tourney(tourney::tourney(&view)),
        Content::TourneyEnd(view) => pb::post::What::TourneyEnd(tourney::end(&view)),
        Content::Notice { channel, reason, of } => pb::post::What::Notice(pb::Notice {
            channel_id: channel,
            reason,
            what: Some(match of {
                Stopped::Board(ladder) => pb::notice::What::Leaderboard(leaderboard(ladder)),
                Stopped::Week => pb::notice::What::Week(true),
                Stopped::Daily => pb::notice::What::Daily(true),
                Stopped::Tourney => pb::notice::What::Tourney(true),
            }),
        }),
        Content::Daily(told) => pb::post::What::Daily(daily::daily(*told)),
        Content::DailyEnd(ended) => {
            pb::post::What::DailyEnd(daily::ended(rankings, community.id, *ended).await?)
        }
    })
}

fn leaderboard(ladder: Ladder) -> pb::LeaderboardPost {
    pb::LeaderboardPost {
        kind: kind_of(ladder).into(),
        period: period_of(ladder).into(),
        everyone: ladder.everyone,
        entries: Vec::new(),
    }
}

pub(super) fn outcome(request: pb::ReportPostRequest) -> Result<Outcome> {
    let fault = |field, reason, words| Err(Error::Invalid(vec![Fault::new(field, reason, words)]));
    match request.outcome() {
        pb::PostOutcome::Unspecified => fault("outcome", "BAD_OUTCOME", "say what became of the post"),
        pb::PostOutcome::Written if !is_external_id(&request.message_id) => {
            fault("message_id", "BAD_MESSAGE_ID", "a message's id has 1 to 64 visible ASCII characters")
        }
        pb::PostOutcome::Written => {
            Ok(Outcome::Written { message: request.message_id, fingerprint: request.fingerprint })
        }
        pb::PostOutcome::MessageGone => Ok(Outcome::MessageGone),
        pb::PostOutcome::ChannelGone => Ok(Outcome::ChannelGone),
        pb::PostOutcome::Forbidden => Ok(Outcome::Forbidden),
        pb::PostOutcome::Failed => Ok(Outcome::Failed),
    }
}
