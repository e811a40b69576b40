use rand::RngExt;
use tablero_store::{AsyncConnection, NewAct, Profile, bar_name};
use uuid::Uuid;

use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Refusal, Result};
use crate::profile::{Name, Profiles};

const TRIES: usize = 16;

impl Profiles {
    /// Gives somebody a neutral name instead of theirs, which nobody may have any more.
    pub(crate) async fn moderate(
        &self,
        call: &Call,
        person: &Person,
        profile: Uuid,
        reason: &str,
    ) -> Result<Profile> {
        self.administrators.check(person)?;
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let old = Profile::lock(db, profile).await?.ok_or(Error::Missing(Missing::Profile))?;
            // Who has an administrator's name is an administrator: it must not become free.
            if self.administrators.include(&old) {
                return Err(Error::Refused(Refusal::IsAdministrator));
            }
            let mut name = neutral();
            for _ in 0..TRIES {
                if Profile::by_name_key(db, name.key()).await?.is_none() {
                    break;
                }
                name = neutral();
            }
            Profile::rename(db, old.id, name.shown(), name.key()).await?;
            bar_name(db, &old.name_key).await?;
            let act = NewAct {
                actor_id: person.profile.id,
                kind: "rename_profile",
                problem_id: None,
                profile_id: Some(old.id),
                subject: &old.name,
                provider: None,
                external_id: None,
                reason,
            };
            act.insert(db).await?;
            Profile::by_id(db, old.id).await?.ok_or(Error::Missing(Missing::Profile))
        })
        .await
    }
}

/// A name that says nothing.
fn neutral() -> Name {
    Name::near("Player").numbered(rand::rng().random_range(1000..100_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neutral_name_is_a_valid_one() {
        assert!(Name::new(neutral().shown()).is_ok());
    }
}
