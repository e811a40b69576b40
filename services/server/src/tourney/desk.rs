use chrono::{DateTime, TimeDelta, Utc};
use tablero_store::{
    AsyncConnection, AsyncPgConnection, COMMUNITIES, Community, NewPost, NewTourney, Post, PostKind, Tourney,
    TourneyState, notify,
};
use uuid::Uuid;

use super::wish::WishedTourney;
use super::{View, seen_from};
use crate::community::managed;
use crate::edge::{Call, Person};
use crate::error::{Error, Fault, Missing, Refusal, Result};
use crate::profile::is_external_id;
use crate::ranking::Rankings;

/// Of one host, that are not over.
const MOST_UNFINISHED: i64 = 5;
/// So many a list tells.
const LISTED: i64 = 100;

impl Rankings {
    pub(crate) async fn create_tourney(
        &self,
        call: &Call,
        person: &Person,
        wish: &WishedTourney,
    ) -> Result<View> {
        let place = person.managed()?;
        let now = self.store.clock().now();
        let faults = wish.faults(now);
        if !faults.is_empty() {
            return Err(Error::Invalid(faults));
        }
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let host = managed(db, place).await?;
            let guest = match &wish.guest {
                Some((provider, id)) => {
                    Some(Community::find(db, provider, id).await?.ok_or(Error::Missing(Missing::Community))?)
                }
                None => None,
            };
            if guest.as_ref().is_some_and(|guest| guest.id == host.id) {
                let words = "a community does not play against itself";
                return Err(Error::Invalid(vec![Fault::new("guest", "BAD_COMMUNITY", words)]));
            }
            if Tourney::count_unfinished(db, host.id).await? >= MOST_UNFINISHED {
                return Err(Error::Refused(Refusal::TooManyTourneys));
            }
            let sides: Vec<_> = std::iter::once(&host).chain(&guest).collect();
            let problems = wish.set.find(db, &sides).await?;
            let starts_at = wish.start.after(now).max(now);
            let new = NewTourney {
                title: &wish.title,
                starts_at,
                ends_at: starts_at + TimeDelta::minutes(wish.minutes.into()),
                creator_id: person.profile.id,
                host_id: host.id,
                host_channel: &wish.channel,
                guest_id: guest.map(|guest| guest.id),
            };
            let tourney = new.insert(db, &problems).await?;
            order_post(db, &tourney, PostKind::Tourney, (host.id, &wish.channel), tourney.creator_id, now)
                .await?;
            notify(db, COMMUNITIES, "").await?;
            View::load(db, tourney, host.id, Some(person.profile.id), now).await
        })
        .await
    }

    pub(crate) async fn cancel_tourney(&self, call: &Call, person: &Person, id: Uuid) -> Result<View> {
        let place = person.managed()?;
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            seen(db, person, id).await?;
            let tourney = Tourney::lock(db, id).await?.ok_or(Error::Missing(Missing::Tourney))?;
            if managed(db, place).await?.id != tourney.host_id {
                return Err(Error::NotAManager);
            }
            if !open(&tourney, now) {
                return Err(Error::Refused(Refusal::TourneyOver));
            }
            let tourney = tourney.set_state(db, TourneyState::Cancelled).await?;
            Post::touch(db, PostKind::Tourney, &id.to_string(), now).await?;
            let host = tourney.host_id;
            View::load(db, tourney, host, Some(person.profile.id), now).await
        })
        .await
    }

    /// Takes part with the guest in a channel, or declines; then there is nothing to see any more.
    pub(crate) async fn answer_invitation(
        &self,
        call: &Call,
        person: &Person,
        id: Uuid,
        channel: Option<&str>,
    ) -> Result<Option<View>> {
        let place = person.managed()?;
        if channel.is_some_and(|channel| !is_external_id(channel)) {
            let words = "a channel's id has 1 to 64 visible ASCII characters";
            return Err(Error::Invalid(vec![Fault::new("channel_id", "BAD_CHANNEL", words)]));
        }
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let before = seen(db, person, id).await?;
            let tourney = Tourney::lock(db, id).await?.ok_or(Error::Missing(Missing::Tourney))?;
            let guest = managed(db, place).await?;
            match (before.guest_id == Some(guest.id), tourney.guest_id == Some(guest.id)) {
                (_, true) => {}
                // It has started just now, without this guest.
                (true, false) => return Err(Error::Refused(Refusal::TourneyStarted)),
                (false, false) => return Err(Error::NotAManager),
            }
            match tourney.state() {
                _ if !open(&tourney, now) => return Err(Error::Refused(Refusal::TourneyOver)),
                _ if now >= tourney.starts_at => return Err(Error::Refused(Refusal::TourneyStarted)),
                _ if tourney.guest_channel.is_some() => return Err(Error::Refused(Refusal::AlreadyAnswered)),
                _ => {}
            }
            let tourney = tourney.set_guest(db, channel).await?;
            Post::touch(db, PostKind::Tourney, &id.to_string(), now).await?;
            let Some(channel) = channel else { return Ok(None) };
            let me = Some(person.profile.id);
            order_post(db, &tourney, PostKind::Tourney, (guest.id, channel), me, now).await?;
            View::load(db, tourney, guest.id, me, now).await.map(Some)
        })
        .await
    }

    pub(crate) async fn tourney(
        &self,
        call: &Call,
        person: &Person,
        id: Uuid,
        named: Option<(String, String)>,
    ) -> Result<View> {
        let mut db = self.db(call).await?;
        let tourney = seen(&mut db, person, id).await?;
        let from = seen_from(&mut db, &tourney, person, named).await?;
        View::load(&mut db, tourney, from, Some(person.profile.id), self.store.clock().now()).await
    }

    /// The latest of a community's, without their tables.
    pub(crate) async fn tourneys(
        &self,
        call: &Call,
        person: &Person,
        named: Option<(String, String)>,
    ) -> Result<Vec<View>> {
        let now = self.store.clock().now();
        let mut db = self.db(call).await?;
        let (community, _) = self.community(&mut db, person, named).await?;
        let mut views = Vec::new();
        for tourney in Tourney::of(&mut db, community.id, LISTED).await? {
            views.push(View::outline(&mut db, tourney, community.id, now).await?);
        }
        Ok(views)
    }
}

/// Whether it is not over yet.
fn open(tourney: &Tourney, now: DateTime<Utc>) -> bool {
    matches!(tourney.state(), TourneyState::Announced | TourneyState::Running) && now < tourney.ends_at
}

/// A tourney that somebody may know of: who belongs to its host, or to its guest.
pub(super) async fn seen(db: &mut AsyncPgConnection, person: &Person, id: Uuid) -> Result<Tourney> {
    let tourney = Tourney::by_id(db, id).await?.ok_or(Error::Missing(Missing::Tourney))?;
    for side in std::iter::once(tourney.host_id).chain(tourney.guest_id) {
        let Some(community) = Community::by_id(db, side).await? else { continue };
        if community.member(db, person.profile.id).await?.is_some() {
            return Ok(tourney);
        }
    }
    Err(Error::Missing(Missing::Tourney))
}

/// Has it posted in a channel of a side.
pub(super) async fn order_post(
    db: &mut AsyncPgConnection,
    tourney: &Tourney,
    kind: PostKind,
    (community_id, channel): (Uuid, &str),
    creator_id: Option<Uuid>,
    due_at: DateTime<Utc>,
) -> Result<()> {
    let subject = tourney.id.to_string();
    NewPost { community_id, kind, subject: &subject, channel, creator_id, due_at }.order(db).await?;
    Ok(())
}
