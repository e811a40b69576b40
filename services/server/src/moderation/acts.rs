use chrono::{DateTime, Utc};
use tablero_store::{Act, AsyncPgConnection, NewAct, Problem};

use crate::edge::{Call, Person};
use crate::error::Result;
use crate::problem::Problems;
use crate::reputation;

/// Deletes somebody else's problem, as an administrator does.
pub(crate) async fn delete_problem(
    db: &mut AsyncPgConnection,
    person: &Person,
    problem: &Problem,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    let act = NewAct {
        actor_id: person.profile.id,
        kind: "delete_problem",
        problem_id: Some(problem.id),
        profile_id: None,
        subject: &problem.position,
        provider: None,
        external_id: None,
        reason,
    };
    act.insert(db).await?;
    reputation::delete(db, problem.id, now).await
}

impl Problems {
    /// A page of acts that the caller may look into, and the last one's id if more come.
    pub(crate) async fn acts(
        &self,
        call: &Call,
        person: &Person,
        behind: Option<i64>,
        size: usize,
    ) -> Result<(Vec<Act>, Option<i64>)> {
        let scope = self.administrators.scope(person)?;
        let mut db = self.db(call).await?;
        let one_more = i64::try_from(size + 1).unwrap_or(i64::MAX);
        let mut acts = Act::page(&mut db, scope, behind, one_more).await?;
        let more = acts.len() > size;
        acts.truncate(size);
        let next = acts.last().filter(|_| more).map(|act| act.id);
        Ok((acts, next))
    }
}
