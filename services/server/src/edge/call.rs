use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::HeaderMap;
use tablero_store::{Profile, Session};
use tonic::transport::server::{TcpConnectInfo, TlsConnectInfo};
use uuid::Uuid;

use crate::error::{Error, Result};

pub(super) const REQUEST_ID: &str = "x-request-id";
/// What one step of a long answer may take.
const STEP: Duration = Duration::from_secs(10);
const LONGEST_REQUEST_ID: usize = 64;

/// What is known of a call beside its message.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) id: String,
    pub(crate) address: Option<IpAddr>,
    pub(crate) deadline: Instant,
    pub(crate) person: Option<Arc<Person>>,
    /// The provider for which a service calls without a person.
    pub(crate) service: Option<String>,
}

/// Somebody, and how we know that it is them.
#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) profile: Profile,
    pub(crate) via: Via,
}

#[derive(Debug)]
pub(crate) enum Via {
    Session(Session),
    Identity { provider: String, external_id: String, place: Option<Place> },
}

/// Where a person is, as the service says that acts for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) provider: String,
    /// The place's id at the provider.
    pub(crate) community: String,
    /// What its people call it.
    pub(crate) name: Option<String>,
    /// Whether the person manages it.
    pub(crate) manager: bool,
}

impl Call {
    /// Reads what the request brought along. Whose call it is, is found out later.
    pub(super) fn arriving<B>(request: &http::Request<B>, longest: Duration, behind_proxy: bool) -> Call {
        let headers = request.headers();
        let patience = headers.get("grpc-timeout").and_then(|value| timeout(value.to_str().ok()?));
        Call {
            id: request_id(headers).unwrap_or_else(|| Uuid::new_v4().to_string()),
            address: if behind_proxy { forwarded_for(headers) } else { peer(request.extensions()) },
            deadline: Instant::now() + patience.map_or(longest, |patience| patience.min(longest)),
            person: None,
            service: None,
        }
    }

    /// The call that a request belongs to.
    ///
    /// # Panics
    /// If the request did not come in through the edge.
    pub(crate) fn of<T>(request: &tonic::Request<T>) -> Call {
        request.extensions().get::<Call>().expect("every request comes in through the edge").clone()
    }

    /// The same call with a deadline of its own, for one step of a long answer.
    pub(crate) fn step(&self) -> Call {
        Call { deadline: Instant::now() + STEP, ..self.clone() }
    }

    /// Who is calling.
    pub(crate) fn person(&self) -> Result<&Person> {
        self.person.as_deref().ok_or(Error::NotLoggedIn)
    }

    /// The provider for which a service is calling.
    pub(crate) fn service(&self) -> Result<&str> {
        self.service.as_deref().ok_or(Error::ServiceOnly)
    }
}

impl Person {
    pub(crate) fn session_id(&self) -> Option<Uuid> {
        match &self.via {
            Via::Session(session) => Some(session.id),
            Via::Identity { .. } => None,
        }
    }

    /// Provider and external id, if a service acts for the person.
    pub(crate) fn identity(&self) -> Option<(&str, &str)> {
        match &self.via {
            Via::Session(_) => None,
            Via::Identity { provider, external_id, .. } => Some((provider, external_id)),
        }
    }

    /// Where the person is, if a service says so.
    pub(crate) fn place(&self) -> Option<&Place> {
        match &self.via {
            Via::Session(_) => None,
            Via::Identity { place, .. } => place.as_ref(),
        }
    }

    /// The place that the person manages.
    pub(crate) fn managed(&self) -> Result<&Place> {
        self.place().filter(|place| place.manager).ok_or(Error::NotAManager)
    }
}

/// The caller's own id for the call, if it is fit to be logged.
fn request_id(headers: &HeaderMap) -> Option<String> {
    let id = headers.get(REQUEST_ID)?.to_str().ok()?;
    let fit = (1..=LONGEST_REQUEST_ID).contains(&id.len()) && id.chars().all(|c| c.is_ascii_graphic());
    fit.then(|| id.to_owned())
}

fn peer(extensions: &http::Extensions) -> Option<IpAddr> {
    let tls = || extensions.get::<TlsConnectInfo<TcpConnectInfo>>().map(TlsConnectInfo::get_ref);
    Some(extensions.get::<TcpConnectInfo>().or_else(tls)?.remote_addr()?.ip())
}

/// The last entry is the one our own proxy wrote; whatever stands before it, the caller may have made up.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// A `grpc-timeout`: at most eight digits and a unit.
fn timeout(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let amount: u64 = digits.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(amount * 3600),
        "M" => Duration::from_secs(amount * 60),
        "S" => Duration::from_secs(amount),
        "m" => Duration::from_millis(amount),
        "u" => Duration::from_micros(amount),
        "n" => Duration::from_nanos(amount),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_are_read_in_every_unit_and_nonsense_is_not() {
        assert_eq!(timeout("2H"), Some(Duration::from_secs(7200)));
        assert_eq!(timeout("250m"), Some(Duration::from_millis(250)));
        assert_eq!(timeout("99999999S"), Some(Duration::from_secs(99_999_999)));
        for nonsense in ["", "S", "5", "-5S", "+5S", "123456789S", "5x", "5é"] {
            assert_eq!(timeout(nonsense), None, "{nonsense:?}");
        }
    }

    #[test]
    fn only_the_proxys_own_entry_of_the_forwarded_addresses_counts() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "1.1.1.1, 2.2.2.2".parse().unwrap());
        headers.append("x-forwarded-for", "3.3.3.3,4.4.4.4".parse().unwrap());
        assert_eq!(forwarded_for(&headers), Some([4, 4, 4, 4].into()));
    }

    #[test]
    fn a_request_id_that_could_spoil_the_log_is_replaced() {
        let id_of = |text: &str| {
            request_id(&HeaderMap::from_iter([(REQUEST_ID.parse().unwrap(), text.parse().unwrap())]))
        };
        assert_eq!(id_of("abc-123"), Some("abc-123".into()));
        assert_eq!(id_of("with space"), None);
        assert_eq!(id_of(&"x".repeat(65)), None);
    }
}
