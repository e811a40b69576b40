use tablero_store::{AsyncConnection, NewSession, Profile, Session};
use uuid::Uuid;

use super::account::lock_unchanged;
use super::{Guess, Name, Profiles, Token};
use crate::edge::{Call, Person};
use crate::error::{Error, Missing, Refusal, Result};

/// A session that was just opened, with the only copy of its token.
pub(crate) struct Opened {
    pub(crate) token: Token,
    pub(crate) session: Session,
    pub(crate) profile: Profile,
}

impl Profiles {
    /// Whether the name is unknown, has no password, or another one: the answer is the same and takes as long.
    pub(crate) async fn log_in(
        &self,
        call: &Call,
        name: &str,
        password: &str,
        client: &str,
    ) -> Result<Opened> {
        let key = Name::key_of(name);
        self.limits.log_in(&key, call.address)?;
        let guess = Guess::new(password).ok_or(Error::WrongCredentials)?;
        let profile = match self.by_name(call, name).await {
            Ok(profile) => Some(profile),
            Err(Error::Missing(_)) => None,
            Err(error) => return Err(error),
        };
        let hash = profile.as_ref().and_then(|profile| profile.password_hash.as_deref());
        let right = self.passwords.verify(guess, hash).await?;
        let profile = profile.filter(|_| right).ok_or(Error::WrongCredentials)?;

        let token = Token::random();
        let mut db = self.db(call).await?;
        let opened = db.transaction(async |db| {
            // A password that was changed meanwhile opens nothing any more.
            let profile = lock_unchanged(db, &profile).await?;
            let new = NewSession {
                token_hash: &token.hash(),
                profile_id: profile.id,
                client,
                days: self.session_days,
            };
            Ok((new.insert(db).await?, profile))
        });
        match opened.await {
            Ok((session, profile)) => Ok(Opened { token, session, profile }),
            Err(Error::WrongPassword | Error::NotLoggedIn) => Err(Error::WrongCredentials),
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn log_out(&self, call: &Call, person: &Person) -> Result<()> {
        let session = person.session_id().ok_or(Error::Refused(Refusal::NoSession))?;
        self.end_session(call, person, session).await
    }

    pub(crate) async fn sessions(&self, call: &Call, person: &Person) -> Result<Vec<Session>> {
        Ok(Session::of_profile(&mut *self.db(call).await?, person.profile.id).await?)
    }

    pub(crate) async fn end_session(&self, call: &Call, person: &Person, session: Uuid) -> Result<()> {
        match Session::end(&mut *self.db(call).await?, person.profile.id, session).await? {
            true => Ok(()),
            false => Err(Error::Missing(Missing::Session)),
        }
    }
}
