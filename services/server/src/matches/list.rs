use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::DateTime;
use tablero_store::{Match, MatchPage, MatchScope, Problem};
use uuid::Uuid;

use super::{Matches, Record, Seated};
use crate::edge::{Call, Person};
use crate::error::Result;

/// Where the next page begins, in a form that clients carry around and do not look into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MatchPageToken(pub(crate) MatchPage);

impl MatchPageToken {
    pub(crate) fn write(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(format!("{} {}", self.0.updated_at.timestamp_micros(), self.0.id))
    }

    /// `None` if it is not one of ours.
    pub(crate) fn read(text: &str) -> Option<MatchPageToken> {
        let text = String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        let (micros, id) = text.split_once(' ')?;
        let updated_at = DateTime::from_timestamp_micros(micros.parse().ok()?)?;
        Some(MatchPageToken(MatchPage { updated_at, id: Uuid::try_parse(id).ok()? }))
    }
}

impl Matches {
    /// A page of the caller's matches, and where the next one begins if there is one.
    pub(crate) async fn list(
        &self,
        call: &Call,
        person: &Person,
        scope: MatchScope,
        after: Option<MatchPageToken>,
        size: usize,
    ) -> Result<(Vec<Seated>, Option<MatchPageToken>)> {
        let mut db = self.db(call).await?;
        let one_more = i64::try_from(size + 1).unwrap_or(i64::MAX);
        let mut rows =
            Match::list(&mut db, person.profile.id, scope, after.map(|token| token.0), one_more).await?;
        let more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| more);
        let next = next.map(|last| MatchPageToken(MatchPage { updated_at: last.updated_at, id: last.id }));
        let (me, now) = (person.profile.id, self.store.clock().now());
        let of_others = |row: &Match| row.problem_id.filter(|_| !row.seats(me));
        let ids: Vec<Uuid> = rows.iter().filter_map(of_others).collect();
        let guards = Problem::guards(&mut db, &ids, me, now).await?;
        rows.retain(|row| guards.iter().all(|(guarded, _)| of_others(row) != Some(*guarded)));
        let people = Match::people(&mut db, &rows).await?;
        let mut plays = Match::plays_of(&mut db, &rows).await?;
        let seated = rows.into_iter().map(|row| {
            let plays = plays.remove(&row.id).unwrap_or_default();
            Ok(Seated { record: Record::replay(row, plays)?, people: people.clone() })
        });
        Ok((seated.collect::<Result<_>>()?, next))
    }
}
