use std::collections::HashMap;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use tablero_search::mate::{Hint, HintStep};
use tablero_store::{
    AsyncConnection, AsyncPgConnection, Guard, Job, Lane, Match, MatchChange, Profile, Store,
};
use uuid::Uuid;

use super::{Brain, Record, RecordState};
use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Refusal, Result};
use crate::events::{Event, Events, Subscription};
use crate::problem::{refuse, unguarded};
use crate::ranking::conclude;

/// How long an answer waits for a machine's move.
const PATIENCE: Duration = Duration::from_secs(1);

/// All that can be done with matches.
#[derive(Debug, Clone)]
pub(crate) struct Matches {
    pub(crate) store: Store,
    pub(crate) events: Events,
    pub(crate) brain: Brain,
}

/// A match and the people who sit at it.
#[derive(Debug)]
pub(crate) struct Seated {
    pub(crate) record: Record,
    pub(crate) people: HashMap<Uuid, Profile>,
}

impl Matches {
    pub(crate) async fn db(&self, call: &Call) -> Result<Lane> {
        Ok(self.store.lane(call.deadline).await?)
    }

    /// A match, if the viewer may see it.
    pub(crate) async fn get(&self, call: &Call, person: &Person, id: Uuid) -> Result<Seated> {
        let mut db = self.db(call).await?;
        let row = visible(&mut db, person, id, self.store.clock().now()).await?;
        let people = Match::people(&mut db, std::slice::from_ref(&row)).await?;
        Ok(Seated { record: Record::load(&mut db, row).await?, people })
    }

    /// Gives up: the other side wins. Who has let two machines play may end it too.
    pub(crate) async fn abandon(&self, call: &Call, person: &Person, id: Uuid) -> Result<Seated> {
        let me = person.profile.id;
        let mut db = self.db(call).await?;
        let at = self.store.clock().now();
        db.transaction(async |db| {
            let (row, _) = locked(db, person, id, at).await?;
            let record = Record::load(db, row).await?;
            let seat = record.seat_of(me);
            if seat.is_none() && record.row.creator_id != Some(me) {
                return Err(Error::NotYourMatch);
            }
            match record.state() {
                RecordState::Open => return Err(Error::Refused(Refusal::NotStarted)),
                RecordState::Finished | RecordState::Cancelled => {
                    return Err(Error::Refused(Refusal::MatchOver));
                }
                RecordState::Running => {}
            }
            let winner = seat.map_or("nobody", |seat| super::record::seat(seat.other()));
            let change = MatchChange {
                state: "finished".into(),
                winner: Some(winner.into()),
                reason: Some("abandoned".into()),
                ..record.row.as_change()
            };
            let row = record.row.change(db, &change).await?;
            conclude(db, &Record::replay(row, record.plays)?, at).await
        })
        .await?;
        drop(db);
        self.get(call, person, id).await
    }

    /// Takes a match out of the caller's list.
    pub(crate) async fn delete(&self, call: &Call, person: &Person, id: Uuid, confirm: bool) -> Result<()> {
        let at = self.store.clock().now();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let (row, _) = locked(db, person, id, at).await?;
            if !confirm {
                return Err(Error::Refused(Refusal::ConfirmDeletion));
            }
            if ["open", "running"].contains(&row.state.as_str()) {
                return Err(Error::Refused(Refusal::StillRunning));
            }
            match row.unlist(db, person.profile.id).await? {
                true => Ok(()),
                false => Err(Error::NotYourMatch),
            }
        })
        .await
    }

    /// A hint for the attacker, noted in the match before it is given.
    pub(crate) async fn hint(&self, call: &Call, person: &Person, id: Uuid, step: HintStep) -> Result<Hint> {
        let Seated { record, .. } = self.get(call, person, id).await?;
        let seat = record.seat_of(person.profile.id).ok_or(Error::NotYourMatch)?;
        match record.state() {
            RecordState::Running => {}
            RecordState::Open => return Err(Error::Refused(Refusal::NotStarted)),
            RecordState::Finished | RecordState::Cancelled => return Err(Error::Refused(Refusal::MatchOver)),
        }
        let left = record.moves_left().ok_or(Error::Refused(Refusal::NoProblem))?;
        if !record.is_attackers_turn() || record.turn() != seat {
            return Err(Error::Refused(Refusal::NotYourTurn));
        }
        let at = self.store.clock().now();
        if let Some(problem) = record.row.problem_id {
            unguarded(&mut *self.db(call).await?, problem, person.profile.id, at).await?;
        }
        let hint = self.brain.hint(person.profile.id, record.spot(), left, step).await?;
        let hint = hint.ok_or(Error::Refused(Refusal::NoLongerWon))?;
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let (row, _) = locked(db, person, id, at).await?;
            let hints = row.hints.max(step as i16 + 1);
            row.change(db, &MatchChange { hints, ..row.as_change() }).await?;
            Ok::<_, Error>(())
        })
        .await?;
        Ok(hint)
    }

    /// The match when no machine owes a move any more, or as it is when patience or the call's time runs out.
    pub(super) async fn settle(
        &self,
        call: &Call,
        person: &Person,
        id: Uuid,
        mut events: Subscription,
    ) -> Result<Seated> {
        let patience = (Instant::now() + PATIENCE).min(call.deadline - PATIENCE / 5);
        loop {
            let seated = self.get(call, person, id).await?;
            // Two machines are watched, not waited for.
            let waits = seated.record.awaits_machine()
                && seated.record.machine_at(seated.record.turn().other()).is_none();
            let news = async { while !matches!(events.next().await, Event::Gap | Event::Match(_)) {} };
            if !waits || tokio::time::timeout_at(patience.into(), news).await.is_err() {
                return Ok(seated);
            }
        }
    }
}

/// A match that has begun is seen by everybody; before, by its people, and by everybody who may take an open seat. Where it could tell the
/// answer to a problem that is kept from somebody, it is seen by its people alone.
async fn visible(db: &mut AsyncPgConnection, person: &Person, id: Uuid, now: DateTime<Utc>) -> Result<Match> {
    let me = Some(person.profile.id);
    let found = Match::by_id(db, id).await?.filter(|row| {
        let begun = row.state == "running" || row.state == "finished";
        let open = row.state == "open" && (row.first_kind == "open" || row.second_kind == "open");
        begun || open || [row.creator_id, row.first_profile_id, row.second_profile_id].contains(&me)
    });
    let row = found.ok_or(Error::Missing(Missing::Match))?;
    match row.guard(db, person.profile.id, now).await? {
        // That somebody takes part in a tourney is nobody's business; that there is a daily problem is known.
        Some(Guard::Tourney) => Err(Error::Missing(Missing::Match)),
        guard => refuse(guard).map(|()| row),
    }
}

/// The same, locked until the transaction ends, with the time by the database's clock.
pub(super) async fn locked(
    db: &mut AsyncPgConnection,
    person: &Person,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<(Match, DateTime<Utc>)> {
    visible(db, person, id, now).await?;
    Match::lock(db, id).await?.ok_or(Error::Missing(Missing::Match))
}

/// Has the machine move, if one is to.
pub(super) async fn enqueue(db: &mut AsyncPgConnection, record: &Record) -> Result<()> {
    if record.awaits_machine() {
        Job::enqueue_reply(db, record.row.id, record.row.ply).await?;
    }
    Ok(())
}
