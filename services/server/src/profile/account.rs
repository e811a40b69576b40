use std::sync::Arc;

use tablero_store::{
    AsyncConnection, AsyncPgConnection, Composer, Identity, Lane, Match, NewProfile, Post, Problem, Profile,
    Score, Session, SettingsChange, Store, Vote, is_barred,
};
use uuid::Uuid;

use super::{Guess, Name, Password, Passwords};
use crate::edge::{Call, Person};
use crate::error::{Error, Fault, Missing, Refusal, Result};
use crate::limits::Limits;
use crate::moderation::Administrators;
use crate::reputation::reweigh;

/// All that can be done with profiles.
#[derive(Debug, Clone)]
pub(crate) struct Profiles {
    pub(crate) store: Store,
    pub(crate) passwords: Passwords,
    pub(crate) limits: Arc<Limits>,
    pub(crate) session_days: i32,
    pub(crate) administrators: Administrators,
}

/// What to change of a profile.
#[derive(Debug)]
pub(crate) struct Update {
    pub(crate) name: Option<Name>,
    pub(crate) password: Option<Password>,
    pub(crate) current: String,
    pub(crate) settings: SettingsChange,
}

/// What a deletion removed.
#[derive(Debug)]
pub(crate) struct Removed {
    pub(crate) profile: Profile,
    pub(crate) sessions: usize,
    pub(crate) identities: Vec<Identity>,
    pub(crate) problems: usize,
    pub(crate) matches: usize,
    pub(crate) score_tables: usize,
}

impl Profiles {
    pub(crate) async fn db(&self, call: &Call) -> Result<Lane> {
        Ok(self.store.lane(call.deadline).await?)
    }

    pub(crate) async fn create(&self, call: &Call, name: &Name, password: Password) -> Result<Profile> {
        self.limits.creation(name.key(), call.address)?;
        free(&mut *self.db(call).await?, name).await?;
        let hash = self.passwords.hash(password).await?;
        let new = NewProfile { name: name.shown(), name_key: name.key(), password_hash: Some(&hash) };
        new.insert(&mut *self.db(call).await?).await?.ok_or(Error::NameTaken)
    }

    pub(crate) async fn by_id(&self, call: &Call, id: Uuid) -> Result<Profile> {
        Profile::by_id(&mut *self.db(call).await?, id).await?.ok_or(Error::Missing(Missing::Profile))
    }

    pub(crate) async fn by_name(&self, call: &Call, name: &str) -> Result<Profile> {
        let key = Name::key_of(name);
        // No key has a NUL, and Postgres takes none.
        if key.contains('\0') {
            return Err(Error::Missing(Missing::Profile));
        }
        Profile::by_name_key(&mut *self.db(call).await?, &key).await?.ok_or(Error::Missing(Missing::Profile))
    }

    /// The profile that an identity, of a provider and with an external id, stands for, if a service asks.
    pub(crate) async fn by_identity(
        &self,
        call: &Call,
        person: &Person,
        of: (&str, &str),
    ) -> Result<Profile> {
        if person.identity().is_none() {
            return Err(Error::ServiceOnly);
        }
        let found = Identity::find(&mut *self.db(call).await?, of.0, of.1).await?;
        found.map(|(_, profile)| profile).ok_or(Error::Missing(Missing::Profile))
    }

    pub(crate) async fn identities(&self, call: &Call, profile: Uuid) -> Result<Vec<Identity>> {
        Ok(Identity::of_profile(&mut *self.db(call).await?, profile).await?)
    }

    /// Changes the caller's profile; answers with the new one and the number of sessions that ended.
    pub(crate) async fn update(
        &self,
        call: &Call,
        person: &Person,
        update: Update,
    ) -> Result<(Profile, usize)> {
        let old = &person.profile;
        if update.name.as_ref().is_some_and(|name| name.shown() == old.name) {
            let words = "this is the name already";
            return Err(Error::Invalid(vec![Fault::new("name", "NAME_UNCHANGED", words)]));
        }
        let hash = match &update.password {
            Some(password) => Some(self.new_hash(call, old, password, &update.current).await?),
            None => None,
        };
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let now = lock_unchanged(db, old).await?;
            if let Some(name) = &update.name {
                if is_barred(db, name.key()).await? {
                    return Err(Error::NameTaken);
                }
                Profile::rename(db, now.id, name.shown(), name.key()).await?;
            }
            update.settings.write(db, now.id).await?;
            if update.name.is_some() || update.settings.hidden.is_some() {
                Post::touch_boards(db, now.id, self.store.clock().now()).await?;
                Post::touch_tourneys(db, now.id, self.store.clock().now()).await?;
            }
            let mut ended = 0;
            if let Some(hash) = &hash {
                Profile::set_password(db, now.id, hash).await?;
                ended = Session::end_others(db, now.id, person.session_id()).await?;
            }
            let now = Profile::by_id(db, now.id).await?.ok_or(Error::NotLoggedIn)?;
            Ok((now, ended))
        })
        .await
    }

    async fn new_hash(
        &self,
        call: &Call,
        old: &Profile,
        password: &Password,
        current: &str,
    ) -> Result<String> {
        if old.password_hash.is_some() {
            let guess = self.prove(call, old, current).await?;
            if password.is(&guess) {
                let words = "this is the password already";
                return Err(Error::Invalid(vec![Fault::new("password", "PASSWORD_UNCHANGED", words)]));
            }
        }
        self.passwords.hash(password.clone()).await
    }

    pub(crate) async fn delete(
        &self,
        call: &Call,
        person: &Person,
        password: &str,
        confirmation: &str,
    ) -> Result<Removed> {
        let profile = &person.profile;
        match profile.password_hash {
            Some(_) => {
                self.prove(call, profile, password).await?;
            }
            None if Name::key_of(confirmation) != profile.name_key => {
                return Err(Error::Refused(Refusal::ConfirmationNeeded));
            }
            None => {}
        }
        let mut db = self.db(call).await?;
        db.transaction(async |db| {
            let profile = lock_unchanged(db, profile).await?;
            Post::touch_boards(db, profile.id, self.store.clock().now()).await?;
            Post::touch_tourneys(db, profile.id, self.store.clock().now()).await?;
            let identities = Identity::of_profile(db, profile.id).await?;
            let sessions = Session::end_others(db, profile.id, None).await?;
            let problems = usize::try_from(Problem::count_by(db, profile.id).await?).unwrap_or_default();
            let matches = Match::leave(db, profile.id).await?;
            let score_tables = Score::remove(db, None, profile.id).await?;
            let touched = Vote::touched_by(db, profile.id).await?;
            Composer::lock_authors(db, &touched).await?;
            Profile::delete(db, profile.id).await?;
            reweigh(db, &touched, self.store.clock().now()).await?;
            Ok(Removed { profile, sessions, identities, problems, matches, score_tables })
        })
        .await
    }

    /// Lets somebody prove once more that they know the profile's password.
    async fn prove(&self, call: &Call, profile: &Profile, current: &str) -> Result<Guess> {
        self.limits.log_in(&profile.name_key, call.address)?;
        let guess = Guess::new(current).ok_or(Error::WrongPassword)?;
        match self.passwords.verify(guess.clone(), profile.password_hash.as_deref()).await? {
            true => Ok(guess),
            false => Err(Error::WrongPassword),
        }
    }
}

/// That nobody has a name, and that it is not one that nobody may have.
async fn free(db: &mut AsyncPgConnection, name: &Name) -> Result<()> {
    let taken = Profile::by_name_key(db, name.key()).await?.is_some() || is_barred(db, name.key()).await?;
    if taken { Err(Error::NameTaken) } else { Ok(()) }
}

/// Locks a profile for a change that rests on the password it had when the call came in.
pub(super) async fn lock_unchanged(db: &mut AsyncPgConnection, seen: &Profile) -> Result<Profile> {
    let now = Profile::lock(db, seen.id).await?.ok_or(Error::NotLoggedIn)?;
    match now.password_hash == seen.password_hash {
        true => Ok(now),
        false => Err(Error::WrongPassword),
    }
}
