use rand::RngExt;
use tablero_search::Rating;
use tablero_store::{Guard, Listed, Problem, ProblemFilter, StoredRating};

use super::Problems;
use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Result};

/// Among so many problems chance chooses.
const CHOICE: i64 = 10;

impl Problems {
    /// A problem that the caller has nothing to do with yet and that no tourney keeps, about as hard as the caller is strong.
    pub(crate) async fn suggest(
        &self,
        call: &Call,
        person: &Person,
        filter: &ProblemFilter,
    ) -> Result<Listed> {
        let me = person.profile.id;
        let mut db = self.db(call).await?;
        let mine = StoredRating::of(&mut db, me).await?;
        let points = mine.map_or(Rating::UNKNOWN.points, |rating| rating.points);
        let now = self.store.clock().now();
        let mut near = filter.nearest(&mut db, me, points, CHOICE).await?;
        let ids: Vec<_> = near.iter().map(|listed| listed.problem.id).collect();
        let kept = Problem::guards(&mut db, &ids, me, now).await?;
        near.retain(|listed| !kept.contains(&(listed.problem.id, Guard::Tourney)));
        match near.len() {
            0 => Err(Error::Missing(Missing::ProblemLeft)),
            several => Ok(near.swap_remove(rand::rng().random_range(0..several))),
        }
    }
}
