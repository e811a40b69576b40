//! Messages that front ends keep in channels: what each shall show, and what became of it.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use tablero_store::{
    AsyncConnection, AsyncPgConnection, Community, Identity, NewPost, Post, PostKind, QueryResult, Tourney,
};
use uuid::Uuid;

use crate::community::{Summary, summary};
use crate::daily::{Ended, Told, ended_of_day, of_day};
use crate::edge::Call;
use crate::error::{Error, Missing, Result};
use crate::ladder::{Ladder, Rung};
use crate::ranking::Rankings;
use crate::tourney::View;

/// So many a leaderboard shows.
const SHOWN: i64 = 10;
/// Between attempts that fail: at first, and at most.
const RETRY: [TimeDelta; 2] = [TimeDelta::seconds(5), TimeDelta::minutes(30)];
/// After so many it is given up.
const MOST_ATTEMPTS: i32 = 20;

/// A post, and what it shall show.
#[derive(Debug)]
pub(crate) struct Due {
    pub(crate) post: Post,
    pub(crate) community: Community,
    pub(crate) content: Content,
}

#[derive(Debug)]
pub(crate) enum Content {
    Board {
        ladder: Ladder,
        rungs: Vec<Rung>,
    },
    Week(Summary),
    Daily(Box<Told>),
    DailyEnd(Box<Ended>),
    Tourney(View),
    TourneyEnd(View),
    /// Something cannot go on in a channel.
    Notice {
        channel: String,
        reason: String,
        of: Stopped,
    },
}

/// What cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    Board(Ladder),
    Week,
    Daily,
    Tourney,
}

/// What became of a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    Written { message: String, fingerprint: Vec<u8> },
    MessageGone,
    ChannelGone,
    Forbidden,
    Failed,
}

impl Rankings {
    /// The next post that is due, in hand for a minute.
    pub(crate) async fn take_post(&self, call: &Call, provider: &str) -> Result<Option<Due>> {
        let mut db = self.db(call).await?;
        loop {
            let now = self.store.clock().now();
            let Some(post) = Post::take(&mut db, provider, now).await? else { return Ok(None) };
            let community = Community::by_id(&mut db, post.community_id).await?;
            let content = match &community {
                Some(community) => content(&mut db, &post, community, now).await?,
                None => None,
            };
            match community.zip(content) {
                Some((community, content)) => return Ok(Some(Due { post, community, content })),
                // What it was about is no more.
                None => post.stop(&mut db, "NOTHING_TO_SHOW").await?,
            };
        }
    }

    /// A post shows already what it should.
    pub(crate) async fn leave_post(&self, call: &Call, post: &Post) -> Result<()> {
        post.leave(&mut *self.db(call).await?).await?;
        Ok(())
    }

    /// When the next post is due.
    pub(crate) async fn next_post(&self, call: &Call, provider: &str) -> Result<Option<DateTime<Utc>>> {
        Ok(Post::next_due(&mut *self.db(call).await?, provider).await?)
    }

    pub(crate) async fn report_post(
        &self,
        call: &Call,
        provider: &str,
        id: i64,
        outcome: &Outcome,
    ) -> Result<()> {
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let post = Post::lock(db, provider, id).await?.ok_or(Error::Missing(Missing::Post))?;
            match outcome {
                Outcome::Written { message, fingerprint } => {
                    post.written(db, message, fingerprint, now).await?;
                }
                Outcome::MessageGone => post.retry(db, now, true).await?,
                Outcome::ChannelGone => stop(db, &post, "CHANNEL_GONE", now).await?,
                Outcome::Forbidden => stop(db, &post, "FORBIDDEN", now).await?,
                Outcome::Failed if post.attempts >= MOST_ATTEMPTS => stop(db, &post, "FAILED", now).await?,
                Outcome::Failed => post.retry(db, now + pause(post.attempts), false).await?,
            }
            Ok(())
        })
        .await
    }
}

fn pause(attempts: i32) -> TimeDelta {
    let [first, most] = RETRY;
    let doubled = i32::pow(2, u32::try_from(attempts.clamp(0, 10)).unwrap_or(0));
    (first * doubled).min(most)
}

/// Gives a post up, and tells whoever looks after it, once.
async fn stop(db: &mut AsyncPgConnection, post: &Post, why: &str, now: DateTime<Utc>) -> QueryResult<()> {
    post.stop(db, why).await?;
    let Some(community) = Community::by_id(db, post.community_id).await? else { return Ok(()) };
    if post.kind() == Some(PostKind::Daily) {
        // Or it would be told again every day.
        community.stop_dailies(db, &post.channel).await?;
    }
    let Some(creator) = post.creator_id.filter(|_| post.kind() != Some(PostKind::Notice)) else {
        return Ok(());
    };
    let identities = Identity::of_profile(db, creator).await?;
    let Some(person) = identities.iter().find(|identity| identity.provider == community.provider) else {
        return Ok(());
    };
    let notice = NewPost {
        community_id: community.id,
        kind: PostKind::Notice,
        subject: &format!("{why} {} {} {}", post.channel, post.kind, post.subject),
        channel: &person.external_id,
        creator_id: Some(creator),
        due_at: now,
    };
    notice.order(db).await?;
    Ok(())
}

/// What a post shall show; `None` if there is nothing of the kind any more.
async fn content(
    db: &mut AsyncPgConnection,
    post: &Post,
    community: &Community,
    now: DateTime<Utc>,
) -> Result<Option<Content>> {
    let today = now.date_naive();
    Ok(match post.kind() {
        Some(PostKind::Board) => match Ladder::read(&post.subject) {
            Some(ladder) => {
                Some(Content::Board { ladder, rungs: ladder.top(db, community, today, SHOWN).await? })
            }
            None => None,
        },
        Some(PostKind::Week) => match post.subject.parse::<NaiveDate>() {
            Ok(starts) => Some(Content::Week(summary(db, community, starts).await?)),
            Err(_) => None,
        },
        Some(PostKind::Daily) => match post.subject.parse() {
            Ok(day) => of_day(db, community, day, now).await?.map(|told| Content::Daily(Box::new(told))),
            Err(_) => None,
        },
        Some(PostKind::DailyEnd) => match post.subject.parse() {
            Ok(day) => {
                ended_of_day(db, community, day, now).await?.map(|ended| Content::DailyEnd(Box::new(ended)))
            }
            Err(_) => None,
        },
        Some(PostKind::Notice) => notice(&post.subject),
        Some(PostKind::Tourney) => tourney(db, post, now).await?.map(Content::Tourney),
        Some(PostKind::TourneyEnd) => tourney(db, post, now).await?.map(Content::TourneyEnd),
        _ => None,
    })
}

/// As the people of the post's community see it.
async fn tourney(db: &mut AsyncPgConnection, post: &Post, now: DateTime<Utc>) -> Result<Option<View>> {
    let Ok(id) = Uuid::try_parse(&post.subject) else { return Ok(None) };
    match Tourney::by_id(db, id).await? {
        Some(tourney) => Ok(Some(View::load(db, tourney, post.community_id, None, now).await?)),
        None => Ok(None),
    }
}

fn notice(subject: &str) -> Option<Content> {
    let mut words = subject.splitn(4, ' ');
    let [reason, channel, kind, about] = [words.next()?, words.next()?, words.next()?, words.next()?];
    let of = match kind {
        "board" => Stopped::Board(Ladder::read(about)?),
        "week" => Stopped::Week,
        "daily" | "daily_end" => Stopped::Daily,
        _ => Stopped::Tourney,
    };
    Some(Content::Notice { channel: channel.into(), reason: reason.into(), of })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_tried_ever_later_but_not_less_than_twice_an_hour() {
        let seconds: Vec<_> = [0, 1, 2, 8, 9, 19].map(|attempts| pause(attempts).num_seconds()).into();
        assert_eq!(seconds, [5, 10, 20, 1280, 1800, 1800]);
    }
}
