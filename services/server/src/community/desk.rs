use chrono::{Datelike, Days, NaiveDate};
use tablero_store::{
    AsyncConnection, AsyncPgConnection, COMMUNITIES, Community, CommunityChange, Daily, Member, NewPost,
    Period, Post, PostKind, Week, notify,
};

use super::dailies::next_daily;
use super::settings::SettingsChange;
use super::weeks::{Summary, next_week, summary};
use crate::edge::{Call, Person, Place};
use crate::error::{Error, Fault, Missing, Refusal, Result};
use crate::ladder::Ladder;
use crate::profile::is_external_id;
use crate::ranking::Rankings;

/// So many leaderboards a community may keep.
const MOST_PINNED: usize = 20;

/// A leaderboard that is kept in a channel.
#[derive(Debug)]
pub(crate) struct Pinned {
    pub(crate) post: Post,
    pub(crate) ladder: Ladder,
}

impl Rankings {
    /// The community that is meant, if the caller belongs to it: the one that is named, else the one that the caller is in.
    pub(crate) async fn community(
        &self,
        db: &mut AsyncPgConnection,
        person: &Person,
        named: Option<(String, String)>,
    ) -> Result<(Community, Member)> {
        let here = || person.place().map(|place| (place.provider.clone(), place.community.clone()));
        let Some((provider, external_id)) = named.or_else(here) else {
            let words = "say which community: you are in none";
            return Err(Error::Invalid(vec![Fault::new("community", "BAD_COMMUNITY", words)]));
        };
        let found = Community::find(db, &provider, &external_id).await?.ok_or(Error::NotAMember)?;
        let member = found.member(db, person.profile.id).await?.ok_or(Error::NotAMember)?;
        Ok((found, member))
    }

    pub(crate) async fn pinned(
        &self,
        db: &mut AsyncPgConnection,
        community: &Community,
    ) -> Result<Vec<Pinned>> {
        let posts = Post::of(db, community.id, PostKind::Board).await?;
        Ok(posts.into_iter().filter_map(pinned).collect())
    }

    pub(crate) async fn update_community(
        &self,
        call: &Call,
        person: &Person,
        wish: &SettingsChange,
    ) -> Result<Community> {
        let place = person.managed()?;
        let faults = wish.faults();
        if !faults.is_empty() {
            return Err(Error::Invalid(faults));
        }
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let community = managed(db, place).await?;
            let mut change = community.as_change();
            wish.apply(&mut change);
            let (zone, hour) = times(&change)?;
            let last = Daily::last(db, community.id).await?.map(|last| (last.day, last.closes_at));
            change.next_daily_at = change.daily_channel.is_some().then(|| next_daily(zone, hour, now, last));
            change.keeper_id = Some(person.profile.id);
            change.next_week_at = Some(next_week(zone, hour, now));
            let changed = community.change(db, &change).await?;
            notify(db, COMMUNITIES, "").await?;
            Ok(changed)
        })
        .await
    }

    /// Whether the caller is on a community's boards.
    pub(crate) async fn set_visibility(
        &self,
        call: &Call,
        person: &Person,
        named: Option<(String, String)>,
        hidden: bool,
    ) -> Result<()> {
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let (community, _) = self.community(db, person, named).await?;
            community.set_hidden(db, person.profile.id, hidden).await?;
            Post::touch_boards(db, person.profile.id, now).await?;
            Ok(Post::touch_tourneys(db, person.profile.id, now).await?)
        })
        .await
    }

    /// Has a leaderboard kept in a channel.
    pub(crate) async fn pin(
        &self,
        call: &Call,
        person: &Person,
        channel: &str,
        ladder: Ladder,
    ) -> Result<Pinned> {
        let place = person.managed()?;
        if !is_external_id(channel) {
            let words = "a channel's id has 1 to 64 visible ASCII characters";
            return Err(Error::Invalid(vec![Fault::new("channel_id", "BAD_CHANNEL", words)]));
        }
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let community = managed(db, place).await?;
            let subject = ladder.write();
            let kept = Post::of(db, community.id, PostKind::Board).await?;
            let same = |post: &&Post| post.subject == subject && post.channel == channel;
            if kept.len() >= MOST_PINNED && kept.iter().find(same).is_none() {
                return Err(Error::Refused(Refusal::TooManyLeaderboards));
            }
            if community.next_week_at.is_none() {
                let (zone, hour) = times(&community.as_change())?;
                community.set_next_week(db, Some(next_week(zone, hour, now))).await?;
                notify(db, COMMUNITIES, "").await?;
            }
            let new = NewPost {
                community_id: community.id,
                kind: PostKind::Board,
                subject: &subject,
                channel,
                creator_id: Some(person.profile.id),
                due_at: now,
            };
            Ok(Pinned { post: new.order(db).await?, ladder })
        })
        .await
    }

    pub(crate) async fn unpin(&self, call: &Call, person: &Person, id: i64) -> Result<Pinned> {
        let place = person.managed()?;
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let community = managed(db, place).await?;
            let post = Post::lock(db, &place.provider, id).await?;
            let found = post.filter(|post| post.community_id == community.id).and_then(pinned);
            let found = found.ok_or(Error::Missing(Missing::Post))?;
            found.post.delete(db).await?;
            Ok(found)
        })
        .await
    }

    /// A week that was summed up: the one with that day, or the last.
    pub(crate) async fn week(
        &self,
        call: &Call,
        person: &Person,
        named: Option<(String, String)>,
        day: Option<NaiveDate>,
    ) -> Result<Summary> {
        let mut db = self.db(call).await?;
        let (community, _) = self.community(&mut db, person, named).await?;
        let behind = day.map_or(self.store.clock().now().date_naive(), |day| {
            Period::Week.starts(day).checked_add_days(Days::new(1)).unwrap_or(day)
        });
        let starts = Week::last_before(&mut db, community.id, behind).await?;
        let fits = |starts: &NaiveDate| day.is_none_or(|day| day.iso_week() == starts.iso_week());
        let starts = starts.filter(fits).ok_or(Error::Missing(Missing::Week))?;
        summary(&mut db, &community, starts).await
    }
}

/// The community that somebody manages.
pub(crate) async fn managed(db: &mut AsyncPgConnection, place: &Place) -> Result<Community> {
    Community::find(db, &place.provider, &place.community).await?.ok_or(Error::NotAManager)
}

fn times(change: &CommunityChange) -> Result<(chrono_tz::Tz, u32)> {
    let unknown = |_| Error::Internal(format!("no time zone {}", change.time_zone).into());
    Ok((change.time_zone.parse().map_err(unknown)?, change.daily_hour.unsigned_abs().into()))
}

fn pinned(post: Post) -> Option<Pinned> {
    Some(Pinned {
        ladder: Ladder::read(&post.subject).filter(|_| post.kind() == Some(PostKind::Board))?,
        post,
    })
}
