use chrono::{DateTime, Utc};
use tablero_game::Entry;
use tablero_store::{AsyncPgConnection, Problem};
use uuid::Uuid;

use crate::error::{Error, Refusal, Result};

/// Who asks, and when: what they may be told depends on both.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker {
    pub(crate) profile: Uuid,
    pub(crate) now: DateTime<Utc>,
}

impl Asker {
    /// # Errors
    /// If what is asked for would give a problem away that has to stay a riddle for now.
    pub(crate) async fn may_know(self, db: &mut AsyncPgConnection, problem: Uuid) -> Result<()> {
        match Problem::guarded(db, problem, self.profile, self.now).await? {
            true => Err(Error::Refused(Refusal::DailyOpen)),
            false => Ok(()),
        }
    }

    /// Which of some problems have to stay riddles for now.
    pub(crate) async fn riddles(self, db: &mut AsyncPgConnection, problems: &[Uuid]) -> Result<Vec<Uuid>> {
        match problems {
            [] => Ok(Vec::new()),
            problems => Ok(Problem::guarded_among(db, problems, self.profile, self.now).await?),
        }
    }

    /// As [`Asker::may_know`], of a position, which is that of a problem if their canonical forms are equal. One with faults is no riddle.
    pub(crate) async fn may_know_position(
        self,
        db: &mut AsyncPgConnection,
        game: &Entry,
        rules: &str,
        position: &str,
    ) -> Result<()> {
        let Ok(sketch) = game.sketch(rules, position, &[]) else { return Ok(()) };
        let Some(canonical) = sketch.canonical else { return Ok(()) };
        let rules = crate::problem::spelled_rules(game, rules);
        for problem in Problem::of_position(db, game.name, &rules, &canonical).await? {
            self.may_know(db, problem).await?;
        }
        Ok(())
    }
}
