use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use http::HeaderMap;
use secrecy::{ExposeSecret, SecretString};
use subtle::ConstantTimeEq;
use tablero_store::{AsyncPgConnection, Session};

use super::{Person, Via};
use crate::error::{Error, Fault, Result};
use crate::profile::{Claim, Token, person_of, sha256};

/// Binary metadata comes with or without padding.
const BINARY: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// What a call brings to say who is calling.
pub(super) enum Credentials {
    Token(Token),
    ActingFor(Claim),
}

/// The service key, hashed so that comparing takes the same time for every guess.
#[derive(Debug, Clone)]
pub(super) struct ServiceKey(Option<[u8; 32]>);

impl ServiceKey {
    pub(super) fn new(key: Option<&SecretString>) -> ServiceKey {
        ServiceKey(key.map(|key| sha256(key.expose_secret().as_bytes())))
    }

    fn check(&self, given: &[u8]) -> Result<()> {
        let right = self.0.is_some_and(|key| bool::from(key.ct_eq(&sha256(given))));
        right.then_some(()).ok_or(Error::BadServiceKey)
    }
}

impl Credentials {
    pub(super) fn read(headers: &HeaderMap, service_key: &ServiceKey) -> Result<Credentials> {
        match (headers.get(http::header::AUTHORIZATION), headers.get("x-tablero-service-key")) {
            (Some(_), Some(_)) => Err(Error::AmbiguousCredentials),
            (None, None) => Err(Error::NotLoggedIn),
            (Some(value), None) => {
                let (scheme, token) =
                    value.to_str().ok().and_then(|value| value.split_once(' ')).unwrap_or_default();
                match scheme.eq_ignore_ascii_case("bearer") {
                    true => Ok(Credentials::Token(Token::given(token.trim()))),
                    false => Err(Error::NotLoggedIn),
                }
            }
            (None, Some(key)) => {
                service_key.check(key.as_bytes())?;
                Ok(Credentials::ActingFor(claim(headers)?))
            }
        }
    }

    /// Who that is. An identity that is seen for the first time gets its profile here.
    pub(super) async fn person(self, db: &mut AsyncPgConnection) -> Result<Person> {
        match self {
            Credentials::Token(token) => {
                let found = Session::by_token_hash(db, &token.hash()).await?;
                let (session, profile, stale) = found.ok_or(Error::NotLoggedIn)?;
                if stale {
                    session.touch(db).await?;
                }
                Ok(Person { profile, via: Via::Session(session) })
            }
            Credentials::ActingFor(claim) => {
                let profile = person_of(db, &claim).await?;
                let Claim { provider, external_id, .. } = claim;
                Ok(Person { profile, via: Via::Identity { provider, external_id } })
            }
        }
    }
}

fn claim(headers: &HeaderMap) -> Result<Claim> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let (provider, external_id) =
        text("x-tablero-provider").zip(text("x-tablero-external-id")).ok_or(Error::NoIdentity)?;
    let display_name = headers.get("x-tablero-display-name-bin").map(|value| {
        let bytes = BINARY.decode(value.as_bytes()).ok();
        bytes.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or_else(|| {
            let words = "a display name is UTF-8 text in binary metadata";
            Error::Invalid(vec![Fault::new("x-tablero-display-name-bin", "BAD_DISPLAY_NAME", words)])
        })
    });
    Claim::new(provider, external_id, display_name.transpose()?.as_deref(), text("x-tablero-community"))
}
