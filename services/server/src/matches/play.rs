use chrono::{DateTime, Utc};
use tablero_game::{Language, MoveText, Side};
use tablero_store::{AsyncConnection, AsyncPgConnection, Match, MatchChange, Mistake, Play};
use uuid::Uuid;

use super::brain::Judged;
use super::desk::{enqueue, locked};
use super::{Matches, Record, RecordState, Seated};
use crate::edge::{Call, Person};
use crate::error::{Error, Fault, Refusal, Result};
use crate::ranking::conclude;
use crate::tourney::{may_go_on, note_progress};

/// A move as somebody typed it, and what they saw when they did.
#[derive(Debug)]
pub(crate) struct Move {
    pub(crate) ply: u32,
    pub(crate) text: String,
    pub(crate) language: Language,
    pub(crate) request_id: Option<String>,
}

/// What became of it.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) seated: Seated,
    /// Set if the move was wrong and taken back.
    pub(crate) mistake: Option<Mistake>,
}

impl Matches {
    pub(crate) async fn play(&self, call: &Call, person: &Person, id: Uuid, wanted: &Move) -> Result<Played> {
        let events = self.events.subscribe();
        let seated = self.get(call, person, id).await?;
        let me = person.profile.id;
        if seated.record.seat_of(me).is_none() {
            return Err(Error::NotYourMatch);
        }
        if let Some(earlier) = self.earlier(call, &seated.record.row, wanted).await? {
            let seated = self.settle(call, person, id, events).await?;
            return Ok(Played { seated, mistake: earlier.err() });
        }
        let spelled = check(&seated.record, me, wanted)?;
        let judgement = match seated.record.moves_left().filter(|_| seated.record.is_attackers_turn()) {
            Some(left) if seated.record.row.take_back => {
                self.brain.judge(me, seated.record.spot(), spelled.code.clone(), left).await?
            }
            _ => Judged::Stands,
        };
        let at = self.store.clock().now();
        let mut db = self.db(call).await?;
        let mistake = db
            .transaction(async |db| {
                let (row, now) = locked(db, person, id, at).await?;
                if let Some(request) = &wanted.request_id
                    && let Some(earlier) = row.by_request(db, request).await?
                {
                    return Ok::<_, Error>(earlier.err());
                }
                may_go_on(db, &row, me, at).await?;
                let record = Record::load(db, row).await?;
                check(&record, me, wanted)?;
                match judgement {
                    Judged::Stands => {
                        append(db, record, [now, at], &spelled, wanted.request_id.clone()).await?;
                        Ok(None)
                    }
                    Judged::Wrong(refutation) => Ok(Some(
                        take_back(db, &record, at, &spelled, refutation, wanted.request_id.clone()).await?,
                    )),
                }
            })
            .await?;
        drop(db);
        Ok(Played { seated: self.settle(call, person, id, events).await?, mistake })
    }

    /// What the same request did before, if it did.
    async fn earlier(
        &self,
        call: &Call,
        row: &Match,
        wanted: &Move,
    ) -> Result<Option<std::result::Result<Play, Mistake>>> {
        match &wanted.request_id {
            Some(request) => Ok(row.by_request(&mut *self.db(call).await?, request).await?),
            None => Ok(None),
        }
    }
}

/// The move as it is spelled, if it may be played now by this person.
fn check(record: &Record, me: Uuid, wanted: &Move) -> Result<MoveText> {
    match record.state() {
        RecordState::Open => return Err(Error::Refused(Refusal::NotStarted)),
        RecordState::Finished | RecordState::Cancelled => return Err(Error::Refused(Refusal::MatchOver)),
        RecordState::Running => {}
    }
    if i64::from(wanted.ply) != i64::from(record.row.ply) {
        return Err(Error::StalePly);
    }
    if record.profile_at(record.turn()) != Some(me) {
        return Err(Error::Refused(Refusal::NotYourTurn));
    }
    record
        .table
        .read(&wanted.text, wanted.language)
        .map_err(|refused| Error::Invalid(vec![Fault::new("move", refused.reason(), refused.to_string())]))
}

/// Appends a play to a match whose row is locked, ends the match if that ends it, and calls the machine if one is next. The time is
/// that of the database, by which thinking is measured, and that of the clock, by which days are.
pub(super) async fn append(
    db: &mut AsyncPgConnection,
    record: Record,
    [now, at]: [DateTime<Utc>; 2],
    spelled: &MoveText,
    request_id: Option<String>,
) -> Result<Record> {
    let mover = record.turn();
    let elapsed_ms = (now - record.row.turn_started_at).num_milliseconds().max(0);
    let play = Play {
        match_id: record.row.id,
        ply: record.row.ply + 1,
        code: spelled.code.clone(),
        text: spelled.text.clone(),
        from_square: spelled.from.clone().unwrap_or_default(),
        to_square: spelled.to.clone().unwrap_or_default(),
        elapsed_ms,
        request_id,
    };
    play.insert(db).await?;
    let Record { mut row, mut plays, .. } = record;
    row.ply = play.ply;
    row.turn_started_at = now;
    match mover {
        Side::First => row.first_ms += elapsed_ms,
        Side::Second => row.second_ms += elapsed_ms,
    }
    plays.push(play);
    let mut record = Record::replay(row, plays)?;
    let mut change = record.row.as_change();
    if let Some((winner, reason)) = record.verdict() {
        change = MatchChange {
            state: "finished".into(),
            winner: Some(winner.into()),
            reason: Some(reason.into()),
            ..change
        };
    }
    record.row = record.row.change(db, &change).await?;
    conclude(db, &record, at).await?;
    note_progress(db, &record.row, at).await?;
    enqueue(db, &record).await?;
    Ok(record)
}

async fn take_back(
    db: &mut AsyncPgConnection,
    record: &Record,
    at: DateTime<Utc>,
    spelled: &MoveText,
    refutation: Option<(String, String)>,
    request_id: Option<String>,
) -> Result<Mistake> {
    let (refutation_text, refutation_code) = refutation.unzip();
    let mistake = Mistake {
        match_id: record.row.id,
        number: record.row.errors + 1,
        ply: record.row.ply + 1,
        code: spelled.code.clone(),
        text: spelled.text.clone(),
        refutation_code,
        refutation_text,
        request_id,
    };
    mistake.insert(db).await?;
    record.row.change(db, &MatchChange { errors: mistake.number, ..record.row.as_change() }).await?;
    note_progress(db, &record.row, at).await?;
    Ok(mistake)
}
