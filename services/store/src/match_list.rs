use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use crate::Match;
use crate::schema::{match_lists, matches};

/// Which of somebody's matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchScope {
    All,
    Running,
    Finished,
    Challenges,
}

/// Where a page begins: behind a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchPage {
    pub updated_at: DateTime<Utc>,
    pub id: Uuid,
}

impl Match {
    /// At most `size` matches of somebody's list, those that changed last first.
    pub async fn list(
        db: &mut AsyncPgConnection,
        profile: Uuid,
        scope: MatchScope,
        after: Option<MatchPage>,
        size: i64,
    ) -> QueryResult<Vec<Match>> {
        let mut query = match_lists::table
            .inner_join(matches::table)
            .filter(match_lists::profile_id.eq(profile))
            .select(Match::as_select())
            .into_boxed();
        let state = match scope {
            MatchScope::All => None,
            MatchScope::Running => Some("running"),
            MatchScope::Finished => Some("finished"),
            MatchScope::Challenges => Some("open"),
        };
        if let Some(state) = state {
            query = query.filter(matches::state.eq(state));
        }
        if let Some(MatchPage { updated_at, id }) = after {
            query = query.filter(
                matches::updated_at
                    .lt(updated_at)
                    .or(matches::updated_at.eq(updated_at).and(matches::id.lt(id))),
            );
        }
        query.order((matches::updated_at.desc(), matches::id.desc())).limit(size).load(db).await
    }
}
