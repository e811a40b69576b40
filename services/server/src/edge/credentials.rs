use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use chrono::NaiveDate;
use http::HeaderMap;
use secrecy::{ExposeSecret, SecretString};
use subtle::ConstantTimeEq;
use tablero_store::{AsyncPgConnection, Session};

use super::{Person, Place, Via};
use crate::error::{Error, Fault, Result};
use crate::profile::{Claim, Token, is_provider, person_of, sha256};

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
    pub(super) async fn person(self, db: &mut AsyncPgConnection, today: NaiveDate) -> Result<Person> {
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
                let profile = person_of(db, &claim, today).await?;
                let Claim { provider, external_id, place, .. } = claim;
                Ok(Person { profile, via: Via::Identity { provider, external_id, place } })
            }
        }
    }
}

/// The provider for which a service calls, if a service does.
pub(super) fn service(headers: &HeaderMap, service_key: &ServiceKey) -> Result<Option<String>> {
    let key = headers.get("x-tablero-service-key");
    let Some(key) = key.filter(|_| !headers.contains_key(http::header::AUTHORIZATION)) else {
        return Ok(None);
    };
    service_key.check(key.as_bytes())?;
    let provider = text(headers, "x-tablero-provider").filter(|provider| is_provider(provider));
    provider.map(|provider| Some(provider.into())).ok_or(Error::NoIdentity)
}

fn claim(headers: &HeaderMap) -> Result<Claim> {
    let (provider, external_id) = text(headers, "x-tablero-provider")
        .zip(text(headers, "x-tablero-external-id"))
        .ok_or(Error::NoIdentity)?;
    let words = "a display name is UTF-8 text in binary metadata";
    let display_name = binary(headers, "x-tablero-display-name-bin", "BAD_DISPLAY_NAME", words)?;
    let words = "a community's name is UTF-8 text in binary metadata";
    let name = binary(headers, "x-tablero-community-name-bin", "BAD_COMMUNITY", words)?;
    let place = text(headers, "x-tablero-community").map(|community| Place {
        provider: provider.into(),
        community: community.into(),
        name,
        manager: text(headers, "x-tablero-manager") == Some("true"),
    });
    Claim::new(provider, external_id, display_name.as_deref(), place)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn binary(
    headers: &HeaderMap,
    name: &'static str,
    reason: &'static str,
    words: &str,
) -> Result<Option<String>> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let text = BINARY.decode(value.as_bytes()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    text.map(Some).ok_or_else(|| Error::Invalid(vec![Fault::new(name, reason, words)]))
}
