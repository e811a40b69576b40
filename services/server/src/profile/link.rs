use chrono::{DateTime, Utc};
use tablero_store::{AsyncConnection, AsyncPgConnection, Identity, LinkCode, NewLinkCode, Profile, Vote};
use uuid::Uuid;

use super::{LinkSecret, Profiles};
use crate::edge::{Call, Person, Via};
use crate::error::{Error, Missing, Refusal, Result};
use crate::reputation::reweigh;

const MINUTES: i32 = 10;

/// A profile after an identity joined it, and the one that the identity left, which is gone.
#[derive(Debug)]
pub(crate) struct Linked {
    pub(crate) profile: Profile,
    pub(crate) absorbed: Profile,
}

impl Profiles {
    pub(crate) async fn create_link_code(
        &self,
        call: &Call,
        person: &Person,
    ) -> Result<(LinkSecret, LinkCode)> {
        let secret = LinkSecret::random();
        let new = NewLinkCode {
            code_hash: &secret.hash(),
            profile_id: person.profile.id,
            identity: person.identity(),
            minutes: MINUTES,
        };
        let code = new.insert(&mut *self.db(call).await?).await?;
        Ok((secret, code))
    }

    /// A refused attempt does not use up the code.
    pub(crate) async fn redeem_link_code(&self, call: &Call, person: &Person, typed: &str) -> Result<Linked> {
        self.limits.redemption(person.profile.id)?;
        let hash = LinkSecret::typed(typed).hash();
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let code = LinkCode::take(db, &hash).await?.ok_or(Error::Missing(Missing::LinkCode))?;
            let made_by = code.provider.as_deref().zip(code.external_id.as_deref());
            let (account, (provider, external_id)) = match (made_by, &person.via) {
                (None, Via::Identity { provider, external_id, .. }) => {
                    (code.profile_id, (&**provider, &**external_id))
                }
                (Some(identity), Via::Session(_)) => (person.profile.id, identity),
                _ => return Err(Error::Refused(Refusal::LinkNeedsBothSides)),
            };
            let found = Identity::find(db, provider, external_id).await?;
            let (identity, owner) = found.ok_or(Error::Missing(Missing::Identity))?;
            join(db, account, &identity, &owner, self.store.clock().now()).await
        })
        .await
    }

    /// Parts the caller's profile from its identity of a provider.
    pub(crate) async fn unlink(&self, call: &Call, person: &Person, provider: &str) -> Result<Profile> {
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let profile = Profile::lock(db, person.profile.id).await?.ok_or(Error::NotLoggedIn)?;
            let identities = Identity::of_profile(db, profile.id).await?;
            let identity = identities.iter().find(|identity| identity.provider == provider);
            let identity = identity.ok_or(Error::Missing(Missing::Identity))?;
            if profile.password_hash.is_none() && identities.len() == 1 {
                return Err(Error::Refused(Refusal::LastWayIn));
            }
            identity.delete(db).await?;
            Ok(profile)
        })
        .await
    }
}

async fn join(
    db: &mut AsyncPgConnection,
    account: Uuid,
    identity: &Identity,
    owner: &Profile,
    now: DateTime<Utc>,
) -> Result<Linked> {
    if owner.id == account {
        return Err(Error::Refused(Refusal::AlreadyLinked));
    }
    // In one order everywhere, so that two joins never wait for each other.
    for id in [owner.id.min(account), owner.id.max(account)] {
        Profile::lock(db, id).await?.ok_or(Error::Missing(Missing::Profile))?;
    }
    let owner = Profile::by_id(db, owner.id).await?.ok_or(Error::Missing(Missing::Profile))?;
    if owner.password_hash.is_some() || Identity::of_profile(db, owner.id).await?.len() > 1 {
        return Err(Error::Refused(Refusal::IdentityHasOwnProfile));
    }
    identity.move_to(db, account).await?;
    let mut touched = Vote::touched_by(db, owner.id).await?;
    touched.extend(Vote::touched_by(db, account).await?);
    Profile::absorb(db, owner.id, account).await?;
    reweigh(db, &touched, now).await?;
    let profile = Profile::by_id(db, account).await?.ok_or(Error::Missing(Missing::Profile))?;
    Ok(Linked { profile, absorbed: owner })
}
